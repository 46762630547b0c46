//! Fuzzes the link between partners: two ends, a wire between them on which anything may happen to
//! the bytes, and any passing of time.
#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use tandem_protocol::text::Line;
use tandem_session::link::{Challenge, HANDSHAKE_TIME, LONGEST_LINE, Outcome, Peer, Role, Token};

/// Longest text that an end says at once: a greeting or a proof, not a told line.
const LONGEST_SAID: usize = 100;

/// One end, with the law's view of it.
struct End {
    peer: Peer,
    /// What it has said and the other end has not heard.
    said: Vec<u8>,
    /// True once it has said its proof.
    has_proved: bool,
    is_open: bool,
    is_over: bool,
}

impl End {
    fn new(role: Role, token: &str, number: u8, now: Instant) -> Self {
        let token = Token::new(token.as_bytes()).expect("it is long enough");
        let challenge = Challenge::new([number; 32]);
        let (peer, hello) = Peer::new(role, token, challenge, (now, HANDSHAKE_TIME));
        Self { peer, said: hello.into_bytes(), has_proved: false, is_open: false, is_over: false }
    }

    /// Takes note of outcomes; `may_open` says whether the other end has proved itself.
    fn note(&mut self, outcomes: Vec<Outcome>, may_open: bool) {
        for outcome in outcomes {
            assert!(!self.is_over, "{outcome:?} after the end");
            match outcome {
                Outcome::Say(text) => {
                    assert!(text.len() <= LONGEST_SAID && text.ends_with('\n'), "{text:?}");
                    self.has_proved |= text.starts_with("proof ");
                    self.said.extend(text.into_bytes());
                }
                Outcome::Opened => {
                    assert!(may_open && !self.is_open, "believed without a proof");
                    self.is_open = true;
                }
                Outcome::Told(line) => {
                    assert!(self.is_open, "{line:?} is believed before the proof");
                    // Each byte that is no UTF-8 becomes a character of three.
                    assert!(!line.is_empty() && line.len() <= 3 * LONGEST_LINE);
                }
                Outcome::Closed(_) => self.is_over = true,
            }
        }
        assert_eq!(self.peer.is_open(), self.is_open && !self.is_over);
        assert_eq!(self.peer.wakes_at().is_none(), self.is_over);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, mut rest)) = bytes.split_first() else { return };
    let mut now = Instant::now();
    let (ours, theirs) = ("the token of the team", "the token of a neighbour");
    let share = first & 1 == 0;
    let mut ends = [
        End::new(Role::Caller, ours, 1, now),
        End::new(Role::Listener, if share { ours } else { theirs }, 2, now),
    ];
    while let [kind, amount, after @ ..] = rest {
        rest = after;
        let at = usize::from(kind & 1);
        let amount = usize::from(*amount);
        let other_has_proved = ends[1 - at].has_proved;
        let outcomes = match kind >> 1 & 7 {
            // The other end's bytes arrive, some of them or all.
            0 | 1 => {
                let from = &mut ends[1 - at].said;
                let count = if amount == 0 { from.len() } else { amount.min(from.len()) };
                let heard: Vec<u8> = from.drain(..count).collect();
                ends[at].peer.hear(&heard, now)
            }
            // Somebody else's bytes arrive.
            2 => {
                let (heard, after) = rest.split_at(amount.min(rest.len()));
                rest = after;
                ends[at].peer.hear(heard, now)
            }
            // Its own bytes come back.
            3 => {
                let heard = ends[at].said.clone();
                ends[at].peer.hear(&heard, now)
            }
            // Bytes are lost on the way, or the last one is changed.
            4 => {
                let said = &mut ends[at].said;
                said.truncate(said.len().saturating_sub(amount));
                if let Some(last) = said.last_mut() {
                    *last ^= 1;
                }
                Vec::new()
            }
            5 => {
                let (text, after) = rest.split_at(amount.min(rest.len()));
                rest = after;
                let line = Line::new(&String::from_utf8_lossy(text));
                let said = ends[at].peer.tell(&line, now);
                assert_eq!(said.is_some(), ends[at].is_open && !ends[at].is_over);
                ends[at].said.extend(said.unwrap_or_default().into_bytes());
                Vec::new()
            }
            6 => {
                now += Duration::from_millis(amount as u64 * 20);
                ends[at].peer.wake(now)
            }
            _ => ends[at].peer.hung_up(),
        };
        ends[at].note(outcomes, share && other_has_proved);
    }
});

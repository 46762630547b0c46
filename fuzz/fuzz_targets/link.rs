//! Fuzzes the link between partners: two ends, a wire between them on which anything may happen to
//! the bytes, and any passing of time.
#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use tandem_protocol::text::Line;
use tandem_session::link::{Ephemeral, HANDSHAKE_TIME, LONGEST_LINE, Outcome, Peer, Role, Token};

/// Longest text that an end says at once: a greeting or a sign of life, not a told line.
const LONGEST_SAID: usize = 120;

/// One end, with the law's view of it.
struct End {
    peer: Peer,
    /// Bytes on the way to the other end.
    said: Vec<u8>,
    /// Number of texts that it has yet to say before the other end may believe it: a greeting, and
    /// for a caller the line that completes the handshake.
    to_prove: usize,
    is_open: bool,
    is_over: bool,
}

impl End {
    fn new(role: Role, token: &str, number: u8, now: Instant) -> Self {
        let token = Token::new(token.as_bytes()).expect("it is long enough");
        let ephemeral = Ephemeral::new([number; 32]);
        let (peer, hello) = Peer::new(role, &token, ephemeral, (now, HANDSHAKE_TIME));
        Self { peer, said: hello.into_bytes(), to_prove: 1, is_open: false, is_over: false }
    }

    /// Takes note of outcomes; `may_open` says whether the other end has proved itself.
    fn note(&mut self, outcomes: Vec<Outcome>, may_open: bool) {
        for outcome in outcomes {
            assert!(!self.is_over, "{outcome:?} after the end");
            match outcome {
                Outcome::Say(text) => {
                    assert!(text.len() <= LONGEST_SAID && text.ends_with('\n'), "{text:?}");
                    self.to_prove = self.to_prove.saturating_sub(1);
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
        let other_has_proved = ends[1 - at].to_prove == 0;
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
                let may_tell = ends[at].is_open && !ends[at].is_over && line.len() <= LONGEST_LINE;
                assert_eq!(said.is_some(), may_tell);
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

//! Two ends of a link, or one and a stranger, without sockets.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tandem_protocol::text::Line;

use super::format::LONGEST_SEALED;
use super::{Ephemeral, Fault, HANDSHAKE_TIME, LONGEST_LINE, Outcome, Peer, Role, Token};

const TOKEN: &str = "the token of the team";
const WRONG: &str = "the token of a neighbour";

fn peer(role: Role, token: &str, number: u8, now: Instant) -> (Peer, String) {
    let token = Token::new(token.as_bytes()).expect("it is long enough");
    Peer::new(role, &token, Ephemeral::new([number; 32]), (now, HANDSHAKE_TIME))
}

/// Everything that both ends have to report once each has heard all that the other one says.
fn meet(tokens: [&str; 2], now: Instant) -> ([Peer; 2], [Vec<Outcome>; 2]) {
    let (caller, hello) = peer(Role::Caller, tokens[0], 1, now);
    let (listener, answer) = peer(Role::Listener, tokens[1], 2, now);
    let (mut ends, mut said) = ([caller, listener], [hello, answer]);
    let mut known = [Vec::new(), Vec::new()];
    while said.iter().any(|text| !text.is_empty()) {
        for (from, to) in [(0, 1), (1, 0)] {
            let text = std::mem::take(&mut said[from]);
            for outcome in ends[to].hear(text.as_bytes(), now) {
                match outcome {
                    Outcome::Say(text) => said[to] += &text,
                    known_now => known[to].push(known_now),
                }
            }
            if let Some(Outcome::Closed(_)) = known[to].last() {
                known[from].extend(ends[from].hung_up());
            }
        }
    }
    (ends, known)
}

/// The fault by which a listener who knows the token refuses these bytes.
fn listener_hears(bytes: &[u8]) -> Option<Fault> {
    let now = Instant::now();
    let (mut listener, _) = peer(Role::Listener, TOKEN, 2, now);
    match listener.hear(bytes, now).pop() {
        Some(Outcome::Closed(fault)) => Some(fault),
        _ => None,
    }
}

#[test]
fn only_a_partner_that_knows_the_token_is_admitted() {
    let now = Instant::now();
    assert_eq!(meet([TOKEN, TOKEN], now).1, [[Outcome::Opened], [Outcome::Opened]]);
    let strangers = meet([WRONG, TOKEN], now).1;
    let expected = [Fault::Disbelief, Fault::WrongToken].map(|fault| vec![Outcome::Closed(fault)]);
    assert_eq!(strangers, expected);
}

#[test]
fn a_stranger_is_sent_away_with_the_reason() {
    let long = [&b"tandem-link 2 "[..], &[b'0'; LONGEST_SEALED]].concat();
    for (bytes, expected) in [
        (&b"GET / HTTP/1.1\r\n"[..], "it sent `GET / HTTP/1.1`, expected `tandem-link 2`"),
        (b"\xff\xfe\0\n", "it sent `\u{fffd}\u{fffd}`, expected `tandem-link 2`"),
        (b"tandem-link 1 0\n", "it speaks version `1`, expected `2`"),
        (&long, "it sent a line longer than 1056 bytes"),
    ] {
        let fault = listener_hears(bytes).expect("it is refused");
        assert_eq!(fault.to_string(), expected);
    }
    for greeting in ["nonsense", "00", &"00".repeat(48)] {
        let fault = listener_hears(format!("tandem-link 2 {greeting}\n").as_bytes());
        assert_eq!(fault, Some(Fault::WrongToken), "{greeting}");
    }
}

/// Somebody who has recorded a greeting cannot go on from it.
#[test]
fn a_recorded_greeting_is_no_proof() {
    let now = Instant::now();
    let (_, recorded) = peer(Role::Caller, TOKEN, 1, now);
    let (mut listener, _) = peer(Role::Listener, TOKEN, 2, now);
    let answer = listener.hear(recorded.as_bytes(), now);
    assert!(matches!(&answer[..], [Outcome::Say(_)]), "{answer:?}");
    assert!(!listener.is_open());
    let guess = format!("{}\n", "00".repeat(16));
    assert_eq!(listener.hear(guess.as_bytes(), now), [Outcome::Closed(Fault::WrongToken)]);
}

/// A relay can hold lines back, no more: a line that it alters, repeats or leaves out ends the link.
#[test]
fn a_relay_cannot_alter_repeat_or_leave_out_a_line() {
    let now = Instant::now();
    let said = |caller: &mut Peer, text| caller.tell(&Line::new(text), now).expect("it is open");
    for (relay, expected) in [
        (&[0, 1][..], None),
        (&[0, 0], Some(Fault::Forged)),
        (&[1], Some(Fault::Forged)),
        (&[2], Some(Fault::Forged)),
    ] {
        let ([mut caller, mut listener], _) = meet([TOKEN, TOKEN], now);
        let lines = ["a board", "another"].map(|text| said(&mut caller, text));
        let altered = lines[0].replacen(|digit: char| digit != '0', "0", 1);
        let lines = [&lines[0], &lines[1], &altered];
        let heard = relay.iter().flat_map(|&at| listener.hear(lines[at].as_bytes(), now));
        let fault = heard.last().and_then(|outcome| match outcome {
            Outcome::Closed(fault) => Some(fault),
            _ => None,
        });
        assert_eq!(fault, expected, "{relay:?}");
    }
}

/// The listener does not know the token and sends back every line of the caller.
#[test]
fn an_echo_is_no_partner() {
    let now = Instant::now();
    let (mut caller, mut said) = peer(Role::Caller, TOKEN, 1, now);
    loop {
        let mut outcomes = caller.hear(std::mem::take(&mut said).as_bytes(), now);
        match outcomes.pop().expect("it answers an echo") {
            Outcome::Say(text) => said = text,
            last => break assert_eq!(last, Outcome::Closed(Fault::WrongToken)),
        }
    }
}

#[test]
fn a_stranger_has_its_time_and_a_partner_gives_signs_of_life() {
    let start = Instant::now();
    let after = |ms| start + Duration::from_millis(ms);
    let (mut silent, _) = peer(Role::Listener, TOKEN, 2, start);
    assert_eq!(silent.wakes_at(), Some(after(3_000)));
    assert_eq!(silent.hear(b"tandem-", after(2_999)), []);
    assert_eq!(silent.wake(after(2_999)), []);
    assert_eq!(silent.wake(after(3_000)), [Outcome::Closed(Fault::Silent)]);
    assert_eq!((silent.wakes_at(), silent.hung_up()), (None, vec![]));
    let (mut slow, _) = peer(Role::Listener, TOKEN, 2, start);
    assert_eq!(slow.hear(b"tandem-link", after(3_000)), [Outcome::Closed(Fault::Silent)]);

    let ([mut caller, mut other], _) = meet([TOKEN, TOKEN], start);
    assert_eq!(caller.wakes_at(), Some(after(1_000)));
    assert!(matches!(&caller.wake(after(1_000))[..], [Outcome::Say(_)]), "a sign of life");
    assert!(caller.tell(&Line::new("a board"), after(1_500)).is_some());
    assert_eq!(caller.wakes_at(), Some(after(2_500)));
    let told = other.tell(&Line::new("another"), after(1_500)).expect("it is open");
    let (begun, rest) = told.split_at(7);
    assert_eq!(caller.hear(begun.as_bytes(), after(3_900)), []);
    assert_eq!(caller.hear(rest.as_bytes(), after(4_000)), [Outcome::Told(Line::new("another"))]);
    assert!(matches!(&caller.wake(after(8_999))[..], [Outcome::Say(_)]), "a sign of life");
    assert_eq!(caller.wake(after(9_000)), [Outcome::Closed(Fault::Silent)]);
    assert_eq!(caller.tell(&Line::new("too late"), after(9_000)), None);
}

/// An event at one end of a connection.
#[derive(Clone, Debug)]
enum Happening {
    /// Bytes of somebody.
    Bytes(Vec<u8>),
    /// The next bytes, at most this number, of what the partner says.
    Partner(usize),
    Tell(String),
    /// Time passes, in milliseconds.
    Wait(u64),
    HangUp,
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let hello = format!("tandem-link 2 {}\n", "00".repeat(48));
    let words = prop_oneof![
        any::<Vec<u8>>(),
        Just(b"\n".to_vec()),
        Just(hello.into_bytes()),
        "(tandem-link 2 |)[0-9a-f]{0,100}\n".prop_map(String::into_bytes),
    ];
    let happening = prop_oneof![
        2 => words.prop_map(Happening::Bytes),
        6 => (1usize..200).prop_map(Happening::Partner),
        1 => ".{0,20}".prop_map(Happening::Tell),
        1 => (0u64..2_000).prop_map(Happening::Wait),
        1 => Just(Happening::HangUp),
    ];
    prop::collection::vec(happening, 0..30)
}

proptest! {
    /// A listener believes nobody who has not proved to know the token, whatever comes when.
    #[test]
    fn nothing_is_believed_before_the_proof(
        happenings in happenings(),
        token in prop::sample::select(&[TOKEN, WRONG][..]),
    ) {
        let mut now = Instant::now();
        let (mut partner, mut says) = peer(Role::Caller, token, 1, now);
        let (mut listener, _) = peer(Role::Listener, TOKEN, 2, now);
        let (mut is_open, mut is_over) = (false, false);
        for happening in happenings {
            let outcomes = match happening {
                Happening::Bytes(bytes) => listener.hear(&bytes, now),
                Happening::Partner(most) => {
                    let rest = says.split_off(most.min(says.len()));
                    let heard = std::mem::replace(&mut says, rest);
                    listener.hear(heard.as_bytes(), now)
                }
                Happening::Tell(text) => {
                    prop_assert_eq!(listener.tell(&Line::new(&text), now).is_some(), listener.is_open());
                    Vec::new()
                }
                Happening::Wait(ms) => {
                    now += Duration::from_millis(ms);
                    listener.wake(now)
                }
                Happening::HangUp => listener.hung_up(),
            };
            for outcome in outcomes {
                prop_assert!(!is_over, "{outcome:?} after the end");
                match outcome {
                    Outcome::Opened => {
                        prop_assert!(!is_open && token == TOKEN);
                        is_open = true;
                    }
                    Outcome::Told(line) => prop_assert!(is_open && line.len() <= 3 * LONGEST_LINE),
                    Outcome::Closed(_) => is_over = true,
                    Outcome::Say(text) => {
                        prop_assert!(text.len() <= 120);
                        for outcome in partner.hear(text.as_bytes(), now) {
                            if let Outcome::Say(text) = outcome {
                                says += &text;
                            }
                        }
                    }
                }
            }
            prop_assert_eq!(listener.is_open(), is_open && !is_over);
            prop_assert_eq!(listener.wakes_at().is_none(), is_over);
        }
    }
}

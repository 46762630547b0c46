//! Links within one process, over sockets of this machine.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use tandem_protocol::text::Line;
use tandem_session::link::{Fault, Role, Token};

use super::address::Address;
use super::trouble::Trouble;
use super::wire::Wire;
use super::{Link, News, Plan};

/// Timeout that is long enough for any machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// Timeout that is over before anything is sent.
const NO_TIME: Duration = Duration::from_millis(1);
const TOKEN: &str = "the token of the team";
const WRONG: &str = "the token of a neighbour";

fn token(text: &str) -> Token {
    Token::new(text.as_bytes()).expect("it is long enough")
}

/// Both ends of a connection: the caller's and the listener's.
fn sockets() -> [TcpStream; 2] {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    let address = listener.local_addr().expect("it is bound");
    let caller = TcpStream::connect(address).expect("somebody listens");
    [caller, listener.accept().expect("somebody calls").0]
}

/// The fault by which a listener who knows the token refuses these bytes.
fn listener_hears(bytes: &[u8], time: Duration) -> Trouble {
    let [mut caller, listener] = sockets();
    caller.write_all(bytes).expect("somebody listens");
    let met = Wire::admit(listener, Role::Listener, &token(TOKEN), time).map(drop);
    met.expect_err("that is no handshake")
}

/// Results of a handshake at both ends, the caller's first.
fn meet(tokens: [&str; 2]) -> [Result<(), Trouble>; 2] {
    let [caller, listener] = sockets();
    let [of_caller, of_listener] = tokens.map(token);
    let listener = std::thread::spawn(move || {
        Wire::admit(listener, Role::Listener, &of_listener, PATIENCE).map(drop)
    });
    let met = Wire::admit(caller, Role::Caller, &of_caller, PATIENCE).map(drop);
    [met, listener.join().expect("it does not panic")]
}

#[test]
fn only_a_partner_that_knows_the_token_is_admitted() {
    assert!(matches!(meet([TOKEN, TOKEN]), [Ok(()), Ok(())]));
    let strangers = meet([WRONG, TOKEN]);
    assert!(
        matches!(
            strangers,
            [Err(Trouble::Fault(Fault::Disbelief)), Err(Trouble::Fault(Fault::WrongToken))]
        ),
        "{strangers:?}"
    );
}

#[test]
fn a_stranger_is_sent_away_with_the_reason() {
    let greeting = listener_hears(b"GET / HTTP/1.1\r\n", PATIENCE).to_string();
    assert_eq!(greeting, "it sent `GET / HTTP/1.1`, expected `tandem-link 2`");
    for bytes in [&b""[..], b"tandem-link 2 "] {
        assert!(matches!(listener_hears(bytes, NO_TIME), Trouble::Fault(Fault::Silent)));
    }
    let guess = format!("tandem-link 2 {}\n", "00".repeat(48));
    let fault = listener_hears(guess.as_bytes(), PATIENCE);
    assert!(matches!(fault, Trouble::Fault(Fault::WrongToken)), "{fault}");
}

/// The listener does not know the token and sends back every line of the caller.
#[test]
fn an_echo_is_no_partner() {
    let [caller, listener] = sockets();
    std::thread::spawn(move || {
        let mut into = listener.try_clone().expect("it is connected");
        std::io::copy(&mut &listener, &mut into).expect("the caller reads");
    });
    let met = Wire::admit(caller, Role::Caller, &token(TOKEN), PATIENCE).map(drop);
    assert!(matches!(met, Err(Trouble::Fault(Fault::WrongToken))), "{met:?}");
}

/// An address on this machine at which nothing listens.
fn free_address() -> Address {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    address.parse().expect("it is an address")
}

fn open(address: &Address, text: &str) -> Link {
    Link::open(Some(Plan { address: address.clone(), token: token(text) }))
}

fn next(link: &Link) -> News {
    link.news().recv_timeout(PATIENCE).expect("there are news")
}

/// Waits until the partner is connected.
fn wait_for_partner(link: &mut Link) {
    match next(link) {
        News::Opened(partner) => link.opened(partner),
        News::Told(text) => panic!("`{text}` before anybody is there"),
        News::Closed => panic!("what was not open is closed"),
    }
}

fn next_line(link: &Link) -> Line {
    match next(link) {
        News::Told(text) => text,
        News::Opened(_) | News::Closed => panic!("it says nothing"),
    }
}

#[test]
fn two_of_a_team_find_each_other_again_and_again() {
    let address = free_address();
    let mut links = [open(&address, TOKEN), open(&address, TOKEN)];
    links.iter_mut().for_each(wait_for_partner);
    for [from, to] in [[0, 1], [1, 0]] {
        for text in ["a board", "and another one"] {
            assert!(links[from].tell(vec![Line::new(text)]));
            assert_eq!(next_line(&links[to]), text);
        }
    }
    let [mut stays, goes] = links;
    drop(goes);
    assert!(matches!(next(&stays), News::Closed));
    stays.closed();
    assert!(!stays.tell(vec![Line::new("a board")]), "nobody is there");
    let mut comes = open(&address, TOKEN);
    wait_for_partner(&mut comes);
    wait_for_partner(&mut stays);
    assert!(comes.tell(vec![Line::new("a third one")]));
    assert_eq!(next_line(&stays), "a third one");
}

#[test]
fn strangers_at_the_door_do_not_keep_the_partner_out() {
    let address = free_address();
    let mut waiting = open(&address, TOKEN);
    let call = || loop {
        if let Some(stream) = address.connect().expect("there is a loopback") {
            return stream; // the keeper listens by now
        }
        std::thread::yield_now();
    };
    for bytes in [&b"nonsense\n"[..], &[b'x'; 5000]] {
        let mut stranger = call();
        drop(stranger.write_all(bytes)); // the connection may be closed by then
        drop(stranger.read_to_end(&mut Vec::new()));
    }
    let silent: Vec<_> = std::iter::repeat_with(call).take(40).collect();
    let met = Wire::admit(call(), Role::Caller, &token(WRONG), PATIENCE).map(drop);
    assert!(matches!(met, Err(Trouble::Fault(Fault::Disbelief))), "{met:?}");
    let mut partner = open(&address, TOKEN);
    wait_for_partner(&mut partner);
    wait_for_partner(&mut waiting);
    drop(silent); // they were at the door all the time
    // Everyone else is turned away now, and the link is not disturbed.
    let mut late = Vec::new();
    drop(call().read_to_end(&mut late));
    assert!(late.is_empty());
    assert!(partner.tell(vec![Line::new("a board")]));
    assert_eq!(next_line(&waiting), "a board");
}

#[test]
fn a_partner_whose_queue_is_full_is_told_nothing_more() {
    let mut link = Link::open(None);
    assert!(link.tell(Vec::new()), "there is nothing to tell");
    let (partner, lines) = crossbeam::channel::bounded(1);
    link.opened(partner);
    assert!(link.tell(vec![Line::new("fits")]));
    assert!(!link.tell(vec![Line::new("does not")]));
    assert_eq!(lines.iter().collect::<Vec<_>>(), ["fits"], "and that was all");
}

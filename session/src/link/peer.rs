//! One end of a link: the handshake, then the conversation.

use std::time::{Duration, Instant};

use tandem_protocol::text::Line;

use super::fault::Fault;
use super::format::{NAME, VERSION};
use super::lines::Lines;
use super::seal::{Ephemeral, Seal};
use super::token::{Role, Token};

/// Time in which a stranger has to prove that it is the partner.
pub const HANDSHAKE_TIME: Duration = Duration::from_secs(3);

/// Silence after which the other end counts as gone. The partner gives a sign of life far more
/// often.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Time without a line to send, after which a blank one is sent as a sign of life.
const BEAT: Duration = Duration::from_secs(1);

/// Something to do or to know after bytes have arrived or time has passed, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This text, whole lines, is to be sent to the other end.
    Say(String),
    /// The other end has proved that it knows the token.
    Opened,
    /// The other end, which has proved itself, tells this line.
    Told(Line),
    /// The connection is over; it is to be closed, and nothing more follows.
    Closed(Fault),
}

/// One end of a link.
///
/// The first line that a peer hears has to be a greeting made with the token; a listener then hears
/// a sealed line before it is [opened](Outcome::Opened). Only then lines are [told](Outcome::Told).
#[derive(Debug)]
pub struct Peer {
    role: Role,
    seal: Seal,
    lines: Lines,
    stage: Stage,
}

/// Progress of a connection.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The other end has not greeted us.
    Greeting { until: Instant },
    /// The caller has greeted us, and has not shown that it can read our answer.
    Proving { until: Instant },
    /// The other end has proved itself.
    Open { heard: Instant, said: Instant },
    /// The connection is over.
    Closed,
}

impl Peer {
    /// A new end of a connection, and the text that it says first, which for a listener is none.
    /// The other end has `time` to prove itself.
    pub fn new(
        role: Role,
        token: &Token,
        ephemeral: Ephemeral,
        (now, time): (Instant, Duration),
    ) -> (Self, String) {
        let stage = Stage::Greeting { until: now + time };
        let seal = Seal::new(role, token, ephemeral);
        let mut peer = Self { role, seal, lines: Lines::default(), stage };
        let greeting = match role {
            Role::Caller => peer.greeting(),
            Role::Listener => None,
        };
        (peer, greeting.unwrap_or_default())
    }

    /// Takes in bytes from the other end.
    pub fn hear(&mut self, mut bytes: &[u8], now: Instant) -> Vec<Outcome> {
        let mut outcomes = self.wake_for_deadline(now);
        while !matches!(self.stage, Stage::Closed) {
            match self.lines.next(&mut bytes) {
                Ok(Some(line)) => self.take(&line, now, &mut outcomes),
                Ok(None) => break,
                Err(fault) => outcomes.push(self.close(fault)),
            }
        }
        outcomes
    }

    /// Takes note that the other end has closed the connection.
    pub fn hung_up(&mut self) -> Vec<Outcome> {
        let fault = match (self.stage, self.role) {
            (Stage::Closed, _) => return Vec::new(),
            (Stage::Greeting { .. }, Role::Caller) => Fault::Disbelief,
            _ => Fault::Ended,
        };
        vec![self.close(fault)]
    }

    /// The text that tells the other end a line; `None` while the link is not open, and for a line
    /// of more than [`LONGEST_LINE`](super::LONGEST_LINE) bytes.
    pub fn tell(&mut self, line: &Line, now: Instant) -> Option<String> {
        let Stage::Open { said, .. } = &mut self.stage else { return None };
        let sealed = self.seal.seal(line)?;
        *said = now;
        Some(format!("{sealed}\n"))
    }

    /// Time at which [`Self::wake`] is to be called, if nothing comes before; `None` if the
    /// connection is over.
    pub fn wakes_at(&self) -> Option<Instant> {
        match self.stage {
            Stage::Greeting { until, .. } | Stage::Proving { until, .. } => Some(until),
            Stage::Open { heard, said } => Some((said + BEAT).min(heard + LONGEST_SILENCE)),
            Stage::Closed => None,
        }
    }

    /// Does what is due: gives up a silent end, or gives a sign of life.
    pub fn wake(&mut self, now: Instant) -> Vec<Outcome> {
        if let Stage::Open { heard, .. } = self.stage
            && heard + LONGEST_SILENCE <= now
        {
            return vec![self.close(Fault::Silent)];
        }
        if let Stage::Open { said, .. } = &mut self.stage
            && *said + BEAT <= now
        {
            *said = now;
            return self.sign_of_life().into_iter().collect();
        }
        self.wake_for_deadline(now)
    }

    /// True once the other end has proved itself, as long as the connection lasts.
    pub fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open { .. })
    }

    /// Gives up a stranger whose time is over, which bytes that trickle in do not extend.
    fn wake_for_deadline(&mut self, now: Instant) -> Vec<Outcome> {
        match self.stage {
            Stage::Greeting { until, .. } | Stage::Proving { until, .. } if until <= now => {
                vec![self.close(Fault::Silent)]
            }
            _ => Vec::new(),
        }
    }

    fn close(&mut self, fault: Fault) -> Outcome {
        self.stage = Stage::Closed;
        Outcome::Closed(fault)
    }

    /// Takes in a line.
    fn take(&mut self, line: &Line, now: Instant, outcomes: &mut Vec<Outcome>) {
        match self.stage {
            Stage::Greeting { until } => match read_greeting(line) {
                Ok(greeting) if self.seal.is_greeted(greeting) => {
                    outcomes.extend(self.greeted(until, now));
                }
                Ok(_) => outcomes.push(self.close(Fault::WrongToken)),
                Err(fault) => outcomes.push(self.close(fault)),
            },
            Stage::Proving { .. } => self.take_sealed(line, Fault::WrongToken, now, outcomes),
            Stage::Open { .. } => self.take_sealed(line, Fault::Forged, now, outcomes),
            Stage::Closed => {}
        }
    }

    /// Takes in a line that the other end has sealed; `otherwise` is the fault of any other line.
    fn take_sealed(
        &mut self,
        line: &Line,
        otherwise: Fault,
        now: Instant,
        outcomes: &mut Vec<Outcome>,
    ) {
        let Some(text) = self.seal.open(line) else {
            return outcomes.push(self.close(otherwise));
        };
        match &mut self.stage {
            Stage::Open { heard, .. } => *heard = now,
            stage => {
                *stage = Stage::Open { heard: now, said: now };
                outcomes.push(Outcome::Opened);
            }
        }
        if !text.is_empty() {
            outcomes.push(Outcome::Told(Line::new(&String::from_utf8_lossy(&text))));
        }
    }

    /// The other end has greeted us with the token. A listener answers; the caller, who has the
    /// answer, shows that it can read it.
    fn greeted(&mut self, until: Instant, now: Instant) -> Vec<Outcome> {
        match self.role {
            Role::Caller => {
                self.stage = Stage::Open { heard: now, said: now };
                self.sign_of_life().into_iter().chain([Outcome::Opened]).collect()
            }
            Role::Listener => {
                self.stage = Stage::Proving { until };
                self.greeting().map(Outcome::Say).into_iter().collect()
            }
        }
    }

    fn greeting(&mut self) -> Option<String> {
        Some(format!("{NAME} {VERSION} {}\n", self.seal.greet()?))
    }

    fn sign_of_life(&mut self) -> Option<Outcome> {
        Some(Outcome::Say(format!("{}\n", self.seal.seal("")?)))
    }
}

/// Reads the greeting in the first line of the other end.
fn read_greeting(line: &Line) -> Result<&str, Fault> {
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        [NAME, VERSION, greeting] => Ok(greeting),
        [NAME, version, ..] if *version != VERSION => Err(Fault::Version(Line::new(version))),
        _ => Err(Fault::Strange(line.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_tandem_of_this_version_is_talked_with() {
        let read = |text: &str| read_greeting(&Line::new(text)).map(str::to_owned);
        assert_eq!(read("tandem-link 2 00"), Ok("00".to_owned()));
        for (text, expected) in [
            ("tandem-link 1 00 and more", "it speaks version `1`, expected `2`"),
            ("GET / HTTP/1.1", "it sent `GET / HTTP/1.1`, expected `tandem-link 2`"),
            ("tandem-link", "it sent `tandem-link`, expected `tandem-link 2`"),
            ("tandem-link 2", "it sent `tandem-link 2`, expected `tandem-link 2`"),
            ("tandem-link 2 00 00", "it sent `tandem-link 2 00 00`, expected `tandem-link 2`"),
            ("", "it sent ``, expected `tandem-link 2`"),
        ] {
            let fault = read(text).expect_err("it is refused");
            assert_eq!(fault.to_string(), expected);
        }
    }
}

//! One end of a link: the handshake, then the conversation.

use std::time::{Duration, Instant};

use tandem_protocol::text::Line;

use super::fault::Fault;
use super::format::{NAME, PROOF, VERSION};
use super::lines::Lines;
use super::token::{Challenge, Challenges, Proof, Role, Token};

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
/// The first line that a peer hears has to be a greeting with a challenge, the second one a proof;
/// only then it is [opened](Outcome::Opened), and only then lines are [told](Outcome::Told).
#[derive(Clone, Debug)]
pub struct Peer {
    role: Role,
    token: Token,
    lines: Lines,
    stage: Stage,
}

/// Progress of a connection.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The other end has not greeted us.
    Greeting { own: Challenge, until: Instant },
    /// The other end has not proved itself.
    Proving { challenges: Challenges, until: Instant },
    /// The other end has proved itself.
    Open { heard: Instant, said: Instant },
    /// The connection is over.
    Closed,
}

impl Peer {
    /// A new end of a connection, and the text that it says first. The other end has `time` to prove
    /// itself. The challenge has to be random, and used only once.
    pub fn new(
        role: Role,
        token: Token,
        challenge: Challenge,
        (now, time): (Instant, Duration),
    ) -> (Self, String) {
        let stage = Stage::Greeting { own: challenge, until: now + time };
        let hello = format!("{NAME} {VERSION} {challenge}\n");
        (Self { role, token, lines: Lines::default(), stage }, hello)
    }

    /// Takes in bytes from the other end.
    pub fn hear(&mut self, mut bytes: &[u8], now: Instant) -> Vec<Outcome> {
        let mut outcomes = self.wake_for_deadline(now);
        if let Stage::Open { heard, .. } = &mut self.stage
            && !bytes.is_empty()
        {
            *heard = now;
        }
        while !matches!(self.stage, Stage::Closed) {
            match self.lines.next(&mut bytes) {
                Ok(Some(line)) => self.take(line, now, &mut outcomes),
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
            (Stage::Proving { .. }, Role::Caller) => Fault::Disbelief,
            _ => Fault::Ended,
        };
        vec![self.close(fault)]
    }

    /// The text that tells the other end a line; `None` while the link is not open.
    pub fn tell(&mut self, line: &Line, now: Instant) -> Option<String> {
        let Stage::Open { said, .. } = &mut self.stage else { return None };
        *said = now;
        Some(format!("{line}\n"))
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
            return vec![Outcome::Say("\n".to_owned())];
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
    fn take(&mut self, line: Line, now: Instant, outcomes: &mut Vec<Outcome>) {
        match self.stage {
            Stage::Greeting { own, until } => match read_hello(&line) {
                Ok(other) => outcomes.extend(self.greeted([own, other], until)),
                Err(fault) => outcomes.push(self.close(fault)),
            },
            Stage::Proving { challenges, .. } if self.is_proof(&line, &challenges) => {
                outcomes.extend(self.proved(&challenges, now));
            }
            Stage::Proving { .. } => outcomes.push(self.close(Fault::WrongToken)),
            Stage::Open { .. } if line.is_empty() => {} // a sign of life
            Stage::Open { .. } => outcomes.push(Outcome::Told(line)),
            Stage::Closed => {}
        }
    }

    /// The other end has greeted us. The caller then proves itself.
    fn greeted(&mut self, [own, other]: [Challenge; 2], until: Instant) -> Option<Outcome> {
        let challenges = match self.role {
            Role::Caller => [own, other],
            Role::Listener => [other, own],
        };
        self.stage = Stage::Proving { challenges, until };
        (self.role == Role::Caller).then(|| self.prove(&challenges))
    }

    /// The other end has proved itself. The listener then does so too.
    fn proved(&mut self, challenges: &Challenges, now: Instant) -> Vec<Outcome> {
        self.stage = Stage::Open { heard: now, said: now };
        match self.role {
            Role::Caller => vec![Outcome::Opened],
            Role::Listener => vec![self.prove(challenges), Outcome::Opened],
        }
    }

    fn prove(&self, challenges: &Challenges) -> Outcome {
        Outcome::Say(format!("{PROOF} {}\n", self.token.proof(self.role, challenges)))
    }

    fn is_proof(&self, line: &Line, challenges: &Challenges) -> bool {
        let proof = line.strip_prefix(PROOF).and_then(|rest| Proof::parse(rest.trim_start()));
        proof.is_some_and(|proof| self.token.is_proven(proof, self.role.other(), challenges))
    }
}

/// Reads the challenge in the first line of the other end.
fn read_hello(line: &Line) -> Result<Challenge, Fault> {
    let strange = || Fault::Strange(line.clone());
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        [NAME, VERSION, challenge] => Challenge::parse(challenge).ok_or_else(strange),
        [NAME, version, ..] => Err(Fault::Version(Line::new(version))),
        _ => Err(strange()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_tandem_of_this_version_is_talked_with() {
        let challenge = Challenge::new([7; 32]);
        let read = |text: &str| read_hello(&Line::new(text));
        let said = read(&format!("tandem-link 1 {challenge}"));
        assert!(said.is_ok_and(|read| read == challenge));
        for (text, expected) in [
            (format!("tandem-link 2 {challenge} and more"), "it speaks version `2`, expected `1`"),
            ("GET / HTTP/1.1".into(), "it sent `GET / HTTP/1.1`, expected `tandem-link 1`"),
            ("tandem-link".into(), "it sent `tandem-link`, expected `tandem-link 1`"),
            ("tandem-link 1 00".into(), "it sent `tandem-link 1 00`, expected `tandem-link 1`"),
            (String::new(), "it sent ``, expected `tandem-link 1`"),
        ] {
            let fault = read(&text).expect_err("it is refused");
            assert_eq!(fault.to_string(), expected);
        }
    }
}

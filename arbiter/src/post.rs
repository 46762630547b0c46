//! The post: news on its way to the seats, with delays as on a server.

use std::collections::VecDeque;
use std::str::FromStr;

use tandem_rules::{Boards, Handoff, Millis, Move, Seat};

/// Delays of news, in milliseconds of game time; the clocks run meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lag {
    /// Delay of a move until the other players see it. The mover sees it at once.
    pub moves: Millis,
    /// Delay of a captured piece until the players of the other board see it.
    pub holdings: Millis,
    /// Delay of a message to the partner.
    pub messages: Millis,
}

/// Parse error of [`Lag`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid lag `{0}`, expected milliseconds for all news, or any of moves=MS, holdings=MS and messages=MS, separated by commas"
)]
pub struct LagError(pub String);

impl FromStr for Lag {
    type Err = LagError;

    fn from_str(text: &str) -> Result<Self, LagError> {
        let refused = || LagError(text.to_owned());
        let millis = |text: &str| {
            let value = text.parse().ok().filter(|value: &u32| *value <= 600_000);
            value.map(|value| Millis(i64::from(value))).ok_or_else(refused)
        };
        if !text.contains('=') {
            let all = millis(text)?;
            return Ok(Self { moves: all, holdings: all, messages: all });
        }
        let mut lag = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(refused)?;
            let field = match name {
                "moves" => &mut lag.moves,
                "holdings" => &mut lag.holdings,
                "messages" => &mut lag.messages,
                _ => return Err(refused()),
            };
            *field = millis(value)?;
        }
        Ok(lag)
    }
}

/// Writes a form that [`FromStr`] reads.
impl std::fmt::Display for Lag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { moves, holdings, messages } = self;
        write!(f, "moves={},holdings={},messages={}", moves.0, holdings.0, messages.0)
    }
}

/// One piece of news.
#[derive(Clone, Debug)]
pub(crate) enum Parcel {
    /// A move of this seat, for all others.
    Moved(Seat, Move),
    /// A piece for the holdings of this seat.
    Arrived(Seat, Handoff),
    /// A message for this seat.
    Told(Seat, String),
}

/// News in the order in which it is due; news due at one moment stays in the order of sending.
#[derive(Default)]
pub(crate) struct Post {
    lag: Lag,
    parcels: VecDeque<(Millis, Parcel)>,
}

impl Post {
    pub(crate) fn new(lag: Lag) -> Self {
        Self { lag, parcels: VecDeque::new() }
    }

    pub(crate) fn send(&mut self, parcel: Parcel, now: Millis) {
        let lag = match &parcel {
            Parcel::Moved(..) => self.lag.moves,
            Parcel::Arrived(..) => self.lag.holdings,
            Parcel::Told(..) => self.lag.messages,
        };
        let due = now + lag;
        let place = self.parcels.partition_point(|&(earlier, _)| earlier <= due);
        self.parcels.insert(place, (due, parcel));
    }

    /// The time at which the next piece of news is due.
    pub(crate) fn due(&self) -> Option<Millis> {
        self.parcels.front().map(|&(due, _)| due)
    }

    /// Takes the next piece of news, with the time at which it was due, if that is not after `now`.
    pub(crate) fn take(&mut self, now: Millis) -> Option<(Millis, Parcel)> {
        let is_due = self.due().is_some_and(|due| due <= now);
        if is_due { self.parcels.pop_front() } else { None }
    }

    /// Removes the pieces that are still on their way from the holdings, where the game has them
    /// already.
    pub(crate) fn hold_back(&self, boards: &mut Boards) {
        for (_, parcel) in &self.parcels {
            let Parcel::Arrived(seat, handoff) = parcel else { continue };
            let mut position = boards.position(seat.board).clone();
            let mut held = position.holdings(handoff.color);
            if held.has(handoff.piece) {
                held.remove(handoff.piece);
                position.set_holdings(handoff.color, held, &mut ());
                boards.set_position(seat.board, position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_one_number_or_one_for_each_kind_of_news() {
        let lag = |moves, holdings, messages| Lag {
            moves: Millis(moves),
            holdings: Millis(holdings),
            messages: Millis(messages),
        };
        for (text, expected) in [
            ("80", lag(80, 80, 80)),
            ("holdings=80", lag(0, 80, 0)),
            ("moves=1,messages=30", lag(1, 0, 30)),
        ] {
            let read: Lag = text.parse().expect("a lag");
            assert_eq!(read, expected);
            assert_eq!(read.to_string().parse(), Ok(expected));
        }
        for text in ["", "x", "-1", "moves", "moves=", "moves=1,", "speed=4", "600001"] {
            assert_eq!(text.parse::<Lag>(), Err(LagError(text.to_owned())));
        }
    }

    fn any_move() -> Move {
        Boards::start(tandem_rules::MoveRules::default()).position(seat().board).legal_moves()[0]
    }

    fn seat() -> Seat {
        Seat::ALL[0]
    }

    #[test]
    fn parcels_come_when_due_and_those_of_one_moment_as_they_were_sent() {
        let seat = seat();
        let told = |text: &str| Parcel::Told(seat, text.to_owned());
        let mut post = Post::new(Lag { messages: Millis(10), ..Lag::default() });
        post.send(told("one"), Millis(5));
        post.send(told("two"), Millis(5));
        post.send(Parcel::Moved(seat, any_move()), Millis(9));
        assert_eq!(post.due(), Some(Millis(9)));
        let mut seen = Vec::new();
        while let Some((due, parcel)) = post.take(Millis(15)) {
            seen.push((due.0, matches!(parcel, Parcel::Told(_, text) if text == "one")));
        }
        assert_eq!(seen, [(9, false), (15, true), (15, false)]);
        post.send(told("three"), Millis(6));
        assert!(post.take(Millis(15)).is_none());
    }
}

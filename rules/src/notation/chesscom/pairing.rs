//! The two boards of a game, found among many that do not name each other.
//!
//! The boards of 41 public games were compared: their numbers differ by two, their UUIDs were given by
//! one host within two milliseconds, they end within a second of each other, one of them alone decided,
//! and the winners have opposite colors. Moves that can be played together are the last proof.

use std::collections::HashSet;

use super::board::{GameBoard, Origin};
use super::error::ChesscomError;
use super::join::join_unlinked;
use crate::MoveRules;
use crate::notation::bpgn::ReadGame;

/// Largest difference of the numbers of the two boards of a game.
const GAP: u64 = 2;
/// Largest difference of their ends in seconds.
const LATER: u64 = 2;
/// Largest difference of the times in their UUIDs, in units of 100 nanoseconds: ten milliseconds.
const TICKS: u64 = 100_000;
/// Most boards whose numbers follow each other that are looked at together.
const MOST_TOGETHER: usize = 256;

/// A game among boards, or a board that is in none.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A game of two boards. They name each other, or all that is known of them fits.
    Game(Box<ReadGame>),
    /// Two boards that name each other, by their numbers, and the reason why they make no game.
    Fault([u64; 2], ChesscomError),
    /// A board without its partner.
    Alone(Box<GameBoard>),
    /// A board whose partner may be one of several.
    Unclear(Box<GameBoard>),
    /// A board that was there already.
    Again,
}

/// The search for the boards of games. Boards come in the order of their numbers.
pub struct Pairing {
    rules: MoveRules,
    /// Boards whose numbers follow each other.
    together: Vec<GameBoard>,
}

impl Pairing {
    /// A search among boards that are played by these rules.
    pub const fn new(rules: MoveRules) -> Self {
        Self { rules, together: Vec::new() }
    }

    /// Searches among boards in any order.
    pub fn among(mut boards: Vec<GameBoard>, rules: MoveRules) -> Vec<Found> {
        boards.sort_by_key(GameBoard::id);
        let mut pairing = Self::new(rules);
        let mut found: Vec<Found> =
            boards.into_iter().flat_map(|board| pairing.take(board)).collect();
        found.extend(pairing.finish());
        found
    }

    /// Takes a board whose number is no lower than that of the last one; returns what was found.
    pub fn take(&mut self, board: GameBoard) -> Vec<Found> {
        if let Some(last) = self.together.last_mut() {
            if last.id == board.id {
                // A text of the game alone knows more.
                if last.origin < board.origin {
                    *last = board;
                }
                return vec![Found::Again];
            }
            let follows = board.id - last.id <= GAP && self.together.len() < MOST_TOGETHER;
            if !follows {
                let found = self.finish();
                self.together.push(board);
                return found;
            }
        }
        self.together.push(board);
        Vec::new()
    }

    /// Ends the search among the boards that were taken; returns what was found.
    pub fn finish(&mut self) -> Vec<Found> {
        let boards = std::mem::take(&mut self.together);
        let mut links = self.links(&boards);
        let mut partners = vec![0; boards.len()];
        for at in links.iter().flat_map(|link| link.boards) {
            partners[at] += 1;
        }
        let is_sure = |link: &Link| link.boards.iter().all(|&at| partners[at] == 1);
        links.retain(is_sure);
        let mut found = Vec::new();
        for (at, board) in boards.into_iter().enumerate() {
            if let Some(link) = links.iter().position(|link| link.boards[0] == at) {
                let Link { boards: [_, partner], numbers, game } = links.swap_remove(link);
                partners[partner] = TAKEN;
                found.push(match game {
                    Ok(game) => Found::Game(Box::new(game)),
                    Err(error) => Found::Fault(numbers, error),
                });
                continue;
            }
            match partners[at] {
                TAKEN => {}
                0 => found.push(Found::Alone(Box::new(board))),
                _ => found.push(Found::Unclear(Box::new(board))),
            }
        }
        found
    }

    /// The pairs of boards that may be of one game. Boards that name each other are of no other.
    fn links(&self, boards: &[GameBoard]) -> Vec<Link> {
        let near = |at: usize| {
            let close = move |other: &usize| boards[*other].id - boards[at].id <= GAP;
            (at + 1..boards.len()).take_while(close).map(move |other| [at, other])
        };
        let pairs: Vec<[usize; 2]> = (0..boards.len()).flat_map(near).collect();
        let joined = |pair: [usize; 2]| {
            let [one, other] = pair.map(|at| &boards[at]);
            let game = join_unlinked(one, other, self.rules);
            Link { boards: pair, numbers: [one.id, other.id], game }
        };
        let is_named = |[one, other]: &[usize; 2]| boards[*one].is_partner(&boards[*other]);
        let (named, left): (Vec<_>, Vec<_>) = pairs.into_iter().partition(is_named);
        let taken: HashSet<usize> = named.iter().flatten().copied().collect();
        let may_be = |pair: &[usize; 2]| {
            !pair.iter().any(|at| taken.contains(at)) && fits(&boards[pair[0]], &boards[pair[1]])
        };
        let possible = left.into_iter().filter(may_be).map(joined);
        let named = named.into_iter().map(joined);
        named.chain(possible.filter(|link| link.game.is_ok())).collect()
    }
}

/// Two boards that may be of one game, by their places and by their numbers.
struct Link {
    boards: [usize; 2],
    numbers: [u64; 2],
    game: Result<ReadGame, ChesscomError>,
}

/// The number of partners of a board whose game was found.
const TAKEN: usize = usize::MAX;

/// True if all that is known of two boards is as on those of one game.
fn fits(one: &GameBoard, other: &GameBoard) -> bool {
    let name = |board: &GameBoard, color| board.header(color).map(|name| name.to_lowercase());
    let names = [one, other].map(|board| ["White", "Black"].map(|color| name(board, color)));
    let distinct: HashSet<_> = names.iter().flatten().flatten().collect();
    let has_all = distinct.len() == names.iter().flatten().flatten().count();
    let is_same_control = (one.base, one.increment) == (other.base, other.increment);
    let ends_at_once = match (one.ended, other.ended) {
        (Some(one), Some(other)) => one.abs_diff(other) <= LATER,
        _ => true,
    };
    let opposite = match one.end.result.as_str() {
        "1-0" => "0-1",
        "0-1" => "1-0",
        result => result,
    };
    let is_drawn = one.end.result == "1/2-1/2";
    // A text of a game alone names its partner, which is another one then.
    let is_open = |board: &GameBoard| board.origin == Origin::Archive || board.partner.is_empty();
    has_all
        && is_same_control
        && ends_at_once
        && other.end.result == opposite
        && (is_drawn || one.end.decided != other.end.decided)
        && (is_open(one) || is_open(other))
        && is_near(&one.uuid, &other.uuid).unwrap_or(true)
}

/// True if one host gave both UUIDs at about the same time; `None` if they do not tell.
fn is_near(one: &str, other: &str) -> Option<bool> {
    let ([one_time, one_host], [other_time, other_host]) = (of_uuid(one)?, of_uuid(other)?);
    Some(one_host == other_host && one_time.abs_diff(other_time) <= TICKS)
}

/// The time and the host of a UUID of version 1, as in RFC 9562.
fn of_uuid(text: &str) -> Option<[u64; 2]> {
    let mut parts = text.split('-');
    let mut part = |length: usize| {
        let part = parts.next().filter(|part| part.len() == length)?;
        u64::from_str_radix(part, 16).ok()
    };
    let (low, middle, high) = (part(8)?, part(4)?, part(4)?);
    let (sequence, node) = (part(4)?, part(12)?);
    let is_of_version = high >> 12 == 1;
    is_of_version.then_some([(high & 0xfff) << 48 | middle << 32 | low, sequence << 48 | node])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_tell_their_time_and_host() {
        let one = "fcb0a12c-ce43-11f0-9508-a0369feff220";
        for (other, expected) in [
            ("fcb0a12d-ce43-11f0-9508-a0369feff220", Some(true)),
            ("fcb0c83d-ce43-11f0-9508-a0369feff220", Some(true)),
            ("fdb0a12d-ce43-11f0-9508-a0369feff220", Some(false)),
            ("fcb0a12d-ce43-11f0-9508-a0369feff221", Some(false)),
            ("fcb0a12d-ce43-41f0-9508-a0369feff220", None),
            ("", None),
        ] {
            assert_eq!(is_near(one, other), expected, "{other}");
        }
    }
}

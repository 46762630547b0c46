//! Whole games as records.

use tandem_arbiter::date;
use tandem_explorer::{Board, BoardResult, Game};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, RecordedPly};
use tandem_rules::{BoardId, Boards, Bonus, Color, Millis, Position, Team, Variant};

/// The game as a record, with clocks if the time control and the times of all moves before are known;
/// `None` if its moves are not accepted.
pub(crate) fn record(game: &Game) -> Option<GameRecord> {
    let [a, b] = &game.boards;
    let mut record = GameRecord::new(Boards::new(start(a)?, start(b)?));
    for (board, id) in game.boards.iter().zip(BoardId::ALL) {
        for color in Color::ALL {
            let (player, tag) = (&board.players[color.index()], format!("{color:?}{id:?}"));
            record.set_tag(&tag, &player.name);
            if let Some(rating) = player.rating {
                record.set_tag(&format!("{tag}Elo"), &rating.to_string());
            }
        }
    }
    if let Some(ended) = a.ended {
        record.set_tag("Date", &date::tag(i64::from(ended)));
    }
    if let Some(clock) = a.clock {
        record.set_tag("TimeControl", &clock.to_string());
    }
    let mut moves = game.boards.each_ref().map(|board| board.moves.iter());
    let mut clocks = Clocks::of(a);
    for &on in &game.plies {
        let played = moves[on.index()].next()?;
        let seat = record.boards().on_turn(on);
        let ply = RecordedPly::new(seat, played.m);
        let left = clocks.after(seat.index(), played.time);
        record.push(left.map_or(ply.clone(), |left| ply.with_clock(left))).ok()?;
    }
    record.end(result(a), "");
    Some(record)
}

fn start(board: &Board) -> Option<Position> {
    match &board.start {
        None => Some(Position::start(Variant::Bughouse, board.rules.moves)),
        Some(setup) => Position::from_setup(setup, Variant::Bughouse, board.rules.moves).ok(),
    }
}

/// The result by board A, on which team one has White.
fn result(a: &Board) -> BpgnResult {
    match a.result {
        Some(BoardResult::Won(color)) => {
            BpgnResult::of(Some(if color == Color::White { Team::One } else { Team::Two }))
        }
        Some(BoardResult::Drawn) => BpgnResult::Draw,
        None => BpgnResult::Unfinished,
    }
}

/// The time left in each seat, in milliseconds, while it can be told.
struct Clocks {
    left: [Option<i64>; 4],
    increment: i64,
}

impl Clocks {
    fn of(board: &Board) -> Self {
        // A delay does not show in the times of moves.
        let control = board.clock.and_then(|control| match control.bonus {
            Bonus::None => Some((control.base.0, 0)),
            Bonus::Increment(increment) => Some((control.base.0, increment.0)),
            Bonus::UsDelay(_) | Bonus::Bronstein(_) => None,
        });
        let (base, increment) = control.map_or((None, 0), |(base, more)| (Some(base), more));
        Self { left: [base; 4], increment }
    }

    /// The time left after a move that took some.
    fn after(&mut self, seat: usize, time: Option<Millis>) -> Option<i64> {
        let left = &mut self.left[seat];
        *left = left.zip(time).map(|(left, time)| (left - time.0 + self.increment).max(0));
        *left
    }
}

#[cfg(test)]
mod tests {
    use tandem_explorer::{Arrivals, BoardNumber, PlayedMove, Player};

    use super::*;

    #[test]
    fn a_record_has_the_moves_in_their_order_with_clocks_and_players() {
        let board = |white: &str, black: &str, moves: &[(&str, i64)]| Board {
            players: [white, black]
                .map(|name| Player { name: name.to_owned(), rating: Some(1500) }),
            clock: Some("60+1".parse().expect("a time control")),
            ended: Some(1_769_817_600),
            result: Some(BoardResult::Won(Color::Black)),
            arrivals: Arrivals::Known(Vec::new()),
            moves: moves
                .iter()
                .map(|&(m, seconds)| PlayedMove {
                    m: m.parse().expect("a move"),
                    time: Some(Millis::from_seconds(seconds)),
                })
                .collect(),
            ..Board::between("", "")
        };
        let game = Game {
            numbers: [BoardNumber(0), BoardNumber(1)],
            boards: [
                board("ann", "bob", &[("e2e4", 2), ("d7d5", 3), ("e4d5", 4)]),
                board("cat", "dan", &[("e2e4", 1), ("P@e6", 9)]),
            ],
            plies: [0, 0, 1, 0, 1].map(|board| BoardId::ALL[board]).to_vec(),
        };
        let text = record(&game).expect("its moves are legal").to_string().replace('\n', " ");
        for part in [
            "[WhiteA \"ann\"]",
            "[BlackBElo \"1500\"]",
            "[Date \"2026.01.31\"]",
            "1A. e4 {59.000} 1a. d5 {58.000} 1B. e4 {60.000} 2A. exd5 {56.000} 1b. P@e6 {52.000}",
            "0-1",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

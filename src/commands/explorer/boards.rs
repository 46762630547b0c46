//! The boards of games as an explorer takes them.

use std::num::NonZeroU64;

use anyhow::Context;
use tandem_analysis::record::outcome::Outcome;
use tandem_arbiter::date;
use tandem_explorer::{Arrival, Arrivals, Board, BoardNumber, BoardResult, PlayedMove, Player};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord};
use tandem_rules::notation::chesscom::{GameBoard, joined};
use tandem_rules::{BoardId, Bonus, Color, Millis, Position, RuleSet, Team, TimeControl, Variant};

/// The bit by which numbers of FICS differ from those of chess.com.
const FICS: u64 = 1 << 63;

/// Both boards of a game; none if it is not bughouse or has no moves. The second one names the first as
/// its partner, by the number that it will have.
pub(super) fn of_game(record: &GameRecord, next: BoardNumber) -> Vec<Board> {
    let is_bughouse = record.start().position(BoardId::A).variant() == Variant::Bughouse;
    if !is_bughouse || record.plies().is_empty() {
        return Vec::new();
    }
    let sources = sources(record);
    let is_known = joined(record).is_none_or(|(_, is_known)| is_known);
    let boards = BoardId::ALL.map(|board| Board {
        source: sources[board.index()],
        arrivals: if is_known { Arrivals::Known(Vec::new()) } else { Arrivals::Unknown },
        ..of_tags(record, board)
    });
    let mut boards = with_moves(record, boards);
    boards[1].partner = Some(next);
    boards[1].order = is_known.then(|| order(record));
    boards.into_iter().collect()
}

/// The number of moves on board A before each move on B.
fn order(record: &GameRecord) -> Vec<u16> {
    let (mut made, mut order) = (0, Vec::new());
    for ply in record.plies() {
        match ply.seat.board {
            BoardId::A => made += 1,
            BoardId::B => order.push(made),
        }
    }
    order
}

/// The facts that tags tell.
fn of_tags(record: &GameRecord, board: BoardId) -> Board {
    let player = |color: Color| {
        let tag = format!("{color:?}{board:?}");
        let name = record.tag(&tag).unwrap_or("?").chars().take(60).collect();
        let rating = record.tag(&format!("{tag}Elo")).and_then(|elo| elo.parse().ok());
        Player { name, rating: rating.filter(|&rating| rating > 0) }
    };
    let ended = record.tag("Date").and_then(|day| date::seconds(day, record.tag("Time")));
    let start = record.start().position(board);
    let is_usual = *start == Position::start(Variant::Bughouse, start.rules());
    Board {
        players: Color::ALL.map(player),
        ended: ended.and_then(|seconds| u32::try_from(seconds).ok()),
        clock: record.tag("TimeControl").and_then(|control| control.parse().ok()),
        result: result(result_of(record), Team::One.seat(board).color),
        rules: RuleSet { moves: start.rules(), ..RuleSet::default() },
        start: (!is_usual).then(|| Box::new(start.to_setup())),
        ..Board::between("", "")
    }
}

/// The numbers of the boards at their source.
fn sources(record: &GameRecord) -> [Option<NonZeroU64>; 2] {
    if let Some((numbers, _)) = joined(record) {
        return numbers.map(NonZeroU64::new);
    }
    let number = record.tag("BughouseDBGameNo").and_then(|number| number.parse::<u64>().ok());
    let of_board = |board: u64| NonZeroU64::new(FICS | (number? % (FICS >> 1)) << 1 | board);
    [of_board(0), of_board(1)]
}

/// Gives both boards their moves, with times and with the pieces that come from the other board.
fn with_moves(record: &GameRecord, mut boards: [Board; 2]) -> [Board; 2] {
    let control: Option<TimeControl> = boards[0].clock;
    let base = control.map(|control| control.base.0);
    // A delay does not show in the clock.
    let increment = control.and_then(|control| match control.bonus {
        Bonus::None => Some(0),
        Bonus::Increment(increment) => Some(increment.0),
        Bonus::UsDelay(_) | Bonus::Bronstein(_) => None,
    });
    let mut left = [base; 4];
    let mut playing = record.start().clone();
    for ply in record.plies() {
        let (seat, other) = (ply.seat, ply.seat.board.other());
        let before = std::mem::replace(&mut left[seat.index()], ply.clock);
        let time = match (before, ply.clock, increment) {
            (Some(before), Some(after), Some(increment)) => Some(before + increment - after),
            _ => None,
        };
        let time = time.map(|time| Millis(time.max(0)));
        boards[seat.board.index()].moves.push(PlayedMove { m: ply.m, time });
        if let Ok(Some(piece)) = playing.play(ply.seat, ply.m) {
            let to = &mut boards[other.index()];
            let ply = to.moves.len() as u16;
            if let Arrivals::Known(arrivals) = &mut to.arrivals {
                arrivals.push(Arrival { ply, piece });
            }
        }
    }
    for board in &mut boards {
        // What comes after the last move is dropped nowhere.
        let moves = board.moves.len();
        if let Arrivals::Known(arrivals) = &mut board.arrivals {
            arrivals.retain(|arrival| usize::from(arrival.ply) < moves);
        }
    }
    boards
}

/// The result of a game, also one that its last position or its clocks imply.
fn result_of(record: &GameRecord) -> BpgnResult {
    Outcome::of(record).map_or(BpgnResult::Unfinished, |outcome| outcome.result)
}

/// The result of a board on which team one has this color.
fn result(result: BpgnResult, team_one: Color) -> Option<BoardResult> {
    match result {
        BpgnResult::TeamOne => Some(BoardResult::Won(team_one)),
        BpgnResult::TeamTwo => Some(BoardResult::Won(!team_one)),
        BpgnResult::Draw => Some(BoardResult::Drawn),
        BpgnResult::Unfinished => None,
    }
}

/// A board without its partner.
///
/// # Errors
/// The rules refuse a move.
pub(super) fn alone(board: &GameBoard, rules: &RuleSet) -> anyhow::Result<Board> {
    let read = board.moves_alone(rules.moves);
    let (start, moves) = read.with_context(|| format!("game {}", board.id()))?;
    let player = |color: &str| Player {
        name: board.header(color).unwrap_or_else(|| "?".to_owned()),
        rating: board.header(&format!("{color}Elo")).and_then(|elo| elo.parse().ok()),
    };
    let is_usual = start == Position::start(Variant::Bughouse, rules.moves);
    Ok(Board {
        players: ["White", "Black"].map(player),
        ended: board.ended().and_then(|seconds| u32::try_from(seconds).ok()),
        clock: board.time_control().and_then(|control| control.parse().ok()),
        result: result(board.result(), Color::White),
        rules: RuleSet { moves: rules.moves, ..RuleSet::default() },
        source: NonZeroU64::new(board.id()),
        start: (!is_usual).then(|| Box::new(start.to_setup())),
        ..Board::between("", "").with_moves(moves)
    })
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::Reader;

    use super::*;

    #[test]
    fn both_boards_of_a_game_have_their_moves_times_and_arrivals() {
        let text = "[WhiteA \"ann\"][WhiteAElo \"1500\"][BlackB \"bob\"][Date \"2026.01.31\"][TimeControl \"60+0\"]\n\
            1A. e4 {59.000} 1a. d5 {58.000} 1B. e4 {60.000} 2A. exd5 {57.000} 1b. P@e6 {50.000} 2B. d4 {55.000} 1-0\n";
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        let [a, b] = of_game(&game.record, BoardNumber(4)).try_into().expect("two boards");
        let seconds = |board: &Board| {
            board
                .moves
                .iter()
                .map(|played| played.time.map(|time| time.0 / 1000))
                .collect::<Vec<_>>()
        };
        assert_eq!((a.players[0].name.as_str(), a.players[0].rating), ("ann", Some(1500)));
        assert_eq!((b.players[1].name.as_str(), b.players[1].rating), ("bob", None));
        assert_eq!(seconds(&a), [Some(1), Some(2), Some(2)]);
        assert_eq!(seconds(&b), [Some(0), Some(10), Some(5)]);
        assert_eq!(a.arrivals, Arrivals::Known(vec![]));
        let Arrivals::Known(arrivals) = &b.arrivals else { panic!("they are known") };
        assert_eq!(arrivals.iter().map(|arrival| arrival.ply).collect::<Vec<_>>(), [1]);
        assert_eq!(
            [a.result, b.result],
            [Color::White, Color::Black].map(|c| Some(BoardResult::Won(c)))
        );
        assert_eq!((a.ended, b.partner), (Some(1_769_817_600), Some(BoardNumber(4))));
        assert_eq!((a.order, b.order), (None, Some(vec![2, 3, 3])));
    }

    #[test]
    fn a_mate_is_a_result_although_the_record_gives_none() {
        for (end, won) in [("4A. Qxf7#", Some(Color::White)), ("4A. d3", None)] {
            let text =
                format!("[Event \"x\"]\n\n1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 {end} *\n");
            let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
            let [a, b] = of_game(&game.record, BoardNumber(4)).try_into().expect("two boards");
            assert_eq!(a.result, won.map(BoardResult::Won), "{end}");
            assert_eq!(b.result, won.map(|color| BoardResult::Won(!color)), "{end}");
        }
    }
}

//! The same questions, answered by a count over replayed boards.

use std::collections::HashMap;

use tandem_explorer::{
    Answer, Arrivals, Board, BoardNumber, BoardResult, DEPTH, Filter, Key, MoveStats,
};
use tandem_rules::{Color, Handoff, Move, MoveKind, Position, Setup, Variant};

/// A move, and the position in which it was played.
pub(crate) struct Step {
    pub(crate) position: Position,
    m: Move,
    tenths: Option<i64>,
}

/// All moves of a board.
pub(crate) fn steps(board: &Board) -> Vec<Step> {
    let setup = board.start.as_deref().cloned().unwrap_or_else(Setup::start);
    let mut position =
        Position::from_setup(&setup, Variant::Bughouse, board.rules.moves).expect("sound");
    let mut steps = Vec::new();
    for (ply, played) in board.moves.iter().enumerate() {
        match &board.arrivals {
            Arrivals::Known(all) => {
                for arrival in all.iter().filter(|arrival| usize::from(arrival.ply) == ply) {
                    position.receive(arrival.piece, &mut ());
                }
            }
            Arrivals::Unknown => {
                let color = position.side_to_move();
                if let MoveKind::Drop { piece, .. } = played.m.kind()
                    && !position.holdings(color).has(piece)
                {
                    position.receive(Handoff { color, piece }, &mut ());
                }
            }
        }
        let tenths = played.time.map(|time| time.0 / 100);
        steps.push(Step { position: position.clone(), m: played.m, tenths });
        let _to_the_other_board = position.make(played.m, &mut ());
    }
    steps
}

/// True if a board passes a filter.
pub(crate) fn passes(board: &Board, filter: &Filter) -> bool {
    let [white, black] = &board.players;
    let player = filter.player.as_ref().is_none_or(|player| {
        let is = |name: &str| name.to_lowercase() == player.name.to_lowercase();
        match player.color {
            Some(Color::White) => is(&white.name),
            Some(Color::Black) => is(&black.name),
            None => is(&white.name) || is(&black.name),
        }
    });
    let ratings: Vec<u32> =
        [white.rating, black.rating].into_iter().flatten().map(u32::from).collect();
    let mean = ratings.iter().sum::<u32>().checked_div(ratings.len() as u32);
    let rating = filter.rating.as_ref().is_none_or(|range| {
        mean.is_some_and(|mean| range.contains(&u16::try_from(mean).expect("a rating")))
    });
    let base = board.clock.map(|clock| (clock.base.0 / 1000) as u32);
    let clock = filter.base_seconds.as_ref();
    let clock = clock.is_none_or(|range| base.is_some_and(|base| range.contains(&base)));
    let ended = filter.ended.as_ref();
    let ended = ended.is_none_or(|range| board.ended.is_some_and(|end| range.contains(&end)));
    let result = filter.result.is_none_or(|result| board.result == Some(result));
    let rules = filter.rules.is_none_or(|rules| board.rules == rules);
    player && rating && clock && ended && result && rules
}

/// Sums of a move.
#[derive(Default)]
struct Counted {
    games: Vec<BoardNumber>,
    wins: u64,
    draws: u64,
    losses: u64,
    tenths: Vec<i64>,
    ratings: Vec<u16>,
}

/// The answer over boards with their steps.
pub(crate) fn look(
    boards: &[(Board, Vec<Step>)],
    position: &Position,
    key: Key,
    filter: &Filter,
) -> Answer {
    let us = position.side_to_move();
    let (mut games, mut moves) = (0, HashMap::<Move, Counted>::new());
    for (number, (board, steps)) in (0..).zip(boards) {
        let knows = matches!(board.arrivals, Arrivals::Known(_));
        if !passes(board, filter) || (key == Key::WithHoldings && !knows) {
            continue;
        }
        let same = |step: &&Step| {
            let other = &step.position;
            other.placement_key() == position.placement_key()
                && (key == Key::Structure || other.holdings_key() == position.holdings_key())
        };
        let steps = &steps[..steps.len().min(DEPTH)];
        games += u64::from(steps.iter().any(|step| same(&step)));
        for step in steps.iter().filter(same) {
            let counted = moves.entry(step.m).or_default();
            if counted.games.last() == Some(&BoardNumber(number)) {
                continue;
            }
            counted.games.push(BoardNumber(number));
            counted.wins += u64::from(board.result == Some(BoardResult::Won(us)));
            counted.losses += u64::from(board.result == Some(BoardResult::Won(!us)));
            counted.draws += u64::from(board.result == Some(BoardResult::Drawn));
            counted.tenths.extend(step.tenths);
            counted.ratings.extend(board.players[us.index()].rating);
        }
    }
    let mut moves: Vec<MoveStats> = moves.into_iter().map(stats).collect();
    moves.sort_by_key(|stats| (std::cmp::Reverse(stats.games), stats.m));
    Answer { games, moves }
}

fn stats((m, counted): (Move, Counted)) -> MoveStats {
    let mean = |sum: i64, count: usize| (count > 0).then(|| sum as f64 / count as f64);
    let seconds = mean(counted.tenths.iter().sum(), counted.tenths.len());
    let ratings = counted.ratings.iter().copied().map(i64::from).sum();
    MoveStats {
        m,
        games: counted.games.len() as u64,
        wins: counted.wins,
        draws: counted.draws,
        losses: counted.losses,
        mean_seconds: seconds.map(|tenths| tenths / 10.0),
        mean_rating: mean(ratings, counted.ratings.len()),
        examples: counted.games.into_iter().take(MoveStats::MOST_EXAMPLES).collect(),
    }
}

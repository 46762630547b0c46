//! The same questions, answered by a count over replayed boards.

use std::collections::HashMap;

use tandem_explorer::{
    Answer, Arrivals, Board, BoardNumber, BoardResult, DEPTH, Filter, Key, MoveStats, PAIR_DEPTH,
};
use tandem_rules::{BoardId, Boards, Color, Handoff, Move, MoveKind, Position, Setup, Variant};

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
    let (mut games, mut moves) = (0, HashMap::<(BoardId, Move), Counted>::new());
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
            let counted = moves.entry((BoardId::A, step.m)).or_default();
            if counted.games.last() == Some(&BoardNumber(number)) {
                continue;
            }
            counted.count(BoardNumber(number), board, us, step.tenths);
        }
    }
    answer(games, moves)
}

fn answer(games: u64, moves: HashMap<(BoardId, Move), Counted>) -> Answer {
    let mut moves: Vec<MoveStats> = moves.into_iter().map(stats).collect();
    moves.sort_by_key(|stats| (std::cmp::Reverse(stats.games), stats.on, stats.m));
    Answer { games, moves }
}

impl Counted {
    fn count(&mut self, number: BoardNumber, board: &Board, us: Color, tenths: Option<i64>) {
        self.games.push(number);
        self.wins += u64::from(board.result == Some(BoardResult::Won(us)));
        self.losses += u64::from(board.result == Some(BoardResult::Won(!us)));
        self.draws += u64::from(board.result == Some(BoardResult::Drawn));
        self.tenths.extend(tenths);
        self.ratings.extend(board.players[us.index()].rating);
    }
}

/// A move of a game, and the boards before it.
pub(crate) struct GameStep {
    pub(crate) boards: Boards,
    on: BoardId,
    m: Move,
    tenths: Option<i64>,
}

/// All moves of the game of the later board of two.
pub(crate) fn game_steps([a, b]: [&Board; 2]) -> Vec<GameStep> {
    let mut boards = Boards::start(a.rules.moves);
    let order = b.order.as_ref().expect("the order of the game");
    let (mut made, mut steps) = ([0, 0], Vec::new());
    while made[0] < a.moves.len() || made[1] < b.moves.len() {
        let is_on_b = order.get(made[1]).is_some_and(|&before| usize::from(before) == made[0]);
        let (on, board) = if is_on_b { (BoardId::B, b) } else { (BoardId::A, a) };
        let played = board.moves[made[on.index()]];
        made[on.index()] += 1;
        let tenths = played.time.map(|time| time.0 / 100);
        steps.push(GameStep { boards: boards.clone(), on, m: played.m, tenths });
        boards.play(boards.on_turn(on), played.m).expect("a legal move");
    }
    steps
}

/// The answer about a pair of positions over boards; games have steps at their later board.
pub(crate) fn look_at_both(
    boards: &[Board],
    games: &[Option<Vec<GameStep>>],
    asked: &Boards,
    filter: &Filter,
) -> Answer {
    let same = |one: &Position, two: &Position| {
        one.placement_key() == two.placement_key() && one.holdings_key() == two.holdings_key()
    };
    let (mut count, mut moves) = (0, HashMap::<(BoardId, Move), Counted>::new());
    for (later, steps) in games.iter().enumerate() {
        let Some(steps) = steps else { continue };
        if !passes(&boards[later], filter) && !passes(&boards[later - 1], filter) {
            continue;
        }
        let mut seen = Vec::new();
        for step in steps.iter().take(PAIR_DEPTH) {
            let [a, b] = BoardId::ALL.map(|board| step.boards.position(board));
            let [x, y] = BoardId::ALL.map(|board| asked.position(board));
            let on = match (same(a, x) && same(b, y), same(a, y) && same(b, x)) {
                (true, true) => BoardId::A,
                (true, false) => step.on,
                (false, true) => step.on.other(),
                (false, false) => continue,
            };
            if !seen.contains(&(on, step.m)) {
                seen.push((on, step.m));
                let number = later - 1 + step.on.index();
                let us = step.boards.position(step.on).side_to_move();
                let counted = moves.entry((on, step.m)).or_default();
                counted.count(BoardNumber(number as u32), &boards[number], us, step.tenths);
            }
        }
        count += u64::from(!seen.is_empty());
    }
    answer(count, moves)
}

fn stats(((on, m), counted): ((BoardId, Move), Counted)) -> MoveStats {
    let mean = |sum: i64, count: usize| (count > 0).then(|| sum as f64 / count as f64);
    let seconds = mean(counted.tenths.iter().sum(), counted.tenths.len());
    let ratings = counted.ratings.iter().copied().map(i64::from).sum();
    MoveStats {
        on,
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

//! Random boards with openings in common, and files of them.

use std::num::NonZeroU64;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_explorer::{
    Arrival, Arrivals, Board, BoardNumber, BoardResult, Builder, Explorer, PlayedMove, Player,
};
use tandem_rules::{
    BoardId, Boards, Color, Handoff, Millis, Move, MoveList, PieceType, Position, Preset, Setup,
    Variant,
};

pub(crate) const NAMES: [&str; 6] = ["ann", "Bob", "CAT", "dieter", "Émile", "f"];
const CLOCKS: [Option<&str>; 4] = [None, Some("60+0"), Some("180+0"), Some("180+2")];
/// Moves of knights that lead back to the start.
const SHUFFLE: [&str; 4] = ["g1f3", "f3g1", "g8f6", "f6g8"];
const RULES: [Preset; 3] = [Preset::Fics, Preset::Wbn, Preset::Fide];

/// Numbers that a seed gives.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `sides`.
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        (self.0.next_u64() % sides as u64) as usize
    }

    pub(crate) fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    pub(crate) fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }
}

/// Boards that a seed gives.
pub(crate) fn boards(seed: u64, count: usize) -> Vec<Board> {
    let mut dice = Dice::new(seed);
    (0..count).map(|number| board(&mut dice, number)).collect()
}

fn board(dice: &mut Dice, number: usize) -> Board {
    let player = |dice: &mut Dice| Player {
        name: dice.one_of(&NAMES).to_owned(),
        rating: (!dice.one_in(5)).then(|| 1000 + dice.below(1500) as u16),
    };
    let mut board = Board {
        players: [player(dice), player(dice)],
        ended: (!dice.one_in(6)).then(|| 1_600_000_000 + dice.below(1_000_000) as u32),
        clock: dice.one_of(&CLOCKS).map(|text| text.parse().expect("a time control")),
        result: dice.one_of(&[
            None,
            Some(BoardResult::Drawn),
            Some(BoardResult::Won(Color::White)),
            Some(BoardResult::Won(Color::Black)),
        ]),
        rules: dice.one_of(&RULES).rules(),
        source: NonZeroU64::new(number as u64 * 3),
        partner: None,
        order: None,
        start: dice.one_in(30).then(|| Box::new(Setup::chess960(17).expect("below 960"))),
        arrivals: Arrivals::Unknown,
        moves: Vec::new(),
    };
    if dice.one_in(3) {
        play_unknown(dice, &mut board);
    } else {
        play_known(dice, &mut board);
    }
    board
}

fn start(board: &Board) -> Position {
    let setup = board.start.as_deref().cloned().unwrap_or_else(Setup::start);
    Position::from_setup(&setup, Variant::Bughouse, board.rules.moves).expect("a sound start")
}

/// Plays with pieces that arrive at random.
fn play_known(dice: &mut Dice, board: &mut Board) {
    let (mut position, mut arrivals) = (start(board), Vec::new());
    for ply in 0..dice.below(45) as u16 {
        let mut arriving = Vec::new();
        while dice.one_in(8) {
            let piece = dice.one_of(&[PieceType::Pawn, PieceType::Pawn, PieceType::Knight]);
            let piece = Handoff { color: dice.one_of(&Color::ALL), piece };
            position.receive(piece, &mut ());
            arriving.push(Arrival { ply, piece });
        }
        let Some(m) = chosen(dice, ply, &position.legal_moves()) else { break };
        arrivals.extend(arriving);
        play(dice, board, &mut position, m);
    }
    board.arrivals = Arrivals::Known(arrivals);
}

/// Plays with drops whose pieces arrive just before.
fn play_unknown(dice: &mut Dice, board: &mut Board) {
    let mut position = start(board);
    for ply in 0..dice.below(45) as u16 {
        let mut moves = position.legal_moves();
        if dice.one_in(8) {
            let piece = Handoff { color: position.side_to_move(), piece: PieceType::Knight };
            position.receive(piece, &mut ());
            moves = position.legal_drops();
            if moves.is_empty() {
                break;
            }
        }
        let Some(m) = chosen(dice, ply, &moves) else { break };
        play(dice, board, &mut position, m);
    }
}

/// In the opening one of the moves that are preferred everywhere, so that lines meet again. Knights
/// that can go out and back do so half of the time, so that boards come to positions again.
fn chosen(dice: &mut Dice, ply: u16, moves: &MoveList) -> Option<Move> {
    let mut moves = moves.to_vec();
    let back = moves.iter().copied().find(|m| SHUFFLE.contains(&m.to_string().as_str()));
    if back.is_some() && dice.one_in(2) {
        return back;
    }
    if ply < 14 && !dice.one_in(20) {
        moves.sort_by_key(|m| m.bits().wrapping_mul(40_503));
        moves.truncate(3);
    }
    (!moves.is_empty()).then(|| dice.one_of(&moves))
}

fn play(dice: &mut Dice, board: &mut Board, position: &mut Position, m: Move) {
    let below_limit = dice.below(128) as i64;
    let tenths = dice.one_of(&[None, Some(0), Some(below_limit), Some(600)]);
    let time = tenths.map(|tenths| Millis(tenths * 100));
    board.moves.push(PlayedMove { m, time });
    let _to_the_other_board = position.make(m, &mut ());
}

/// Boards that a seed gives: games of two boards whose order is known, and some boards alone.
pub(crate) fn games(seed: u64, count: usize) -> Vec<Board> {
    let mut dice = Dice::new(seed);
    let mut boards = Vec::new();
    for number in 0..count {
        if dice.one_in(6) {
            boards.push(board(&mut dice, 2 * number));
        } else {
            let first = BoardNumber(boards.len() as u32);
            boards.extend(game(&mut dice, 2 * number, first));
        }
    }
    boards
}

/// Both boards of a game, of which the first has this number.
fn game(dice: &mut Dice, number: usize, first: BoardNumber) -> [Board; 2] {
    let mut boards = [0, 1].map(|other| Board {
        start: None,
        arrivals: Arrivals::Known(Vec::new()),
        moves: Vec::new(),
        source: NonZeroU64::new((number + other) as u64 * 3),
        rules: RULES[0].rules(),
        ..board(dice, number)
    });
    let (mut playing, mut order) = (Boards::start(RULES[0].rules().moves), Vec::new());
    for ply in 0..dice.below(60) as u16 {
        let on = dice.one_of(&BoardId::ALL);
        let moves = playing.position(on).legal_moves();
        let Some(m) = chosen(dice, ply / 2, &moves) else { continue };
        let time = Some(Millis(dice.below(60) as i64 * 100));
        boards[on.index()].moves.push(PlayedMove { m, time });
        if on == BoardId::B {
            order.push(boards[0].moves.len() as u16);
        }
        let handoff = playing.play(playing.on_turn(on), m).expect("a legal move");
        let to = &mut boards[on.other().index()];
        let ply = to.moves.len() as u16;
        if let (Some(piece), Arrivals::Known(arrivals)) = (handoff, &mut to.arrivals) {
            arrivals.push(Arrival { ply, piece });
        }
    }
    for board in &mut boards {
        let moves = board.moves.len();
        if let Arrivals::Known(arrivals) = &mut board.arrivals {
            arrivals.retain(|arrival| usize::from(arrival.ply) < moves);
        }
    }
    boards[1].result = boards[0].result.map(|result| match result {
        BoardResult::Won(color) => BoardResult::Won(!color),
        BoardResult::Drawn => BoardResult::Drawn,
    });
    boards[1].partner = Some(first);
    boards[1].order = Some(order);
    boards
}

/// The bytes of a file of these boards.
pub(crate) fn built(boards: &[Board]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut builder = Builder::new(folder.path()).expect("scratch files");
    for board in boards {
        builder.add(board).expect("a legal board");
    }
    let mut file = Vec::new();
    builder.finish(&mut file).expect("memory takes all");
    file
}

/// Opens the file with these bytes.
pub(crate) fn opened(file: Vec<u8>) -> Result<Explorer, tandem_explorer::ExplorerError> {
    let length = file.len() as u64;
    Explorer::new(Box::new(file), length)
}

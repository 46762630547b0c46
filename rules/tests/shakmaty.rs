//! The same legal moves as shakmaty's, along random games of crazyhouse.
//!
//! Crazyhouse has the drops, promoted marks and captures of bughouse on one board, and shakmaty
//! shares no code with this crate. The games are random but the same on every run.

use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Position as _, Role, fen::Fen};
use tandem_rules::{
    Color, Move, MoveKind, MoveList, MoveRules, PieceType, Position, Setup, Square, Stage, Variant,
};

const POSITIONS: usize = 250_000;
const LONGEST_GAME: usize = 300;

/// `splitmix64`, so that a failure can be seen again.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn square(square: shakmaty::Square) -> Square {
    Square::from_index(square.to_u32() as u8).expect("both number the squares from 0 to 63")
}

fn piece_type(role: Role) -> PieceType {
    match role {
        Role::Pawn => PieceType::Pawn,
        Role::Knight => PieceType::Knight,
        Role::Bishop => PieceType::Bishop,
        Role::Rook => PieceType::Rook,
        Role::Queen => PieceType::Queen,
        Role::King => PieceType::King,
    }
}

fn translated(m: shakmaty::Move) -> Move {
    match m {
        shakmaty::Move::Normal { from, to, promotion: None, .. } => {
            Move::normal(square(from), square(to))
        }
        shakmaty::Move::Normal { from, to, promotion: Some(role), .. } => {
            Move::promotion(square(from), square(to), piece_type(role))
        }
        shakmaty::Move::EnPassant { from, to } => Move::en_passant(square(from), square(to)),
        shakmaty::Move::Castle { king, rook } => Move::castle(square(king), square(rook)),
        shakmaty::Move::Put { role, to } => Move::drop(piece_type(role), square(to)),
    }
}

/// Our legal moves and theirs with what they mean to us, both in the order of our bits.
fn legal_moves(ours: &Position, theirs: &Crazyhouse) -> (Vec<Move>, Vec<(Move, shakmaty::Move)>) {
    let mut moves = ours.legal_moves().to_vec();
    moves.sort_unstable();
    let mut their_moves: Vec<_> =
        theirs.legal_moves().into_iter().map(|m| (translated(m), m)).collect();
    their_moves.sort_unstable_by_key(|&(m, _)| m);
    (moves, their_moves)
}

fn assert_same_men(ours: &Position, theirs: &Crazyhouse) {
    assert_eq!(ours.promoted().0, theirs.promoted().0, "promoted: {}", ours.to_fen());
    assert_eq!(ours.occupied().0, theirs.board().occupied().0, "men: {}", ours.to_fen());
    let pockets = theirs.pockets().expect("crazyhouse has pockets");
    for (color, pocket) in [(Color::White, pockets.white), (Color::Black, pockets.black)] {
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let held = ours.holdings(color).count(piece_type(role));
            assert_eq!(held, pocket[role], "{color} holds {role:?}: {}", ours.to_fen());
        }
    }
}

/// What the games must have seen for the comparison to mean anything.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    checks: usize,
    promoted: usize,
    castles: usize,
    en_passant: usize,
    drops: usize,
}

impl Seen {
    fn note(&mut self, position: &Position, m: Move) {
        self.positions += 1;
        self.checks += usize::from(position.in_check());
        self.promoted += usize::from(position.promoted().any());
        self.castles += usize::from(m.is_castle());
        self.en_passant += usize::from(matches!(m.kind(), MoveKind::EnPassant { .. }));
        self.drops += usize::from(m.is_drop());
    }
}

/// Any move, but more often than by chance castling or en passant, a capture or a promotion:
/// without them hands stay empty and kings at home.
fn choose(random: &mut Random, position: &Position, moves: &[Move]) -> Move {
    let is_rare =
        |m: &Move| matches!(m.kind(), MoveKind::EnPassant { .. } | MoveKind::Castle { .. });
    let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
    let mut captures = MoveList::new();
    position.generate(Stage::Captures, &mut captures);
    let choice: &[Move] = match random.below(4) {
        0 | 1 if !rare.is_empty() => &rare,
        1 | 2 if !captures.is_empty() => &captures,
        _ => moves,
    };
    choice[random.below(choice.len())]
}

fn play_a_game(start: &Setup, random: &mut Random, seen: &mut Seen) {
    let mut ours = Position::from_setup(start, Variant::Crazyhouse, MoveRules::USCF)
        .expect("every start is sound");
    let fen: Fen = ours.to_fen().parse().expect("both write FEN alike");
    let mut theirs: Crazyhouse =
        fen.into_position(CastlingMode::Chess960).expect("every start is sound");
    for _ in 0..LONGEST_GAME {
        let (moves, their_moves) = legal_moves(&ours, &theirs);
        assert!(moves.iter().eq(their_moves.iter().map(|(m, _)| m)), "{}", ours.to_fen());
        if moves.is_empty() {
            return;
        }
        let m = choose(random, &ours, &moves);
        seen.note(&ours, m);
        let at = moves.binary_search(&m).expect("a stage holds legal moves only");
        assert_eq!(ours.make(m, &mut ()), None, "in crazyhouse nothing leaves the board");
        theirs.play_unchecked(their_moves[at].1);
        assert_same_men(&ours, &theirs);
    }
}

#[test]
fn random_games_of_crazyhouse_have_the_moves_shakmaty_sees() {
    let mut random = Random(20_250_704);
    let mut seen = Seen::default();
    while seen.positions < POSITIONS {
        let start = match random.below(2) {
            0 => Setup::start(),
            _ => Setup::chess960(random.below(960) as u16).expect("a number below 960"),
        };
        play_a_game(&start, &mut random, &mut seen);
    }
    let rare = [seen.checks, seen.promoted, seen.castles, seen.en_passant, seen.drops];
    assert!(rare.into_iter().all(|times| times >= 50), "too uniform to mean much: {seen:?}");
}

//! Legal moves, compared along random games of crazyhouse: it has the drops, promoted marks and
//! captures of bughouse on one board.

use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Position as _, Role, fen::Fen};
use tandem_rules::{Color, Move, MoveKind, MoveRules, Position, Setup, Variant};

use crate::translation::{Random, choose, legal_moves, piece_type};

const POSITIONS: usize = 250_000;
const LONGEST_GAME: usize = 300;

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

/// Counts of events that the games must contain for the comparison to mean anything.
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

fn play_a_game(start: &Setup, random: &mut Random, seen: &mut Seen) {
    let mut ours = Position::from_setup(start, Variant::Crazyhouse, MoveRules::CRAZYHOUSE)
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

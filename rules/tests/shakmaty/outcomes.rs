//! Outcomes of games on one board, and the moments at which a game goes on, compared.

use std::collections::HashMap;

use shakmaty::fen::{Epd, Fen};
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup};
use tandem_rules::notation::Fen as OurFen;
use tandem_rules::{BoardId, Boards, Color, Ending, Game, Millis, Move, Position, Preset, Setup};

use crate::translation::{Random, choose, legal_moves};

const GAMES: usize = 1_500;
const LONGEST_GAME: usize = 600;

/// Chess endings that are soon decided, one way or another.
const ENDINGS: [&str; 6] = [
    "8/8/4k3/8/8/3K4/8/R7 w - - 0 1",
    "8/8/4k3/5n2/8/3K4/1B6/8 w - - 60 90",
    "8/4P3/4k3/8/8/3KB3/8/8 w - - 0 1",
    "7k/5K2/8/8/8/8/6Q1/8 w - - 0 1",
    "5bk1/8/8/8/2q5/8/8/B3K2R b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
];

/// The position of `shakmaty`, with the occurrences of each by its text, as it counts none itself.
struct Theirs<P> {
    position: P,
    occurred: HashMap<Epd, usize>,
}

impl<P: shakmaty::Position + FromSetup> Theirs<P> {
    fn at(ours: &Position) -> Self {
        let fen: Fen = ours.to_fen().parse().expect("both write FEN alike");
        let position: P = fen.into_position(CastlingMode::Chess960).expect("every start is sound");
        let mut theirs = Self { position, occurred: HashMap::new() };
        theirs.count();
        theirs
    }

    fn play(&mut self, m: shakmaty::Move) {
        self.position.play_unchecked(m);
        self.count();
    }

    fn count(&mut self) -> usize {
        let occurred = self.occurred.entry(self.name()).or_default();
        *occurred += 1;
        *occurred
    }

    fn name(&self) -> Epd {
        Epd::from_position(&self.position, EnPassantMode::Legal)
    }

    /// The ending of the game in the present position, as our type.
    fn ending(&self, preset: Preset) -> Option<Ending> {
        let on_turn = match self.position.turn() {
            shakmaty::Color::White => BoardId::A.seat(Color::White),
            shakmaty::Color::Black => BoardId::A.seat(Color::Black),
        };
        let fifty = preset == Preset::Chess && self.position.halfmoves() >= 100;
        if self.position.is_checkmate() {
            Some(Ending::Mate(on_turn))
        } else if self.position.is_stalemate() {
            Some(Ending::Stalemate(on_turn))
        } else if self.position.is_insufficient_material() {
            Some(Ending::InsufficientMaterial(BoardId::A))
        } else if self.occurred[&self.name()] >= 3 {
            Some(Ending::Repetition(BoardId::A))
        } else {
            fifty.then_some(Ending::FiftyMoves(BoardId::A))
        }
    }

    /// For White and for Black, true if it has sufficient material to win.
    fn can_mate(&self) -> [bool; 2] {
        [shakmaty::Color::White, shakmaty::Color::Black]
            .map(|color| !self.position.has_insufficient_material(color))
    }
}

/// Numbers of games by ending.
#[derive(Default, Debug)]
struct Seen {
    mates: usize,
    stalemates: usize,
    bare: usize,
    repetitions: usize,
    fifty: usize,
}

impl Seen {
    fn note(&mut self, ending: Ending) {
        *match ending {
            Ending::Mate(_) => &mut self.mates,
            Ending::Stalemate(_) => &mut self.stalemates,
            Ending::InsufficientMaterial(_) => &mut self.bare,
            Ending::Repetition(_) => &mut self.repetitions,
            Ending::FiftyMoves(_) => &mut self.fifty,
            other => panic!("no game ends so: {other}"),
        } += 1;
    }
}

/// Chooses the next move: now and then the way back, or no position would ever repeat.
fn next_move(random: &mut Random, game: &Game, moves: &[Move]) -> Move {
    let position = game.position(BoardId::A);
    let back = match game.plies() {
        [.., own, _] if random.below(4) == 0 => {
            own.m.from().map(|from| Move::normal(own.m.to(), from)).filter(|m| moves.contains(m))
        }
        _ => None,
    };
    back.unwrap_or_else(|| choose(random, position, moves))
}

fn play_a_game<P: shakmaty::Position + FromSetup>(
    preset: Preset,
    start: Position,
    random: &mut Random,
    seen: &mut Seen,
) {
    let mut theirs = Theirs::<P>::at(&start);
    let mut game = Game::new(Boards::beside_start(start), preset.rules().outcomes, None);
    for _ in 0..LONGEST_GAME {
        let ours = game.position(BoardId::A);
        let fen = ours.to_fen();
        if preset == Preset::Chess {
            assert_eq!(Color::ALL.map(|color| ours.can_mate(color)), theirs.can_mate(), "{fen}");
        }
        let (moves, their_moves) = legal_moves(ours, &theirs.position);
        let m = next_move(random, &game, &moves);
        let at = moves.binary_search(&m).expect("a legal move");
        theirs.play(their_moves[at].1);
        game.play(game.on_turn(BoardId::A), m, Millis::ZERO).expect("a legal move");
        let ending = game.outcome().map(|outcome| outcome.ending);
        assert_eq!(ending, theirs.ending(preset), "{m:?} in {fen}");
        if let Some(ending) = ending {
            seen.note(ending);
            return;
        }
    }
}

fn start(preset: Preset, random: &mut Random) -> Position {
    let setup = match random.below(3) {
        0 => Setup::start(),
        1 => Setup::chess960(random.below(960) as u16).expect("a number below 960"),
        _ if preset == Preset::Chess => {
            let fen = ENDINGS[random.below(ENDINGS.len())];
            OurFen::parse(fen).expect("the table holds sound positions").setup
        }
        _ => Setup::start(),
    };
    Position::from_setup(&setup, preset.variant(), preset.rules().moves).expect("a sound start")
}

fn play_games<P: shakmaty::Position + FromSetup>(preset: Preset) -> Seen {
    let mut random = Random(20_250_811);
    let mut seen = Seen::default();
    for _ in 0..GAMES {
        let start = start(preset, &mut random);
        play_a_game::<P>(preset, start, &mut random, &mut seen);
    }
    seen
}

#[test]
fn random_games_of_chess_end_as_shakmaty_sees_it() {
    let seen = play_games::<Chess>(Preset::Chess);
    let each = [seen.mates, seen.stalemates, seen.bare, seen.repetitions, seen.fifty];
    assert!(each.into_iter().all(|times| times >= 20), "too uniform to mean much: {seen:?}");
}

#[test]
fn random_games_of_crazyhouse_end_as_shakmaty_sees_it() {
    let seen = play_games::<Crazyhouse>(Preset::Crazyhouse);
    let each = [seen.mates, seen.stalemates, seen.repetitions];
    assert!(each.into_iter().all(|times| times >= 20), "too uniform to mean much: {seen:?}");
    assert_eq!((seen.bare, seen.fifty), (0, 0));
}

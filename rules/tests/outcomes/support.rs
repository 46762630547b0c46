//! Games as text. A move is a seat letter as in BPGN (`A` and `a` are White and Black on A, `B`
//! and `b` on B) followed by coordinates: `Ae2e4`, `bN@f2`.

use tandem_rules::notation::Fen;
use tandem_rules::{
    BoardId, Boards, Claims, Color, Game, Millis, Move, PieceType, PlayError, Preset, Seat, Square,
    TimeControl, Variant,
};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// White mates with the queen on g7, next to the king and protected.
pub(crate) const WHITE_MATES: &str = "7k/8/5K2/8/8/8/8/6Q1[] w - - 0 1";
/// The same for Black.
pub(crate) const BLACK_MATES: &str = "7K/8/5k2/8/8/8/8/6q1[] b - - 0 1";

/// One row of a table: a game, and its outcome under each preset.
pub(crate) struct Case {
    pub(crate) what: &'static str,
    pub(crate) a: &'static str,
    pub(crate) b: &'static str,
    /// Moves, one second apart; `=` before a move puts it at the moment of the one before.
    pub(crate) script: &'static str,
    /// Names of presets, and the result with the ending, or `none`. All six are named once.
    pub(crate) expected: &'static [(&'static str, &'static str)],
}

/// Plays each row under each preset with automatic claims and compares.
pub(crate) fn check(cases: &[Case]) {
    for case in cases {
        for_each_preset(case.expected, |preset, expected| {
            let mut game = game(preset, case.a, case.b);
            run(&mut game, case.script);
            assert_eq!(ending(&game), expected, "{}, {}", case.what, preset.name());
        });
    }
}

/// The presets whose outcomes all tables state. A later one has tests of its own.
const TABLED: [Preset; 6] =
    [Preset::Fide, Preset::Uscf, Preset::Hawaii, Preset::Scholastic, Preset::Wbn, Preset::Fics];

/// Calls `test` with each preset and its entry in a table that names each of the six once.
pub(crate) fn for_each_preset<T: Copy>(table: &[(&str, T)], mut test: impl FnMut(Preset, T)) {
    let mut named = Vec::new();
    for (names, value) in table {
        for name in names.split(' ') {
            let preset: Preset = name.parse().expect("the name of a preset");
            assert!(!named.contains(&preset), "{name} is named twice");
            named.push(preset);
            test(preset, *value);
        }
    }
    assert!(TABLED.iter().all(|preset| named.contains(preset)), "each of the six is named");
    assert_eq!(named.len(), TABLED.len(), "no other preset is named");
}

pub(crate) fn game(preset: Preset, a: &str, b: &str) -> Game {
    build(preset, a, b, None)
}

/// A game with claims by players, and sudden death for each seat: seconds in the order `A a B b`.
pub(crate) fn claimed_game(preset: Preset, a: &str, b: &str, seconds: [i64; 4]) -> Game {
    timed_game(preset, a, b, seconds).with_claims(Claims::Players)
}

/// The same game with automatic claims.
pub(crate) fn timed_game(preset: Preset, a: &str, b: &str, seconds: [i64; 4]) -> Game {
    let controls = seconds.map(|count| TimeControl::sudden_death(Millis::from_seconds(count)));
    build(preset, a, b, Some(controls))
}

fn build(preset: Preset, a: &str, b: &str, controls: Option<[TimeControl; 4]>) -> Game {
    let rules = preset.rules();
    let position = |fen: &str| {
        Fen::position(fen, Variant::Bughouse, rules.moves)
            .unwrap_or_else(|error| panic!("{fen}: {error}"))
    };
    Game::new(Boards::new(position(a), position(b)), rules.outcomes, controls)
}

/// Plays a script from a second after the last move, up to the end of the game or a move that is
/// refused.
pub(crate) fn run(game: &mut Game, script: &str) {
    let mut now = game.plies().last().map_or(Millis::ZERO, |ply| ply.at);
    for word in script.split_ascii_whitespace() {
        let (word, pause) = match word.strip_prefix('=') {
            Some(word) => (word, Millis::ZERO),
            None => (word, Millis::from_seconds(1)),
        };
        now = now + pause;
        match play(game, word, now) {
            Ok(()) => {}
            Err(PlayError::Over | PlayError::Illegal(..)) => return,
            Err(error) => panic!("{word} in `{script}`: {error}"),
        }
    }
}

pub(crate) fn play(game: &mut Game, word: &str, now: Millis) -> Result<(), PlayError> {
    game.play(seat(&word[..1]), parse_move(&word[1..]), now).map(drop)
}

pub(crate) fn seat(letter: &str) -> Seat {
    match letter {
        "A" => BoardId::A.seat(Color::White),
        "a" => BoardId::A.seat(Color::Black),
        "B" => BoardId::B.seat(Color::White),
        "b" => BoardId::B.seat(Color::Black),
        _ => panic!("`{letter}` is no seat"),
    }
}

pub(crate) fn seconds(count: i64) -> Millis {
    Millis::from_seconds(count)
}

/// Result and ending as in `1-0 Black on A is mated`, or `none` while the game goes on.
pub(crate) fn ending(game: &Game) -> String {
    game.outcome().map_or_else(
        || "none".to_owned(),
        |outcome| format!("{} {}", outcome.result(), outcome.ending),
    )
}

/// Parses a normal move, castling as king takes rook with `O` in front, or a drop.
fn parse_move(text: &str) -> Move {
    let square = |text: &str| -> Square { text.parse().expect("a square") };
    if let Some((piece, to)) = text.split_once('@') {
        let piece = piece.chars().next().and_then(PieceType::from_char);
        return Move::drop(piece.expect("a piece"), square(to));
    }
    match text.strip_prefix('O') {
        Some(castle) => Move::castle(square(&castle[..2]), square(&castle[2..])),
        None => Move::normal(square(&text[..2]), square(&text[2..])),
    }
}

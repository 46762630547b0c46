//! Random games and files of them.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::select;
use tandem_data::{GameRecord, Header, OpenError, PlyRecord, ReadError, Reader, Score, Writer};
use tandem_rules::notation::{Bfen, Fen};
use tandem_rules::{
    BoardId, Boards, Ending, Millis, MoveRules, Outcome, Preset, Seat, Team, Variant,
};
use tempfile::TempDir;

const STARTS: [(Variant, &str); 5] = [
    (
        Variant::Bughouse,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 | \
     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
    (
        Variant::Bughouse,
        "rkrbbqnn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBQNN[] w CAca - 0 1 | \
     r3k2r/1P1Q~4/8/8/8/8/1p6/R3K2R[QPnp] b KQkq - 3 20",
    ),
    (
        Variant::Bughouse,
        "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3[] w - - 0 1 | \
     1n2k1n1/P1P4P/8/8/8/8/p1p4p/1N2K1N1[Qq] w - - 0 1",
    ),
    (Variant::Crazyhouse, "rkrbbqnn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBQNN[QPp] w CAca - 0 1"),
    (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
];

fn start((variant, text): (Variant, &str), rules: MoveRules) -> Boards {
    match variant {
        Variant::Bughouse => Bfen::parse(text, rules).expect("a sound start").boards,
        _ => Boards::beside_start(Fen::position(text, variant, rules).expect("a sound start")),
    }
}

pub(crate) fn header(preset: Preset, seed: u64) -> Header {
    let lines = [
        ("Rules", preset.name().to_owned()),
        ("TimeControl", "60+0.5".to_owned()),
        ("Seed", seed.to_string()),
        ("Note", "what made them, in so many words".to_owned()),
    ];
    let lines = lines.into_iter().map(|(name, value)| (name.to_owned(), value));
    Header::new(lines.collect()).expect("a header")
}

/// Random choices for one ply: board B, move, score, and depth, nodes, milliseconds and unseen
/// plies.
pub(crate) type Die = (bool, u16, Option<Score>, (u8, u32, u16, u16));

pub(crate) fn dice() -> impl Strategy<Value = Die> {
    let score = prop_oneof![
        any::<i16>().prop_map(|score| Score::of_centipawns(score.into())),
        (-1000..1000).prop_map(Score::of_mate),
    ];
    (any::<bool>(), any::<u16>(), proptest::option::of(score), any::<(u8, u32, u16, u16)>())
}

pub(crate) fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    let seat = || select(&Seat::ALL[..]);
    let board = select(&BoardId::ALL[..]);
    let ending = prop_oneof![
        seat().prop_map(Ending::Mate),
        seat().prop_map(Ending::Flag),
        board.prop_map(Ending::Repetition),
        Just(Ending::BothBoards),
    ];
    let winner = proptest::option::of(select(&Team::ALL[..]));
    proptest::option::of((winner, ending).prop_map(|(winner, ending)| Outcome { winner, ending }))
}

pub(crate) fn game(rules: MoveRules) -> impl Strategy<Value = GameRecord> {
    let plies = proptest::collection::vec(dice(), 0..60);
    let clocks = any::<[i32; 4]>().prop_map(|clocks| clocks.map(|clock| Millis(clock.into())));
    (any::<u64>(), select(&STARTS[..]), clocks, plies, outcome()).prop_map(
        move |(number, start, clocks, dice, outcome)| {
            let start = self::start(start, rules);
            let plies = play(start.clone(), &dice);
            GameRecord { number, start, clocks, plies, outcome }
        },
    )
}

/// The plies chosen by the dice, up to the first position without a move.
pub(crate) fn play(mut boards: Boards, dice: &[Die]) -> Vec<PlyRecord> {
    let mut plies: Vec<PlyRecord> = Vec::new();
    for &(on_b, number, score, (depth, nodes, took, unseen)) in dice {
        let in_play = boards.in_play();
        let board = in_play[usize::from(on_b) % in_play.len()];
        let moves = boards.position(board).legal_moves();
        let Some(&m) = moves.get(usize::from(number) % moves.len().max(1)) else { break };
        let _already_handed_over = boards.play(boards.on_turn(board), m).expect("a legal move");
        let at = plies.last().map_or(Millis::ZERO, |ply| ply.at) + Millis(took.into());
        let run = plies.iter().rev().take_while(|ply| ply.board != board).count();
        let unseen = unseen % (run as u16 + 1);
        plies.push(PlyRecord { board, m, score, depth, nodes, at, unseen });
    }
    plies
}

pub(crate) fn write(
    path: &Path,
    header: &Header,
    games: &[GameRecord],
) -> Result<Vec<u64>, OpenError> {
    let mut kept = Vec::new();
    let mut writer = Writer::open(path, header, |game| kept.push(game.number))?;
    for game in games {
        writer.append(game)?;
    }
    assert_eq!(writer.bytes(), fs::metadata(path)?.len());
    Ok(kept)
}

/// The games in some bytes, and the error that ended them, if any.
pub(crate) fn read(bytes: &[u8]) -> (Vec<GameRecord>, Option<ReadError>) {
    let reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for game in reader {
        match game {
            Ok(game) => games.push(game),
            Err(error) => errors.push(error),
        }
    }
    assert!(errors.len() <= 1, "nothing comes after an error");
    (games, errors.pop())
}

pub(crate) fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

/// Two short games: their header, the games, and the bytes of their file.
pub(crate) fn sample() -> (Header, Vec<GameRecord>, Vec<u8>) {
    let header = header(Preset::Fics, 1);
    let games = [3, 4].map(|number| {
        let start = Boards::start(MoveRules::FICS);
        let die = (false, 7, Some(Score::of_centipawns(20)), (4, 1000, 50, 0));
        let plies = play(start.clone(), &[die; 3]);
        GameRecord { number, start, clocks: [Millis(60_000); 4], plies, outcome: None }
    });
    let folder = folder();
    let path = folder.path().join("games");
    write(&path, &header, &games).expect("a new file");
    (header, games.to_vec(), fs::read(path).expect("it is there"))
}

pub(crate) fn header_bytes(header: &Header) -> u64 {
    let folder = folder();
    let path = folder.path().join("games");
    Writer::open(&path, header, |_| {}).expect("a new file").bytes()
}

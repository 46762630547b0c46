//! Fixtures for the forms of BPGN that occur, and laws of reading and writing.

mod one_board;

#[cfg(target_os = "linux")]
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::notation::{BfenError, MoveTextError};
use crate::{BoardId, Boards, Color, MoveRules, Position, Seat, Setup, Team, Variant};

const A: Seat = Seat { board: BoardId::A, color: Color::White };
const A_BLACK: Seat = Seat { board: BoardId::A, color: Color::Black };

const VARIANTS: &[Variant] = &[Variant::Bughouse, Variant::Crazyhouse, Variant::Chess];

fn read_all(text: &[u8]) -> Vec<Result<ReadGame, Fault>> {
    read_as(text, Variant::Bughouse)
}

fn read_as(text: &[u8], variant: Variant) -> Vec<Result<ReadGame, Fault>> {
    Reader::with_options(text, ReadOptions { variant, ..ReadOptions::default() }).collect()
}

fn read(text: &str) -> ReadGame {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|fault| panic!("{fault} in {text}"))
}

fn fault(text: &str) -> FaultReason {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).expect_err(text).reason
}

/// The moves of a record as in `A:e4 b:Nf6`.
fn moves(record: &GameRecord) -> String {
    let mut boards = record.start().clone();
    let mut words = Vec::new();
    for ply in record.plies() {
        let letter = match (ply.seat.board, ply.seat.color) {
            (BoardId::A, Color::White) => 'A',
            (BoardId::A, Color::Black) => 'a',
            (BoardId::B, Color::White) => 'B',
            (BoardId::B, Color::Black) => 'b',
        };
        words.push(format!("{letter}:{}", boards.san(ply.seat.board, ply.m)));
        boards.play(ply.seat, ply.m).expect("a record is legal");
    }
    words.join(" ")
}

/// The sample game of the source (WBN, section BPGN), with its three slips.
const SOURCE: &str = r#"[Event "Sample bughouse game"]
[Site "Nowhere"]
[Date "2002.01.01"]
[WhiteA "WhiteA"][WhiteAElo "----"]
[BlackA "BlackA"][BlackAElo "----"]
[TimeControl "300+0"]
[Result "1-0"]

1A. e4 {299} 1B. e4 {299} 1a. e6 {299} 1b. e5 {299} 2A. d4 {298} 2a. d5 {298} 2B. Bc4 {297}
2b. Nf6 {298} 3A. c4 {297} 3a. dxe4 {294} 4A. d5 {296} 4a. exd5 {290} 5A. cxd5 {295} 3B. Nc3 {287}

{*} 1-0
"#;

#[test]
fn the_sample_of_the_source_is_read() {
    let game = read(SOURCE);
    assert_eq!(game.warnings, []);
    let record = game.record;
    assert_eq!(record.plies().len(), 14);
    assert_eq!(record.result(), BpgnResult::TeamOne);
    assert_eq!(record.result().winner(), Some(Team::One));
    assert_eq!(record.reason(), Some("*"));
    assert_eq!(record.tag("WhiteAElo"), Some("----"));
    assert_eq!(record.plies()[13].clock, Some(287_000));
}

/// (text of a game, moves that it must yield).
const WAYS: &[(&str, &str)] = &[
    ("1A. e4{179.547} 1a. Nc6{-0.5}", "A:e4 a:Nc6"),
    ("1A.e4 1a...Nc6", "A:e4 a:Nc6"),
    ("1A e4 1a Nc6", "A:e4 a:Nc6"),
    ("1A.\ne4 {[%clk\n0:00:01.3]} 1a. e5", "A:e4 a:e5"),
    ("1B. e4 1b. d5 2B. xd5", "B:e4 b:d5 B:exd5"),
    ("1B. e2e4 1b. d7-d5 2B. e4xd5 $1 2b. Qd8xd5!?", "B:e4 b:d5 B:exd5 b:Qxd5"),
    ("1A. e4 (1A. d4 (1A. c4 {)} d5) {C:no} 1a. d5) 1a. e5 {L:35}", "A:e4 a:e5"),
    ("1A. e4 (=) 1a. e5", "A:e4 a:e5"),
    ("1A. e4 1A. e5 2A. Nf3 2A. Nc6", "A:e4 a:e5 A:Nf3 a:Nc6"),
    ("1A.e4 1A.d5 2A.exd5 1B.e4", "A:e4 a:d5 A:exd5 B:e4"),
    ("1A. e4 1A. e4 1a. 1a. e5 e5", "A:e4 a:e5"),
    (
        "1A. e4 1a. d5 2A. exd5 1B. d4 1b. p@e4 2B. Nc3 2b. Nf6 2a. Qxd5 3B. Nxe4 3b. Nxe4 \
         3A. $146@c3 3a. @e4",
        "A:e4 a:d5 A:exd5 B:d4 b:P@e4 B:Nc3 b:Nf6 a:Qxd5 B:Nxe4 b:Nxe4 A:N@c3 \
         a:P@e4",
    ),
    ("1A. Nf3 1a. Nf6 2A. g3 2a. g6 3A. Bg2 3a. Bg7 4A. 0-0 4a. o-o", ""),
    ("", ""),
    ("\u{feff}[Event \"x\"]\r\n\r\n*\r\n", ""),
    ("[Event \"x\"]\n[Setup \"1\"]\n\n{X disconnected} 1-0", ""),
];

#[test]
fn every_way_of_writing_yields_its_moves() {
    for &(text, expected) in WAYS {
        let games = read_all(text.as_bytes());
        let found: Vec<String> = games
            .iter()
            .map(|game| moves(&game.as_ref().unwrap_or_else(|f| panic!("{f} in {text}")).record))
            .collect();
        match expected {
            "" if text.is_empty() => assert!(found.is_empty()),
            "" => assert_eq!(found.len(), 1, "{text}"),
            expected => assert_eq!(found, [expected], "{text}"),
        }
    }
}

#[test]
fn comments_and_ends_are_kept_apart() {
    let game = read(
        "{C:before} 1A. e4 {179}{C:x says: high\nvs high} {A: best} (=) 1a. e5 {[ts=0.861]}
         {X resigns} 0-1 0-1",
    );
    let record = &game.record;
    assert_eq!(record.preamble(), [Comment::remark("before")]);
    let [first, second] = record.plies() else { panic!("two plies") };
    let comments = [Comment::remark("x says: high vs high"), Comment::annotation("best")];
    assert_eq!((first.clock, &first.comments[..]), (Some(179_000), &comments[..]));
    assert!(first.draw_offer && !second.draw_offer);
    assert_eq!((second.clock, second.elapsed), (None, Some(861)));
    assert_eq!((record.result(), record.reason()), (BpgnResult::TeamTwo, Some("X resigns")));
    let doubled = WarningKind::Doubled("0-1".to_owned());
    assert_eq!(game.warnings, [Warning { line: 3, kind: doubled }]);
}

#[test]
fn a_brace_within_a_comment_does_not_end_the_game() {
    let game = read("1A. e4 {C:x says: fun :} or not}  1a. e5 1-0");
    assert_eq!(moves(&game.record), "A:e4 a:e5");
    assert_eq!(game.record.plies()[0].comments, [Comment::remark("x says: fun :) or not")]);
}

#[test]
fn odd_things_are_reported_and_not_fatal() {
    let kinds = |text: &str| -> Vec<WarningKind> {
        read(text).warnings.into_iter().map(|warning| warning.kind).collect()
    };
    let disagree = WarningKind::ResultsDisagree;
    for (text, expected) in [
        ("[Result \"1-0\"]\n1A. e4 0-1", disagree(BpgnResult::TeamOne, BpgnResult::TeamTwo)),
        ("[Result \"1-0\"]\n1A. e4 *", disagree(BpgnResult::TeamOne, BpgnResult::Unfinished)),
        (
            "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 0-1",
            WarningKind::ResultOfMated(BpgnResult::TeamTwo, A_BLACK),
        ),
        ("1A. e4 1a.", WarningKind::NoMove("1a.".to_owned())),
        ("1A. e4 hello 1a. e5", WarningKind::Unread("hello".to_owned())),
        ("1A. e4 well 179 played 1a. e5", WarningKind::Unread("well 179 played".to_owned())),
        ("1A. e4 (1A. d4 1a. d5", WarningKind::Unclosed('(')),
        ("1A. e4 {C:never 1a. e5", WarningKind::Unclosed('{')),
        ("[Event x]\n1A. e4", WarningKind::BadTag("Event x".to_owned())),
        ("5A. e4 6a. e5", WarningKind::Numbering { expected: 1, found: 5 }),
        ("[Event \"x\n1A. e4", WarningKind::BadTag("Event".to_owned())),
        ("1A. e4 1-0 junk", WarningKind::AfterEnd("junk".to_owned())),
        ("1A. e4 {9} {9}", WarningKind::Doubled("9".to_owned())),
        (
            "[Promotion \"Steal\"]\n1A. e4",
            WarningKind::ForeignRule("Promotion \"Steal\"".to_owned()),
        ),
    ] {
        assert_eq!(kinds(text), [expected], "{text}");
    }
    assert_eq!(kinds("[Promotion \"Upgrade\"]\n[Result \"?\"]\n1A. e4 *"), []);
}

#[test]
fn the_text_decides_against_the_tag_unless_it_says_nothing() {
    for (tag, text, result) in [
        ("1-0", "0-1", BpgnResult::TeamTwo),
        ("1-0", "*", BpgnResult::TeamOne),
        ("*", "1/2-1/2", BpgnResult::Draw),
        ("0-1", "", BpgnResult::TeamTwo),
        ("", "", BpgnResult::Unfinished),
    ] {
        let game = read(&format!("[Result \"{tag}\"]\n\n1A. e4 {text}"));
        assert_eq!(game.record.result(), result, "{tag} {text}");
    }
}

#[test]
fn every_fault_names_its_reason() {
    let illegal = |text: &str| MoveTextError::Illegal(text.to_owned());
    for (text, reason) in [
        ("1A. Qe7+ 1a. Be3", FaultReason::MidGame { seat: A, error: illegal("Qe7+") }),
        ("1A. e4 1a. e5 2A. Ke3", FaultReason::Move { seat: A, number: 2, error: illegal("Ke3") }),
        ("1A. e4 2A. d4 2a. d5", FaultReason::OutOfTurn { seat: A, text: "d4".to_owned() }),
        ("1A. e4 e5 1a. e6", FaultReason::Unnumbered("e5".to_owned())),
        ("<html> not found </html>", FaultReason::NoGame("<html>".to_owned())),
        ("# List\n\n* first\n* second", FaultReason::NoGame("List".to_owned())),
        ("* first", FaultReason::NoGame("first".to_owned())),
        ("1. e4 e5", FaultReason::Unnumbered("e4".to_owned())),
        ("1 e4 e5", FaultReason::Unnumbered("e4".to_owned())),
        ("[FEN \"8/8\"]\n1A. e4", FaultReason::Start(BfenError::Count(1))),
        (
            "[Promotion \"Steal\"]\n[PawnDropRanks \"2-6\"]\n1A. e5",
            FaultReason::ForeignRule {
                rules: "Promotion \"Steal\", PawnDropRanks \"2-6\"".to_owned(),
                reason: Box::new(FaultReason::MidGame { seat: A, error: illegal("e5") }),
            },
        ),
    ] {
        assert_eq!(fault(text), reason, "{text}");
    }
}

#[test]
fn a_bad_game_is_skipped_and_the_next_one_read() {
    let good = "[Event \"good\"]\n\n1A. e4 1-0\n\n";
    for bad in [
        "[Event \"bad\"]\n\n1A. Ke3 1a. e5 {C: [Event \"in a comment\"]} 1-0\n\n",
        "[Event \"bad\"]\n\n1A. e4 1a. Ke6 {C:never closed 1a. e5 1-0\n\n",
        "[Event \"bad\"]\n\n1A. e4 1a. Ke6 (1A. d4 1-0\n\n",
        "[Event \"bad\"]\n[FEN \"x\"]\n\n1A. e4 1-0\n\n",
    ] {
        let games = read_all(format!("{good}{bad}{good}{good}").as_bytes());
        let numbers: Vec<Result<usize, usize>> = games
            .iter()
            .map(|game| game.as_ref().map(|game| game.game).map_err(|fault| fault.game))
            .collect();
        assert_eq!(numbers, [Ok(1), Err(2), Ok(3), Ok(4)], "{bad}");
        assert_eq!(games[2].as_ref().map(|game| game.line), Ok(5 + bad.matches('\n').count()));
    }
}

#[test]
fn games_without_tags_are_told_apart_by_their_results() {
    let games = read_all(b"1A. e4 1-0\n1A. d4 {L:3} 0-1 1A. c4");
    let found: Vec<String> =
        games.into_iter().map(|game| moves(&game.expect("sound").record)).collect();
    assert_eq!(found, ["A:e4", "A:d4", "A:c4"]);
}

#[test]
fn games_of_no_moves_are_told_apart_by_their_tags() {
    let tags = "[Event \"x\"]\n[Result \"*\"]\n\n";
    assert_eq!(read_all(tags.repeat(3).as_bytes()).len(), 3);
    assert_eq!(read_all(format!("{tags}{{X left}}\n\n").repeat(3).as_bytes()).len(), 3);
    assert_eq!(read_all(b"{C:nothing} {C:but talk}").len(), 0);
}

#[test]
fn a_game_without_end_is_cut_and_the_next_one_read() {
    let good = "\n[Event \"good\"]\n\n1A. e4 1-0\n";
    let endless = usize::try_from(lexer::LONGEST_GAME).expect("a megabyte") * 5 / 2;
    for filling in ["a", "{x} ", "e4 ", " ", "{", "(", "()", "\n[", "[A \"", "1A. ", "}", ")"] {
        let text = format!("1A. e4 {}{good}", filling.repeat(endless / filling.len()));
        let games = read_all(text.as_bytes());
        let last = games.last().expect("a game").as_ref().expect("the good one");
        assert_eq!(last.record.tag("Event"), Some("good"), "{filling}");
        assert!(games[0].is_err() || filling == " ", "{filling}");
    }
}

/// A reader that fails after these bytes.
struct Broken<'a>(&'a [u8]);

impl std::io::Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match std::io::Read::read(&mut self.0, buffer)? {
            0 => Err(std::io::Error::other("unplugged")),
            count => Ok(count),
        }
    }
}

#[test]
fn a_broken_input_is_one_fault_and_the_end() {
    let input = std::io::BufReader::new(Broken(b"1A. e4 1-0\n1A. d4"));
    let games: Vec<_> = Reader::new(input).collect();
    assert_eq!(games.len(), 2);
    let reason = games[1].as_ref().map_err(|fault| fault.reason.clone());
    assert_eq!(reason, Err(FaultReason::Input("unplugged".to_owned())));
}

#[test]
fn a_record_is_written_in_the_strict_form() {
    let mut record = GameRecord::new(Boards::start(MoveRules::FICS));
    record.set_tag("Event", "the \"big\" one");
    record.set_tag("White A", "C:\\bob\nby");
    record.set_tag("Result", "0-1");
    record.comment(Comment::remark("hello {world}"));
    let m = record.boards().position(BoardId::A).parse_san("Nf3").expect("legal");
    record.push(RecordedPly::new(A, m).with_clock(179_547)).expect("legal");
    assert!(record.push(RecordedPly::new(A, m)).is_err());
    assert!(record.annotate(0, Comment::annotation("fine")));
    assert!(!record.annotate(1, Comment::annotation("nowhere")));
    record.end(BpgnResult::TeamOne, "Bob resigns");
    let expected = r#"[Event "the \"big\" one"]
[WhiteA "C:\\bob by"]
[Result "1-0"]

{C:hello (world)} 1A. Nf3 {179.547} {A:fine}
{Bob resigns} 1-0
"#;
    assert_eq!(record.to_string(), expected);
}

#[test]
fn variations_begin_before_the_move_that_they_stand_beside() {
    for (moves, written) in [
        ("1A. e4 (1A. d4) 1a. e5", "1A. e4 (1A. d4) 1a. e5"),
        (
            "1A. e4 {A:good} ( 1B. d4 1b. d5 ) (1A. c4) (=)",
            "1A. e4 (=) {A:good} (1B. d4 1b. d5) (1A. c4)",
        ),
        (
            "1A. e4 1a. e5 (1a. e6 2A. d4 (2A. Nf3 {C:) or (} 2a. d5) 2a. d5) {C:after} 2A. Nf3",
            "1A. e4 1a. e5 {C:after} (1a. e6 2A. d4 (2A. Nf3 {C:) or (} 2a. d5) 2a. d5) 2A. Nf3",
        ),
        (
            "1A. e4 ({C:instead} 1A. f4 {good} 1-0) ({C:nothing}) ()",
            "1A. e4 ({C:instead} 1A. f4 {good})",
        ),
        (
            "1B. e4 1b. d5 2B. exd5 (1A. d4 1a. e5) 1A. d3 1a. P@e5",
            "1B. e4 1b. d5 2B. exd5 (1A. d4 1a. e5) 1A. d3 1a. P@e5",
        ),
    ] {
        let game = read(&format!("{moves} 1-0"));
        let text = game.record.to_string().replace('\n', " ");
        assert_eq!(text, format!("[Result \"1-0\"]  {written} 1-0 "), "{moves}");
        assert_eq!((game.warnings, read(&text).record), (vec![], game.record), "{moves}");
    }
    let chess = read_as(b"1. e4 e5 (1... d5 2. exd5) 2. Nf3 (2. f4) Nc6 *", Variant::Chess);
    let text = chess[0].as_ref().expect("a game").record.to_string();
    assert!(text.ends_with("\n1. e4 e5 (1... d5 2. exd5) 2. Nf3 (2. f4) 2... Nc6\n*\n"), "{text}");
}

/// (moves with a variation before the move that it replaces, the same as they are written)
///
/// Trees of pychess are so. A variation that could stand at either place stands behind its move, as
/// in PGN, unless another one of the game shows that it stands ahead.
const TREES: &[(&str, &str)] = &[
    ("1A. e4 (1a. c5 2A. Nf3) 1a. e5", "1A. e4 1a. e5 (1a. c5 2A. Nf3)"),
    ("(1A. d4) (1A. c4) 1A. e4 (1a. c5) 1a. e5", "1A. e4 (1A. d4) (1A. c4) 1a. e5 (1a. c5)"),
    ("1A. e4 (1a. c5) 1B. d4 1a. e5", "1A. e4 1B. d4 (1a. c5) 1a. e5"),
    ("1A. e4 (1B. d4) 1B. e4", "1A. e4 (1B. d4) 1B. e4"),
    (
        "1A. e4 (1B. d4 (1b. c5) 1b. d5) 1B. e4 (1b. c5) 1b. e5",
        "1A. e4 1B. e4 (1B. d4 1b. d5 (1b. c5)) 1b. e5 (1b. c5)",
    ),
    (
        "1A. e4 (1a. c5 (2A. Nc3) 2A. Nf3) 1a. e5 (2A. Bc4) 2A. Nf3",
        "1A. e4 1a. e5 (1a. c5 2A. Nf3 (2A. Nc3)) 2A. Nf3 (2A. Bc4)",
    ),
];

#[test]
fn a_variation_before_the_move_that_it_replaces_is_kept_beside_that_move() {
    for (moves, written) in TREES {
        let game = read(&format!("{moves} 1-0"));
        let text = game.record.to_string().replace('\n', " ");
        assert_eq!(text, format!("[Result \"1-0\"]  {written} 1-0 "), "{moves}");
        assert_eq!((game.warnings, read(&text).record), (vec![], game.record), "{moves}");
    }
}

/// (text of a game, moves that are kept, the warning)
#[test]
fn a_move_that_cannot_be_read_costs_the_rest_of_the_game_and_is_quoted() {
    let unread = |text: &str| FaultReason::Unread(text.to_owned());
    let unreadable = |seat, number, text: &str| FaultReason::Move {
        seat,
        number,
        error: MoveTextError::Unreadable(text.to_owned()),
    };
    for (text, kept, reason) in [
        ("1A. e4 1a. hello 2A. d4 2a. d5", "A:e4", unread("hello")),
        ("1A. e4 1a. Sf6 2A. d4", "A:e4", unreadable(A_BLACK, 1, "Sf6")),
        ("1A. e4 1a. -- 2A. d4", "A:e4", FaultReason::Null("--".to_owned())),
    ] {
        let game = read(&format!("{text} {{C:well}} (1A. c4) 0-1"));
        assert_eq!(moves(&game.record), kept, "{text}");
        assert_eq!(game.record.result(), BpgnResult::TeamTwo);
        let kinds: Vec<WarningKind> =
            game.warnings.into_iter().map(|warning| warning.kind).collect();
        assert_eq!(kinds, [WarningKind::Cut(Box::new(reason))], "{text}");
    }
}

#[test]
fn a_variation_that_cannot_be_played_is_left_out_with_a_warning() {
    let left_out = |reason| WarningKind::Variation(Box::new(reason));
    let error = MoveTextError::Illegal("d5".to_owned());
    let illegal = FaultReason::Move { seat: A, number: 1, error };
    let unreadable = |text: &str| FaultReason::Move {
        seat: A,
        number: 1,
        error: MoveTextError::Unreadable(text.to_owned()),
    };
    let deep = |depth| format!("1A. e4{}{}", " (1A. d4".repeat(depth), ")".repeat(depth));
    for (text, line, expected) in [
        ("1A. e4\n(1A. d4\n1a. d5) (1A. d5)", 3, left_out(illegal)),
        ("1A. e4 (1A. d4) (1A. Sf3)", 1, left_out(unreadable("Sf3"))),
        ("1A. e4 (casual)", 1, WarningKind::Unread("casual".to_owned())),
        ("1A. e4 (1a. c5 2A. Nf3) 1-0", 1, WarningKind::NoMove("(c5 …)".to_owned())),
        (&deep(33), 1, left_out(FaultReason::TooDeep(32))),
    ] {
        let game = read(text);
        assert_eq!(game.warnings, [Warning { line, kind: expected }], "{text}");
        assert_eq!(game.record.plies().len(), 1, "{text}");
    }
    assert_eq!(read(&deep(32)).warnings, []);
    let boards = || Boards::start(MoveRules::FICS);
    let ply = |text: &str| {
        let m = boards().position(BoardId::A).parse_san(text).expect("legal");
        RecordedPly::new(A, m)
    };
    for (plies, is_accepted) in [(vec![ply("d4")], true), (vec![ply("d4"), ply("d4")], false)] {
        let mut record = GameRecord::new(boards());
        let variations = vec![Variation { preamble: Vec::new(), plies }];
        let pushed = record.push(RecordedPly { variations, ..ply("e4") });
        assert_eq!((pushed.is_ok(), record.plies().len()), (is_accepted, usize::from(is_accepted)));
    }
}

/// A variation of random moves from these boards, with a variation within.
fn random_variation(mut boards: Boards, choice: u16, comment: &str) -> Variation {
    let mut plies: Vec<RecordedPly> = Vec::new();
    for at in 0..choice % 4 {
        let seat = boards.on_turn(BoardId::A);
        let null = RecordedPly::null(seat, boards.position(BoardId::A));
        if at > 0 && choice.is_multiple_of(7) && null.make(&mut boards).is_ok() {
            plies.push(null);
            continue;
        }
        let moves = boards.position(BoardId::A).accepted_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        let before = boards.clone();
        boards.play(seat, m).expect("an accepted move");
        let within =
            (at == 1 && choice > 99).then(|| random_variation(before, choice / 100, "within"));
        let within = within.into_iter().filter(|variation| !variation.plies.is_empty());
        let comments = vec![Comment::annotation(comment)];
        plies.push(RecordedPly {
            variations: within.collect(),
            comments,
            ..RecordedPly::new(seat, m)
        });
    }
    Variation { preamble: vec![Comment::remark(comment)], plies }
}

/// A game of random moves on random boards, with everything a record can hold.
fn random_record(
    variant: Variant,
    start: Option<u16>,
    choices: &[(bool, u16, u8)],
    texts: &[String],
) -> GameRecord {
    let boards = match start.and_then(Setup::chess960) {
        None => Boards::start_of(variant, MoveRules::FICS),
        Some(setup) => {
            let position = Position::from_setup(&setup, variant, MoveRules::FICS)
                .expect("a start position is sound");
            Boards::new(position.clone(), position)
        }
    };
    let mut record = GameRecord::new(boards);
    let text = |n: u8| texts[usize::from(n) % texts.len()].as_str();
    for (index, &(on_a, choice, extra)) in choices.iter().enumerate() {
        let board = if on_a || variant != Variant::Bughouse { BoardId::A } else { BoardId::B };
        let moves = record.boards().position(board).accepted_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { continue };
        let seat = record.boards().on_turn(board);
        let clock = (extra & 1 == 0).then(|| i64::from(choice) * 7 - 9_000);
        let elapsed = (extra % 8 > 5).then(|| index as i64 * 1_234);
        let draw_offer = extra % 32 > 23;
        let glyphs = if extra % 5 == 1 { vec![extra, extra / 2] } else { Vec::new() };
        let variations = (extra % 16 == 9)
            .then(|| random_variation(record.boards().clone(), choice, text(extra)));
        let variations = variations.into_iter().filter(|line| !line.plies.is_empty()).collect();
        let ply = RecordedPly {
            clock,
            elapsed,
            draw_offer,
            glyphs,
            variations,
            ..RecordedPly::new(seat, m)
        };
        record.push(ply).expect("an accepted move");
        match extra >> 5 {
            0 => record.comment(Comment::remark(text(extra))),
            1 => record.comment(Comment::annotation(text(extra))),
            2 => record.comment(Comment::lag(text(extra))),
            _ => {}
        }
    }
    for (name, value) in
        ["WhiteA", "TimeControl", "Event", "Variant", "Site"].into_iter().zip(texts)
    {
        record.set_tag(name, value);
    }
    let results =
        [BpgnResult::TeamOne, BpgnResult::TeamTwo, BpgnResult::Draw, BpgnResult::Unfinished];
    record.end(results[choices.len() % 4], text(3));
    record
}

/// Number of cases of each law; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn what_is_written_is_read_back(
        variant in proptest::sample::select(VARIANTS),
        start in proptest::option::of(0u16..960),
        choices in proptest::collection::vec(any::<(bool, u16, u8)>(), 0..160),
        texts in proptest::collection::vec("(\\PC|[ \n\\[\\]{}\"\\\\]|C:|\\[Event \"|179\\.5){0,60}", 1..6),
    ) {
        let record = random_record(variant, start, &choices, &texts);
        let mut file = Vec::new();
        record.write_to(&mut file).expect("memory takes all");
        record.write_to(&mut file).expect("memory takes all");
        let games = read_as(&file, variant);
        prop_assert_eq!(games.len(), 2);
        for game in games {
            let game = game.map_err(|fault| TestCaseError::fail(fault.to_string()))?;
            prop_assert_eq!(&game.record, &record);
            // The tags and the result are random.
            let is_due = |warning: &Warning| {
                matches!(warning.kind, WarningKind::ForeignRule(_) | WarningKind::ResultOfMated(..))
            };
            prop_assert!(game.warnings.iter().all(is_due), "{:?}", game.warnings);
        }
    }

    #[test]
    fn no_bytes_make_the_reader_fail(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read_all(&bytes).len() <= bytes.len());
    }

    #[test]
    fn no_text_makes_the_reader_fail(
        words in proptest::collection::vec(
            prop_oneof![
                Just("1A. e4 "), Just("1a. e5"), Just("[A \"x\"]"), Just("\n"), Just("{"), Just("}"),
                Just("("), Just(")"), Just("(=)"), Just("1-0 "), Just("* "), Just("["), Just("\""),
                Just("\\"), Just("179.5"), Just("C:"), Just("; "), Just("\n% "), Just("--"), Just("$1"),
                Just("(1A. d4 "), Just("(1a. "), Just("½-½ "), Just("1 "), Just("\u{200b}"), Just("±"), Just(" "), Just("[FEN \"|\"]"), Just("$146@g4 "),
            ],
            0..60,
        ),
    ) {
        let text: String = words.concat();
        prop_assert!(read_all(text.as_bytes()).len() <= words.len());
    }

    #[test]
    fn tags_set_at_once_are_those_set_one_by_one(
        variant in proptest::sample::select(VARIANTS),
        tags in proptest::collection::vec(
            (
                proptest::sample::select(
                    &["Event", "White", "WhiteA", "Round", "Site", "Result", "FEN", "x", "y", "é"][..],
                ),
                proptest::sample::select(&["?", "", "a", "b\nc"][..]),
            ),
            0..12,
        ),
    ) {
        let empty = GameRecord::new(Boards::start_of(variant, MoveRules::default()));
        let (mut at_once, mut one_by_one) = (empty.clone(), empty);
        at_once.set_tags(tags.iter().copied());
        for (name, value) in tags {
            one_by_one.set_tag(name, value);
        }
        prop_assert_eq!(at_once, one_by_one);
    }
}

/// Processor time that this thread has spent, to which no other load of the machine adds.
#[cfg(target_os = "linux")]
fn spent() -> Duration {
    let spent =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel tells it");
    let nanoseconds = spent.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

/// The shortest of three processor times that it takes to read a text.
#[cfg(target_os = "linux")]
fn time_to_read(text: &str) -> Duration {
    let times = std::iter::repeat_with(|| {
        let before = spent();
        assert!(!read_all(text.as_bytes()).is_empty());
        spent().saturating_sub(before)
    });
    times.take(3).min().unwrap_or_default()
}

#[cfg(target_os = "linux")]
#[test]
fn reading_takes_time_in_proportion_to_the_length() {
    let tags = |count: usize| {
        let tags: Vec<String> = (0..count).map(|n| format!("[T{n} \"x\"]\n")).collect();
        tags.concat() + "1A. e4 *"
    };
    let tags_after_a_comment = |count: usize| format!("[A \"x\"]\n{{c}}\n{}", tags(count));
    let stray_braces =
        |count: usize| format!("{{c}} {} {}", "1A. ".repeat(count), "} ".repeat(count));
    let words = |count: usize| format!("{} {{c}} {}", "word ".repeat(count), "w } ".repeat(count));
    let inputs: [&dyn Fn(usize) -> String; 4] =
        [&tags, &tags_after_a_comment, &stray_braces, &words];
    for (at, input) in inputs.into_iter().enumerate() {
        let [short, long] = [4_000, 64_000].map(|count| time_to_read(&input(count)));
        // 16 times the length; a reader that compares each with each takes 256 times as long.
        let slack = Duration::from_millis(500); // the kernel counts in its ticks
        assert!(long < short * 64 + slack, "{at}: {short:?}, {long:?}");
    }
}

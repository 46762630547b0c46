//! Explanations of games of a few moves.

use tandem_rules::notation::bpgn::{GameRecord, Reader};
use tandem_rules::{BoardId, Color, Millis, PieceType, Seat};

use super::given::Given;
use super::reasons::{Kind, Reason, reasons};
use super::standoff::Standoff;
use super::story::Story;
use super::text;
use crate::record::ending::EndingKind;

/// Two boards: on A, White may lose a knight; on B, Black is mated by a knight on f7.
const BOARDS: &str = "6k1/5ppp/8/8/6b1/5N2/5PPP/6K1[] w - - 0 1 | \
                      6rk/p5pp/8/8/8/8/6PP/6K1[] w - - 0 1";
/// The same boards with the mating knight on board B from the start.
const WITH_KNIGHT: &str = "6k1/5ppp/8/8/6b1/5N2/5PPP/6K1[] w - - 0 1 | \
                           6rk/p5pp/8/6N1/8/8/6PP/6K1[] w - - 0 1";

fn record(start: &str, tags: &str, moves: &str) -> GameRecord {
    let text = format!("[WhiteA \"t\"]\n{tags}\n[FEN \"{start}\"]\n\n{moves}\n");
    let read = Reader::new(text.as_bytes()).next().expect("a game");
    read.expect("a game that can be read").record
}

fn game(start: &str, moves: &str) -> GameRecord {
    record(start, "[BlackB \"t\"]\n[TimeControl \"60+0\"]", moves)
}

fn story(record: &GameRecord) -> Story<'_> {
    Story::of(record).expect("a decided game")
}

const fn seat(board: BoardId, color: Color) -> Seat {
    Seat { board, color }
}

const WHITE_A: Seat = seat(BoardId::A, Color::White);
const BLACK_A: Seat = seat(BoardId::A, Color::Black);
const BLACK_B: Seat = seat(BoardId::B, Color::Black);

/// White on B waits for a knight.
const GIVEN: &str = "1B. Kf1 {59.900} 1b. a6 {59.900} {A:+3.00/9} 2B. Kg1 {59.800} \
                     2b. a5 {59.700} {A:+2.50/9} 1A. h3 {55.000} {A:+1.00/9} 1a. Bxf3 {55.000} \
                     3B. N@f7# {49.500} {Black on B is mated} 0-1";

/// Black on A and Black on B wait, until the latter has no time left.
const STANDOFF: &str = "1B. Kf1 {59.900} 1b. a6 {59.900} 1A. h3 {59.000} 2B. Kg1 {59.500} \
                        2b. a5 {5.000} {A:-0.50/9} 3B. Nf7# {59.400} {Black on B is mated} 0-1";

/// Moves on A that cost Black 2 s.
const AHEAD: &str = "1A. h3 {60.000} 1a. h6 {58.000} 2A. Kf1 {60.000}";

#[test]
fn the_first_reason_is_the_one_that_decided() {
    use Kind::{AgainstForecast, Fault, Flag, Other, Outplayed, PieceGiven, Standoff};
    for (start, moves, expected) in [
        (BOARDS, GIVEN, &[PieceGiven, AgainstForecast][..]),
        (WITH_KNIGHT, STANDOFF, &[Standoff, Outplayed]),
        // Black on A sits too, but Black on B is ahead.
        (WITH_KNIGHT, &STANDOFF.replace("1A. h3 {59.000}", AHEAD), &[Outplayed, Standoff]),
        (WITH_KNIGHT, "1B. Nf7# {A:+M1/3} {Black on B is mated} 0-1", &[Other]),
        (WITH_KNIGHT, "1B. Nf7# 0-1", &[Other]),
        (
            WITH_KNIGHT,
            "1B. Kf1 1b. a6 {A:+0.00/5} 2B. Nf7# {Black on B is mated} 0-1",
            &[AgainstForecast],
        ),
        (
            WITH_KNIGHT,
            "1B. Kf1 1b. a6 {A:-0.01/5} 2B. Nf7# {Black on B is mated} 0-1",
            &[Outplayed],
        ),
        (
            WITH_KNIGHT,
            "1B. Kf1 {59.9} 1A. h3 {59.9} {Black on B forfeits on time} 0-1",
            &[Standoff],
        ),
        (
            WITH_KNIGHT,
            "1B. Kf1 {1.0} 1A. h3 {59.9} 1a. h6 {0.1} {White on A forfeits on time} 0-1",
            &[Flag],
        ),
        (WITH_KNIGHT, "1B. Kf1 {Black on B failed: it is mated} 0-1", &[Fault]),
        (WITH_KNIGHT, "1B. Kf1 {Black on B played an illegal move} 0-1", &[Fault]),
        (WITH_KNIGHT, "1B. Kf1 {Black on B resigns} 0-1", &[Other]),
    ] {
        let record = game(start, moves);
        let found: Vec<Kind> = reasons(&story(&record)).iter().map(Reason::kind).collect();
        assert_eq!(found, expected, "{moves}");
    }
}

#[test]
fn a_game_without_a_winner_is_not_explained() {
    for moves in ["1B. Kf1 {a draw is agreed} 1/2-1/2", "1B. Kf1 *", ""] {
        assert!(Story::of(&game(BOARDS, moves)).is_none(), "{moves}");
    }
}

#[test]
fn a_standoff_has_the_clocks_of_the_moment_it_began() {
    let record = game(WITH_KNIGHT, STANDOFF);
    let expected = Standoff {
        sitters: [BLACK_B, BLACK_A],
        began: Millis(1000),
        lead: Millis(-500),
        spent: [1000, 0, 500, 500].map(Millis),
    };
    assert_eq!(reasons(&story(&record))[0], Reason::Standoff(expected));
}

#[test]
fn an_increment_is_no_time_that_was_not_spent() {
    // Five moves with a clock were played on B, which passed 10 s more.
    let record = record(WITH_KNIGHT, "[TimeControl \"60+2\"]", STANDOFF);
    let story = story(&record);
    assert_eq!(story.timeline.thought(0).map(|thought| thought.to), Some(Millis(2100)));
    assert_eq!(story.timeline.end(), Millis(65_600));
}

#[test]
fn clocks_at_the_start_may_differ_from_the_base() {
    let tags = "[TimeControl \"60+0\"]\n[StartClocks \"60.000 50.000 60.000 40.000\"]";
    let moves = "1B. Kf1 {59.000} 1A. h3 {58.000} {Black on B resigns} 0-1";
    let record = record(BOARDS, tags, moves);
    let left = Seat::ALL.map(|seat| story(&record).timeline.left(seat, Millis(2000)));
    assert_eq!(left, [58_000, 50_000, 59_000, 39_000].map(Millis));
}

#[test]
fn a_game_without_a_time_control_has_its_longest_clock_as_base() {
    let moves = "1B. Kf1 {59.000} 1b. a6 {60.000} 1A. h3 {50.000} {Black on B resigns} 0-1";
    let record = record(BOARDS, "", moves);
    let story = story(&record);
    assert_eq!(story.timeline.end(), Millis(10_000));
    assert!(story.timeline.is_long(Millis(6000)) && !story.timeline.is_long(Millis(5999)));
}

#[test]
fn a_move_without_a_clock_hides_the_times_around_it() {
    let moves = "1B. Kf1 {59.000} 1b. a6 2B. Kg1 {58.000} 2b. a5 {57.000} 3B. Kf1 {56.000} \
                 {Black on B resigns} 0-1";
    let record = game(BOARDS, moves);
    let story = story(&record);
    let known = (0..5).map(|ply| story.timeline.thought(ply).map(|thought| thought.to.0));
    assert_eq!(known.collect::<Vec<_>>(), [Some(1000), None, None, None, Some(7000)]);
}

#[test]
fn a_given_piece_is_the_one_that_was_not_held_before() {
    let given = |record: &GameRecord| Given::of(&story(record));
    let record_of_gift = game(BOARDS, GIVEN);
    let expected = Given {
        piece: PieceType::Knight,
        by: WHITE_A,
        capture: 5,
        plies: 0,
        mate: 6,
        wait: Some((Millis(10_300), Millis(100))),
    };
    assert_eq!(given(&record_of_gift), Some(expected));
    let without_clocks = "1A. h3 1a. Bxf3 1B. N@f7# {Black on B is mated} 0-1";
    assert_eq!(given(&game(BOARDS, without_clocks)).map(|given| given.wait), Some(None));
    let held = BOARDS.replace("6PP/6K1[]", "6PP/6K1[N]");
    let used_late = "1A. h3 {59.0} 1a. Bxf3 {59.0} 1B. Kf1 {59.0} 1b. a6 {59.0} 2B. Kg1 {58.0} \
                     2b. a5 {58.0} 3B. N@f7# {57.0} {Black on B is mated} 0-1";
    for (name, start, moves) in [
        ("held before", held.as_str(), GIVEN),
        ("not the piece that mates", WITH_KNIGHT, &GIVEN.replace("N@f7", "Ngf7")),
        ("no wait for it", BOARDS, used_late),
        ("no mate", BOARDS, &GIVEN.replace("N@f7#", "N@e5").replace("is mated", "resigns")),
    ] {
        assert_eq!(given(&game(start, moves)), None, "{name}");
    }
}

#[test]
fn a_loser_that_was_lost_before_is_outplayed() {
    let scores = |score: &str| {
        let note = format!("{{A:{score}/9}}");
        GIVEN_LATE.replace("{}", &note)
    };
    for (score, expected) in [
        ("-5.00", Kind::Outplayed),
        ("-M9", Kind::Outplayed),
        ("-4.99", Kind::PieceGiven),
        ("+1.00", Kind::PieceGiven),
    ] {
        let record = game(BOARDS, &scores(score));
        assert_eq!(reasons(&story(&record))[0].kind(), expected, "{score}");
    }
}

/// A piece given after four moves of the loser.
const GIVEN_LATE: &str = "1B. Kf1 1b. a6 {} 2B. Kg1 2b. a5 {} 3B. Kf1 3b. a4 {} 4B. Kg1 4b. a3 {} \
                          1A. h3 1a. Bxf3 5B. N@f7# {Black on B is mated} 0-1";

#[test]
fn the_end_names_the_seat_that_lost() {
    use EndingKind::{Fault, Flag, Mate, Other};
    let mated = "1B. Nf7#";
    for (moves, reason, kind, seat) in [
        (mated, "Black on B is mated", Mate, BLACK_B),
        (mated, "t checkmated", Mate, BLACK_B),
        (mated, "", Mate, BLACK_B),
        ("1B. Kf1", "t forfeits on time", Flag, WHITE_A),
        ("1B. Kf1", "White on A forfeits on time", Flag, WHITE_A),
        ("1B. Kf1", "the king of White on A is taken", Other, WHITE_A),
        ("1B. Kf1", "Black on B failed: its partner is mated", Fault, BLACK_B),
        ("1B. Kf1", "", Other, BLACK_B),
        ("1A. h3", "", Other, WHITE_A),
    ] {
        let reason_text = if reason.is_empty() { String::new() } else { format!("{{{reason}}}") };
        let record = game(WITH_KNIGHT, &format!("{moves} {reason_text} 0-1"));
        let ending = story(&record).ending;
        assert_eq!((ending.kind, ending.seat), (kind, seat), "{moves} {reason}");
    }
}

#[test]
fn the_end_is_read_in_the_words_of_each_site_and_from_the_last_position() {
    use EndingKind::{Flag, Mate, Other};
    const TAGS: &str = "[BlackA \"Ann\"]\n[WhiteB \"Bea Lu\"]\n[BlackB \"t\"]";
    for (moves, kind, seat) in [
        ("1B. Nf7# {Bea Lu won by checkmate} 0-1", Mate, BLACK_B),
        ("1B. Nf7# {t resigned} 0-1", Mate, BLACK_B),
        ("1B. Nf7# *", Mate, BLACK_B),
        ("1B. Kf1 {Ann won on time} 0-1", Flag, WHITE_A),
        ("1B. Kf1 {Bea Lu won on time} 0-1", Flag, BLACK_B),
        ("1B. Kf1 {Ann won by resignation} 0-1", Other, WHITE_A),
        ("1B. Kf1 {t timeout} 0-1", Flag, WHITE_A),
        ("1B. Kf1 {Ann left} 0-1", Other, BLACK_B),
    ] {
        let record = record(WITH_KNIGHT, TAGS, moves);
        let ending = story(&record).ending;
        assert_eq!((ending.kind, ending.seat), (kind, seat), "{moves}");
    }
}

#[test]
fn explanations_name_moves_seats_and_times() {
    for (start, moves, who, expected) in [
        (
            BOARDS,
            GIVEN,
            "White on A and Black on B (t) lost (Black on B is mated)",
            "piece given: White on A let Black on A take a knight by 1a. Bxf3, the last ply there; \
             White on B thought for 10.3 s (usually 0.1 s) and mated by 3B. N@f7#; also against \
             forecast: Black on B gave itself +2.50/9 with 2b. a5, 1 ply before the end there",
        ),
        (
            WITH_KNIGHT,
            STANDOFF,
            "White on A and Black on B (t) lost (Black on B is mated)",
            "standoff: Black on B and Black on A sat from 1.0 s on, Black on B 0.5 s behind (59.5 s \
             against 60.0 s); spent by then: White on A 1.0 s, Black on A 0.0 s, White on B 0.5 s, \
             Black on B 0.5 s; also outplayed: Black on B was below zero from the \
             beginning, in 1 score",
        ),
        (
            WITH_KNIGHT,
            "1B. Nf7# 0-1",
            "White on A and Black on B (t) lost (Black on B is mated)",
            "other: the record has neither clocks nor scores",
        ),
    ] {
        let record = game(start, moves);
        let story = story(&record);
        assert_eq!(text::of_loser(&story), who);
        assert_eq!(text::long(&story, &reasons(&story)), expected);
    }
    let record = game(BOARDS, GIVEN);
    let story = story(&record);
    let brief = "piece given: a knight taken by 1a. Bxf3, dropped by 3B. N@f7#";
    assert_eq!(text::short(&story, &reasons(&story)), brief);
    assert_eq!(text::of_team(&story, "o", true), "o won (Black on B is mated)");
}

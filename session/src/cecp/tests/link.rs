//! Two Tandems as partners: each reports its board to the other.

use std::time::Duration;

use tandem_rules::{Color, Millis, PieceType};

use super::{Stage, transcripts};

const GREETED: &str = "ptell Tandem is an engine.";
const UNLINKED: &str = "option Partner Link=0";

const TRANSCRIPTS: &[&str] = &[
    // A Tandem is told of every position once, before our search and after our move.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine.
     > level 0 1 0 / > time 6000 / > otim 6000
     > go / * start / < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000 6000
     > ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 6000 5900
     ! e2e4 / < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1 6000 6000 / < move e2e4
     > ptell ~1 gibberish
     > otim 5900
     ~ 400
     > usermove e7e5 / * start / < tellics ptell ~1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq e6 0 2 6000 5900",
    // Reports that follow each other too quickly wait; the board of then is the one that is told.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine.
     > level 0 1 0 / > time 6000 / > otim 6000
     > go / * start / < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000 6000
     ! e2e4 / < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1 6000 6000 / < move e2e4
     > usermove e7e5 / * start
     ! g1f3 / < move g1f3
     ~ 399
     ~ 1 / < tellics ptell ~1 rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] b KQkq - 1 2 6000 6000",
    // With `Partner Link` off, and to any other partner, no board is reported.
    "> new / * clear
     > variant bughouse
     > option Partner Link=0
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine.
     > go / * start
     ! e2e4 / < move e2e4
     > new / * clear
     > variant bughouse
     > option Partner Link=1
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > go / * start
     ! e2e4 / < move e2e4",
    // A seat that sits searches again at each report. The first one shows that the partner is a
    // Tandem, which is told of our board in turn; what it asked for before still holds.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell sit
     > go / * start
     ! e2e4 / * start
     > ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 6000 5900 / * start
     < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 18000 18000
     ! e2e4 / * start / < tellics ptell up on time",
    // A Tandem that greets before it is named is greeted back, and once more if it greets again.
    "> new / * clear
     > variant bughouse
     > ptell Tandem is an engine. / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine. / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine.
     > ptell Tandem is an engine.",
    // A program that echoes every line is answered by none.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell Tandem is an engine. Say 'help' to see which words it understands.
     > level 0 1 0
     > go / * start / < tellics ptell ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000 6000
     > ptell ~1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 6000 6000",
    // Whoever is silent does not greet back, but does so once it may talk.
    "> new / * clear
     > variant bughouse
     > option Partner Talk=0
     > ptell Tandem is an engine.
     > option Partner Talk=1
     > ptell Tandem is an engine. / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.",
    // A person who speaks before being named is not greeted.
    "> new / * clear
     > variant bughouse
     > ptell hi
     > ptell need n",
];

#[test]
fn conversations_go_as_written() {
    transcripts::check(TRANSCRIPTS);
}

#[test]
fn a_search_sees_the_board_and_the_clocks_that_a_linked_partner_tells_of() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "variant bughouse", "partner Mate", GREETED, "level 0 1 0"]);
    stage.tell_all(&["force", "e2e4", "d7d5"]);
    stage.tell("ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Q] b KQkq - 0 1 5000 4000");
    stage.now += Duration::from_secs(3);
    stage.tell("go");
    let (view, _) = stage.search();
    let other = view.other.as_ref().expect("it was told");
    assert_eq!(other.side_to_move(), Color::Black);
    let shown = |seat: tandem_rules::Seat| view.clocks[seat.index()].map(|clock| clock.remaining());
    // We are White, so that our partner there is Black, whose clock has run since.
    let clocks = (shown(view.seat.partner()), shown(view.seat.diagonal()));
    assert_eq!(clocks, (Some(Millis(37_000)), Some(Millis(50_000))));
    stage.decide("e4d5");
    stage.tell("usermove d8d5");
    // Pieces captured here are held there: pawns of both colors.
    let other = stage.search().0.other.as_ref().expect("it is still known");
    let held = Color::ALL.map(|color| other.holdings(color).count(PieceType::Pawn));
    assert_eq!(held, [1, 1]);
}

/// Reports that are believed, and others that must not be, or no longer.
#[test]
fn a_report_counts_only_from_a_linked_partner_and_as_long_as_it_is_true() {
    let report = "ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 5000 4000";
    for (lines, is_seen) in [
        (&["partner Mate", GREETED, report][..], true),
        (&["partner Mate", report], true), // nobody but a Tandem reports
        (&[UNLINKED, "partner Mate", GREETED, report], false),
        (&["partner Mate", GREETED, report, "pmove e2e4", "pholding [Q] []"], true),
        (&["partner Mate", GREETED, report, "force", "e2e4", "undo"], false),
    ] {
        let mut stage = Stage::new();
        stage.tell_all(&["new", "variant bughouse"]);
        let replies: Vec<_> = lines.iter().flat_map(|line| stage.tell(line)).collect();
        assert!(replies.iter().all(|reply| !reply.to_string().starts_with("Error")), "{replies:?}");
        stage.tell("go");
        assert_eq!(stage.search().0.other.is_some(), is_seen, "{lines:?}");
    }
}

#[test]
fn another_partner_is_not_taken_for_the_one_before() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "variant bughouse", "partner Mate", GREETED]);
    stage.tell("ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 5000 4000");
    stage.tell("partner Another");
    assert!(stage.tell("go").is_empty());
    assert!(stage.search().0.other.is_none());
}

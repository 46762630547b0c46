//! CECP conversations as data.

use std::time::Duration;

use tandem_engine::{Event, Info, Score, SearchId, Thinking};
use tandem_rules::{BoardId, Color, Millis, Preset};

use super::Stage;

/// Each step begins with a sign: `>` is a line to the session, `!` the decision of the search (a
/// move or `sit`), `~` the milliseconds that pass, `*` a call of the search, `<` a reply.
const TRANSCRIPTS: &[&str] = &[
    // A server game as White; the piece that arrives is dropped.
    "> new / * clear
     > variant bughouse
     > level 0 2 0 / > time 12000 / > otim 12000
     > go / * start
     ! e2e4 / < move e2e4
     > holding [] []
     > time 11900 / > otim 12000 / > usermove d7d5 / * start
     > holding [] []
     > holding [N] [] WN / * update
     ! N@f5 / < move N@f5
     > holding [N] [P] BP
     > holding [] [P]
     > usermove P@e6 / * start
     > holding [] []
     > result 1-0 {somebody resigns} / * stop
     > force
     > ping 2 / * settle / < pong 2",
    // As Black nothing comes before the first move; a capture leaves the board.
    "> new / * clear
     > variant bughouse
     > usermove e2e4 / * start
     ! d7d5 / < move d7d5
     > usermove exd5 / * start
     ! d8d5 / < move d8d5
     > usermove P@e4 / < Illegal move: P@e4
     > holding [P] [] WP
     > usermove P@e4 / * start",
    // A server that does not announce bughouse gives it away by its holdings.
    "> new / * clear
     > time 6000 / > otim 6000
     > go / * start
     > holding [P] [P] WP / * update
     ! e2e4 / < move e2e4
     > usermove P@e5 / * start",
    // In crazyhouse, a captured piece goes to the capturer's own holdings.
    "> new / * clear
     > variant crazyhouse / > force
     > e2e4 / > d7d5 / > e4d5 / > d8d5 / > usermove P*e4",
    // On one board the end is claimed by whoever mates or is mated, but not in force mode;
    "> new / * clear
     > force / > f2f3 / > e7e5 / > g2g4
     > go / * start
     ! d8h4 / < move d8h4 / < 0-1 {Black mates}",
    "> new / * clear
     > variant crazyhouse
     > setboard 6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1
     > usermove N@f7 / * start / < 1-0 {White mates}",
    "> new / * clear
     > setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1
     > usermove g5g6 / * start / < 1/2-1/2 {Stalemate}",
    "> new / * clear
     > force / > f2f3 / > e7e5 / > g2g4 / > d8h4",
    // in bughouse by nobody.
    "> new / * clear
     > variant bughouse / > force
     > setboard 6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1
     > go / * start
     ! N@f7 / < move N@f7",
    // Moves that are not legal, and texts that are not moves.
    "> new / * clear
     > usermove e7e5 / < Illegal move: e7e5
     > usermove hello / < Illegal move (not a move): hello
     > force / > usermove e2e4 / > usermove e7e5 / > Bc4 / > Nc6 / > Nge2 / > Nge7
     > O-O / > d5 / > Nc3 / < Illegal move (ambiguous): Nc3 / > Nbc3",
    // Stopped searches are ignored, whatever they still find.
    "> new / * clear
     > go / * start
     > force / * stop
     ! e2e4
     > go / * start
     > go
     > undo / * stop
     ! e2e4
     > go / * start
     > setboard 4k3/p7/8/8/8/8/P7/4K3 b - - 0 1 / * stop
     ! e2e4
     > go / * start
     ! e8e7 / < move e8e7
     > new / * clear",
    // Moves of the engine's color are refused while it is to move.
    "> new / * clear
     > go / * start
     > usermove e2e4 / < Illegal move (the engine is to move): e2e4
     ! e2e4 / < move e2e4
     > remove
     > usermove d2d4
     > usermove d7d5 / * start",
    // `?`; pings during a search are answered after the move that is owed.
    "> new / * clear
     > go / * start
     > ? / * stop
     > ping 7 / > ping 8
     ! d2d4 / < move d2d4 / < pong 7 / < pong 8
     > ? / > ping 9 / * settle / < pong 9
     > usermove d7d5 / * start
     > ping 10
     > force / * stop / < pong 10",
    // Mated unless a piece arrives: it sits without a word, and searches again when one arrives.
    "> new / * clear
     > variant bughouse
     > setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1
     > go / * start
     > ping 1
     ! sit / < pong 1
     > ping 2 / < pong 2
     > ?
     > holding [] []
     > holding [Q] [] WQ / * start
     ! sit
     > holding [Q] [N] BN / * start
     ! N@f8 / < move N@f8",
    // A piece arrives while the search decides to sit.
    "> new / * clear
     > variant bughouse
     > setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1
     > go / * start
     > holding [] [N] BN / * update
     ! sit / * start
     ! N@f8 / < move N@f8",
    // A pause, in our turn and in the opponent's.
    "> new / * clear
     > pause / > resume
     > usermove e2e4 / * start
     > pause / * stop
     > pause / ! e7e5
     > resume / * start
     ! e7e5 / < move e7e5",
    // `playother`: the engine plays the other side.
    "> new / * clear
     > playother / > usermove e2e4 / * start
     ! e7e5 / < move e7e5
     > playother
     > usermove d2d4 / * start",
    // An analysis follows the board and ends with `exit`.
    "> new / * clear
     > variant bughouse
     > analyze / * start
     > usermove e2e4 / * stop / * start
     > holding [N] [] WN / * update
     > undo / * stop / * start
     > setboard 8/8 / * stop / < tellusererror Illegal position `8/8`: 2 ranks, expected 8, or 9 with the holdings as the last
     > setboard 4k3/p7/8/8/8/8/P7/4K3[Qq] b - - 0 1 / * start
     > . / < stat01: 0 0 0 0 67
     > ping 4 / < pong 4
     > new / * stop / * clear / * start
     > exit / * stop
     > exit
     > .
     > usermove e2e4",
    // Rights that a position cannot have are left out, and the log is told.
    "> new / * clear
     > setboard 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1
     < # left out: White has a right to castle queenside but no king and rook for it on its back rank
     > force / > usermove e1g1 / > usermove e8d8 / > usermove f1f8",
    // Positions that are not possible: no move of another one is played until the next.
    "> new / * clear
     > setboard 4k3/8/8/8/8/8/8/8 w - - 0 1 / < tellusererror Illegal position `4k3/8/8/8/8/8/8/8 w - - 0 1`: White has 0 kings, expected one
     > setboard x / < tellusererror Illegal position `x`: 1 ranks, expected 8, or 9 with the holdings as the last
     > usermove e2e4 / < Illegal move (no position is set up): e2e4
     > go / < tellusererror Illegal position `x`: 1 ranks, expected 8, or 9 with the holdings as the last
     > hint
     > ping 3 / * settle / < pong 3
     > new / * clear
     > usermove e2e4 / * start
     > setboard x / * stop / < tellusererror Illegal position `x`: 1 ranks, expected 8, or 9 with the holdings as the last
     > setboard 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1
     > usermove e1e2 / * start",
    // Moves that are excluded from an analysis and included again.
    "> new / * clear
     > analyze / * start
     > exclude e2e4 / * stop / * start
     > include e2e4 / * stop / * start
     > exclude best / * stop / * start
     > exclude all / * stop / * start
     > include all / * stop / * start
     > exclude e2e5 / < Error (not a legal move here): exclude e2e5
     > include Zz9 / < Error (not a legal move here): include Zz9
     > usermove e2e4 / * stop / * start
     > exit / * stop
     > exclude e7e5",
    // A position set up piece by piece; a line that is not understood changes nothing.
    "> new / * clear
     > force / > edit
     > # / > Ke1 / > Pe7 / > c / > Kh8 / > Rg8
     > usermove e7e8q / < Error (expected a piece and a square, c, # or .): usermove e7e8q
     > .
     > e7e8q / > edit / > # / > . / < tellusererror Illegal position: White has 0 kings, expected one; Black has 0 kings, expected one
     > undo / > e7e8r / < Illegal move (no position is set up): e7e8r
     > edit / > # / > Kh1 / > ping 7 / * settle / < pong 7 / > c / > Ka8 / > . / > go / * start",
    // It sits and goes as the partner says; `?` from the front-end is stronger.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > go / * start
     > ptell sit
     ! e2e4 / * start
     > ptell nice weather
     > ptell go / * start
     ! e2e4 / < move e2e4
     > ptell sit
     > ptell flag / < tellics flag
     > ptell abort / < tellics abort
     > usermove e7e5 / * start
     ! d2d4 / * start
     > ? / * start / * stop
     ! d2d4 / < move d2d4
     > partner
     > usermove d7d5 / * start
     ! e4d5 / < move e4d5",
    // On the node clock it takes in what has come when a `ping` asks whether it still sits.
    "> new / * clear
     > nps 1000
     > variant bughouse
     > setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1
     > go / * start
     > ping 1
     ! sit / < pong 1
     > holding [] [Q] BQ
     > holding [] [QN] BN
     > ping 2 / * start
     ! N@f8 / < move N@f8 / < pong 2",
    // The partner's suggestion is searched before another move is played.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell play d4
     > go / * start
     ! e2e4 / * start
     ! d2d4 / < move d2d4
     > usermove d7d5 / * start
     > ptell move c2c4
     ! c2c4 / < move c2c4",
    // A person is told if the partner cannot play the move that it suggests, whoever is on turn.
    "> new / * clear
     > option Answer Partner=1
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell play d4 / < tellics ptell I can't play d4 now
     > ptell play d6 / < tellics ptell ok
     > ptell play N@f3 / < tellics ptell I can't play N@f3 now
     > force
     > ptell play d4 / < tellics ptell ok
     > ptell play d6 / < tellics ptell ok
     > ptell play d3d5 / < tellics ptell I can't play d3d5 now",
    // A move that is told while it sits is refused.
    "> new / * clear
     > variant bughouse
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > ptell sit
     > go / * start
     ! e2e4 / * start
     > usermove d2d4 / < Illegal move (the engine is to move): d2d4
     > ptell go / * start
     ! e2e4 / < move e2e4",
    // The partner's board, as the host shows it.
    "> new / * clear
     > variant bughouse
     > go / * start
     > pmove e2e4 / * update
     > pholding [P] [] / * update
     > pmove e2e4 / < Error (`e2e4` is not legal here): pmove e2e4
     > pmove d2d4",
    // Commands that need an answer at most.
    "> random / > hard / > easy / > computer / > name Oppo / > rating 1500 1600 / > ics fics.org
     > accepted ping / > rejected debug / > draw / > post / > nopost / > white / > black
     > cores 2 / * threads 2
     > cores 0 / * threads 1
     > cores 4000000000 / * threads 256
     > partner Mate / < tellics ptell Tandem is an engine. Say 'help' to see which words it understands.
     > partner / > ptell hello there / > pmove e2e4 / > pholding [P] []
     > 
     > memory 64 / * resize 64
     > memory 0 / * resize 1
     > memory 99999999999 / * resize 33554432
     > ptell help / < tellics ptell Tandem understands: sit go sitting moving fast slow, need N, N mates, no N, N mates me (++n +++n --n ---n), trades good/bad, mate in 2, dead, x, up/down 20, time, flag, abort, moves, help WORD
     > ptell help dead / < tellics ptell Tandem on 'dead': it knows that you are lost unless something comes, until you say 'not dead' or 'x'.
     > ptell flag / > ptell abort
     > bk / < telluser The book has no move here.
     > hint / * start
     ! e2e4 / < Hint: e2e4
     > option Rules=wbn last-drop=no
     > option Style=wild / < Error (unknown option): option Style=wild
     > option Hash=0 / < tellusererror Option Hash: `0` is not a number from 1 to 33554432
     > variant shogi / < Error (unknown variant): variant shogi
     > usermove time 5000 / < Error (bad command, expected usermove MOVE): usermove time 5000
     > holding [K] [] / < Error (bad command, expected holding [WHITE] [BLACK] and nothing or color and piece): holding [K] []
     > frobnicate / < Error (unknown command): frobnicate",
];

/// Plays a transcript; each step is followed by its calls of the search, then by its replies.
fn play(transcript: &str) -> Vec<String> {
    let mut stage = Stage::new();
    let mut played = Vec::new();
    for step in steps(transcript) {
        let replies = match step.split_at_checked(1) {
            Some((">", line)) => stage.tell(line),
            Some(("!", decision)) => stage.decide(decision.trim()),
            Some(("~", milliseconds)) => stage.wait(milliseconds.trim().parse().expect("a number")),
            _ => continue,
        };
        played.push(step.to_owned());
        played.extend(
            stage.session.mind.script_mut().calls.drain(..).map(|call| format!("* {call}")),
        );
        played.extend(replies.iter().map(|reply| format!("< {reply}")));
    }
    played
}

fn steps(transcript: &str) -> impl Iterator<Item = &str> {
    transcript.lines().flat_map(|line| line.trim().split(" / ")).map(str::trim)
}

/// Plays all transcripts and compares them.
pub(super) fn check(transcripts: &[&str]) {
    for transcript in transcripts {
        let expected: Vec<&str> = steps(transcript).collect();
        assert_eq!(play(transcript), expected);
    }
}

#[test]
fn conversations_go_as_written() {
    check(TRANSCRIPTS);
}

#[test]
fn features_are_announced_with_bughouse_among_the_variants() {
    let mut stage = Stage::new();
    let lines: Vec<String> = stage.tell("protover 2").iter().map(ToString::to_string).collect();
    assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
    assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    let variants = r#"variants="bughouse,crazyhouse,normal,fischerandom""#;
    assert!(lines.iter().any(|line| line.contains(variants)), "{lines:?}");
}

#[test]
fn an_unknown_rule_set_is_refused_with_the_names_of_all() {
    let names = Preset::ALL.map(Preset::name).join(", ");
    let transcript = format!(
        "> new / * clear
         > option Rules=wild / < tellusererror Option Rules: unknown rule set `wild`, expected one of: {names}"
    );
    check(&[&transcript]);
}

#[test]
fn thinking_is_shown_from_post_to_nopost() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "go"]);
    let own = &stage.search().0.own;
    let pv = vec![own.parse_coordinate("e2e4").expect("legal")];
    let score = Score::evaluation(31);
    let time = Millis(1234);
    let info = Info { depth: 4, rank: 1, score, time, nodes: 5678, pv, ..Info::default() };
    let event = Event::Info(SearchId(1), info);
    assert_eq!(stage.session.event(event.clone(), stage.now), []);
    stage.tell("post");
    let replies = stage.session.event(event.clone(), stage.now);
    assert_eq!(replies.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4 31 123 5678 e2e4"]);
    let earlier = Event::Info(SearchId(0), Info::default());
    assert_eq!(stage.session.event(earlier, stage.now), []);
    let last: Vec<String> = stage.decide("e2e4").iter().map(ToString::to_string).collect();
    assert_eq!(last, ["3 0 0 12 e2e4", "move e2e4"], "the nodes of each move are told");
    assert_eq!(stage.session.event(event, stage.now), [], "that search is over");
}

#[test]
fn a_search_is_given_clocks_limits_and_history() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "variant bughouse", "level 0 3 2", "sd 6", "nps 5000"]);
    stage.tell_all(&["force", "g1f3", "g8f6", "f3g1", "time 6000", "otim 7000", "go"]);
    let (view, limits) = stage.search();
    let seat = BoardId::A.seat(Color::Black);
    assert_eq!(view.seat, seat);
    assert_eq!(view.keys.len(), 3);
    let remaining = |seat: tandem_rules::Seat| {
        view.clocks[seat.index()].expect("both clocks are known").remaining()
    };
    assert_eq!((remaining(seat), remaining(seat.opponent())), (Millis(60_000), Millis(70_000)));
    assert_eq!((limits.depth, limits.node_rate), (Some(6), Some(5000)));
    assert_eq!(limits.thinking, Thinking::Clock);
    stage.tell_all(&["new", "st 2", "go"]);
    let (view, limits) = stage.search();
    assert_eq!((limits.depth, limits.node_rate), (None, None));
    assert_eq!(limits.thinking, Thinking::Fixed(Millis(1_950)));
    assert_eq!(view.clock().map(|clock| clock.remaining()), Some(Millis(180_000)));
}

#[test]
fn the_clock_runs_on_while_we_sit() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "variant bughouse", "level 0 1 0"]);
    stage.tell_all(&["setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", "time 3000", "go"]);
    stage.decide("sit");
    stage.now += Duration::from_secs(12);
    stage.tell("holding [] [B] BB");
    let clock = stage.search().0.clock().expect("the own clock is known");
    assert_eq!(clock.remaining(), Millis(18_000));
}

#[test]
fn a_move_that_is_not_legal_any_more_is_never_sent() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "variant bughouse", "holding [N] []", "go"]);
    let (view, _) = stage.search();
    let m = view.own.parse_coordinate("N@e5").expect("legal with a knight");
    stage.tell("holding [] []"); // the server knows better
    let replies = stage.end_search(1, vec![m]);
    assert_eq!((replies, stage.owes_a_move()), (vec![], true));
    // Nor after an error of the search: then any legal move is better than none.
    let replies = stage.end_search(2, vec![m]);
    assert_eq!(replies.len(), 1);
    assert!(replies[0].to_string().starts_with("move "));
    assert!(!stage.owes_a_move());
}

#[test]
fn the_expected_reply_is_the_hint() {
    let mut stage = Stage::new();
    stage.tell_all(&["new", "go"]);
    stage.decide("e2e4 e7e5");
    let hint: Vec<String> = stage.tell("hint").iter().map(ToString::to_string).collect();
    assert_eq!(hint, ["Hint: e7e5"]);
}

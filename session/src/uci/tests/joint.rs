//! Conversations about plans for both boards.

use std::time::Duration;

use tandem_engine::{Score, Thinking};
use tandem_rules::Millis;

use super::{Stage, check};
use crate::seat::mind::Activity;

/// Transcripts as in the parent module. The searches are, in this order: board A and board B as they are,
/// then both boards after each plan.
const TRANSCRIPTS: &[&str] = &[
    // One round, and the answer is its first plan with the reply to it.
    "> setoption name Team value white
     > position startpos
     > go depth 1 / * start
     ! e2e4 / * start
     ! e2e4 / * start
     ! e7e5 / * start
     ! d2d4 / < info depth 3 seldepth 3 multipv 1 score cp -16 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv (e2e4,pass) (e7e5,d2d4) / < bestmove (e2e4,pass) ponder (e7e5,d2d4)",
    // `stop` is answered at once: by the best plan, by the best move of each board before there is a
    // plan, and by a search to depth 1 before there is a move.
    "> setoption name Team value white
     > setoption name UCI_ShowWDL value true
     > position startpos moves 2e2e4
     > go infinite / * start
     > stop / * stop / * start
     ! e2e4 / * start
     ! e7e5 / < bestmove (e2e4,e7e5)
     > go infinite / * start
     ! e2e4 / * start
     > isready / < readyok
     > stop / * stop / * start
     ! e7e5 / < bestmove (e2e4,e7e5)
     > go infinite / * start
     ! e2e4 / * start
     ! e7e5 / * start
     > stop / * stop / < bestmove (e2e4,e7e5)
     > stop
     > go infinite / * start
     ! e2e4 / * start
     ! e7e5 / * start
     ! d7d5 / * start
     ! d2d4 / * start
     ! d2d4 / * start
     ! d2d4 / * start
     ! d7d5 / * start
     ! d7d5 / * start / < info depth 3 seldepth 3 multipv 1 score cp -16 wdl 470 0 530 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv (e2e4,e7e5) (d7d5,d2d4)
     > position startpos / * stop / < bestmove (e2e4,e7e5) ponder (d7d5,d2d4)",
    // The end of the time is an end, too.
    "> setoption name Team value white
     > position startpos
     > go movetime 1000 / * start
     ! e2e4 / * start
     + 0
     + due / * stop / < bestmove (e2e4,pass)
     > go movetime 1000 / * start
     + due / * stop / * start
     ! d2d4 / < bestmove (d2d4,pass)",
    // The clocks of a game, pondering, a search for a mate or of some moves: one board after the other,
    // unless plans are asked for.
    "> setoption name Team value white
     > position startpos
     > go awtime 60000 / * start
     ! e2e4 / < bestmove (e2e4,pass)
     > go ponder movetime 100 / * ponder
     > ponderhit / * hit
     ! e2e4 / < bestmove (e2e4,pass)
     > go mate 2 / * start
     ! e2e4 / < bestmove (e2e4,pass)
     > go depth 1 searchmoves 1e2e4 / * start
     ! e2e4 / < bestmove (e2e4,pass)
     > setoption name Joint value on
     > go awtime 60000 / * start
     ! e2e4 / * start
     + due / * stop / < bestmove (e2e4,pass)",
    // A team that is not on turn, or has no move, is answered as it is without plans.
    "> setoption name Team value white
     > position startpos moves 1e2e4
     > go movetime 1000 / < bestmove (pass,pass)
     > go infinite
     > stop / < bestmove (pass,pass)
     > position fen 7k/5Q2/6K1/8/8/8/8/8[] w - - 0 1|7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1 moves 1f7e7
     > go movetime 100 / * start
     ! sit / < info depth 0 seldepth 0 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 / < bestmove (pass,pass)",
    // Where it has to move it does.
    "> setoption name Team value white
     > setoption name RequireMoveOn value B
     > position startpos
     > go depth 1 / * start / < info string `RequireMoveOn` is B, where the team is not on turn",
];

#[test]
fn plans_go_as_written() {
    for transcript in TRANSCRIPTS {
        check(transcript);
    }
}

#[test]
fn a_round_is_cut_short_where_few_nodes_are_left() {
    for (nodes, expected) in [(100_000, 3_600), (12_000, 1_800), (10, 450)] {
        let mut stage = Stage::new();
        stage.tell("setoption name Team value white");
        stage.tell("position startpos");
        stage.tell(&format!("go nodes {nodes}"));
        let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
        assert_eq!(limits.nodes, Some(expected), "{nodes}");
        assert_eq!((limits.thinking, limits.multi_pv), (Thinking::Infinite, 5));
        assert_eq!(view.clocks, [None; 4]);
        assert!(view.other.is_some());
    }
}

#[test]
fn clocks_are_known_if_all_four_are_told() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("setoption name Joint value on");
    stage.tell("position startpos moves 2e2e4");
    stage.tell("go infinite awtime 60000 abtime 50000 bwtime 40000 bbtime 30000");
    let (view, _) = stage.session.mind.script().last.as_ref().expect("it was started");
    let shown = view.clocks.map(|clock| clock.map(|clock| clock.remaining()));
    assert_eq!(shown, [60, 50, 40, 30].map(|seconds| Some(Millis::from_seconds(seconds))));
    assert_eq!(stage.session.wakes_at(), None);
    stage.tell("stop");
    stage.decide("e2e4", Score::DRAW);
    stage.decide("e7e5", Score::DRAW);
    stage.tell("go awtime 60000 abtime 50000 bwtime 40000 bbtime 30000");
    let time = stage.session.wakes_at().expect("the time for plans") - stage.now;
    assert!(time > Duration::from_millis(100) && time < Duration::from_secs(5), "{time:?}");
}

/// Ends the searches of a round, in their order. Returns the first pair of each line at its end.
fn round(stage: &mut Stage, moves: &[&str]) -> Vec<String> {
    let replies = moves.iter().flat_map(|m| stage.decide(m, Score::DRAW)).collect::<Vec<_>>();
    let first = |line: &String| line.split(" pv ").nth(1)?.split(' ').next().map(str::to_owned);
    replies.iter().filter_map(first).collect()
}

#[test]
fn a_team_sits_on_a_board_only_if_it_has_the_time() {
    const ENDS: &[&str] = &["e2e4", "e7e5", "d7d5", "d2d4", "d2d4", "d2d4", "d7d5", "d7d5"];
    for (has_time, expected) in
        [("false", &["(e2e4,e7e5)"][..]), ("true", &["(e2e4,e7e5)", "(pass,e7e5)", "(e2e4,pass)"])]
    {
        let mut stage = Stage::new();
        stage.tell("setoption name Team value white");
        stage.tell("setoption name MultiPV value 5");
        stage.tell(&format!("setoption name TimeAdvantage value {has_time}"));
        stage.tell("position startpos moves 2e2e4");
        stage.tell("go infinite");
        assert_eq!(round(&mut stage, ENDS), expected, "{has_time}");
    }
}

#[test]
fn an_infinite_question_is_held_open_when_there_is_nothing_left_to_search() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("position startpos");
    stage.tell("go infinite");
    let mut rounds = 0;
    while stage.session.mind.activity().search().is_some() {
        assert_eq!(round(&mut stage, &["e2e4", "e2e4", "e7e5", "d2d4"]), ["(e2e4,pass)"]);
        rounds += 1;
    }
    assert_eq!(rounds, 20);
    assert_eq!(stage.tell("isready"), ["readyok"]);
    assert_eq!(stage.tell("stop"), ["bestmove (e2e4,pass) ponder (e7e5,d2d4)"]);
    assert_eq!(stage.tell("stop"), [""; 0]);
}

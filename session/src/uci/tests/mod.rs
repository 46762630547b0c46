//! UCI conversations; a script stands in for the search.

mod conversations;
mod joint;
mod order;
mod transcripts;

use std::time::{Duration, Instant};

use tandem_engine::{Decision, Event, Info, Score, SearchId, Thinking};
use tandem_protocol::uci::Command;
use tandem_rules::{BoardId, Color, Millis};

use super::Session;
use crate::seat::script::Script;

/// A session with a script as its search.
struct Stage {
    session: Session<Script>,
    now: Instant,
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        let session = Session::new(Script::default(), None, now);
        Self { session: session.with_bench(|| vec!["3 nodes 1 nps".to_owned()]), now }
    }

    fn tell(&mut self, line: &str) -> Vec<String> {
        self.session
            .command(&Command::parse(line), self.now)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// Lets this many seconds pass.
    fn pass(&mut self, seconds: &str) -> Vec<String> {
        let alarm = self.session.wakes_at();
        self.now = match seconds {
            "due" => alarm.expect("an alarm"),
            _ => self.now + Duration::from_secs(seconds.parse().expect("a number")),
        };
        let is_due = alarm.is_some_and(|at| at <= self.now);
        let replies = if is_due { self.session.wake(self.now) } else { Vec::new() };
        replies.iter().map(ToString::to_string).collect()
    }

    /// Ends the last search with this line of moves.
    fn decide(&mut self, text: &str, score: Score) -> Vec<String> {
        let (view, _) =
            self.session.mind.script().last.as_ref().expect("a search has been started");
        let mut own = view.own.clone();
        let mut pv = Vec::new();
        for word in text.split(' ').filter(|&word| word != "sit") {
            let m = own.parse_coordinate(word).expect("legal where it was sought");
            let _nothing = own.make(m, &mut ());
            pv.push(m);
        }
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let depth = if pv.is_empty() { 0 } else { 3 };
        let info = Info { depth, rank: 1, score, pv, ..Info::default() };
        let event = Event::Done(SearchId(self.session.mind.script().searches), decision, info);
        self.session.event(event, self.now).iter().map(ToString::to_string).collect()
    }
}

fn steps(transcript: &str) -> impl Iterator<Item = &str> {
    transcript.lines().flat_map(|line| line.trim().split(" / ")).map(str::trim)
}

/// Plays a transcript, and checks that it goes as written.
///
/// Each step begins with a sign. `>` is a line to the session, `<` a reply, and `*` a call of the
/// search; `!` ends the search with a line of moves or `sit`, `#` does so with a lost score and `$`
/// with a mate, and `+` lets this many seconds pass, or those until the alarm that is `due`.
fn check(transcript: &str) {
    let mut stage = Stage::new();
    let mut played = Vec::new();
    for step in steps(transcript) {
        let replies = match step.split_at_checked(1) {
            Some((">", line)) => stage.tell(line),
            Some(("+", seconds)) => stage.pass(seconds.trim()),
            Some(("!", moves)) => stage.decide(moves.trim(), Score::DRAW),
            Some(("$", moves)) => stage.decide(moves.trim(), -Score::mated(1)),
            Some(("#", moves)) => stage.decide(moves.trim(), Score::mated(4)),
            _ => continue,
        };
        played.push(step.to_owned());
        played.extend(
            stage.session.mind.script_mut().calls.drain(..).map(|call| format!("* {call}")),
        );
        played.extend(replies.iter().map(|reply| format!("< {reply}")));
    }
    assert_eq!(played, steps(transcript).collect::<Vec<_>>());
}

#[test]
fn the_name_and_all_options_come_before_uciok() {
    let lines = Stage::new().tell("uci");
    assert!(lines[0].starts_with("id name Tandem ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    assert!(lines[2].starts_with("option name UCI_Variant "), "clients of variants look for it");
    for option in [
        "option name UCI_Variant type combo default chess var chess var crazyhouse var bughouse",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Ptell type string default <empty>",
        "option name Use NNUE type check default true",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1350 min 500 max 2850",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name Pace type combo default auto var auto var engine var human",
        "option name Mode type combo default go var go var sit",
        "option name TimeAdvantage type check default false",
        "option name RequireMoveOn type combo default none var none var A var B",
        "option name Joint type combo default auto var auto var on var off",
        "option name BatchSize type spin default 1 min 1 max 1024",
        "option name Team type combo default none var none var white var black",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
}

#[test]
fn the_board_is_drawn_with_its_fen_key_and_checkers() {
    let mut stage = Stage::new();
    stage.tell("setoption name UCI_Variant value crazyhouse");
    stage.tell("position fen r~3k3/8/8/8/8/8/4q3/4K2R[Nq] w K - 3 9");
    let key = format!("Key: {:016X}", stage.session.game.board(BoardId::A).position().key().0);
    let expected = [
        "  Black",
        "  [q]",
        "8  r~ .     .  k  .     .",
        "7  .     .     .     .",
        "6     .     .     .     .",
        "5  .     .     .     .",
        "4     .     .     .     .",
        "3  .     .     .     .",
        "2     .     .  q  .     .",
        "1  .     .     K     .  R",
        "   a  b  c  d  e  f  g  h",
        "  [N]",
        "> White",
        "",
        "Fen: r~3k3/8/8/8/8/8/4q3/4K2R[Nq] w K - 3 9",
        &key,
        "Checkers: e2",
    ];
    assert_eq!(stage.tell("d"), expected);
    stage.tell("flip");
    let flipped = "Fen: 4k2r/4Q3/8/8/8/8/8/R~3K3[Qn] b k - 3 9".to_owned();
    assert!(stage.tell("d").contains(&flipped), "{:?}", stage.tell("d"));
    stage.tell("setoption name Team value black");
    stage.tell("position startpos moves 2e2e4");
    let rows = stage.tell("d");
    assert_eq!(rows[2], "1  R  N  B  K  Q  B  N  R           8  r  n  b  q  k  b  n  r");
    assert_eq!(rows.iter().filter(|row| row.starts_with("Fen: ")).count(), 2);
}

#[test]
fn a_network_chosen_while_none_is_used_is_kept() {
    let embedded = format!("evaluate {}", tandem_nets::Networks::embedded().name());
    let hand = "evaluate hand".to_owned();
    let (none, nnue, file) = (None, "Use NNUE", "EvalFile");
    let rows: [(&str, &str, Option<&String>); 10] = [
        (nnue, "true", none),
        (nnue, "false", Some(&hand)),
        (nnue, "false", none),
        (nnue, "true", Some(&embedded)),
        (file, "hand", Some(&hand)),
        (nnue, "false", Some(&hand)),
        (file, "<empty>", none),
        (nnue, "true", Some(&embedded)),
        (file, "no-such-file", none),
        (nnue, "maybe", none),
    ];
    let mut stage = Stage::new();
    for (at, (name, value, called)) in rows.into_iter().enumerate() {
        let replies = stage.tell(&format!("setoption name {name} value {value}"));
        assert_eq!(replies.len(), usize::from(at >= 8), "{at}: {replies:?}");
        assert_eq!(
            stage.session.mind.script_mut().calls.drain(..).next().as_ref(),
            called,
            "{at}: {name}"
        );
    }
}

#[test]
fn a_search_is_given_what_was_asked() {
    let mut stage = Stage::new();
    stage.tell("setoption name MultiPV value 3");
    stage.tell("position startpos moves g1f3 g8f6 f3g1");
    stage.tell(
        "go wtime 60000 btime 50000 winc 100 binc 200 searchmoves f6g8 e7e5 depth 9 nodes 70",
    );
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!((view.seat, view.keys.len()), (BoardId::A.seat(Color::Black), 3));
    let shown = |seat: tandem_rules::Seat| view.clocks[seat.index()].map(|clock| clock.remaining());
    let clocks = (shown(view.seat), shown(view.seat.opponent()));
    assert_eq!(clocks, (Some(Millis(50_000)), Some(Millis(60_000))));
    assert_eq!((limits.thinking, limits.multi_pv), (Thinking::Clock, 3));
    assert_eq!((limits.depth, limits.nodes, limits.search_moves.len()), (Some(9), Some(70), 2));
    for (line, thinking) in [
        ("go movetime 1000", Thinking::Fixed(Millis(990))),
        ("go infinite wtime 1 btime 1 depth 3 nodes 100 mate 2", Thinking::Infinite),
        ("go depth 4", Thinking::Infinite),
        ("go mate 2", Thinking::Infinite),
    ] {
        stage.decide("e7e5", Score::DRAW);
        stage.tell(line);
        let (_, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
        assert_eq!(limits.thinking, thinking, "{line}");
        let has_limits = limits.depth.or(limits.mate).is_some() || limits.nodes.is_some();
        assert!(!(line.contains("infinite") && has_limits), "{limits:?}");
    }
}

#[test]
fn each_board_of_a_team_is_searched_with_the_other_in_view() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("setoption name Joint value off");
    stage.tell("position startpos moves 2e2e4 2d7d5 2e4d5 1e2e4 1e7e5");
    stage.tell("go movetime 1000");
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!(view.seat, BoardId::A.seat(Color::White));
    assert_eq!(limits.thinking, Thinking::Fixed(Millis(490)), "two moves in the time of one");
    let other = view.other.as_ref().expect("both are known");
    assert_eq!(other.side_to_move(), Color::Black);
    assert_eq!(view.clocks, [None; 4]);
    // White on B has taken a pawn, which went to Black on A.
    assert_eq!(view.own.holdings(Color::Black).letters(Color::Black), "p");
}

#[test]
fn a_team_is_told_four_clocks() {
    let mut stage = Stage::new();
    stage.tell("setoption name Team value white");
    stage.tell("position startpos moves 2e2e4");
    stage.tell("go awtime 60000 abtime 9223372036854775807 bwtime -9223372036854775808 bbtime 7000 bbinc 100");
    let (view, limits) = stage.session.mind.script().last.as_ref().expect("it was started");
    assert_eq!(
        (limits.thinking, limits.time_share),
        (Thinking::Clock, tandem_engine::TimeShare::Half)
    );
    let shown = view.clocks.map(|clock| clock.map(|clock| clock.remaining().0));
    let far = 1_000_000_000_000;
    assert_eq!(shown, [Some(60_000), Some(far), Some(-far), Some(7_000)]);
}

#[test]
fn wins_and_losses_are_shown_where_they_are_wanted() {
    let mut stage = Stage::new();
    stage.tell("setoption name UCI_ShowWDL value true");
    stage.tell("go infinite");
    let own = &stage.session.mind.script().last.as_ref().expect("it was started").0.own;
    let pv = vec![own.parse_coordinate("e2e4").expect("legal")];
    for (score, shown) in [
        (Score::evaluation(100), "score cp 100 wdl 400 450 150"),
        (-Score::mated(3), "score mate 2 wdl 1000 0 0"),
        (Score::mated(2), "score mate -1 wdl 0 0 1000"),
    ] {
        let info = Info {
            depth: 5,
            selective_depth: 11,
            rank: 1,
            score,
            nodes: 5000,
            time: Millis(10),
            table_use: 7,
            pv: pv.clone(),
            ..Info::default()
        };
        let replies = stage.session.event(Event::Info(SearchId(1), info), stage.now);
        let expected = format!(
            "info depth 5 seldepth 11 multipv 1 {shown} nodes 5000 nps 500000 hashfull 7 tbhits 0 \
             time 10 pv e2e4"
        );
        assert_eq!(replies.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn the_last_line_of_a_pondering_is_said_again_when_the_expected_move_is_played() {
    let mut stage = Stage::new();
    stage.tell("go ponder wtime 9000 btime 9000");
    let own = &stage.session.mind.script().last.as_ref().expect("it was started").0.own;
    let pv = vec![own.parse_coordinate("e2e4").expect("legal")];
    let info = Info { depth: 5, rank: 1, score: Score::evaluation(20), pv, ..Info::default() };
    let said = stage.session.event(Event::Info(SearchId(1), info), stage.now);
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert!(said[0].starts_with("info depth 5 "), "{said:?}");
    assert_eq!(stage.tell("ponderhit"), said);
    assert_eq!(stage.tell("ponderhit"), [""; 0]);
    assert_eq!(
        stage.decide("e2e4", Score::evaluation(20)).last().map(String::as_str),
        Some("bestmove e2e4")
    );
}

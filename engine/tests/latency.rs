//! Latency: the time until a search reacts to a signal.

use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, unbounded};
use tandem_engine::{Event, Info, LEAST_DEPTH, Limits, Searcher, Thinking, View};
use tandem_rules::{
    BoardId, Handoff, Millis, MoveRules, OutcomeRules, PieceType, TimeControl, Variant,
    notation::Fen,
};

/// Positions from the usual start to hands so full that there are hundreds of moves and nodes are
/// slow.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
    "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
    "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[QRBNPqrbnp] b KQkq - 0 20",
    "k7/8/8/8/8/8/8/K7[QQRRRRBBBBNNNNPPPPPPPPqqrrrrbbbbnnnnpppppppp] w - - 0 1",
];

/// Timeout that no machine needs; only a search that hangs reaches it.
const PATIENCE: Duration = Duration::from_mins(1);
const CASES: u32 = 400;

fn view(fen: &str) -> View {
    let own = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position");
    let seat = BoardId::A.seat(own.side_to_move());
    let mut view = View::of_board(seat, own, OutcomeRules::default());
    let control = TimeControl::sudden_death(Millis::from_seconds(600));
    view.clocks[seat.index()] = Some(tandem_rules::Clock::new(control));
    view
}

/// An event and the time of its emission, which is before anybody could receive it.
type Said = (Event, Instant);

fn searcher(threads: usize) -> (Searcher, Receiver<Said>) {
    let (events, outbox) = unbounded();
    let sink = move |event| drop(events.send((event, Instant::now())));
    let mut searcher = Searcher::with_sink(16, sink);
    searcher.set_threads(threads);
    (searcher, outbox)
}

/// Listens for this long, and empties the channel of all events so far.
fn let_run(events: &Receiver<Said>, time: Duration) {
    let end = Instant::now() + time;
    loop {
        match events.recv_deadline(end) {
            Ok((event, _)) => assert!(!is_done(&event), "an endless search has ended"),
            Err(RecvTimeoutError::Timeout) => return,
            Err(RecvTimeoutError::Disconnected) => panic!("the search has died"),
        }
    }
}

/// The time of the first event that matches.
fn wait_for(events: &Receiver<Said>, what: impl Fn(&Event) -> bool) -> Instant {
    loop {
        let (event, said) = events.recv_timeout(PATIENCE).expect("a search that goes on");
        if what(&event) {
            return said;
        }
    }
}

fn is_done(event: &Event) -> bool {
    matches!(event, Event::Done(..))
}

/// True for the first report on a position.
fn is_first(event: &Event) -> bool {
    matches!(event, Event::Info(_, info) if info.depth == 1)
}

/// True for a report that may be the answer.
fn is_deep(event: &Event) -> bool {
    let is_enough = |info: &Info| info.depth >= LEAST_DEPTH || info.score.is_decided();
    matches!(event, Event::Info(_, info) if is_enough(info))
}

/// A signal to a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    Stop,
    /// The pondered position comes to the board after enough time.
    Hit,
    /// A piece arrives.
    Arrival,
}

impl News {
    fn limits(self) -> Limits {
        let (thinking, pondering) = match self {
            Self::Hit => (Thinking::Fixed(Millis(1)), true),
            Self::Stop | Self::Arrival => (Thinking::Infinite, false),
        };
        Limits { thinking, pondering, ..Limits::clock() }
    }

    /// Sends the signal to a running search, and ends it. Returns the time until the signal took
    /// effect.
    fn delay(self, searcher: &mut Searcher, events: &Receiver<Said>, mut view: View) -> Duration {
        let pawn = Handoff { color: !view.own.side_to_move(), piece: PieceType::Pawn };
        let told = Instant::now();
        let effect = match self {
            Self::Stop => {
                searcher.stop();
                wait_for(events, is_done)
            }
            Self::Hit => {
                searcher.ponder_hit(&view);
                wait_for(events, is_done)
            }
            Self::Arrival => {
                view.own.receive(pawn, &mut ());
                searcher.update(view);
                let effect = wait_for(events, is_first);
                searcher.stop();
                wait_for(events, is_done);
                effect
            }
        };
        effect.saturating_duration_since(told)
    }
}

/// The times until a signal takes effect, in many cases, sorted.
fn delays(news: News, threads: usize) -> Vec<Duration> {
    let (mut searcher, events) = searcher(threads);
    let case = |case: u32| {
        let view = view(POSITIONS[case as usize % POSITIONS.len()]);
        searcher.start(view.clone(), news.limits());
        if news == News::Hit {
            wait_for(&events, is_deep); // what it has before is no answer yet
        }
        // A different delay in each case, so that the search is met anywhere.
        let_run(&events, Duration::from_micros(5_000 + u64::from(case * 7_919 % 40_000)));
        news.delay(&mut searcher, &events, view)
    };
    let mut delays: Vec<Duration> = (0..CASES).map(case).collect();
    delays.sort_unstable();
    delays
}

/// Ten times the latency of an idle machine in 99 of 100 cases: on a busy one, the system decides
/// who waits.
const MOST: Duration = Duration::from_millis(10 * 5);

#[test]
#[ignore = "slow: 2 min, and needs an idle machine"]
fn news_take_effect_within_milliseconds() {
    let cases = [1, 2]
        .into_iter()
        .flat_map(|threads| [News::Stop, News::Hit, News::Arrival].map(|news| (news, threads)));
    let mut late = Vec::new();
    for (news, threads) in cases {
        let delays = delays(news, threads);
        let at = |percent: usize| delays[(delays.len() * percent / 100).min(delays.len() - 1)];
        let line = [50, 90, 99, 100].map(|percent| format!("{percent}% {:?}", at(percent)));
        let line = format!("{news:?} with {threads} threads: {}", line.join(", "));
        eprintln!("{line}");
        if at(99) > MOST {
            late.push(line);
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

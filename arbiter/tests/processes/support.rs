//! Games in which one seat is a script and its opponent plays the first legal move it finds.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use tandem_arbiter::{
    CecpSeat, Close, Endpoint, Engine, GamePlan, Invocation, Lag, Mailroom, News, Outbox, Patience,
    Played, Said, Thought, Timing, play_game,
};
use tandem_rules::{Boards, Game, OutcomeRules, RuleSet, Seat, TimeControl};

/// Long enough for any machine; only what hangs takes it.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// What a script does unless told otherwise: it greets, answers pings, and quits.
const MANNERS: &str = "protover*) echo 'feature ping=1 usermove=1 setboard=1 nps=1 done=1' ;;
    ping*) echo \"pong ${line#ping }\" ;;
    quit) exit ;;";

/// An engine whose first answers to a line are these arms of a shell's `case`.
pub(crate) fn engine(arms: &str) -> Engine {
    let script =
        format!("while read -r line; do case \"$line\" in {arms}\n {MANNERS}\n esac; done");
    let patience = Patience { features: LONG, loading: LONG, ready: LONG, quit: LONG };
    Engine {
        name: "script".to_owned(),
        invocation: Invocation::new("sh", &["-c", &script]),
        memory_mebibytes: 1,
        node_rate: None,
        patience,
    }
}

/// Tells its partner so many long lines, plays the first legal move it finds so many times, and
/// then sits.
struct Simple {
    seat: Seat,
    outbox: Outbox,
    lines: usize,
    moves: usize,
}

impl Endpoint for Simple {
    fn name(&self) -> String {
        "simple".to_owned()
    }

    fn hear(&mut self, news: &News) {
        let News::Go(seat, snapshot) = news else { return };
        if *seat != self.seat {
            return;
        }
        for _ in 0..std::mem::take(&mut self.lines) {
            self.outbox.say(*seat, Said::Tell("x".repeat(200)), 0);
        }
        let moves = snapshot.boards.position(seat.board).legal_moves();
        let first = moves.first().filter(|_| self.moves > 0);
        self.moves = self.moves.saturating_sub(1);
        self.outbox.say(*seat, first.map_or(Said::Sit, |&m| Said::Move(m, Thought::default())), 1);
    }
}

/// A script in a seat of a match.
pub(crate) struct Match {
    scripted: Seat,
    timing: Timing,
    mailroom: Mailroom,
    endpoints: Vec<Box<dyn Endpoint>>,
    /// The clock of the script; those of the others are long.
    pub(crate) control: TimeControl,
}

/// What the others do. The opponent of the script plays on unless told otherwise, the partner
/// and its opponent sit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Others {
    /// How many lines the partner tells the script.
    pub(crate) lines: usize,
    /// How many moves the partner makes.
    pub(crate) moves: usize,
    /// Whether the opponent sits.
    pub(crate) opponent_sits: bool,
}

impl Match {
    pub(crate) fn new(scripted: Seat, engine: &Engine, others: Others) -> Self {
        let mailroom = Mailroom::default();
        let endpoint = |seat: Seat| -> Box<dyn Endpoint> {
            let outbox = mailroom.outbox();
            if seat == scripted {
                let seated = CecpSeat::new(engine.clone(), "Simple", outbox);
                return Box::new(seated.expect("there is a shell"));
            }
            let (lines, moves) = match seat {
                _ if seat == scripted.partner() => (others.lines, others.moves),
                _ if seat == scripted.opponent() && !others.opponent_sits => (0, usize::MAX),
                _ => (0, 0),
            };
            Box::new(Simple { seat, outbox, lines, moves })
        };
        let endpoints = Seat::ALL.into_iter().map(endpoint).collect();
        let rate = engine.node_rate.and_then(NonZeroU64::new);
        let timing = rate.map_or(Timing::Wall, |rate| Timing::Nodes { rate });
        let control = TimeControl::sudden_death(LONG.into());
        Self { scripted, timing, mailroom, endpoints, control }
    }

    pub(crate) fn play(&mut self) -> Played {
        let RuleSet { moves, outcomes } = RuleSet::default();
        self.play_from(Boards::start(moves), outcomes)
    }

    pub(crate) fn play_from(&mut self, boards: Boards, rules: OutcomeRules) -> Played {
        let long = TimeControl::sudden_death(LONG.into());
        let controls =
            Seat::ALL.map(|seat| if seat == self.scripted { self.control } else { long });
        let game = Game::new(boards, rules, Some(controls));
        let plan = GamePlan {
            game,
            timing: self.timing,
            seats: [0, 1, 2, 3],
            most_plies: 40,
            lag: Lag::default(),
            fast_forward: false,
        };
        let begun = Instant::now();
        let played = play_game(plan, &mut self.endpoints, &self.mailroom, &mut ());
        assert!(begun.elapsed() < LONG, "it hangs: {}", played.close);
        played
    }
}

/// The reason of a fault of this seat.
pub(crate) fn fault(played: &Played, of: Seat) -> &str {
    match &played.close {
        Close::Fault { seat, reason } if *seat == of => reason,
        other => panic!("no fault of {of}: {other}"),
    }
}

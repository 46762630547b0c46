//! Games in which one seat is a script and its opponent plays the first legal move it finds.

use std::time::{Duration, Instant};

use tandem_arbiter::{
    Adjudication, Close, Endpoint, Engine, GamePlan, Invocation, Lag, Mailroom, News, Outbox, Past,
    Patience, Played, Protocol, Said, Thought, Timing, play_game,
};
use tandem_rules::notation::Fen;
use tandem_rules::{
    Boards, Game, Move, MoveRules, OutcomeRules, Position, RuleSet, Seat, TimeControl, Variant,
};
use tempfile::TempDir;

/// A time that is long enough on any machine; only a test that hangs reaches it.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// Default reactions of a CECP script: it sends its features, answers pings, and quits.
const MANNERS: &str = "protover*) echo 'feature ping=1 usermove=1 setboard=1 nps=1 done=1' ;;
    ping*) echo \"pong ${line#ping }\" ;;
    quit) exit ;;";

/// Default reactions of a UCI script.
const UCI_MANNERS: &str = "uci) echo uciok ;;
    isready) echo readyok ;;
    quit) exit ;;";

/// The option by which a program is known to play a team.
const TEAM: &str = "option name Team type combo default white var white var black";

/// A CECP engine whose script tries these arms of a shell's `case` on each line first.
pub(crate) fn engine(arms: &str) -> Engine {
    speaking(Protocol::Cecp, "", arms)
}

/// A UCI engine with such a script.
pub(crate) fn uci_engine(arms: &str) -> Engine {
    speaking(Protocol::Uci, "", arms)
}

/// A UBI engine with such a script.
pub(crate) fn ubi_engine(arms: &str) -> Engine {
    speaking(Protocol::Ubi, "", arms)
}

/// A UCI engine for both seats of a team with such a script.
pub(crate) fn uci_team(arms: &str) -> Engine {
    speaking(Protocol::UciTeam, "", arms)
}

/// An engine with such a script that also writes all that it is told to a file.
pub(crate) fn recorded(folder: &TempDir, protocol: Protocol, arms: &str) -> Engine {
    let file = folder.path().join("told");
    speaking(protocol, &format!("echo \"$line\" >> '{}';", file.display()), arms)
}

/// The lines that a recorded engine was told.
pub(crate) fn told(folder: &TempDir) -> Vec<String> {
    let file = folder.path().join("told");
    let text = std::fs::read_to_string(file).expect("the script has written");
    text.lines().map(str::to_owned).collect()
}

/// An engine whose script is a loop over lines that runs the command `first` for each line.
fn speaking(protocol: Protocol, first: &str, arms: &str) -> Engine {
    let manners = match protocol {
        Protocol::Cecp => MANNERS.to_owned(),
        Protocol::Uci => UCI_MANNERS.to_owned(),
        Protocol::Ubi => UCI_MANNERS.replace("uci", "ubi"),
        Protocol::UciTeam => format!("uci) echo '{TEAM}'; echo uciok ;; {UCI_MANNERS}"),
    };
    let script =
        format!("while read -r line; do {first} case \"$line\" in {arms}\n {manners}\n esac; done");
    let patience = Patience { features: LONG, loading: LONG, ready: LONG, quit: LONG };
    let invocation = Invocation::new("sh", &["-c", &script]);
    Engine {
        options: vec![("Rules".to_owned(), "wbn".to_owned())],
        patience,
        ..Engine::new("script", invocation, protocol)
    }
}

/// A player that sends its partner `lines` long messages, plays the first legal move it finds
/// `moves` times, and then sits.
struct Simple {
    seat: Seat,
    outbox: Outbox,
    lines: usize,
    moves: usize,
    /// True if it offers a draw each time it is to move.
    offers_draws: bool,
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
        if self.offers_draws {
            self.outbox.say(*seat, Said::OfferDraw, 0);
        }
        let moves = snapshot.boards.position(seat.board).legal_moves();
        let first = moves.first().filter(|_| self.moves > 0);
        self.moves = self.moves.saturating_sub(1);
        self.outbox.say(*seat, first.map_or(Said::Sit, |&m| Said::Move(m, Thought::default())), 1);
    }
}

/// A match with a script in one seat, or in both seats of a team.
pub(crate) struct Match {
    scripted: Seat,
    /// The node clock at the rate of the script, or the wall clock if it has none.
    pub(crate) timing: Timing,
    mailroom: Mailroom,
    endpoints: Vec<Box<dyn Endpoint>>,
    seats: [usize; 4],
    /// Time control of the script; those of the others are long.
    pub(crate) control: TimeControl,
}

/// Behaviour of the other players. By default, the script's opponent plays on, and its partner and
/// the partner's opponent sit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Others {
    /// Number of lines that the partner sends the script.
    pub(crate) lines: usize,
    /// Number of moves that the partner makes.
    pub(crate) moves: usize,
    /// True if the opponent sits.
    pub(crate) opponent_sits: bool,
    /// True if the opponent offers a draw each time it is to move.
    pub(crate) opponent_offers_draws: bool,
    /// Number of moves that the partner's opponent makes.
    pub(crate) diagonal_moves: usize,
}

impl Match {
    pub(crate) fn new(scripted: Seat, engine: &Engine, others: Others) -> Self {
        let mailroom = Mailroom::default();
        let endpoint = |seat: Seat| -> Box<dyn Endpoint> {
            let outbox = mailroom.outbox();
            if seat == scripted {
                return engine.clone().start("Simple", outbox).expect("there is a shell");
            }
            let (lines, moves) = match seat {
                _ if seat == scripted.partner() => (others.lines, others.moves),
                _ if seat == scripted.opponent() && !others.opponent_sits => (0, usize::MAX),
                _ if seat == scripted.diagonal() => (0, others.diagonal_moves),
                _ => (0, 0),
            };
            let offers_draws = seat == scripted.opponent() && others.opponent_offers_draws;
            Box::new(Simple { seat, outbox, lines, moves, offers_draws })
        };
        let endpoints = Seat::ALL.into_iter().map(endpoint).collect();
        let timing = engine.node_rate.map_or(Timing::Wall, |rate| Timing::Nodes { rate });
        let control = TimeControl::sudden_death(LONG.into());
        let mut seats = [0, 1, 2, 3];
        if engine.protocol.plays_team() {
            seats[scripted.partner().index()] = scripted.index();
        }
        Self { scripted, timing, mailroom, endpoints, seats, control }
    }

    pub(crate) fn play(&mut self) -> Played {
        let RuleSet { moves, outcomes } = RuleSet::default();
        self.play_from(Boards::start(moves), outcomes)
    }

    pub(crate) fn play_from(&mut self, boards: Boards, rules: OutcomeRules) -> Played {
        self.play_after(Vec::new(), boards, rules)
    }

    /// Plays from boards to which these moves have led.
    pub(crate) fn play_after(
        &mut self,
        opening: Vec<(Seat, Move)>,
        boards: Boards,
        rules: OutcomeRules,
    ) -> Played {
        let long = TimeControl::sudden_death(LONG.into());
        let controls =
            Seat::ALL.map(|seat| if seat == self.scripted { self.control } else { long });
        let game = Game::new(boards, rules, Some(controls));
        let plan = GamePlan {
            game,
            opening,
            past: Past::default(),
            timing: self.timing,
            seats: self.seats,
            most_plies: 40,
            adjudication: Adjudication::default(),
            lag: Lag::default(),
            fast_forward: false,
            patience: LONG.into(),
        };
        let begun = Instant::now();
        let played = play_game(plan, &mut self.endpoints, &self.mailroom, &mut ());
        assert!(begun.elapsed() < LONG, "it hangs: {}", played.close);
        played
    }
}

/// The reason of the fault of this seat; fails if it had none.
pub(crate) fn fault(played: &Played, of: Seat) -> String {
    match &played.close {
        Close::Fault { seat, reason } if *seat == of => reason.to_string(),
        other => panic!("no fault of {of}: {other}"),
    }
}

/// A bughouse position.
pub(crate) fn board(fen: &str) -> Position {
    Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a sound position")
}

/// A game in which Black on A is checked along the back rank, and its partner takes a knight with
/// its only move.
pub(crate) fn blocked_mate() -> Boards {
    Boards::new(
        board("3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1"),
        board("8/p7/8/8/8/k7/P1n5/KB6[] w - - 0 1"),
    )
}

/// Index of the first line told that begins like this.
pub(crate) fn place(told: &[String], line: &str) -> usize {
    let place = told.iter().position(|told| told.starts_with(line));
    place.unwrap_or_else(|| panic!("no {line} in {told:?}"))
}

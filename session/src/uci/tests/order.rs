//! One order of commands: any sequence of commands, with searches that end at any time, has the
//! answers of a model in which each command is done before the next begins.

use proptest::prelude::*;
use tandem_engine::{Decision, Event, Info, SearchId, Thinking};
use tandem_protocol::uci::{Command, Reply};

use super::Stage;

/// Commands, as far as their order matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    Endless,
    Limited,
    Ponder,
    PonderHit,
    Stop,
    /// Changes of the game and of settings, which end the search before them.
    Position,
    Option,
    NewGame,
    IsReady,
    /// A message of the partner, which concerns the search that runs.
    Message,
}

impl Said {
    const ALL: [Self; 10] = [
        Self::Endless,
        Self::Limited,
        Self::Ponder,
        Self::PonderHit,
        Self::Stop,
        Self::Position,
        Self::Option,
        Self::NewGame,
        Self::IsReady,
        Self::Message,
    ];

    fn line(self) -> &'static str {
        match self {
            Self::Endless => "go infinite",
            Self::Limited => "go depth 5",
            Self::Ponder => "go ponder wtime 60000 btime 60000",
            Self::PonderHit => "ponderhit",
            Self::Stop => "stop",
            Self::Position => "position startpos moves e2e4 e7e5",
            Self::Option => "setoption name MultiPV value 2",
            Self::NewGame => "ucinewgame",
            Self::IsReady => "isready",
            Self::Message => "setoption name Ptell value hello",
        }
    }
}

/// A search, as the model sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Running {
    Endless,
    Pondering,
    /// It may answer at any time.
    Limited,
}

/// The model: the least and the most answers that may precede each `readyok`, and the end.
#[derive(Default)]
struct Model {
    answered: usize,
    running: Option<Running>,
    ready: Vec<(usize, usize)>,
}

impl Model {
    fn of(said: &[Said]) -> Self {
        let mut model = Self::default();
        for said in said {
            match said {
                Said::Endless => model.begin(Running::Endless),
                Said::Limited => model.begin(Running::Limited),
                Said::Ponder => model.begin(Running::Pondering),
                Said::PonderHit if model.running == Some(Running::Pondering) => {
                    model.running = Some(Running::Limited);
                }
                Said::PonderHit | Said::Message => {}
                Said::Stop | Said::Position | Said::Option | Said::NewGame => model.end(),
                Said::IsReady => model.ready.push(model.answers()),
            }
        }
        model
    }

    fn begin(&mut self, search: Running) {
        self.end();
        self.running = Some(search);
    }

    fn end(&mut self) {
        self.answered += usize::from(self.running.take().is_some());
    }

    /// The least and the most answers given by now.
    fn answers(&self) -> (usize, usize) {
        let may_end = usize::from(self.running == Some(Running::Limited));
        (self.answered, self.answered + may_end)
    }
}

/// The session with a search that ends when the test says so, if it may end by then.
struct Driver {
    stage: Stage,
    may_end: bool,
    answers: usize,
    /// Number of answers before each `readyok`.
    ready: Vec<usize>,
}

impl Driver {
    fn new() -> Self {
        Self { stage: Stage::new(), may_end: false, answers: 0, ready: Vec::new() }
    }

    fn tell(&mut self, said: Said) {
        let now = self.stage.now;
        let replies = self.stage.session.command(&Command::parse(said.line()), now);
        self.note(&replies);
    }

    /// Ends the search, if it may end. Returns false if it may not, or if there is none.
    fn end_search(&mut self) -> bool {
        let brain = self.stage.session.mind.script();
        let Some((view, _)) = brain.last.as_ref().filter(|_| self.may_end) else { return false };
        let m = view.own.parse_san(if view.seat.color.index() == 0 { "Nc3" } else { "Nc6" });
        let m = m.ok();
        let decision = m.map_or(Decision::Sit, Decision::Play);
        let info = Info { depth: 3, rank: 1, pv: m.into_iter().collect(), ..Info::default() };
        let event = Event::Done(SearchId(brain.searches), decision, info);
        self.may_end = false;
        let replies = self.stage.session.event(event, self.stage.now);
        self.note(&replies);
        true
    }

    fn note(&mut self, replies: &[Reply]) {
        for reply in replies {
            match reply {
                Reply::BestMove { .. } => self.answers += 1,
                Reply::ReadyOk => self.ready.push(self.answers),
                _ => {}
            }
        }
        let brain = self.stage.session.mind.script_mut();
        for call in std::mem::take(&mut brain.calls) {
            let limits = brain.last.as_ref().map(|(_, limits)| limits);
            let is_endless = limits.is_some_and(|limits| {
                limits.thinking == Thinking::Infinite && limits.depth.is_none()
            });
            let is_pondering = limits.is_some_and(|limits| limits.pondering);
            self.may_end = match call.as_str() {
                "start" | "ponder" => !is_endless && !is_pondering,
                "hit" => self.may_end || is_pondering,
                "stop" => true,
                _ => self.may_end,
            };
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_order_of_commands_and_ends_of_searches_has_the_answers_of_the_model(
        story in proptest::collection::vec((0..Said::ALL.len(), 0..3usize), 0..24),
    ) {
        let mut driver = Driver::new();
        let said: Vec<Said> = story.iter().map(|&(said, _)| Said::ALL[said]).collect();
        for (said, (_, ends)) in said.iter().zip(story) {
            driver.tell(*said);
            for _ in 0..ends {
                driver.end_search();
            }
        }
        while driver.end_search() {}
        let model = Model::of(&said);
        let (least, most) = model.answers();
        prop_assert_eq!(driver.answers, most, "{} to {} expected", least, most);
        prop_assert_eq!(driver.ready.len(), model.ready.len());
        for (answers, (least, most)) in driver.ready.iter().zip(model.ready) {
            prop_assert!((least..=most).contains(answers), "{answers}: not {least} to {most}");
        }
    }
}

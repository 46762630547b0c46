//! A partner, the words that go both ways, and what comes of them: the same behind every protocol.

use tandem_engine::{
    Decision, Habits, Info, Limits, Moment, Pieces, Stance, Team, Thinking, Topic, Vocabulary,
    accepts_suggestion,
};
use tandem_protocol::ptell::{self, BoardReport, Dialect, Heard};
use tandem_protocol::text::{Line, Word};
use tandem_rules::talk::{PartnerMessage, Urgency};
use tandem_rules::{Millis, Move, PieceType};

use super::record::{Kind, Record};

/// What a suggested move gets at least.
const LEAST_TRIAL: Millis = Millis(20);

/// Somebody who plays on the other board, and how one talks with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Partner {
    /// As far as its words have told.
    pub(super) dialect: Dialect,
}

/// What there is between a partner and us.
pub(super) struct Partnership {
    partner: Option<Partner>,
    pub(super) team: Team,
    /// A move that the partner would have us play, when our turn comes.
    suggestion: Option<Word>,
}

/// What comes of the partner's words, beyond what the team has noted.
pub(super) enum Consequence {
    /// Somebody else is the partner now, or shows what program it is.
    Met,
    /// It has asked for help, and gets this.
    Answer(Line),
    /// Something only a server can do.
    Request(&'static str),
    /// How its board stands.
    Board(BoardReport),
    /// Pieces are worth something else now.
    Prices,
}

/// The better of a move that was suggested and of the one that was found without.
pub(super) enum Choice {
    Suggested(Move),
    Own(Move),
    /// Neither can be played any more.
    None,
}

impl Partnership {
    pub(super) fn new(habits: Habits) -> Self {
        Self { partner: None, team: Team::new(habits), suggestion: None }
    }

    /// Forgets all that was said of another game; who the partner is stays.
    pub(super) fn begin_game(&mut self, habits: Habits) {
        self.suggestion = None;
        self.team = Team::new(habits);
        self.team.meet(self.vocabulary());
    }

    /// Meets a partner, or loses it.
    pub(super) fn meet(&mut self, dialect: Option<Dialect>) {
        self.partner = dialect.map(|dialect| Partner { dialect });
        self.team.meet(self.vocabulary());
        self.suggestion = None;
    }

    pub(super) fn partner(&self) -> Option<Partner> {
        self.partner
    }

    /// Takes in what the partner says, as far as it is understood; `None` if it is not at all. Whoever
    /// speaks on no board but this one is no partner; help is for everybody.
    pub(super) fn hear(
        &mut self,
        text: &Line,
        game: Kind,
        moment: Moment,
    ) -> Option<Vec<Consequence>> {
        let heard = ptell::hear(text);
        if heard.is_empty() {
            log::info!("not understood from the partner: `{text}`");
            return None;
        }
        let mut consequences = Vec::new();
        let is_game = game == Kind::Bughouse;
        if is_game && self.partner.is_none() {
            self.meet(Some(Dialect::People));
            consequences.push(Consequence::Met);
        }
        for part in heard {
            consequences.extend(match part {
                Heard::Help(topic) => Some(Consequence::Answer(ptell::help(topic.as_ref()))),
                Heard::Greeting(dialect) => {
                    self.meet(Some(dialect));
                    Some(Consequence::Met)
                }
                Heard::Message(_) | Heard::Move(_) | Heard::Board(_) if !is_game => {
                    log::info!("not about this game: `{text}`");
                    None
                }
                Heard::Message(PartnerMessage::CallFlag) => Some(Consequence::Request("flag")),
                Heard::Message(PartnerMessage::Abort) => Some(Consequence::Request("abort")),
                Heard::Message(message) => self.take(message, moment),
                Heard::Board(report) => Some(Consequence::Board(report)),
                Heard::Move(text) => {
                    self.suggestion = Some(text);
                    None
                }
                Heard::Courtesy => None,
            });
        }
        Some(consequences)
    }

    fn take(&mut self, message: PartnerMessage, moment: Moment) -> Option<Consequence> {
        if message == PartnerMessage::Cancel {
            self.suggestion = None;
        }
        let before = self.team.prices(moment.now);
        self.team.hear(message, moment);
        (self.team.prices(moment.now) != before).then_some(Consequence::Prices)
    }

    /// What to do with what a search has found, and what to tell the partner of it.
    pub(super) fn consult(
        &mut self,
        found: (Decision, &Info),
        moment: Moment,
    ) -> (Stance, Option<Line>) {
        let (stance, message) = self.team.decide(found, moment);
        (stance, message.and_then(|message| self.say(&Heard::Message(message))))
    }

    /// We have moved. Returns what that has changed for the partner.
    pub(super) fn moved(&mut self, moment: Moment) -> Option<Line> {
        let message = self.team.moved(moment)?;
        self.say(&Heard::Message(message))
    }

    /// In words that the partner understands, if it knows any for this.
    pub(super) fn say(&self, what: &Heard) -> Option<Line> {
        self.partner.and_then(|partner| ptell::say(what, partner.dialect))
    }

    /// What the partner has words for; nothing without one.
    fn vocabulary(&self) -> Vocabulary {
        use PartnerMessage as M;
        let Some(Partner { dialect }) = self.partner else { return Vocabulary::default() };
        let knows = |message| ptell::say(&Heard::Message(message), dialect).is_some();
        let pieces = match dialect {
            _ if !knows(M::Need(PieceType::Knight, Urgency::Mates)) => Pieces::Unknown,
            Dialect::Sjeng => Pieces::ForgottenTogether,
            _ => Pieces::OneByOne,
        };
        let topics = [
            (Topic::Dead, knows(M::Dead) && knows(M::NotDead)),
            (Topic::Sit, knows(M::Sit(None)) && knows(M::Go(None))),
            (Topic::Mate, knows(M::Mate(Some(3)))),
            (Topic::Time, knows(M::Ahead(None)) && knows(M::Behind(None))),
        ];
        let topics = topics.into_iter().filter(|topic| topic.1).map(|topic| topic.0);
        Vocabulary::new(pieces, topics).retracting(dialect == Dialect::Tandem)
    }

    /// True if there is a move to be tried that somebody else thought of.
    pub(super) fn has_suggestion(&self) -> bool {
        self.suggestion.is_some()
    }

    /// The move that the partner would have us play, if it can be played now.
    pub(super) fn suggested(&self, record: &Record) -> Option<Move> {
        let text = self.suggestion.as_ref()?;
        record.read(text).ok().filter(|&m| record.position().is_legal(m))
    }

    /// The turn that it was about is over.
    pub(super) fn forget_suggestion(&mut self) {
        self.suggestion = None;
    }
}

/// A look at a suggested move alone: as deep as at the one found, but no longer.
pub(super) fn trial(suggested: Move, rival: &Info, usual: &Limits) -> Limits {
    Limits {
        thinking: Thinking::Fixed(rival.time.max(LEAST_TRIAL)),
        depth: Some(rival.depth.max(1)),
        search_moves: vec![suggested],
        ..usual.clone()
    }
}

/// What was suggested is chosen if the trial finds it nearly as good as what was found.
pub(super) fn choice(record: &Record, (decision, info): (Decision, &Info), rival: &Info) -> Choice {
    let legal = |m: &Move| record.position().is_legal(*m);
    // A trial that was cut short at once knows nothing.
    let is_good = info.depth > 0 && accepts_suggestion(info.score, rival.score);
    let suggested = match decision {
        Decision::Play(m) if is_good => Some(m),
        Decision::Play(_) | Decision::Sit => None,
    };
    match (suggested.filter(legal), rival.pv.first().copied().filter(legal)) {
        (Some(m), _) => Choice::Suggested(m),
        (None, Some(m)) => Choice::Own(m),
        (None, None) => Choice::None,
    }
}

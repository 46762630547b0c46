//! What the partner says, what it is told, and what comes of both.

use std::time::Instant;

use tandem_engine::{Decision, Info, Moment, Pieces, Stance, Team, Topic, Vocabulary};
use tandem_protocol::cecp::{Audience, Reply};
use tandem_protocol::ptell::{self, Dialect, Heard};
use tandem_protocol::text::Line;
use tandem_rules::talk::{PartnerMessage, Urgency};
use tandem_rules::{Handoff, Move, PieceType};

use super::brain::Brain;
use super::record::Kind;
use super::state::Session;

/// Somebody who plays on the other board, and how one talks with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Partner {
    /// As far as its words have told.
    pub(super) dialect: Dialect,
}

impl<B: Brain> Session<B> {
    /// Meets a partner, or loses it. A new one is greeted, so that it knows whom to ask for help.
    pub(super) fn set_partner(&mut self, name: Option<&Line>, now: Instant) {
        self.meet(name.map(|_| Dialect::People), now);
        if self.settings.habits.talks {
            self.say(&Heard::Greeting(Dialect::Tandem));
        }
    }

    fn meet(&mut self, dialect: Option<Dialect>, now: Instant) {
        self.partner = dialect.map(|dialect| Partner { dialect });
        self.team.meet(self.vocabulary());
        self.suggestion = None;
        self.forget_reports();
        self.reconsider(now);
    }

    /// Does what the partner says, as far as it is understood. Whoever speaks on no board but this
    /// one is no partner; help is for everybody.
    pub(super) fn hear_partner(&mut self, text: &Line, now: Instant) {
        let heard = ptell::hear(text);
        if heard.is_empty() {
            return log::info!("not understood from the partner: `{text}`");
        }
        let is_game = self.record.kind() == Kind::Bughouse;
        if is_game && self.partner.is_none() {
            self.meet(Some(Dialect::People), now);
        }
        for part in heard {
            match part {
                Heard::Help(topic) => {
                    self.replies.push(Reply::Ptell(ptell::help(topic.as_ref())));
                }
                Heard::Greeting(dialect) => self.meet(Some(dialect), now),
                Heard::Message(_) | Heard::Move(_) | Heard::Board(_) if !is_game => {
                    log::info!("not about this game: `{text}`");
                }
                Heard::Message(PartnerMessage::CallFlag) => self.ask_server("flag"),
                Heard::Message(PartnerMessage::Abort) => self.ask_server("abort"),
                Heard::Message(message) => self.take_message(message, now),
                Heard::Board(report) => self.hear_report(&report, now),
                Heard::Move(text) => self.suggestion = Some(text),
                Heard::Courtesy => {}
            }
        }
        self.reconsider(now);
    }

    fn take_message(&mut self, message: PartnerMessage, now: Instant) {
        if message == PartnerMessage::Cancel {
            self.suggestion = None;
        }
        let wishes_changed = self.with_team(now, |team, moment| {
            let before = team.prices(moment.now);
            team.hear(message, moment);
            team.prices(moment.now) != before
        });
        if wishes_changed {
            self.news_arrived(now);
        }
    }

    /// A piece came from the other board: somebody has just moved there.
    pub(super) fn note_arrival(&mut self, handoff: Handoff, now: Instant) {
        self.with_team(now, |team, moment| team.arrived(handoff, moment));
    }

    /// Asks the team what to do with what a search has found, and passes on what it has to say.
    pub(super) fn consult(&mut self, decision: Decision, info: &Info, now: Instant) -> Stance {
        let (stance, message) =
            self.with_team(now, |team, moment| team.decide((decision, info), moment));
        self.tell_partner(message);
        stance
    }

    /// A move of ours has changed what there is to say.
    pub(super) fn comment_on_own_move(&mut self, now: Instant) {
        if self.has_partner() {
            let message = self.with_team(now, Team::moved);
            self.tell_partner(message);
        }
    }

    /// The team looks at the game as it is now.
    pub(super) fn with_team<T>(
        &mut self,
        now: Instant,
        look: impl FnOnce(&mut Team, Moment) -> T,
    ) -> T {
        let view = self.view(&self.record, now);
        let moment = Moment { view: &view, now: self.timing.game_time(now) };
        look(&mut self.team, moment)
    }

    fn tell_partner(&mut self, message: Option<PartnerMessage>) {
        if let Some(message) = message {
            self.say(&Heard::Message(message));
        }
    }

    /// In words that the partner understands, if it knows any for this.
    pub(super) fn say(&mut self, what: &Heard) {
        let text = self.partner.and_then(|partner| ptell::say(what, partner.dialect));
        self.replies.extend(text.map(Reply::Ptell));
    }

    fn ask_server(&mut self, command: &str) {
        self.replies.push(Reply::Tell { to: Audience::Server, text: Line::new(command) });
    }

    /// What the partner has words for; nothing without one.
    pub(super) fn vocabulary(&self) -> Vocabulary {
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
        Vocabulary::new(pieces, topics.into_iter().filter(|topic| topic.1).map(|topic| topic.0))
    }

    /// True in a game of two boards with somebody on the other one.
    pub(super) fn has_partner(&self) -> bool {
        self.partner.is_some() && self.record.kind() == Kind::Bughouse
    }

    /// The move that the partner would have us play, if it can be played now.
    pub(super) fn suggested(&self) -> Option<Move> {
        let text = self.suggestion.as_ref()?;
        self.record.read(text).ok().filter(|&m| self.record.position().is_legal(m))
    }
}

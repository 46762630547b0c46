//! The partnership with the player on the other board: messages both ways, and what follows from
//! them. The same behind every protocol.

use tandem_engine::{
    Decision, Habits, Info, Moment, Pieces, Prices, Stance, Team, TimeShare, Topic, Vocabulary,
};
use tandem_protocol::ptell::{self, BoardReport, Dialect, Heard};
use tandem_protocol::text::{Line, Word};
use tandem_rules::talk::{PartnerMessage, Urgency};
use tandem_rules::{Handoff, Millis, Move, PieceType};

use super::acquaintance::Acquaintance;
use super::kind::Kind;
use super::record::Record;

/// The partner, if there is one, with the state of the team and the partner's suggestion.
pub(crate) struct Partnership {
    acquaintance: Acquaintance,
    /// True if the server has named it.
    is_named: bool,
    team: Team,
    /// A move that the partner wants us to play in our next turn.
    suggestion: Option<Word>,
}

/// Effect of a message, beyond what the team has noted.
pub(crate) enum Consequence {
    /// The partner is a new one, or has shown which program it is.
    Met,
    /// Answer to a request for help.
    Answer(Line),
    /// The partner wants us to play this move.
    Suggestion(Word),
    /// A command that only a server can carry out.
    Request(&'static str),
    /// A report of the partner's board.
    Board(BoardReport),
    /// The prices of pieces have changed.
    Prices,
}

impl Partnership {
    pub(crate) fn new(habits: Habits) -> Self {
        Self {
            acquaintance: Acquaintance::Nobody,
            is_named: false,
            team: Team::new(habits),
            suggestion: None,
        }
    }

    /// Forgets everything said in another game; the partner stays.
    pub(crate) fn begin_game(&mut self, habits: Habits) {
        self.suggestion = None;
        self.acquaintance = self.acquaintance.in_next_game();
        self.team = Team::new(habits);
        self.team.meet(self.vocabulary());
    }

    /// Takes note that the server names a partner, or none. True if the partner is another one now:
    /// a Tandem that has spoken as our partner before any was named is the one that is named.
    pub(crate) fn name(&mut self, is_named: bool) -> bool {
        let was_named = std::mem::replace(&mut self.is_named, is_named);
        let is_known = self.partner() == Some(Dialect::Tandem) && is_named && !was_named;
        if !is_known {
            self.meet(is_named.then_some(Dialect::People));
        }
        !is_known
    }

    /// Sets the partner by its dialect, or removes it.
    pub(crate) fn meet(&mut self, dialect: Option<Dialect>) {
        self.begin_acquaintance(dialect.map_or(Acquaintance::Nobody, Acquaintance::Ungreeted));
    }

    /// Starts over with a partner that is another one, or that has begun anew.
    fn begin_acquaintance(&mut self, acquaintance: Acquaintance) {
        self.acquaintance = acquaintance;
        self.team.meet(self.vocabulary());
        self.suggestion = None;
    }

    /// Takes note that the partner greets us, as a program does that has begun anew.
    pub(crate) fn be_greeted(&mut self, dialect: Dialect) {
        self.begin_acquaintance(self.acquaintance.after_greeting(dialect));
    }

    /// Takes note that the partner is a Tandem, as its board report shows. Everything said so far
    /// stays said: a report does not begin a conversation, as a greeting does.
    fn recognize_tandem(&mut self) {
        self.acquaintance = self.acquaintance.after_report();
        self.team.learn(self.vocabulary());
    }

    /// True if a greeting has to be sent.
    pub(crate) fn owes_greeting(&self) -> bool {
        self.acquaintance.owes_greeting()
    }

    /// Takes note that we have greeted the partner.
    pub(crate) fn greeted(&mut self) {
        self.acquaintance = self.acquaintance.greeted();
    }

    /// True if the partner, which is not known to be a Tandem, is to be greeted once more: one at
    /// the other end of the link takes us for its partner. Notes that it is.
    pub(crate) fn asks_for_greeting(&mut self) -> bool {
        let asking = self.acquaintance.asking();
        self.acquaintance = asking.unwrap_or(self.acquaintance);
        asking.is_some()
    }

    /// Takes note that the partner reports to us, so that it takes our reports too.
    pub(crate) fn reported_to(&mut self) {
        if self.acquaintance.is_doubtful() {
            self.acquaintance = self.acquaintance.after_report();
        }
    }

    /// Takes note that a report of ours has gone by partner talk.
    pub(crate) fn told_by_talk(&mut self) {
        self.acquaintance = self.acquaintance.told();
    }

    /// True if the partner is a Tandem that may not know us, so that it takes no board from the
    /// link.
    pub(crate) fn may_ignore_link(&self) -> bool {
        self.acquaintance.is_doubtful()
    }

    /// The partner's dialect, as far as its messages have shown; `None` without a partner.
    pub(crate) fn partner(&self) -> Option<Dialect> {
        self.acquaintance.dialect()
    }

    /// Takes in a line from the partner, as far as it is understood; `None` if nothing is. In
    /// bughouse, any message makes its sender the partner if there is none; in a game of one board,
    /// messages about the game are ignored, but help is given.
    pub(crate) fn hear(
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
        if is_game && self.partner().is_none() {
            self.meet(Some(Dialect::People));
            consequences.push(Consequence::Met);
        }
        for part in heard {
            consequences.extend(match part {
                Heard::Help(topic) => Some(Consequence::Answer(ptell::help(topic.as_ref()))),
                Heard::Greeting(dialect) => {
                    self.be_greeted(dialect);
                    Some(Consequence::Met)
                }
                Heard::Message(_) | Heard::Move(_) | Heard::Board(_) if !is_game => {
                    log::info!("not about this game: `{text}`");
                    None
                }
                Heard::Message(PartnerMessage::CallFlag) => Some(Consequence::Request("flag")),
                Heard::Message(PartnerMessage::Abort) => Some(Consequence::Request("abort")),
                Heard::Message(message) => self.take(message, moment),
                Heard::Board(report) => {
                    self.recognize_tandem();
                    Some(Consequence::Board(report))
                }
                Heard::Move(text) => {
                    self.suggestion = Some(text.clone());
                    Some(Consequence::Suggestion(text))
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

    /// Takes an answer to the partner from the allowance that all messages to it share; false if none
    /// is left.
    pub(crate) fn may_answer(&mut self, now: Millis) -> bool {
        self.team.may_answer(now)
    }

    /// Decides what to do with the result of a search, and what to tell the partner.
    pub(crate) fn consult(
        &mut self,
        found: (Decision, &Info),
        moment: Moment,
    ) -> (Stance, Option<Line>) {
        let (stance, message) = self.team.decide(found, moment);
        (stance, message.and_then(|message| self.say(&Heard::Message(message))))
    }

    /// Takes note of our move. Returns what to tell the partner of it.
    pub(crate) fn moved(&mut self, moment: Moment) -> Option<Line> {
        let message = self.team.moved(moment)?;
        self.say(&Heard::Message(message))
    }

    /// A message in the partner's dialect; `None` without a partner, or if it has no words for
    /// this.
    pub(crate) fn say(&self, what: &Heard) -> Option<Line> {
        self.partner().and_then(|dialect| ptell::say(what, dialect))
    }

    /// Topics that the partner has words for; none without a partner.
    fn vocabulary(&self) -> Vocabulary {
        use PartnerMessage as M;
        let Some(dialect) = self.partner() else { return Vocabulary::default() };
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

    /// Sets the habits, from now on.
    pub(crate) fn set_habits(&mut self, habits: Habits) {
        self.team.set_habits(habits);
    }

    /// Prices of pieces at this time of the game.
    pub(crate) fn prices(&self, now: Millis) -> Prices {
        self.team.prices(now)
    }

    /// Share of the usual time that the next search gets.
    pub(crate) fn time_share(&self) -> TimeShare {
        self.team.time_share()
    }

    /// Time on our clock at which to stop sitting; `None` if we do not sit, or without a limit.
    pub(crate) fn sits_until(&self) -> Option<Millis> {
        self.team.stance().until()
    }

    /// Takes note that we do not sit any more.
    pub(crate) fn stand_up(&mut self) {
        self.team.stand_up();
    }

    /// True if the partner is known to lose.
    pub(crate) fn is_partner_dead(&self) -> bool {
        self.team.partner_is_dead()
    }

    /// Takes note of a piece from the other board, which shows that a move was just made there.
    pub(crate) fn arrived(&mut self, handoff: Handoff, moment: Moment) {
        self.team.arrived(handoff, moment);
    }

    /// Takes note of the diagonal opponent's clock, which runs or stands.
    pub(crate) fn see_clock(&mut self, left: Millis, runs: bool, moment: Moment) {
        self.team.see_clock(left, runs, moment);
    }

    /// True if the partner has suggested a move that is to be tried.
    pub(crate) fn has_suggestion(&self) -> bool {
        self.suggestion.is_some()
    }

    /// The move that the partner suggests, if it is legal now.
    pub(crate) fn suggested(&self, record: &Record) -> Option<Move> {
        let text = self.suggestion.as_ref()?;
        record.read(text).ok().filter(|&m| record.position().is_legal(m))
    }

    /// Forgets the suggested move, whose turn is over.
    pub(crate) fn forget_suggestion(&mut self) {
        self.suggestion = None;
    }
}

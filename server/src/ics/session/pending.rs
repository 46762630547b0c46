//! The offers that wait for an answer, and the games that are sought, with the numbers that a client
//! knows them by.

use tandem_rules::{Color, Seat};

use super::Session;
use super::paper::{harmless, is_on};
use crate::ics::lobby::{Offer, Offered, Refusal, Seek, refusal};
use crate::ics::terms::kind;
use crate::message::GameRequest;

/// Something that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Waiting {
    Offer(Offer),
    /// A draw, offered by the first to the second.
    Draw(String, String),
}

/// The offers and seeks that the client has been told, and how it wants to be.
pub(super) struct Told {
    /// With their numbers.
    waiting: Vec<(usize, Waiting)>,
    seeks: Vec<Seek>,
    /// True for offers as lines for programs.
    lists_offers: bool,
    /// True for seeks as lines for programs.
    lists_seeks: bool,
    /// True for seeks as text.
    pub(super) shows_seeks: bool,
}

impl Told {
    pub(super) const fn new() -> Self {
        Self {
            waiting: Vec::new(),
            seeks: Vec::new(),
            lists_offers: false,
            lists_seeks: false,
            shows_seeks: true,
        }
    }
}

/// An answer to an offer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Accept,
    Decline,
    /// By the one who has made it.
    Withdraw,
}

impl Waiting {
    fn from(&self) -> &str {
        match self {
            Self::Offer(offer) => &offer.from,
            Self::Draw(from, _) => from,
        }
    }

    fn to(&self) -> &str {
        match self {
            Self::Offer(offer) => &offer.to,
            Self::Draw(_, to) => to,
        }
    }

    /// The kind of the offer, as clients name it.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Offer(Offer { what: Offered::Partnership, .. }) => "partner",
            Self::Offer(Offer { what: Offered::Game(_), .. }) => "match",
            Self::Offer(Offer { what: Offered::Abort(_), .. }) => "abort",
            Self::Draw(..) => "draw",
        }
    }

    /// The terms of a game as in challenges, `#` for all else.
    fn terms(&self) -> String {
        match self {
            Self::Offer(Offer { from, to, what: Offered::Game(terms) }) => terms.between(from, to),
            Self::Offer(_) | Self::Draw(..) => "#".to_owned(),
        }
    }
}

impl Session {
    /// Looks what has changed; returns the lines for a program that has asked for them
    /// (`iset pendinfo 1`, `iset seekinfo 1`).
    pub(super) fn changes(&mut self) -> Vec<String> {
        let mut lines = self.changes_of_offers();
        lines.extend(self.changes_of_seeks());
        lines
    }

    fn changes_of_offers(&mut self) -> Vec<String> {
        let now = self.waiting();
        let mut lines = Vec::new();
        self.told.waiting.retain(|(number, old)| {
            let stays = now.contains(old);
            if !stays {
                lines.push(format!("<pr> {number}"));
            }
            stays
        });
        for new in now {
            if self.told.waiting.iter().any(|(_, old)| *old == new) {
                continue;
            }
            let is_free = |number: &usize| self.told.waiting.iter().all(|(used, _)| used != number);
            let most = self.told.waiting.len() + 1;
            let number = (1..=most).find(is_free).unwrap_or_default();
            let (mark, whose) = match new.from() == self.name {
                true => ("<pt>", new.to()),
                false => ("<pf>", new.from()),
            };
            // pychess declines each kind of offer that it does not know.
            if new.kind() != "partner" || !self.paper.in_blocks {
                let (kind, terms) = (new.kind(), new.terms());
                lines.push(format!("{mark} {number} w={whose} t={kind} p={terms}"));
            }
            self.told.waiting.push((number, new));
        }
        if self.told.lists_offers { lines } else { Vec::new() }
    }

    /// The offers to and of the client as they are now.
    fn waiting(&self) -> Vec<Waiting> {
        let offers = self.door.lobby.offers_of(&self.name).into_iter().map(Waiting::Offer);
        let draws = self.scene.iter().flat_map(|scene| {
            let own = scene.own_seat();
            let is_here = move |seat: &&Seat| own.is_some_and(|own| own.board == seat.board);
            let draw = |seat: &Seat| Waiting::Draw(scene.name(*seat), scene.name(seat.opponent()));
            self.draws_told.iter().filter(is_here).map(draw)
        });
        offers.chain(draws).collect()
    }

    fn changes_of_seeks(&mut self) -> Vec<String> {
        if !self.told.lists_seeks {
            return Vec::new();
        }
        let now = self.door.lobby.seeks();
        let old = std::mem::replace(&mut self.told.seeks, now.clone());
        let gone = old.iter().filter(|seek| !now.contains(seek));
        let mut lines: Vec<String> = gone.map(|seek| format!("<sr> {}", seek.number)).collect();
        if !lines.is_empty() {
            // pychess waits for another line before it believes that a seek is gone.
            lines.push(String::new());
        }
        let new = now.iter().filter(|seek| !old.contains(seek));
        lines.extend(new.map(|seek| seek_line(seek, &self.name)));
        lines
    }

    /// Takes a variable of an interface; returns the lines for the client.
    pub(super) fn set_interface(&mut self, name: &str, value: &str) -> Vec<String> {
        let mut lines = vec![self.paper.set_interface(name, value)];
        match name.to_ascii_lowercase().as_str() {
            "pendinfo" => self.told.lists_offers = is_on(value),
            "seekinfo" => {
                self.told.lists_seeks = is_on(value);
                self.told.seeks.clear();
                if self.told.lists_seeks {
                    lines.push("<sc>".to_owned());
                    lines.extend(self.changes_of_seeks());
                }
            }
            _ => {}
        }
        lines
    }

    /// Takes a variable; returns the line for the client, if there is one.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<String> {
        if !name.eq_ignore_ascii_case("seek") {
            return self.paper.set(name, value);
        }
        self.told.shows_seeks = is_on(value);
        let now = if self.told.shows_seeks { "now" } else { "not" };
        Some(format!("You will {now} see seek ads."))
    }

    /// The list of offers.
    pub(super) fn pending(&mut self) -> Vec<String> {
        let _told_below = self.changes_of_offers();
        let line = |(number, waiting): &(usize, Waiting)| {
            let what = match waiting {
                Waiting::Offer(Offer { what: Offered::Partnership, .. }) => {
                    "a bughouse partnership".to_owned()
                }
                Waiting::Offer(Offer { what: Offered::Game(terms), .. }) => terms.to_string(),
                Waiting::Offer(Offer { what: Offered::Abort(_), .. }) => "to abort".to_owned(),
                Waiting::Draw(..) => "a draw".to_owned(),
            };
            format!("{number:3}: {} is offering {}: {what}.", waiting.from(), waiting.to())
        };
        let lines: Vec<String> = self.told.waiting.iter().map(line).collect();
        if lines.is_empty() { vec!["There are no offers pending.".to_owned()] } else { lines }
    }

    /// Ends the own seek. A program expects the line for it within the answer.
    pub(super) fn unseek(&mut self) -> Vec<String> {
        let answer = self.door.lobby.unseek(&self.name);
        let mut lines = self.changes_of_seeks();
        lines.retain(|line| !line.is_empty());
        lines.extend(answer);
        lines
    }

    /// Answers an offer, or all that are meant if they are withdrawn: the only one, or that of a number,
    /// a player, a kind.
    pub(super) fn reply(&mut self, reply: Reply, words: &[String]) -> Result<Vec<String>, Refusal> {
        let _told = self.changes_of_offers();
        let meant = self.meant(reply, words);
        if reply == Reply::Withdraw {
            if meant.is_empty() {
                return refusal("There is no offer of yours.");
            }
            let offers = meant.into_iter().filter_map(|waiting| match waiting {
                Waiting::Offer(offer) => Some(offer),
                Waiting::Draw(..) => None, // it stands until the next move
            });
            let lobby = &self.door.lobby;
            return Ok(offers.flat_map(|offer| lobby.withdraw(&self.name, &offer)).collect());
        }
        let waiting = match meant.as_slice() {
            [] => {
                return refusal(words.last().map_or_else(
                    || "There are no offers to you.".to_owned(),
                    |word| format!("There are no offers from {}.", harmless(word)),
                ));
            }
            [waiting] => waiting,
            // Of several from one member, a game is meant.
            [one, rest @ ..] if rest.iter().all(|other| other.from() == one.from()) => {
                meant.iter().find(|waiting| waiting.kind() == "match").unwrap_or(one)
            }
            _ => return refusal("There is more than one offer; say whose."),
        };
        match (reply, waiting.clone()) {
            (Reply::Accept, Waiting::Draw(..)) => {
                self.act(|seat| GameRequest::OfferDraw { seat: seat.into() })?;
                Ok(Vec::new())
            }
            (Reply::Accept, Waiting::Offer(Offer { what: Offered::Abort(_), .. })) => self.abort(),
            (Reply::Accept, Waiting::Offer(offer)) => self.door.lobby.accept(&self.name, &offer),
            (_, Waiting::Draw(from, _)) => {
                if let Some(table) = &self.table {
                    let done = table.decline_draw(self.page.number());
                    done.map_err(|error| Refusal(format!("Not done: {error}.")))?;
                }
                let line = format!("{} declines the draw request.", self.name);
                // Somebody with a browser sees that the offer is gone.
                let _unheard = self.door.lobby.tell(&from, line);
                Ok(vec![format!("You decline the draw request from {from}.")])
            }
            (_, Waiting::Offer(offer)) => Ok(self.door.lobby.decline(&self.name, &offer)),
        }
    }

    /// The offers that words mean: `3`, `Anna`, `t match`, or nothing for all.
    fn meant(&self, reply: Reply, words: &[String]) -> Vec<Waiting> {
        let own = |waiting: &Waiting| (waiting.from() == self.name) == (reply == Reply::Withdraw);
        let other = |waiting: &Waiting| {
            if reply == Reply::Withdraw {
                waiting.to().to_owned()
            } else {
                waiting.from().to_owned()
            }
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_meant = |(number, waiting): &&(usize, Waiting)| match words.as_slice() {
            [] | ["all", ..] => true,
            ["t", kind, ..] => {
                !kind.is_empty() && waiting.kind().starts_with(&kind.to_ascii_lowercase())
            }
            [word, ..] => word.parse() == Ok(*number) || other(waiting).eq_ignore_ascii_case(word),
        };
        let all = self.told.waiting.iter().filter(|(_, waiting)| own(waiting));
        all.filter(is_meant).map(|(_, waiting)| waiting.clone()).collect()
    }
}

/// The list of games that are sought.
pub(super) fn sought(seeks: &[Seek]) -> Vec<String> {
    let line = |Seek { by, number, terms }: &Seek| {
        format!(
            "{number:3} ---- {by:<17} {:3} {:3} unrated {}",
            terms.minutes,
            terms.increment,
            kind(terms.variant)
        )
    };
    let mut lines: Vec<String> = seeks.iter().map(line).collect();
    lines.push(format!("{} ads displayed.", lines.len()));
    lines
}

/// The line of a seek for programs.
fn seek_line(seek: &Seek, own: &str) -> String {
    let Seek { by, number, terms } = seek;
    let mark = if by == own { "<sn>" } else { "<s>" };
    let color = match terms.color {
        None => '?',
        Some(Color::White) => 'W',
        Some(Color::Black) => 'B',
    };
    format!(
        "{mark} {number} w={by} ti=00 rt=0P t={} i={} r=u tp={} c={color} rr=0-9999 a=t f=f",
        terms.minutes,
        terms.increment,
        kind(terms.variant)
    )
}

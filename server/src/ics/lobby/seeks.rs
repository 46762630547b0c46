//! Games that members seek.

use super::{Activity, Lobby, Mail, Party, Refusal, State, refusal};
use crate::ics::terms::Terms;

/// A game that a member seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::ics) struct Seek {
    pub(in crate::ics) by: String,
    pub(in crate::ics) number: usize,
    pub(in crate::ics) terms: Terms,
}

impl Lobby {
    /// Seeks a game; returns the lines for the member.
    pub(in crate::ics) fn seek(&self, me: &str, terms: Terms) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        state.check_free(me)?;
        state.seeks.retain(|seek| seek.by != me);
        let is_free = |number: &usize| state.seeks.iter().all(|seek| seek.number != *number);
        let number = (1..=state.seeks.len() + 1).find(is_free).unwrap_or_default();
        let seek = Seek { by: me.to_owned(), number, terms };
        let line =
            format!("{me} (----) seeking {} (\"play {number}\" to respond)", terms.as_in_seeks());
        state.seeks.push(seek);
        let free = state.members.values().filter(|member| member.activity == Activity::Free);
        let others = free.filter(|member| member.name != me);
        let told = others.filter(|other| other.mail.try_send(Mail::Seek(line.clone())).is_ok());
        Ok(vec![
            format!("Your seek has been posted with index {number}."),
            format!("({} player(s) saw the seek.)", told.count()),
        ])
    }

    /// Ends the seek of a member.
    pub(in crate::ics) fn unseek(&self, me: &str) -> Vec<String> {
        self.state.lock().end_seek(me);
        vec!["Your seeks have been removed.".to_owned()]
    }

    /// The games that are sought.
    pub(in crate::ics) fn seeks(&self) -> Vec<Seek> {
        self.state.lock().seeks.clone()
    }

    /// Plays a game that is sought; returns the lines for the member.
    pub(in crate::ics) fn play(&self, me: &str, which: &str) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let is_meant =
            |seek: &&Seek| seek.number.to_string() == which || seek.by.eq_ignore_ascii_case(which);
        let seek = state.seeks.iter().find(is_meant).cloned();
        let seek = seek.ok_or_else(|| Refusal("That seek is not available.".to_owned()))?;
        if seek.by == me {
            return refusal("You cannot play your own seek.");
        }
        let players = state.players(&seek.by, Party::Person(me.to_owned()), seek.terms)?;
        self.begin(&mut state, players, seek.terms)?;
        state.send(&seek.by, [format!("{me} accepts your seek.")]);
        Ok(vec![format!("You accept {}'s seek.", seek.by)])
    }
}

impl State {
    /// Ends the seek of a member. The others are woken, for those that show a list of seeks.
    pub(super) fn end_seek(&mut self, name: &str) {
        let before = self.seeks.len();
        self.seeks.retain(|seek| seek.by != name);
        if self.seeks.len() < before {
            for member in self.members.values() {
                let _full = member.mail.try_send(Mail::Lines(Vec::new()));
            }
        }
    }
}

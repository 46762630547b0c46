//! Partnerships and challenges.

use std::time::Instant;

use super::parlour::{Guest, Parlour, Said, say};
use super::table::{Player, Table, Terms};

/// A proposed match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Challenge {
    from: Guest,
    terms: Terms,
}

impl Parlour {
    /// Offers a partnership, or agrees to one.
    pub(super) fn offer_partnership(&mut self, guest: Guest, name: &str) -> Vec<Said> {
        let own = self.name(guest);
        let other = match self.find(name) {
            Some(other) if other != guest => other,
            Some(_) => return vec![say(guest, "You can't be your own bughouse partner.")],
            None => return vec![say(guest, format!("{name} is not logged in."))],
        };
        if self.person(guest).suitor == Some(other) {
            self.person_mut(guest).suitor = None;
            self.person_mut(guest).partner = Some(other);
            self.person_mut(other).partner = Some(guest);
            return vec![
                say(other, format!("{own} agrees to be your partner.")),
                say(guest, format!("You agree to be {name}'s partner.")),
            ];
        }
        self.person_mut(other).suitor = Some(guest);
        let offer =
            format!("{own} offers to be your bughouse partner; type \"partner {own}\" to accept.");
        vec![
            say(other, offer),
            say(guest, format!("Making a partnership offer to {}.", self.name(other))),
        ]
    }

    /// Ends a partnership.
    pub(super) fn leave_partner(&mut self, guest: Guest) -> Vec<Said> {
        let Some(partner) = self.person_mut(guest).partner.take() else {
            return vec![say(guest, "You do not have a bughouse partner.")];
        };
        self.person_mut(partner).partner = None;
        [partner, guest].map(|to| say(to, "You no longer have a bughouse partner.")).into()
    }

    /// Proposes a match, for both partners too.
    pub(super) fn challenge(&mut self, guest: Guest, name: &str, terms: &[&str]) -> Vec<Said> {
        let refuse = |text: &str| vec![say(guest, text)];
        let mut numbers = terms.iter().filter_map(|word| word.parse().ok());
        let (Some(minutes), Some(increment), true) =
            (numbers.next(), numbers.next(), terms.contains(&"bughouse"))
        else {
            return refuse("Only bughouse is played here: match NAME 3 0 bughouse");
        };
        let Some(other) = self.find(name) else { return refuse("There is no such player.") };
        let (Some(own_partner), Some(partner)) =
            (self.person(guest).partner, self.person(other).partner)
        else {
            return refuse("Both you and your opponent need a partner for bughouse.");
        };
        if self.table.is_some() || partner == guest {
            return refuse("That match cannot be played now.");
        }
        let terms = Terms { minutes, increment };
        self.person_mut(other).challenge = Some(Challenge { from: guest, terms });
        let [game, linked] = [[guest, other], [own_partner, partner]].map(|players| {
            let [white, black] = players.map(|player| self.name(player));
            format!("{white} (----) {black} (----) unrated bughouse {minutes} {increment}.")
        });
        vec![
            say(own_partner, format!("Your bughouse partner issues: {game}")),
            say(own_partner, format!("Your game will be: {linked}")),
            say(partner, format!("Your bughouse partner was challenged: {game}")),
            say(partner, format!("Your game will be: {linked}")),
            say(other, format!("Challenge: {game}")),
            say(other, "You can \"accept\" or \"decline\", or propose different parameters."),
            say(guest, format!("Issuing: {game}")),
        ]
    }

    /// Accepts the proposed match, which begins.
    pub(super) fn accept(&mut self, guest: Guest, now: Instant) -> Vec<Said> {
        let Some(Challenge { from, terms }) = self.person_mut(guest).challenge.take() else {
            return vec![say(guest, "There are no offers to accept.")];
        };
        let partners = (self.person(from).partner, self.person(guest).partner);
        let (Some(first), Some(second), None) = (partners.0, partners.1, &self.table) else {
            return vec![say(guest, "That match cannot be played any more.")];
        };
        // In the order of the seats: the challenger has White on the first board.
        let players =
            [from, guest, second, first].map(|guest| Player { guest, name: self.name(guest) });
        let table = Table::new(players, terms, now);
        let mut said = vec![
            say(from, format!("{} accepts the match offer.", self.name(guest))),
            say(guest, format!("You accept the match offer from {}.", self.name(from))),
        ];
        said.extend(table.announce(terms, now));
        self.table = Some(table);
        said
    }

    /// Declines the last challenge, or else the offer of a partnership.
    pub(super) fn decline(&mut self, guest: Guest) -> Vec<Said> {
        let own = self.name(guest);
        let person = self.person_mut(guest);
        let (offer, from) = match (person.challenge.take(), person.suitor.take()) {
            (Some(challenge), _) => ("match offer", challenge.from),
            (None, Some(suitor)) => ("partnership request", suitor),
            (None, None) => return vec![say(guest, "There are no offers to decline.")],
        };
        let text = format!("You decline the {offer} from {}.", self.name(from));
        vec![say(from, format!("{own} declines the {offer}.")), say(guest, text)]
    }
}

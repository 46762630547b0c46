//! Partner talk over UBI: with another engine or a person by `partnermsg` and `teammsg`, and with
//! itself if it plays both boards of a team.

use tandem_engine::{Pieces, Topic, Vocabulary};
use tandem_protocol::ubi::{Reply, TeamMessage};
use tandem_rules::talk::PartnerMessage;
use tandem_rules::{BoardId, Handoff};

use super::Session;
use crate::seat::brain::Brain;

/// Number of own moves for which `stall` holds if it does not say.
const USUAL_STALL: u32 = 3;

impl<B: Brain> Session<B> {
    /// Tells the teams which words their partners have.
    pub(super) fn meet_partners(&mut self) {
        let vocabulary = match self.plays_team() {
            true => Vocabulary::ALL.retracting(true),
            false => Vocabulary::new(Pieces::OneByOne, [Topic::Dead]),
        };
        let habits = self.habits();
        self.sides.iter_mut().for_each(|side| side.learn(vocabulary, habits));
    }

    /// Handles a message of the partner, for the seat that is played, also during a search.
    pub(super) fn hear(&mut self, message: TeamMessage) {
        if !self.options.hears || self.plays_team() {
            return log::info!("not heard: `{message}`");
        }
        let played = |board: &BoardId| self.side(*board).color.is_some() || !self.plays_seat();
        let boards: Vec<BoardId> = BoardId::ALL.into_iter().filter(played).collect();
        for board in boards {
            if let TeamMessage::Stall { moves } = message {
                self.side_mut(board).stalls = Some(moves.unwrap_or(USUAL_STALL));
            }
            if let Some(meaning) = message.meaning() {
                self.hear_on(board, meaning);
            }
        }
    }

    /// Lets the seat on a board hear a message. A search that waits looks again.
    fn hear_on(&mut self, board: BoardId, message: PartnerMessage) {
        let view = self.view(board);
        let moment = self.moment(&view);
        let team = &mut self.side_mut(board).team;
        let before = team.prices(moment.now);
        team.hear(message, moment);
        if team.stance().sits() || team.prices(moment.now) != before {
            self.other_board_changed(board);
        }
    }

    /// Passes on a message of the seat on a board: to the partner, as far as UBI has words for it,
    /// or to our own other seat.
    pub(super) fn tell(&mut self, board: BoardId, message: Option<PartnerMessage>) {
        let Some(message) = message else { return };
        if self.plays_team() {
            return self.hear_on(board.other(), message);
        }
        self.replies.extend(TeamMessage::of(message).map(Reply::TeamMessage));
    }

    /// Counts an own move; captures are welcome again after the last one of a stall.
    pub(super) fn count_stall(&mut self, board: BoardId) {
        let side = self.side_mut(board);
        let Some(left) = side.stalls.map(|moves| moves.saturating_sub(1)) else { return };
        side.stalls = Some(left).filter(|left| *left > 0);
        if side.stalls.is_none() {
            self.hear_on(board, PartnerMessage::TradesIndifferent);
        }
    }

    /// Takes note of the clock of the diagonal opponent.
    pub(super) fn look_at_clocks(&mut self, board: BoardId) {
        let view = self.view(board);
        let moment = self.moment(&view);
        let diagonal = view.seat.diagonal();
        let runs = self.on_turn(board.other()) == diagonal;
        if let Some(clock) = view.clocks[diagonal.index()] {
            let team = &mut self.side_mut(board).team;
            team.see_clock(clock.remaining(), runs, moment);
        }
    }

    /// Takes note of pieces from the other board.
    pub(super) fn note_arrivals(&mut self, board: BoardId, arrived: &[Handoff]) {
        let view = self.view(board);
        let moment = self.moment(&view);
        for &handoff in arrived {
            self.side_mut(board).team.arrived(handoff, moment);
        }
    }
}

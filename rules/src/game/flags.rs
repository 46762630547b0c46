//! The fall of flags.

use crate::{BoardId, BothFlags, Ending, Millis, Outcome, Seat, Team};

use super::{Claims, Game, State};

impl Game {
    /// The next flag to fall if no move is played: the moment and the seat.
    pub fn next_flag(&self) -> Option<(Millis, Seat)> {
        let flags = BoardId::ALL.into_iter().filter_map(|board| self.flag_on(board));
        flags.min_by_key(|&(at, _)| at)
    }

    /// Lets time pass until `now`: flags fall, and with [`Claims::Automatic`] the game ends at the
    /// moment when the first one fell. With [`Claims::Players`] it ends only if a flag of each team
    /// is down and the rule is [`BothFlags::Draw`].
    pub fn tick(&mut self, now: Millis) {
        let mut due: Vec<(Millis, Seat)> = BoardId::ALL
            .into_iter()
            .filter_map(|board| self.flag_on(board))
            .filter(|&(at, _)| at <= now)
            .collect();
        due.sort_by_key(|&(at, _)| at);
        for (at, seat) in due {
            let fallen = &mut self.sides[seat.board.index()].fallen[seat.color.index()];
            fallen.get_or_insert(at);
        }
        if self.outcome().is_none() {
            self.call_flags();
        }
    }

    /// The first flag of the team that fell: the moment and the seat; `None` if none is down.
    pub(super) fn flag_of(&self, team: Team) -> Option<(Millis, Seat)> {
        let fallen = Seat::ALL
            .into_iter()
            .filter(|seat| seat.team() == team)
            .filter_map(|seat| self.fallen(seat).map(|at| (at, seat)));
        fallen.min_by_key(|&(at, _)| at)
    }

    pub(super) fn fallen(&self, seat: Seat) -> Option<Millis> {
        self.sides[seat.board.index()].fallen[seat.color.index()]
    }

    /// Ends the game by the flag of `seat`.
    pub(super) fn lose_on_time(&mut self, seat: Seat, at: Millis) {
        if let State::LastDrop { mated, .. } = self.state {
            // The wait for the last drop is over: nothing can undo the mate any more.
            self.end(Outcome::lost_by(mated, Ending::Mate(mated)), at, None);
        } else if self.rules.flag_needs_material && !self.position(seat.board).can_mate(!seat.color)
        {
            self.end(Outcome::drawn(Ending::FlagWithoutMaterial(seat)), at, Some(seat.board));
        } else {
            self.lose(seat, Ending::Flag(seat), at);
        }
    }

    fn flag_on(&self, board: BoardId) -> Option<(Millis, Seat)> {
        let seat = self.on_turn(board);
        match self.state {
            State::Over { .. } => return None,
            State::LastDrop { mated, .. } if mated == seat => return None, // its clock stands still
            State::Running | State::LastDrop { .. } => {}
        }
        let side = &self.sides[board.index()];
        let after = side.clocks?[seat.color.index()].flag_after()?;
        (self.fallen(seat).is_none()).then_some((side.turn_since + after, seat))
    }

    fn call_flags(&mut self) {
        match (self.claims, Team::ALL.map(|team| self.flag_of(team))) {
            (Claims::Automatic, [Some((one, _)), Some((two, _))]) if one == two => {
                self.end(Outcome::drawn(Ending::BothFlags), one, None);
            }
            (Claims::Automatic, flags) => {
                if let Some((at, seat)) = flags.into_iter().flatten().min_by_key(|&(at, _)| at) {
                    self.lose_on_time(seat, at);
                }
            }
            (Claims::Players, [Some((one, seat)), Some((two, _))])
                if self.rules.both_flags == BothFlags::Draw =>
            {
                match self.state {
                    State::LastDrop { .. } => self.lose_on_time(seat, one.max(two)),
                    _ => self.end(Outcome::drawn(Ending::BothFlags), one.max(two), None),
                }
            }
            (Claims::Players, _) => {}
        }
    }
}

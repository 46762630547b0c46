//! Elsewhere: captures that decide the game on the other board.
//!
//! While a player of the other board sits and waits for the piece with which it mates, a capture of
//! that piece here ends the game there. If that board is seen, the pieces are those with a contact
//! mate in the position as it stands now; otherwise the partner's words name them.
//!
//! For example, our partner's opponent is on turn there, would mate with a knight beside the king
//! and holds none. A capture of one of our knights here hands it over: it counts as a conditional
//! loss.
//!
//! A loss that is seen counts at any ply, as long as some line avoids it. Once every line loses, it
//! counts for fewer plies, so that the least evil is still found.

use tandem_rules::{Color, Key, PieceType, PieceTypes, Position};

use crate::View;
use crate::mate::lacking;

/// The piece types whose capture here decides the other board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Elsewhere {
    source: Source,
    /// Types that decide when we capture them: our partner mates with them.
    wins: PieceTypes,
    /// Types that decide when our opponent captures them: its partner mates with them.
    losses: PieceTypes,
    /// Plies from the root within which wins count.
    win_plies: usize,
    /// Plies from the root within which losses count; `None` for any ply.
    loss_plies: Option<usize>,
}

/// The source of this knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The partner's words, which may soon be wrong.
    Words,
    /// The partner's board, which is seen.
    Sight,
}

impl Elsewhere {
    /// Plies within which losses count once no line avoids them altogether.
    const NEAR: usize = 4;

    /// The captures that decide by the partner's board if it is seen, otherwise by its words. Wins,
    /// and losses by words, count for `word_plies`.
    pub(super) fn of(view: &View, word_plies: usize) -> Self {
        let win_plies = word_plies;
        if let Some(other) = &view.other {
            let partner = view.seat.partner().color;
            let [wins, losses] = [partner, !partner].map(|color| waited_for(other, color));
            Self { source: Source::Sight, wins, losses, win_plies, loss_plies: None }
        } else {
            let (wins, losses) = (view.prices.winning(), view.prices.losing());
            let loss_plies = Some(word_plies);
            Self { source: Source::Words, wins, losses, win_plies, loss_plies }
        }
    }

    /// True if a capture of this piece at `ply`, by us or by our opponent, decides the other board.
    pub(super) fn decides(&self, by_us: bool, piece: PieceType, ply: usize) -> bool {
        match by_us {
            true => self.wins.contains(piece) && ply < self.win_plies,
            false => self.losses.contains(piece) && self.loss_plies.is_none_or(|plies| ply < plies),
        }
    }

    /// Reduces the plies within which losses count, in the end to none, after every line has lost.
    pub(super) fn narrow(&mut self) {
        self.loss_plies = Some(match (self.source, self.loss_plies) {
            _ if self.losses.is_empty() => 0,
            (Source::Words, _) => 0,
            (Source::Sight, None) => Self::NEAR,
            (Source::Sight, Some(plies)) => plies.saturating_sub(2),
        });
        if self.loss_plies == Some(0) {
            self.win_plies = 0;
        }
    }

    /// True if not even the opponent's next capture can be kept from deciding the other board.
    pub(super) fn is_lost_at_once(&self) -> bool {
        self.source == Source::Sight && !self.losses.is_empty() && self.loss_plies == Some(0)
    }

    /// Hash that separates TT entries at `ply` that hold only while these captures decide.
    pub(super) fn salt(&self, ply: usize) -> Key {
        let salt =
            |pieces: PieceTypes, plies_left: usize| match pieces.is_empty() || plies_left == 0 {
                true => 0,
                false => u64::from(pieces.bits()) << 8 | plies_left as u64,
            };
        let wins = salt(self.wins, self.win_plies.saturating_sub(ply));
        let loss_plies = self.loss_plies.map_or(0xff, |plies| plies.saturating_sub(ply));
        let losses = salt(self.losses, loss_plies);
        Key(wins.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ losses.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }
}

/// Types for which `attacker` could sit and wait on a board: it is on turn there, has a contact
/// mate with one of them, and holds none.
fn waited_for(position: &Position, attacker: Color) -> PieceTypes {
    match position.side_to_move() == attacker {
        true => lacking(position, attacker),
        false => PieceTypes::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::Fen;
    use tandem_rules::{BoardId, MoveRules, OutcomeRules, Variant};

    /// A board on which a knight mates either king, without the side to move.
    const HOLE: &str = "6rk/6pp/8/8/8/8/6PP/6RK[]";
    const QUIET: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    const KNIGHT: PieceType = PieceType::Knight;

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound")
    }

    /// The view of White on A, whose partner is Black on B.
    fn view(other: Option<&str>) -> View {
        let seat = BoardId::A.seat(Color::White);
        let own = View::of_board(seat, position(QUIET), OutcomeRules::default());
        View { other: other.map(position), ..own }
    }

    #[test]
    fn the_player_on_turn_there_waits_for_a_piece_and_the_other_one_cannot() {
        for (turn, wins, loses) in [("b", true, false), ("w", false, true)] {
            let there = format!("{HOLE} {turn} - - 0 1");
            let elsewhere = Elsewhere::of(&view(Some(&there)), 4);
            let decides = [true, false].map(|by_us| elsewhere.decides(by_us, KNIGHT, 0));
            assert_eq!(decides, [wins, loses], "{turn}");
            assert!(!elsewhere.decides(false, PieceType::Bishop, 0));
        }
    }

    #[test]
    fn a_loss_that_is_seen_counts_at_any_ply_and_other_captures_for_a_few() {
        let seen = |turn| Elsewhere::of(&view(Some(&format!("{HOLE} {turn} - - 0 1"))), 4);
        assert!(seen("w").decides(false, KNIGHT, 60));
        assert!(seen("b").decides(true, KNIGHT, 3) && !seen("b").decides(true, KNIGHT, 4));
        let mut told = view(None);
        told.prices.set_losing(KNIGHT);
        let told = Elsewhere::of(&told, 4);
        assert!(told.decides(false, KNIGHT, 3) && !told.decides(false, KNIGHT, 4));
    }

    #[test]
    fn where_every_line_loses_the_loss_counts_for_fewer_plies_until_none_is_left() {
        let mut elsewhere = Elsewhere::of(&view(Some(&format!("{HOLE} w - - 0 1"))), 4);
        let mut salts = vec![elsewhere.salt(0)];
        for plies in [4, 2, 0] {
            assert!(!elsewhere.is_lost_at_once());
            elsewhere.narrow();
            assert_eq!(elsewhere.loss_plies, Some(plies));
            salts.push(elsewhere.salt(0));
        }
        assert!(elsewhere.is_lost_at_once() && salts[3] == Key(0));
        salts.dedup();
        assert_eq!(salts.len(), 4, "each is kept apart in the table");
    }

    #[test]
    fn nothing_decides_where_nothing_is_known() {
        let elsewhere = Elsewhere::of(&view(None), 4);
        assert!(PieceType::DROPPABLE.iter().all(|&piece| !elsewhere.decides(false, piece, 0)));
        assert_eq!(elsewhere.salt(0), Key(0));
    }
}

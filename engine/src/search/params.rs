//! Every number of the search that could be tuned, one line each.

/// Deepest line searched, in plies.
pub(super) const MAX_PLY: usize = 128;
/// History values never grow beyond this.
pub(super) const HISTORY_MOST: i32 = 16_384;

/// What is known of one tunable number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its value, if nobody sets another.
    pub usual: i32,
    /// The smallest and the largest value that make sense.
    pub range: (i32, i32),
}

/// Why a number could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// Nothing is called so.
    #[error("unknown parameter `{0}`")]
    Unknown(String),
    /// It is too small or too large.
    #[error("`{value}` for {name} is not within {} to {}", range.0, range.1)]
    Range {
        /// What was to be set.
        name: &'static str,
        /// To which value.
        value: i32,
        /// What is allowed.
        range: (i32, i32),
    },
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $usual:literal, $least:literal..=$most:literal;)*) => {
        /// The numbers a search works with. They are values and no constants, so that a match can
        /// be played between two settings of one program.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }

        impl Params {
            /// How deep the partner's board is searched for what it sends, and how many plies of
            /// what is found count.
            pub(crate) fn forecast(&self) -> (u32, usize) {
                (self.forecast_depth as u32, self.forecast_plies as usize)
            }

            /// All of them, in the order of the source.
            pub const ALL: &[Tunable] = &[
                $(Tunable { name: stringify!($name), usual: $usual, range: ($least, $most) },)*
            ];

            /// Sets one by its name.
            ///
            /// # Errors
            ///
            /// If nothing is called so, or the value is out of range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        let range = ($least, $most);
                        if !($least..=$most).contains(&value) {
                            return Err(ParamError::Range { name: stringify!($name), value, range });
                        }
                        self.$name = value;
                    })*
                    _ => return Err(ParamError::Unknown(name.to_owned())),
                }
                Ok(())
            }
        }
    };
}

// Scores and margins are in centipawns of the evaluation, depths in plies; a depth limit of 0
// turns a rule off.
params! {
    /// Half the first aspiration window.
    window = 30, 5..=1000;
    /// No windows below this depth: scores still jump.
    window_depth = 5, 1..=99;
    /// Reverse futility: up to this depth a node this far above beta, for each ply, is cut.
    reverse_depth = 6, 0..=99;
    reverse_margin = 110, 10..=1000;
    /// Less of it where the position is getting better.
    reverse_improving = 60, 0..=1000;
    /// Razoring: up to this depth a node this far below alpha, for each ply, is only searched for captures.
    razor_depth = 2, 0..=99;
    razor_margin = 450, 10..=3000;
    /// Null move from this depth on, reduced by this, a part of the depth and what exceeds beta.
    null_depth = 2, 1..=99;
    null_reduction = 3, 1..=10;
    null_depth_divisor = 4, 1..=99;
    null_margin_divisor = 200, 10..=9999;
    /// `ProbCut`: from this depth on, a capture that exceeds beta by this in a shallower search cuts.
    probcut_depth = 5, 1..=99;
    probcut_margin = 220, 10..=2000;
    /// Without a table move, nodes from this depth on are searched a ply less deep.
    iir_depth = 3, 1..=99;
    /// Singular extensions from this depth on; the margin below the table score is this times the depth.
    singular_depth = 6, 3..=99;
    singular_margin = 3, 0..=100;
    /// Late quiet moves are not tried up to this depth, after this many, and this many 1/16 for each ply squared.
    late_depth = 3, 0..=99;
    late_first = 7, 0..=999;
    late_per_ply = 70, 0..=999;
    /// Quiet moves are not tried up to this depth where the evaluation is this far below alpha.
    futility_depth = 6, 0..=99;
    futility_base = 200, 0..=2000;
    futility_margin = 110, 0..=1000;
    /// Moves that lose more than this, for each ply (squared for captures), are not tried near the leaves.
    exchange_depth = 6, 0..=99;
    exchange_quiet = 60, 0..=1000;
    exchange_capture = 35, 0..=1000;
    /// Reductions of late moves: from this depth and place on, in 1/1024 ply.
    reduction_depth = 2, 1..=99;
    reduction_place = 2, 1..=99;
    reduction_base = 1000, -4096..=4096;
    reduction_slope = 600, 0..=4096;
    reduction_cut = 1000, 0..=4096;
    reduction_pv = 800, 0..=4096;
    reduction_worsening = 500, 0..=4096;
    reduction_check = 1000, 0..=4096;
    reduction_was_pv = 700, 0..=4096;
    reduction_table_capture = 0, 0..=4096;
    reduction_killer = 1000, 0..=4096;
    reduction_contact = 400, 0..=4096;
    reduction_history = 12000, 100..=99999;
    /// A quiescence capture must get this near to alpha.
    delta = 200, 0..=3000;
    /// Plies of quiescence in which every evasion is looked at.
    evasion_plies = 6, 0..=99;
    /// Mates by a drop beside the king are seen at a glance (1) or only by playing them (0).
    contact_mate = 1, 0..=1;
    /// Percent of the usual time for a move that has just changed, and less for each iteration in
    /// which it did not; more for each centipawn that the score fell; more or less by how much of
    /// the nodes went into other moves.
    time_unsettled = 200, 50..=400;
    time_settling = 22, 0..=70;
    time_fallen = 60, 0..=400;
    time_effort = 100, 0..=300;
    /// The mate solver at the root gets so many nodes at first, and this share of all, in 1/256.
    proof_first = 200, 0..=1_000_000;
    proof_share = 16, 0..=256;
    /// A proof that an arrival could undo ends the search too (1), even if one may come in time.
    proof_frozen = 0, 0..=1;
    /// Plies of quiescence in which checking drops are tried.
    check_plies = 1, 0..=99;
    /// History: what a move earns, for each ply and at most; what it loses likewise.
    bonus_per_ply = 140, 1..=2000;
    bonus_most = 1500, 1..=16384;
    malus_per_ply = 140, 0..=2000;
    malus_most = 1200, 0..=16384;
    /// Ordering: killers and counter moves before other quiet moves (1) or not (0); how much what
    /// followed upon what counts beside what was good anywhere, and what was good to take beside
    /// what it takes, in percent; captures that lose material last (1) or not (0).
    order_killers = 1, 0..=1;
    order_counters = 1, 0..=1;
    order_continuation = 100, 0..=400;
    order_capture_history = 100, 0..=1000;
    order_exchanges = 1, 0..=1;
    /// Ordering of drops that give check, and of those beside a king.
    check_drop_bonus = 4000, -99999..=99999;
    contact_drop_bonus = 500, -99999..=99999;
    /// So many plies from the root, what mates on the other board by the partner's words decides the game;
    /// what is taken later has its price.
    word_plies = 4, 0..=99;
    /// What it costs to have no answer to a check until a piece comes, where one may come in time.
    blocked = 1000, 0..=19_000;
    /// What a move at the root loses where every piece that may come to the opponent would mate us
    /// at once, and what it wins where every one that may come to us would mate; in centipawns.
    arrival_danger = 200, 0..=2000;
    arrival_threat = 100, 0..=2000;
    /// Where the partner's board is seen, one that can be taken there at once counts as so many pieces
    /// in a hundred, and what comes later as so many percent of what is usual.
    arrival_certain = 400, 0..=4000;
    arrival_later = 50, 0..=400;
    /// What a capture at the root is worth that sends the partner the piece it mates with, if it is on
    /// turn or is not; and what it costs to leave the opponent the piece that mates the partner, if
    /// the partner's opponent is on turn or is not.
    gift_at_once = 1000, 0..=5000;
    gift_later = 100, 0..=5000;
    loss_at_once = 400, 0..=5000;
    loss_later = 50, 0..=5000;
    /// What the partner's board sends is looked for to this depth, if at all, and believed for so many
    /// plies.
    forecast_depth = 3, 0..=10;
    forecast_plies = 2, 0..=4;
    /// How far the evaluation is corrected by what searches of its like found, in percent.
    correction = 100, 0..=400;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_value_is_within_its_range_and_can_be_set() {
        let mut params = Params::default();
        for tunable in Params::ALL {
            assert_eq!(params.set(tunable.name, tunable.usual), Ok(()), "{}", tunable.name);
            let (least, most) = tunable.range;
            assert!(params.clone().set(tunable.name, most + 1).is_err() && least <= most);
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn what_cannot_be_set_is_refused_by_name() {
        let refusals = [("windows", 1), ("window", -1)].map(|(name, value)| {
            Params::default().set(name, value).expect_err("no such value").to_string()
        });
        assert_eq!(
            refusals,
            ["unknown parameter `windows`", "`-1` for window is not within 5 to 1000"]
        );
    }
}

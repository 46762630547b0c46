//! The tunable parameters of the search, one line each: the default value, that for crazyhouse if it is
//! another one, and the range. Chess has the values of bughouse.

use tandem_rules::Variant;

/// Maximum length of a line, in plies.
pub(super) const MAX_PLY: usize = 128;
/// Maximum absolute value of a history counter.
pub(super) const HISTORY_MOST: i32 = 16_384;

/// Description of a tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Name, as accepted by [`Params::set`].
    pub name: &'static str,
    /// Default value.
    usual: i32,
    /// Default value in crazyhouse.
    crazyhouse: i32,
    /// The smallest and the largest sensible value.
    pub range: (i32, i32),
}

impl Tunable {
    /// Default value in a variant.
    pub const fn usual(&self, variant: Variant) -> i32 {
        match variant {
            Variant::Bughouse | Variant::Chess => self.usual,
            Variant::Crazyhouse => self.crazyhouse,
        }
    }
}

/// Error of setting a parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// No parameter has this name.
    #[error("unknown parameter `{0}`")]
    Unknown(String),
    /// The value is too small or too large.
    #[error("`{value}` for {name} is not within {} to {}", range.0, range.1)]
    Range {
        /// Name of the parameter.
        name: &'static str,
        /// The rejected value.
        value: i32,
        /// The allowed range, inclusive.
        range: (i32, i32),
    },
}

macro_rules! params {
    ($(
        $(#[$doc:meta])*
        $name:ident = $usual:literal, $(crazyhouse $crazyhouse:literal,)? $least:literal..=$most:literal;
    )*) => {
        /// The parameters of a search in one variant. They are values instead of constants, so that a
        /// match can be played between two settings of one program.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Params {
            /// The default values in a variant.
            pub fn usual(variant: Variant) -> Self {
                let bughouse = Self { $($name: $usual,)* };
                match variant {
                    Variant::Bughouse | Variant::Chess => bughouse,
                    Variant::Crazyhouse => Self { $($($name: $crazyhouse,)?)* ..bughouse },
                }
            }

            /// Depth of the forecast search, and the number of plies of its PV that count.
            pub(crate) fn forecast(&self) -> (u32, usize) {
                (self.forecast_depth as u32, self.forecast_plies as usize)
            }

            /// The source of this file, for a patch of the default values.
            pub const SOURCE: &str = include_str!("params.rs");

            /// All parameters, in the order of the source.
            pub const ALL: &[Tunable] = &[
                $(Tunable {
                    name: stringify!($name),
                    usual: $usual,
                    crazyhouse: last(&[$usual, $($crazyhouse)?]),
                    range: ($least, $most),
                },)*
            ];

            /// The value of a parameter; `None` if no parameter has this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter by its name.
            ///
            /// # Errors
            ///
            /// If no parameter has this name, or the value is out of range.
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

/// The last of some values: that for crazyhouse, where a line has two.
const fn last(values: &[i32]) -> i32 {
    values[values.len() - 1]
}

// Scores and margins are in centipawns of the evaluation, depths in plies; a maximum depth of 0
// turns a rule off.
params! {
    /// Aspiration window: half the width of the first one.
    aspiration_window = 30, 5..=1000;
    /// Aspiration window: minimum depth; scores still jump below it.
    aspiration_depth = 5, 1..=99;
    /// Reverse futility pruning (RFP): maximum depth.
    reverse_futility_depth = 6, 0..=99;
    /// RFP: margin above beta, per ply.
    reverse_futility_margin = 110, 10..=1000;
    /// RFP: reduction of the margin if the position is improving.
    reverse_futility_improving = 60, 0..=1000;
    /// RFP: also where the TT move is quiet (1), or only where it is not, or there is none (0).
    reverse_futility_quiet_tt_move = 1, crazyhouse 0, 0..=1;
    /// Razoring: maximum depth; a node below the margin is only searched by qsearch.
    razor_depth = 2, crazyhouse 0, 0..=99;
    /// Razoring: margin below alpha, per ply.
    razor_margin = 450, 10..=3000;
    /// Null move pruning (NMP): minimum depth.
    null_move_depth = 2, crazyhouse 99, 1..=99;
    /// NMP: base reduction.
    null_move_reduction = 3, 1..=10;
    /// NMP: the depth divided by this is added to the reduction.
    null_move_depth_divisor = 4, 1..=99;
    /// NMP: the excess over beta divided by this is added too, at most 3 plies.
    null_move_margin_divisor = 200, 10..=9999;
    /// `ProbCut`: minimum depth.
    probcut_depth = 5, 1..=99;
    /// `ProbCut`: a capture that exceeds beta by this in a shallower search cuts.
    probcut_margin = 220, 10..=2000;
    /// Internal iterative reduction (IIR): minimum depth; nodes without a TT move lose a ply.
    iir_depth = 3, 1..=99;
    /// Singular extension: minimum depth.
    singular_depth = 6, 3..=99;
    /// Singular extension: margin below the TT score, per ply.
    singular_margin = 3, 0..=100;
    /// Multi-cut: a node where another move than the TT move reaches beta in the singular search is
    /// cut (1) or not (0).
    multi_cut = 0, crazyhouse 1, 0..=1;
    /// Negative extension: plies off a TT move that is not singular, where a cutoff is expected.
    negative_extension = 0, crazyhouse 1, 0..=3;
    /// Late move pruning (LMP) of quiet moves: maximum depth.
    late_move_pruning_depth = 3, crazyhouse 12, 0..=99;
    /// LMP: base of the move count limit, of which three quarters hold if not improving.
    late_move_pruning_base = 7, crazyhouse 6, 0..=999;
    /// LMP: addition to that limit for each ply squared, in 1/16.
    late_move_pruning_factor = 70, crazyhouse 45, 0..=999;
    /// Futility pruning of quiet moves: maximum depth.
    futility_depth = 6, crazyhouse 9, 0..=99;
    /// Futility pruning: margin below alpha.
    futility_base = 200, crazyhouse 140, 0..=2000;
    /// Futility pruning: addition to the margin, per ply.
    futility_margin = 110, crazyhouse 90, 0..=1000;
    /// SEE pruning: maximum depth.
    see_depth = 6, crazyhouse 9, 0..=99;
    /// SEE pruning: loss allowed to a quiet move, per ply.
    see_quiet_margin = 60, 0..=1000;
    /// SEE pruning: loss allowed to a capture, per ply squared.
    see_capture_margin = 35, 0..=1000;
    /// SEE pruning: loss allowed to a move that gives check, per ply; 0 allows any.
    see_check_margin = 0, crazyhouse 90, 0..=1000;
    /// Futility and SEE pruning of quiet moves: at the depth that LMR leaves (1) or at that of the node
    /// (0).
    prune_at_lmr_depth = 0, crazyhouse 1, 0..=1;
    /// LMR: depth up to which no move is reduced. Reductions are in 1/1024 ply.
    lmr_depth = 2, 1..=99;
    /// LMR: minimum move count.
    lmr_move_count = 2, 1..=99;
    /// LMR: base reduction.
    lmr_base = 1000, -4096..=4096;
    /// LMR: factor of ln depth × ln move count.
    lmr_slope = 600, 0..=4096;
    /// LMR: addition at an expected cut node.
    lmr_cut_node = 1000, 0..=4096;
    /// LMR: deduction with an open window.
    lmr_pv = 800, 0..=4096;
    /// LMR: addition if the position is not improving.
    lmr_not_improving = 500, 0..=4096;
    /// LMR: deduction for a move that gives check.
    lmr_check = 1000, 0..=4096;
    /// LMR: deduction if the node was once searched with an open window.
    lmr_was_pv = 700, 0..=4096;
    /// LMR: addition if the TT move captures or promotes.
    lmr_tt_capture = 0, 0..=4096;
    /// LMR: deduction for a killer.
    lmr_killer = 1000, 0..=4096;
    /// LMR: deduction for a drop beside the enemy king.
    lmr_contact = 400, 0..=4096;
    /// LMR: history score for a deduction of one ply.
    lmr_history = 12000, 100..=99999;
    /// Delta pruning in qsearch: margin by which a capture may stay below alpha.
    delta = 200, crazyhouse 300, 0..=3000;
    /// Plies of qsearch in which all evasions are searched.
    qsearch_evasion_plies = 6, 0..=99;
    /// Contact mates are seen without a search (1) or only by making the move (0).
    contact_mate = 1, 0..=1;
    /// Time management: percent of the usual time for a best move that has just changed.
    time_unstable = 200, 50..=400;
    /// Time management: percent less for each iteration with the same best move, at most 5.
    time_stability = 22, 0..=70;
    /// Time management: percent more for each 100 centipawns that the score fell.
    time_falling_score = 60, 0..=400;
    /// Time management: weight of the share of nodes that went into other moves, in percent.
    time_node_effort = 100, 0..=300;
    /// Mate solver at the root: nodes granted at first.
    proof_first = 200, 0..=1_000_000;
    /// Mate solver at the root: share of the main thread's nodes, in 1/256.
    proof_share = 16, 0..=256;
    /// A proof that an arrival could undo ends the search too (1), even if one may come in time.
    proof_frozen = 0, 0..=1;
    /// Plies of qsearch in which checking drops are tried.
    qsearch_check_plies = 1, 0..=99;
    /// History: bonus of a move that causes a cutoff, per ply.
    history_bonus_per_ply = 140, 1..=2000;
    /// History: maximum bonus.
    history_bonus_max = 1500, 1..=16384;
    /// History: malus of the moves searched before it, per ply.
    history_malus_per_ply = 140, 0..=2000;
    /// History: maximum malus.
    history_malus_max = 1200, 0..=16384;
    /// Move ordering: killers before other quiet moves (1) or not (0).
    order_killers = 1, 0..=1;
    /// Move ordering: the counter move before other quiet moves (1) or not (0).
    order_counter_move = 1, 0..=1;
    /// Move ordering: weight of continuation history beside butterfly history, in percent.
    order_continuation_history = 100, 0..=400;
    /// Move ordering: weight of capture history beside MVV-LVA, in percent.
    order_capture_history = 100, 0..=1000;
    /// Move ordering: captures that lose material last (1) or not (0).
    order_see = 1, 0..=1;
    /// Move ordering: bonus for drops that give check.
    order_check_drop = 4000, -99999..=99999;
    /// Move ordering: bonus for drops beside the enemy king.
    order_contact_drop = 500, -99999..=99999;
    /// Plies from the root within which captures decide the other board by the partner's words, and
    /// wins by sight; later ones count by their price.
    word_plies = 4, 0..=99;
    /// Penalty for having no answer to a check until a piece arrives, if one may arrive in time; 0
    /// counts it as a conditional loss.
    blocked = 1000, 0..=19_000;
    /// Arrivals: penalty of a root move if every piece that may arrive for the opponent would give
    /// a contact mate, less in proportion.
    arrival_danger = 200, 0..=2000;
    /// Arrivals: bonus of a root move if every piece that may arrive for us would give one.
    arrival_threat = 100, 0..=2000;
    /// Arrivals: weight of a mating piece that the partner's board can capture at once, in percent.
    arrival_certain = 400, 0..=2000;
    /// Arrivals: weight of the usual arrivals if the partner's board is seen and can capture no
    /// mating piece at once, in percent.
    arrival_later = 50, 0..=100;
    /// Bonus of a root capture that sends the partner its mating piece, if the partner is on turn.
    gift_at_once = 1000, 0..=5000;
    /// Bonus of a root capture that sends the partner its mating piece, if it is not on turn.
    gift_later = 100, 0..=5000;
    /// Penalty of a root move that leaves the opponent a piece to capture that mates the partner,
    /// if the partner's opponent is on turn.
    loss_at_once = 400, 0..=5000;
    /// Penalty of a root move that leaves the opponent such a piece, if the partner is on turn.
    loss_later = 50, 0..=5000;
    /// Forecast: depth of the search on the partner's board; 0 for none.
    forecast_depth = 3, 0..=10;
    /// Forecast: number of plies that are believed.
    forecast_plies = 2, 0..=4;
    /// A draw costs what the partner's board is worth, which counts within plus and minus this.
    draw_most = 300, 0..=2000;
    /// Weight of correction history, in percent.
    correction_history = 100, 0..=400;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_value_is_within_its_range_and_can_be_set() {
        for variant in Variant::ALL {
            let mut params = Params::usual(variant);
            for tunable in Params::ALL {
                let usual = tunable.usual(variant);
                assert_eq!(params.get(tunable.name), Some(usual), "{}", tunable.name);
                assert_eq!(params.set(tunable.name, usual), Ok(()), "{}", tunable.name);
                let (least, most) = tunable.range;
                assert!(params.clone().set(tunable.name, most + 1).is_err() && least <= most);
            }
            assert_eq!(params, Params::usual(variant));
            assert_eq!(params.get("windows"), None);
        }
    }

    #[test]
    fn an_invalid_parameter_is_refused_by_name() {
        let refusals = [("windows", 1), ("aspiration_window", -1)].map(|(name, value)| {
            Params::usual(Variant::Bughouse)
                .set(name, value)
                .expect_err("no such value")
                .to_string()
        });
        assert_eq!(
            refusals,
            ["unknown parameter `windows`", "`-1` for aspiration_window is not within 5 to 1000"]
        );
    }
}

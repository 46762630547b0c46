//! Mates by checks alone, proved beside the main search: deeper than any iteration reaches.
//!
//! A share of the nodes goes to the question whether we mate. To ask also whether the opponent
//! mates after the best move was tried, and gained nothing.

use tandem_rules::{MateRule, Move, Position, Variant};

use super::pv::playable;
use super::state::Search;
use crate::mate::{MateLimits, Supply, Verdict};
use crate::{Info, Score};

impl Search<'_> {
    /// Asks whether we mate by checks alone, within the share of nodes; returns the proved line.
    pub(super) fn prove_own_mate(&mut self) -> Option<Info> {
        let nodes = self.nodes_for_proofs()?;
        if self.proofs.no_mate {
            return None;
        }
        let own = self.view.own.clone();
        let (score, pv) = match self.solve(&own, nodes)? {
            Answer::Mates { score, line } if !self.gives_mate_on_the_way(&line) => (score, line),
            // The main search finds the mates that give nothing away.
            Answer::Mates { .. } | Answer::DoesNot => {
                self.proofs.no_mate = true;
                return None;
            }
        };
        Some(self.info(1, score, pv))
    }

    /// True if the solver proves, within `nodes`, that the side to move mates by checks with the
    /// holdings as they are.
    pub(super) fn mates_by_checks(&mut self, position: &Position, nodes: u64) -> bool {
        matches!(self.ask(position, Supply::Frozen, nodes), Verdict::Mate(_))
    }

    /// Nodes available for a query; `None` if it is not worth asking.
    fn nodes_for_proofs(&self) -> Option<u64> {
        let is_main = self.number == 0 && self.params.proof_share > 0;
        // A search for several moves, among some of them or for a short mate wants no other answer.
        let is_free = self.limits.multi_pv <= 1
            && self.limits.search_moves.is_empty()
            && self.limits.mate.is_none();
        let (nodes, left) = (self.time.own_nodes(), self.time.nodes_left());
        let available = self.proofs.available(nodes, left, self.params);
        available.filter(|_| is_main && is_free)
    }

    /// True if the opponent can capture, before it is mated, a piece with which its partner mates
    /// at once.
    fn gives_mate_on_the_way(&self, line: &[Move]) -> bool {
        let mut position = self.view.own.clone();
        line.iter().enumerate().any(|(ply, &m)| {
            let captures_it = |reply: &Move| {
                let handoff = position.clone().make(*reply, &mut ());
                handoff.is_some_and(|sent| self.elsewhere.decides(false, sent.piece, ply))
            };
            let gives = ply % 2 == 1 && position.legal_moves().iter().any(captures_it);
            let _partner_elsewhere = position.make(m, &mut ());
            gives
        })
    }

    /// The solver's answer; `None` if it is unknown, or left to the main search.
    fn solve(&mut self, position: &Position, nodes: u64) -> Option<Answer> {
        let frozen = match self.ask(position, Supply::Frozen, nodes) {
            Verdict::Mate(proof) => proof,
            Verdict::NoMate => return Some(Answer::DoesNot),
            Verdict::Unknown => return None,
        };
        // Before the last of several moves a piece may arrive, whichever mate rule is in force.
        let is_sure = position.variant() != Variant::Bughouse
            || self.view.rules.mate == MateRule::HoldingsAtHand && frozen.plies == 1;
        let robust = match is_sure {
            true => Some(frozen.clone()),
            false => self.ask(position, Supply::ANY, nodes).proof(),
        };
        let score = match &robust {
            Some(proof) => -Score::mated(proof.plies),
            // A side that may be helped is not mated yet: that is for the main search to weigh.
            None if self.params.proof_frozen == 0
                && self.may_be_helped(!position.side_to_move()) =>
            {
                return None;
            }
            None => -Score::lost_unless_helped(frozen.plies),
        };
        let line = playable(position, robust.unwrap_or(frozen).line);
        Some(Answer::Mates { score, line })
    }

    fn ask(&mut self, position: &Position, supply: Supply, nodes: u64) -> Verdict {
        let (verdict, spent) = {
            let stop = self.time.alarm(self.id, self.control);
            let limits = MateLimits { nodes: nodes.min(self.time.nodes_left()), stop: &stop };
            self.solver.count_and_solve(position, supply, limits)
        };
        self.proofs.spend(spent);
        self.time.nodes += spent;
        verdict
    }
}

enum Answer {
    Mates { score: Score, line: Vec<Move> },
    DoesNot,
}

//! The search of a limited level: little is searched, and the choice is a person's.

use std::time::Instant;

use tandem_rules::Move;

use super::MainThread;
use crate::level::{
    Dice, Shortcomings, allows_mate_in_one, at_a_glance, in_order_of_liking, noticed,
};
use crate::search::{Found, Request, Search, TimeManager};
use crate::{Elo, Event, Info, Limits};

impl MainThread {
    /// Runs one round of a limited level. The seed and the position decide what is overlooked, so
    /// that games repeat.
    pub(super) fn search_limited(
        &mut self,
        (elo, request): (Elo, Request),
        time: &mut TimeManager,
    ) -> Found {
        let Request { id, view, limits } = request;
        let shortcomings = Shortcomings::of(elo, view.own.variant());
        let mut dice = Dice::new(view.own.key(), limits.seed);
        let mut seen = view.clone();
        if dice.chance(shortcomings.narrow) {
            seen.other = None;
        }
        let moves = match limits.search_moves.is_empty() {
            true => noticed(&view.own, &shortcomings, &mut dice),
            false => limits.search_moves.clone(),
        };
        let is_careless = dice.chance(shortcomings.careless);
        let depth = (shortcomings.depth + dice.below(100)) / 100;
        let limits = Limits {
            depth: Some(limits.depth.map_or(depth, |most| most.min(depth)).max(1)),
            nodes: Some(shortcomings.nodes.min(time.nodes_left())),
            multi_pv: shortcomings.candidates,
            search_moves: moves,
            pondering: false,
            ..limits.clone()
        };
        let request = Request { id, view: &seen, limits: &limits };
        let lines = match is_careless {
            true => at_a_glance(&seen, &limits.search_moves, self.worker.evaluator()),
            false => self.lines(request, time),
        };
        let lines = in_order_of_liking(lines, shortcomings.error, &mut dice);
        let mut chosen = match shortcomings.leaves_king {
            true => lines.into_iter().next(),
            false => self.safest(lines, request, time),
        };
        if let Some(info) = &mut chosen {
            (info.rank, info.time, info.nodes) = (1, time.elapsed(), time.nodes());
            (self.wires.sink)(Event::Info(id, info.clone()));
        }
        let m = chosen.as_ref().and_then(|info| info.pv.first().copied());
        Found { m, info: chosen.unwrap_or_default() }
    }

    /// The best lines of a search by one thread, each with its lead over the next one.
    fn lines(&mut self, request: Request, time: &mut TimeManager) -> Vec<Info> {
        let control = &self.wires.control;
        let mut spent = TimeManager::new(Instant::now(), request, control, Vec::new());
        let forecast = self.forecast(request, &mut spent);
        let Self { keeper, worker, wires, .. } = self;
        let mut lines: Vec<Info> = Vec::new();
        let note = |event| {
            if let Event::Info(_, info) = event {
                lines.truncate(info.rank - 1);
                lines.push(info);
            }
        };
        let search = Search::new(request, keeper.table(), &wires.control, &mut spent, worker);
        let found = search.expecting(forecast).run(None, note);
        time.charge(&spent);
        if lines.is_empty() && found.m.is_some() {
            lines.push(found.info); // stopped within the first iteration
        }
        let margins: Vec<i32> =
            lines.windows(2).map(|two| two[0].score.value() - two[1].score.value()).collect();
        for (line, margin) in lines.iter_mut().zip(margins) {
            line.margin = Some(margin);
        }
        lines
    }

    /// The first of these lines that does not leave the king to a mate in one, or another move if
    /// there is none; the first of all if no move avoids it.
    fn safest(
        &mut self,
        lines: Vec<Info>,
        request: Request,
        time: &mut TimeManager,
    ) -> Option<Info> {
        let view = request.view;
        let is_safe = |m: &Move| {
            let mut next = view.own.clone();
            let _partner_elsewhere = next.make(*m, &mut ());
            !allows_mate_in_one(&next)
        };
        let safe = lines.iter().find(|line| line.pv.first().is_some_and(is_safe)).cloned();
        if safe.is_some() {
            return safe;
        }
        let others: Vec<Move> = view.own.legal_moves().iter().copied().filter(is_safe).collect();
        if others.is_empty() {
            return lines.into_iter().next();
        }
        let limits = Limits { search_moves: others, multi_pv: 1, ..request.limits.clone() };
        let found = self.lines(Request { limits: &limits, ..request }, time);
        found.into_iter().next().or_else(|| lines.into_iter().next())
    }
}

//! Plans in UCI's terms: a line of pairs and the score of the team.

use tandem_analysis::plans::{Certainty, Fact, Part, Plan, Step, Worth};
use tandem_protocol::text::Word;
use tandem_protocol::uci::{self, Choice, ScoreValue};
use tandem_rules::{Millis, Team};

use super::planning::Spent;
use crate::seat::options::Options;

/// Centipawns of a share are a multiple of a tangent, as `HiveMind` writes it: its front-ends
/// calculate the share from them.
const SCALE: f64 = 180.0;
/// The angle of a win; that of a loss is its opposite.
const ANGLE: f64 = 1.56;

/// Moves that a team makes on both boards at once, or one beside a pass.
struct Pair {
    team: Team,
    moves: [Option<Word>; 2],
    /// True if a move of it hands a piece over, which the other could not drop yet.
    hands_over: bool,
}

/// The lines of plans, best first: the scores never rise from one to the next.
///
/// A plan may be ranked below one that wins less: sitting has to win more than moving, and a plan that
/// was not searched again has a shallow score. Then it is shown with the score above it.
pub(super) fn infos(
    plans: &[Plan],
    (spent, time): (Spent, Millis),
    options: &Options,
) -> Vec<uci::Info> {
    let mut above: Option<(ScoreValue, f64)> = None;
    let shown = plans.iter().take(options.lines.max(1)).zip(1u32..);
    let line = |(plan, rank): (&Plan, u32)| {
        let own = (score(plan), plan.worth.wins);
        let (value, wins) = match above {
            Some(above) if strength(above.0) < strength(own.0) => above,
            _ => own,
        };
        above = Some((value, wins));
        uci::Info {
            depth: Some(plan.depth.max(1)),
            selective_depth: Some(spent.selective_depth.max(plan.depth).max(1)),
            multi_pv: Some(rank),
            score: Some(uci::Score { value, bound: None }),
            wdl: options.shows_wdl.then(|| wdl(wins)),
            nodes: Some(spent.nodes),
            nodes_per_second: Some(spent.speed(time)),
            hash_full: Some(spent.table_use),
            tb_hits: Some(0),
            time_ms: Some(time.0.unsigned_abs()),
            pv: pairs(plan, options).into_iter().map(|pair| Choice::Both(pair.moves)).collect(),
            ..uci::Info::default()
        }
    };
    shown.map(line).collect()
}

/// The first pair of a plan, and the opponents' reply to it if it has one.
pub(super) fn answer(plan: &Plan, options: &Options) -> (Choice, Option<Choice>) {
    let mut pairs = pairs(plan, options).into_iter();
    let first = pairs.next().map_or([None, None], |pair| pair.moves);
    let reply = pairs.next().filter(|pair| pair.team != plan.team);
    (Choice::Both(first), reply.map(|pair| Choice::Both(pair.moves)))
}

/// The moves of a plan in pairs; the first are its parts. Nothing follows a mate.
fn pairs(plan: &Plan, options: &Options) -> Vec<Pair> {
    let begun = plan.parts.iter().filter(|part| matches!(part, Some(Part::Move(_)))).count();
    let (own, rest) = plan.line.split_at(begun.min(plan.line.len()));
    let mut first = Pair { team: plan.team, moves: [None, None], hands_over: false };
    for step in own {
        first.moves[step.seat.board.index()] = text(step, options);
    }
    let is_over = plan.facts.iter().any(|fact| matches!(fact, Fact::MatesNow { .. }));
    let mut pairs: Vec<Pair> = Vec::new();
    for step in rest.iter().filter(|_| !is_over) {
        let (at, hands_over) = (step.seat.board.index(), step.handoff.is_some());
        if let Some(pair) = pairs.last_mut().filter(|pair| pair.can_take(step)) {
            pair.moves[at] = text(step, options);
            pair.hands_over |= hands_over;
        } else {
            let mut pair = Pair { team: step.seat.team(), moves: [None, None], hands_over };
            pair.moves[at] = text(step, options);
            pairs.push(pair);
        }
    }
    pairs.insert(0, first);
    pairs
}

impl Pair {
    /// True if the next move of a line can be made at once with those of this pair.
    fn can_take(&self, step: &Step) -> bool {
        let is_free = self.moves[step.seat.board.index()].is_none();
        is_free && self.team == step.seat.team() && !(self.hands_over && step.m.is_drop())
    }
}

/// A move of a line in coordinate notation; in Chess960, castling is written as king takes rook.
fn text(step: &Step, options: &Options) -> Option<Word> {
    match options.chess960 {
        true => Word::new(&format!("{:?}", step.m)),
        false => Word::new(&step.coordinates),
    }
}

/// The score of the team: moves to a mate that no arriving piece changes, or else its share of games.
fn score(plan: &Plan) -> ScoreValue {
    match plan.worth {
        Worth { certainty: Certainty::Mates(moves), .. } => ScoreValue::Mate(moves.max(1)),
        Worth { certainty: Certainty::Mated(moves), .. } => ScoreValue::Mate(-moves.max(1)),
        Worth { wins, .. } => ScoreValue::Centipawns(centipawns(wins)),
    }
}

/// Centipawns of a share of games.
fn centipawns(wins: f64) -> i32 {
    (SCALE * (ANGLE * (2.0 * wins - 1.0)).tan()) as i32
}

/// A number that grows with the score.
const fn strength(score: ScoreValue) -> i32 {
    const MATE: i32 = 1_000_000;
    match score {
        ScoreValue::Centipawns(value) => value,
        ScoreValue::Mate(moves) if moves > 0 => MATE - moves,
        ScoreValue::Mate(moves) => -MATE - moves,
    }
}

/// Wins, draws and losses of a thousand games; few games of bughouse are drawn.
fn wdl(wins: f64) -> [u32; 3] {
    let wins = ((wins * 1000.0).round() as u32).min(1000);
    [wins, 0, 1000 - wins]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_centipawns_that_front_ends_turn_back() {
        for (wins, expected) in [(0.5, 0), (1.0, 16671), (0.0, -16671), (0.6, 58), (0.4, -58)] {
            assert_eq!(centipawns(wins), expected, "{wins}");
            let share = ((f64::from(expected) / SCALE).atan() / ANGLE).midpoint(1.0);
            assert!((share - wins).abs() < 0.002, "{wins}: {share}");
        }
    }

    #[test]
    fn a_sooner_mate_is_stronger_and_a_later_loss() {
        let rising = [
            ScoreValue::Mate(-1),
            ScoreValue::Mate(-4),
            ScoreValue::Centipawns(-16_671),
            ScoreValue::Centipawns(30),
            ScoreValue::Mate(5),
            ScoreValue::Mate(1),
        ];
        assert!(rising.map(strength).is_sorted_by(|a, b| a < b));
    }
}

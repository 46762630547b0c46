//! Statistics of recorded games.

use std::collections::BTreeMap;
use std::fmt;

use tandem_rules::{Ending, MoveKind, Team};

use crate::game::GameRecord;
use crate::ply::PlyRecord;
use crate::score::Score;

/// Counts of games and of their plies.
#[derive(Default)]
pub struct Statistics {
    games: usize,
    bytes: u64,
    plies: usize,
    scores: usize,
    quiet: usize,
    drops: usize,
    results: BTreeMap<&'static str, usize>,
    endings: BTreeMap<&'static str, usize>,
    /// Counts of scores by the bounds of [`STEPS`], the last one for scores above all of them.
    steps: [usize; STEPS.len() + 1],
}

/// Upper bounds of the classes of scores, in centipawns.
const STEPS: [i32; 10] = [-2_000, -1_000, -500, -200, -51, 50, 199, 499, 999, 1_999];
/// Names of the classes of scores, in pawns.
const NAMES: [&str; STEPS.len() + 1] = [
    "to -20",
    "to -10",
    "to -5",
    "to -2",
    "to -0.5",
    "around 0",
    "from +0.5",
    "from +2",
    "from +5",
    "from +10",
    "from +20",
];
/// Length of a bar that stands for all scores, in characters.
const BAR: usize = 100;

impl Statistics {
    /// Adds a game, of which `quiet` positions can be learned from.
    pub fn add(&mut self, game: &GameRecord, quiet: usize) {
        self.games += 1;
        self.quiet += quiet;
        *self.results.entry(result(game)).or_default() += 1;
        *self.endings.entry(ending(game)).or_default() += 1;
        game.plies.iter().for_each(|ply| self.add_ply(ply));
    }

    fn add_ply(&mut self, ply: &PlyRecord) {
        self.plies += 1;
        self.drops += usize::from(matches!(ply.m.kind(), MoveKind::Drop { .. }));
        let Some(score) = ply.score else { return };
        self.scores += 1;
        self.steps[step(score)] += 1;
    }

    /// Adds the size of a file.
    pub const fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// A count in percent of all plies.
    fn share(&self, count: usize) -> String {
        format!("{:.1} %", 100.0 * count as f64 / self.plies.max(1) as f64)
    }
}

fn step(score: Score) -> usize {
    let centipawns = score.centipawns().or(score.mate().map(|moves| moves.signum() * 30_000));
    let centipawns = centipawns.unwrap_or_default();
    STEPS.iter().position(|&most| centipawns <= most).unwrap_or(STEPS.len())
}

fn result(game: &GameRecord) -> &'static str {
    match game.outcome.map(|outcome| outcome.winner) {
        None => "broken off",
        Some(None) => "drawn",
        Some(Some(Team::One)) => "team one won",
        Some(Some(Team::Two)) => "team two won",
    }
}

fn ending(game: &GameRecord) -> &'static str {
    let Some(outcome) = game.outcome else { return "by nothing" };
    match outcome.ending {
        Ending::Mate(_) => "by mate",
        Ending::KingTaken(_) => "by a king taken",
        Ending::Resignation(_) => "by resignation",
        Ending::Flag(_) => "by a flag",
        Ending::FlagWithoutMaterial(_) => "by a flag, drawn",
        Ending::BothFlags => "by two flags",
        Ending::IllegalMove(_) => "by an illegal move",
        Ending::Repetition(_) => "by repetition",
        Ending::FiftyMoves(_) => "by fifty moves",
        Ending::InsufficientMaterial(_) => "by insufficient material",
        Ending::Stalemate(_) => "by stalemate",
        Ending::Agreement => "by agreement",
        Ending::LastDrop(_) => "by a last drop",
        Ending::BothBoards => "on both boards",
    }
}

/// Formats one number a line, its name first.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, bytes, plies, scores, quiet, drops, .. } = self;
        let each = |all: f64, count: usize| all / count.max(1) as f64;
        let mut line = |name: &str, count: usize, note: &str| {
            let line = format!("{name:<20}{count:>12}  {note}");
            writeln!(f, "{}", line.trim_end())
        };
        line("games", *games, "")?;
        line("positions", *plies, &format!("{:.1} a game", each(*plies as f64, *games)))?;
        line("with a score", *scores, &self.share(*scores))?;
        line("to learn from", *quiet, &self.share(*quiet))?;
        line("drops", *drops, &self.share(*drops))?;
        let note = format!("{:.1} a position", each(*bytes as f64, *plies));
        line("bytes", *bytes as usize, &note)?;
        for (name, &count) in self.results.iter().chain(&self.endings) {
            line(name, count, &format!("{:.1} %", 100.0 * each(count as f64, *games)))?;
        }
        for (name, &count) in NAMES.iter().zip(&self.steps) {
            let part = each((count * BAR) as f64, *scores).round() as usize;
            line(&format!("scores {name}"), count, &"#".repeat(part))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_counted_where_their_names_say() {
        let of = |centipawns| NAMES[step(Score::of_centipawns(centipawns))];
        for (centipawns, name) in [
            (-30_000, "to -20"),
            (-2_000, "to -20"),
            (-1_999, "to -10"),
            (-500, "to -5"),
            (-200, "to -2"),
            (-51, "to -0.5"),
            (-50, "around 0"),
            (50, "around 0"),
            (51, "from +0.5"),
            (200, "from +2"),
            (500, "from +5"),
            (1_000, "from +10"),
            (1_999, "from +10"),
            (2_000, "from +20"),
        ] {
            assert_eq!(of(centipawns), name, "{centipawns}");
        }
        assert_eq!(NAMES[step(Score::of_mate(-3))], "to -20");
        assert_eq!(NAMES[step(Score::of_mate(3))], "from +20");
    }
}

//! Puzzles from games for the page.

use std::sync::LazyLock;

use tandem_analysis::puzzles::set::PuzzleSet;
use tandem_analysis::puzzles::{self, Judgement, Kind, Puzzle, Solution};
use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{MateRule, Move, Position, Preset, Variant};
use tandem_server::message::{AnalysisPosition, PuzzleKind, PuzzleSolution};
use tandem_server::{FoundPuzzle, Judged, Puzzlers, SetPuzzle, rules_of};

/// Puzzles by the mate solver, and the set of the program.
pub(super) struct Proved;

/// The set, which is read when somebody asks for a puzzle first.
static SET: LazyLock<Vec<SetPuzzle>> = LazyLock::new(|| {
    let rules = Preset::usual(Variant::Bughouse).name();
    let set = PuzzleSet::embedded().puzzles().iter().map(|known| SetPuzzle {
        number: -i64::try_from(known.number()).expect("it has forty bits"),
        rating: known.rating,
        found: on_page(known.puzzle.clone(), rules),
    });
    set.collect()
});

impl Puzzlers for Proved {
    fn find(&self, game: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
        let found = puzzles::find(game, goes_on)?;
        let rules = rules_of(game);
        Some(found.into_iter().map(|puzzle| on_page(puzzle, &rules)).collect())
    }

    fn set(&self) -> &[SetPuzzle] {
        &SET
    }

    fn judge(&self, position: &Position, m: Move, rule: MateRule) -> Judged {
        match puzzles::judge(position, m, rule) {
            Judgement::Mates => Judged::Mates,
            Judgement::Leads(reply) => Judged::Leads(reply),
            Judgement::Fails => Judged::Fails,
            Judgement::Undecided => Judged::Undecided,
        }
    }
}

/// A puzzle as the page has it, from a game with these rules.
fn on_page(puzzle: Puzzle, rules: &str) -> FoundPuzzle {
    let explanation = puzzles::explanation(&puzzle);
    let Puzzle { ply, seat, kind, moves, nodes: _, theme, fens, clocks, last, solution } = puzzle;
    let Solution { answers, lines, pieces } = solution;
    let clocks_ms = clocks.map(|clocks| clocks.iter().map(|clock| clock.0).collect());
    FoundPuzzle {
        ply: short(ply),
        seat,
        kind: match kind {
            Kind::Mate => PuzzleKind::Mate,
            Kind::Take => PuzzleKind::Take,
            Kind::Need => PuzzleKind::Need,
            Kind::Give => PuzzleKind::Give,
            Kind::Sit => PuzzleKind::Sit,
        },
        moves: short(moves),
        position: AnalysisPosition { rules: rules.to_owned(), fens, clocks_ms },
        last,
        solution: PuzzleSolution {
            answers,
            lines,
            pieces,
            theme: theme.title().to_owned(),
            explanation,
        },
    }
}

fn short(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::{Reader, ReplayRules};

    use super::*;

    #[test]
    fn a_puzzle_has_the_rules_and_the_clocks_of_its_game() {
        let sit = include_str!("../../../web/check/puzzles.bpgn");
        let mate = "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n\
                    [FEN \"r4rk1/5Npp/8/8/2Q5/8/8/6K1[] w - - 0 1\"]\n\n*\n";
        for (games, rules, clocks_ms) in
            [(sit, "fics", Some(vec![60_000, 50_000, 55_000, 55_000])), (mate, "crazyhouse", None)]
        {
            let games = Reader::with_options(games.as_bytes(), ReplayRules::Recorded);
            let found =
                games.filter_map(|game| Proved.find(&game.expect("a game").record, &|| true));
            let last = found.flatten().last().expect("a puzzle");
            assert_eq!((last.position.rules.as_str(), last.position.clocks_ms), (rules, clocks_ms));
        }
    }
}

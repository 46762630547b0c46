//! Options for games on one board that scores end.

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::{Adjudication, Draw, Resignation};

/// The words are those of cutechess and fastchess.
#[derive(Args)]
pub(super) struct AdjudicationArgs {
    /// End a game on one board as lost for a player whose last moves all have scores this low, in
    /// centipawns: `movecount=3 score=600`
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    resign: Vec<String>,
    /// End a game on one board as drawn if from a move on the last moves of both players all have scores
    /// this small: `movenumber=40 movecount=8 score=10`
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    draw: Vec<String>,
}

impl AdjudicationArgs {
    /// Reads the options for games on this number of boards.
    pub(super) fn read(&self, boards: usize) -> anyhow::Result<Adjudication> {
        let resignation = read(&self.resign, ["movecount", "score"]).context("--resign")?;
        let draw = read(&self.draw, ["movenumber", "movecount", "score"]).context("--draw")?;
        if boards > 1 && (resignation.is_some() || draw.is_some()) {
            bail!("--resign and --draw are for one board: a score tells nothing of the other one");
        }
        let moves = |moves: u16| usize::from(moves.max(1));
        Ok(Adjudication {
            resignation: resignation
                .map(|[count, score]| Resignation { moves: moves(count), score: score.into() }),
            draw: draw.map(|[from, count, score]| Draw {
                from,
                moves: moves(count),
                score: score.into(),
            }),
        })
    }

    /// The options as names and values, to tell one match from another; only those that are given.
    pub(super) fn text(&self) -> impl Iterator<Item = (&'static str, String)> {
        let both = [("resign", self.resign.join(" ")), ("draw", self.draw.join(" "))];
        both.into_iter().filter(|(_, text)| !text.is_empty())
    }
}

/// Reads a number for each of these words, in any order; `None` if there are no words at all.
fn read<const N: usize>(given: &[String], names: [&str; N]) -> anyhow::Result<Option<[u16; N]>> {
    let mut numbers = [None; N];
    for word in given.iter().flat_map(|text| text.split_whitespace()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(at) = names.iter().position(|known| *known == name) else {
            bail!(
                "unknown word `{name}`, expected {}",
                names.map(|name| format!("{name}=N")).join(" ")
            );
        };
        let number =
            value.parse().ok().with_context(|| format!("`{word}` has no number up to 65535"))?;
        if numbers[at].replace(number).is_some() {
            bail!("`{name}` is given twice");
        }
    }
    if given.is_empty() {
        return Ok(None);
    }
    let missing = names.iter().zip(numbers).find(|(_, number)| number.is_none());
    match missing {
        Some((name, _)) => bail!("`{name}=N` is missing"),
        None => Ok(Some(numbers.map(Option::unwrap_or_default))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(resign: &[&str], draw: &[&str]) -> AdjudicationArgs {
        let [resign, draw] =
            [resign, draw].map(|words| words.iter().map(ToString::to_string).collect());
        AdjudicationArgs { resign, draw }
    }

    #[test]
    fn the_words_are_those_of_other_match_runners_in_any_order() {
        let both = args(&["movecount=3", "score=600"], &["score=10 movenumber=40 movecount=8"]);
        let expected = Adjudication {
            resignation: Some(Resignation { moves: 3, score: 600 }),
            draw: Some(Draw { from: 40, moves: 8, score: 10 }),
        };
        assert_eq!(both.read(1).expect("they are sound"), expected);
        assert_eq!(args(&[], &[]).read(2).expect("nothing is asked"), Adjudication::default());
        assert!(both.read(2).is_err());
    }

    #[test]
    fn a_word_that_is_unknown_or_missing_is_named() {
        for (words, reason) in [
            ("movecount=3", "`score=N` is missing"),
            ("movecount=3 score=x", "`score=x` has no number"),
            ("movecount=3 score=-5", "`score=-5` has no number"),
            ("movecount=3 moves=3", "unknown word `moves`, expected movecount=N score=N"),
            ("movecount=3 movecount=4 score=1", "`movecount` is given twice"),
        ] {
            let error = args(&[words], &[]).read(1).expect_err(words);
            assert!(format!("{error:#}").contains(reason), "{words}: {error:#}");
        }
    }
}

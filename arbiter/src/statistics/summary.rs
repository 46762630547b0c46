//! A summary of a tally in a few lines, in the usual format of engine testing.

use std::fmt;

use super::{Estimate, Sprt, Tally, TeamResult, elo, likelihood_of_superiority, normalized_elo};

/// Prints a tally and the test that runs on it, without a line break at the end.
///
/// ```
/// use tandem_arbiter::statistics::{PairResult, Sprt, Summary, Tally};
///
/// let mut tally = Tally::default();
/// let counts = [13, 37, 23, 27, 25, 3];
/// PairResult::ALL.into_iter().zip(counts).for_each(|(pair, count)| tally.add_pairs(pair, count));
/// let sprt = Sprt::new(0.0, 4.0, 0.05, 0.05).expect("a common test");
/// let summary = Summary { tally: &tally, sprt: Some(&sprt) };
/// assert_eq!(summary.to_string(), "\
/// Elo: -43.7 ± 29.4 (95%), LOS: 0.2%
/// nElo: -64.0 ± 43.0 (95%)
/// LLR: -0.55 (-2.94, 2.94) [0.00, 4.00], running
/// Games: 256, W: 58, D: 108, L: 90, score: 43.8%
/// Pairs: 128, Ptnml(0-2): [13, 37, 50, 25, 3], decisive: 60.9%");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// The results.
    pub tally: &'a Tally,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, sprt } = self;
        let superiority = Percent(likelihood_of_superiority(tally));
        let margin = |estimate| WithMargin { tally, estimate };
        writeln!(f, "Elo: {}, LOS: {superiority}", margin(elo(tally)))?;
        writeln!(f, "nElo: {}", margin(normalized_elo(tally)))?;
        if let Some(sprt) = sprt {
            write_sprt(f, tally, sprt)?;
        }
        let [losses, draws, wins] = TeamResult::ALL.map(|result| tally.games_with(result));
        let (games, score) = (tally.games(), Percent(tally.score()));
        writeln!(f, "Games: {games}, W: {wins}, D: {draws}, L: {losses}, score: {score}")?;
        let decisive = Percent(tally.decisive_pairs());
        let (pairs, pentanomial) = (tally.pairs(), tally.pentanomial());
        write!(f, "Pairs: {pairs}, Ptnml(0-2): {pentanomial:?}, decisive: {decisive}")?;
        match tally.unpaired() {
            0 => Ok(()),
            unpaired => write!(f, ", unpaired games: {unpaired}"),
        }
    }
}

fn write_sprt(f: &mut fmt::Formatter<'_>, tally: &Tally, sprt: &Sprt) -> fmt::Result {
    let (lower, upper) = sprt.thresholds();
    let (elo0, elo1) = sprt.bounds();
    let (ratio, state) = (sprt.log_likelihood_ratio(tally), sprt.state(tally));
    writeln!(f, "LLR: {ratio:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}], {state}")
}

/// An estimate of the Elo of a tally, written as `12.3 ± 4.5 (95%)`; where that is infinite, in
/// words.
struct WithMargin<'a> {
    tally: &'a Tally,
    estimate: Option<Estimate>,
}

impl fmt::Display for WithMargin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.estimate {
            Some(estimate) if estimate.margin().is_finite() => {
                write!(f, "{:.1} ± {:.1} (95%)", estimate.value, estimate.margin())
            }
            estimate => InWords { tally: self.tally, estimate }.fmt(f),
        }
    }
}

/// An estimate without a finite interval in words, as in `all won, at least 62.1 (95%)` or `88.7, at least
/// -12.0 (95%)`;
/// a dash before the first pair.
pub(crate) struct InWords<'a> {
    /// The results.
    pub(crate) tally: &'a Tally,
    /// The estimate.
    pub(crate) estimate: Option<Estimate>,
}

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.tally.games();
        let are_all = |result| games > 0 && self.tally.games_with(result) == games;
        match self.estimate {
            _ if are_all(TeamResult::Win) => f.write_str("all won")?,
            _ if are_all(TeamResult::Loss) => f.write_str("all lost")?,
            None => return f.write_str("-"),
            Some(estimate) => write!(f, "{:.1}", estimate.value)?,
        }
        match self.estimate {
            Some(Estimate { low, .. }) if low.is_finite() => write!(f, ", at least {low:.1} (95%)"),
            Some(Estimate { high, .. }) if high.is_finite() => {
                write!(f, ", at most {high:.1} (95%)")
            }
            _ if are_all(TeamResult::Win) || are_all(TeamResult::Loss) => Ok(()),
            _ => f.write_str(", too few games for a margin"),
        }
    }
}

/// A share written as a percentage, or as a dash for `None`.
struct Percent(Option<f64>);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("-"),
            Some(share) => write!(f, "{:.1}%", 100.0 * share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::PairResult::{LossLoss, WinDraw, WinLoss, WinWin};

    #[test]
    fn nothing_infinite_is_printed() {
        for (pairs, unpaired, told) in [
            (&[][..], None, "-"),
            (&[], Some(TeamResult::Draw), "-"),
            (&[], Some(TeamResult::Win), "all won"),
            (&[WinWin; 12], None, "all won, at least 311.1 (95%)"),
            (&[WinWin, WinWin], Some(TeamResult::Win), "all won, at least -62.1 (95%)"),
            (&[LossLoss], Some(TeamResult::Loss), "all lost, at most 301.5 (95%)"),
            (&[WinWin, WinDraw], None, "338.0, at least 148.7 (95%)"),
            (&[WinWin, LossLoss], None, "0.0, too few games for a margin"),
            (&[WinLoss], None, "0.0 ± 798.1 (95%)"),
        ] {
            let mut tally: Tally = pairs.iter().copied().collect();
            if let Some(game) = unpaired {
                tally.add_unpaired(game);
            }
            let summary = Summary { tally: &tally, sprt: None }.to_string();
            let elo = summary.lines().next().and_then(|line| line.rsplit_once(", LOS"));
            assert_eq!(elo.map(|(elo, _)| elo), Some(&*format!("Elo: {told}")), "{pairs:?}");
            assert!(!summary.contains("inf"), "{summary}");
        }
    }
}

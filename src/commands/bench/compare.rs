//! `tandem bench --compare`: nodes/s and time to depth of several threads, compared with one
//! thread.

use std::io::{Write, stdout};
use std::time::Instant;

use tandem_rules::Variant;

use super::searcher::Bench;

/// Middlegames with drops on both sides.
const POSITIONS: &str = include_str!("positions.txt");

/// Time and nodes of a search to the depth.
struct Effort {
    seconds: f64,
    nodes: u64,
}

/// Searches each position `rounds` times with one thread and with several, in turn, so that other
/// load of the machine affects both alike, and compares the medians.
pub(super) fn run([hash, threads]: [u64; 2], depth: u32, rounds: u32) -> anyhow::Result<()> {
    let mut benches = [1, threads].map(|threads| Bench::new(hash, threads, None));
    let (mut rates, mut times) = (Vec::new(), Vec::new());
    for fen in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let efforts = search_in_turn(&mut benches, fen, depth, rounds)?;
        let [(one_rate, one), (many_rate, many)] = efforts.map(|efforts| medians(&efforts));
        let (rate, time) = (many_rate / one_rate, one / many.max(1e-9));
        writeln!(
            stdout(),
            "{one:>7.3} s {many:>7.3} s  {rate:>4.2} times the nodes/s  {time:>4.2} times sooner  {fen}"
        )?;
        rates.push(rate);
        times.push(time);
    }
    let (rate, time) = (geometric_mean(&rates), geometric_mean(&times));
    writeln!(
        stdout(),
        "{threads} threads: {rate:.2} times the nodes/s, {time:.2} times sooner at depth {depth}"
    )?;
    Ok(())
}

/// The efforts of both benches in each round; they alternate in going first.
fn search_in_turn(
    benches: &mut [Bench; 2],
    fen: &str,
    depth: u32,
    rounds: u32,
) -> anyhow::Result<[Vec<Effort>; 2]> {
    let mut efforts = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for which in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            let start = Instant::now();
            let info = benches[which].search(Variant::Bughouse, fen, depth)?;
            let seconds = start.elapsed().as_secs_f64();
            efforts[which].push(Effort { seconds, nodes: info.nodes });
        }
    }
    Ok(efforts)
}

/// The medians of nodes/s and of seconds.
fn medians(efforts: &[Effort]) -> (f64, f64) {
    let rate = |effort: &Effort| effort.nodes as f64 / effort.seconds.max(1e-9);
    let seconds = |effort: &Effort| effort.seconds;
    (median(efforts.iter().map(rate).collect()), median(efforts.iter().map(seconds).collect()))
}

/// The median; for an even count, the greater of the middle two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// The geometric mean; 1 for no ratios.
fn geometric_mean(ratios: &[f64]) -> f64 {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, notation::Fen};

    #[test]
    fn forty_positions_are_compared() {
        let fens = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        let read = |fen| Fen::position(fen, Variant::Bughouse, MoveRules::default());
        assert_eq!(fens.filter_map(|fen| read(fen).ok()).count(), 40);
    }

    #[test]
    fn means_and_medians_are_those_of_the_table() {
        let table: [(&[f64], f64); 3] = [(&[3., 1., 2.], 2.), (&[4., 1., 3., 2.], 3.), (&[], 0.)];
        for (values, middle) in table {
            assert!((median(values.to_vec()) - middle).abs() < 1e-12, "{values:?}");
        }
        assert!((geometric_mean(&[2.0, 0.5, 4.0]) - 4.0_f64.cbrt()).abs() < 1e-12);
    }
}

//! Mates from games: found by exhaustive search, to be proved by the solver.

use std::fs::{self, File};
use std::io::{BufReader, Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tandem_engine::{MateLimits, MateSolver, Proof, Supply};
use tandem_rules::notation::{Fen, bpgn::Reader};
use tandem_rules::{MoveRules, Position, Variant};

use crate::exhaustive::Exhaustive;
use crate::needs::assert_named_rightly;
use crate::replay::assert_line_mates;

/// Nodes of a fifth of a second, at half a million a second.
const NODES: u64 = 100_000;

/// A position and its number of moves to mate.
type Problem = (Position, u32);

fn position(fen: &str) -> Position {
    Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a sound position")
}

fn self_play() -> Vec<Problem> {
    let rows = include_str!("../data/mates.tsv").lines().filter(|row| !row.starts_with('#'));
    let problem = |row: &str| {
        let (moves, fen) = row.split_once('\t').expect("two columns");
        (position(fen), moves.parse().expect("a number of moves"))
    };
    rows.map(problem).collect()
}

fn shared(path: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../shared/data", path].iter().collect()
}

/// Mates in two to five from real games, as far as exhaustive search finds them with these nodes.
fn real_games(nodes: u64, most: usize) -> Vec<Problem> {
    let file = File::open(shared("bpgn/fics-64-games.bpgn")).expect("the data is there");
    let mut problems = Vec::new();
    for game in Reader::new(BufReader::new(file)).flatten() {
        let mut boards = game.record.start().clone();
        for ply in game.record.plies() {
            boards.play(ply.seat, ply.m).expect("records hold legal moves");
            let position = boards.position(ply.seat.board);
            let found = Exhaustive::new(Supply::Frozen, nodes).shortest(position, 5);
            if let Ok(Some(moves @ 2..)) = found {
                problems.push((position.clone(), moves));
            }
            if problems.len() == most {
                return problems;
            }
        }
    }
    problems
}

fn prove(position: &Position, supply: Supply) -> (Option<Proof>, Duration) {
    let mut solver = MateSolver::new(4);
    let start = Instant::now();
    let verdict = solver.solve(position, supply, MateLimits::nodes(NODES));
    (verdict.proof(), start.elapsed())
}

/// Proves at least 95 of 100 problems within the nodes, and prints the time that took.
fn assert_proved(name: &str, problems: &[Problem]) {
    let mut proved: Vec<(Duration, u64)> = Vec::new();
    let mut plies_too_long = 0;
    for (position, moves) in problems {
        let (Some(proof), time) = prove(position, Supply::Frozen) else { continue };
        assert_line_mates(position, &proof, Supply::Frozen);
        let shortest = 2 * *moves as usize - 1;
        assert!(proof.plies >= shortest, "{}: {proof:?}", position.to_fen());
        plies_too_long += proof.plies - shortest;
        proved.push((time, proof.nodes));
    }
    proved.sort_unstable();
    let (median, worst) = (proved[proved.len() / 2], proved[proved.len() - 1]);
    let (all, count) = (problems.len(), proved.len());
    writeln!(
        stdout(),
        "{name}: {count} of {all} proved, median {median:?}, worst {worst:?}, \
         {plies_too_long} plies more than needed"
    )
    .expect("standard output is open");
    assert!(count * 100 >= all * 95, "{count} of {all}");
}

#[test]
fn mates_of_self_play_are_proved() {
    assert_proved("self-play", &self_play());
}

#[test]
#[ignore = "needs ../shared; slow: 2 min"]
fn mates_of_real_games_are_proved() {
    assert_proved("real games", &real_games(1_000_000, 200));
}

/// Nodes of fifty milliseconds, at half a million a second.
const ORACLE_NODES: u64 = 25_000;

#[test]
#[ignore = "needs ../shared"]
fn the_mates_of_the_oracle_are_proved_robustly() {
    let table =
        fs::read_to_string(shared("oracles/bughouse-mates.tsv")).expect("the table is there");
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let [_, moves, fen, _line] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}")
        };
        let moves: usize = moves.parse().expect("a number of moves");
        for supply in [Supply::Frozen, Supply::ANY] {
            let position = position(fen);
            let (proof, _) = prove(&position, supply);
            let proof = proof.expect(row);
            assert_line_mates(&position, &proof, supply);
            assert!(proof.plies >= 2 * moves - 1, "{row}: {proof:?}");
            assert!(proof.nodes <= ORACLE_NODES, "{row}: {} nodes", proof.nodes);
        }
    }
}

#[test]
fn robust_mates_of_self_play_can_be_played() {
    for (position, _) in &self_play() {
        if let (Some(proof), _) = prove(position, Supply::ANY) {
            assert_line_mates(position, &proof, Supply::ANY);
        }
    }
}

/// Names the lacking pieces in positions whose attacker was deprived of its holdings.
#[test]
fn what_is_lacking_in_self_play_is_named() {
    for (problem, _) in self_play().iter().take(20) {
        let mut position = problem.clone();
        let attacker = position.side_to_move();
        position.set_holdings(attacker, tandem_rules::Holdings::EMPTY, &mut ());
        let limits = MateLimits::nodes(NODES);
        let needs = MateSolver::new(4).needs(&position, Supply::Frozen, limits);
        assert_named_rightly(&position, &needs, Supply::Frozen);
    }
}

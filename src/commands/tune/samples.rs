//! Quiet positions out of records, with what came of them.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use tandem_engine::tune::Counts;
use tandem_nets::records::{GameRecord, Header, Reader, ReplayError, Situation};
use tandem_rules::{BoardId, Ending, Move, MoveKind, Position};

use super::super::reading::cannot_read;

/// A position with what is known of its worth to the side to move.
pub(super) struct Sample {
    pub(super) counts: Counts,
    /// What the search said, in centipawns.
    pub(super) score: f64,
    /// How the game ended: 0 lost, 1 won.
    pub(super) result: f64,
    /// How much of that came about on the position's board, 0 to 1.
    pub(super) trust: f64,
}

/// All positions, and where they come from.
pub(super) struct Samples {
    pub(super) known: Vec<Sample>,
    /// Those of every tenth game.
    pub(super) held_out: Vec<Sample>,
    pub(super) games: usize,
    /// A line on each file.
    pub(super) sources: Vec<String>,
}

/// One game in so many is held out.
const HELD_OUT: usize = 10;
/// Beyond this the search has seen more than an evaluation could.
const MOST_SCORE: i32 = 3_000;
/// Where a game was decided on the other board, its result says less of this one.
const ELSEWHERE: f64 = 1.0 / 3.0;
/// Games that are looked at side by side.
const AT_ONCE: usize = 256;

impl Samples {
    /// Reads files, until there are `most` positions.
    pub(super) fn read(files: &[PathBuf], most: usize) -> anyhow::Result<Self> {
        let mut samples =
            Self { known: Vec::new(), held_out: Vec::new(), games: 0, sources: Vec::new() };
        for path in files {
            samples.read_file(path, most).with_context(|| cannot_read(path))?;
        }
        Ok(samples)
    }

    pub(super) fn count(&self) -> usize {
        self.known.len() + self.held_out.len()
    }

    fn read_file(&mut self, path: &Path, most: usize) -> anyhow::Result<()> {
        let mut reader = Reader::new(BufReader::new(File::open(path)?))?;
        let header = reader.header().clone();
        let before = self.games;
        loop {
            let games = reader.by_ref().take(AT_ONCE).collect::<Result<Vec<_>, _>>()?;
            let of_games: Vec<_> =
                games.par_iter().map(|game| (game.number, of_game(game, &header))).collect();
            for (number, of_game) in of_games {
                if self.count() >= most {
                    break;
                }
                let mut of_game = of_game.with_context(|| format!("game {number}"))?;
                of_game.truncate(most - self.count());
                let is_held_out = self.games % HELD_OUT == HELD_OUT - 1;
                if is_held_out { &mut self.held_out } else { &mut self.known }.extend(of_game);
                self.games += 1;
            }
            if games.len() < AT_ONCE || self.count() >= most {
                break;
            }
        }
        self.sources.push(source(&header, self.games - before));
        Ok(())
    }
}

/// The command that makes the same games.
fn source(header: &Header, games: usize) -> String {
    let value = |name| header.value(name).unwrap_or("?");
    format!(
        "`tandem datagen --games {games} --seed {} --nodes {} --random-plies {} --hash {} --tc {}` \
         of bench {}",
        value("Seed"),
        value("Nodes"),
        value("RandomPlies"),
        value("Hash"),
        value("TimeControl"),
        value("Bench"),
    )
}

fn of_game(game: &GameRecord, header: &Header) -> Result<Vec<Sample>, ReplayError> {
    let replay = game.replay(header.control())?;
    let samples = replay.situations().filter_map(|situation| {
        let position = situation.boards.position(situation.seat.board);
        let score = situation.ply.score?.centipawns().filter(|score| score.abs() <= MOST_SCORE)?;
        if position.in_check() || is_noisy(position, situation.ply.m) {
            return None;
        }
        let (result, trust) = result(game, &situation);
        let counts = Counts::of(position);
        Some(Sample { counts, score: f64::from(score), result, trust })
    });
    Ok(samples.collect())
}

/// True for a move that takes something or promotes: what stands on the board then says little.
fn is_noisy(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::Normal { to, .. } => position.piece_at(to).is_some(),
        MoveKind::EnPassant { .. } | MoveKind::Promotion { .. } => true,
        MoveKind::Castle { .. } | MoveKind::Drop { .. } => false,
    }
}

/// How the game ended for the player on turn, and how much of that came about on its board.
fn result(game: &GameRecord, situation: &Situation) -> (f64, f64) {
    let Some(outcome) = game.outcome else { return (0.5, 0.0) };
    let result = match outcome.winner {
        None => 0.5,
        Some(winner) if winner == situation.seat.team() => 1.0,
        Some(_) => 0.0,
    };
    let trust = match deciding_board(outcome.ending) {
        None => 0.0,
        Some(board) if board == situation.seat.board => 1.0,
        Some(_) => ELSEWHERE,
    };
    (result, trust)
}

/// The board on which a game was decided by what stood there; none if the clocks did it.
fn deciding_board(ending: Ending) -> Option<BoardId> {
    match ending {
        Ending::Flag(_) | Ending::FlagWithoutMaterial(_) => None,
        Ending::LastDrop(seat) => Some(seat.board),
        ending => ending.board(),
    }
}

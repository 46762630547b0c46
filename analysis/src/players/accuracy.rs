//! The judgement of sampled moves by the engine's forecast, and mistakes by kind.

use serde::Serialize;
use tandem_engine::Score;
use tandem_rules::{Boards, Move, PieceType, Seat};

use super::example::{Example, Examples};
use super::habit::Unit;
use super::mean::Mean;
use super::sample::SampledMove;
use crate::analyst::Analyst;
use crate::forecast::{Side, decided_for};
use crate::judge::Judge;
use crate::review::{SHOWN, Verdict};

/// A kind of mistakes; a mistake is of the first one that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// The best move wins by force, and the move that was played does not.
    MissedMate,
    /// The move loses by force, and the best one does not.
    AllowedMate,
    /// The best reply takes more than the move took.
    LostPiece,
    /// The best move takes a piece, and the move that was played does not.
    MissedCapture,
    /// The best move is a drop, and the move that was played is not.
    MissedDrop,
    /// The move is a drop, and the best one is not.
    PoorDrop,
    /// Any other.
    Other,
}

impl MistakeKind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::MissedMate,
        Self::AllowedMate,
        Self::LostPiece,
        Self::MissedCapture,
        Self::MissedDrop,
        Self::PoorDrop,
        Self::Other,
    ];

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissedMate => "missed a forced mate",
            Self::AllowedMate => "allowed a forced mate",
            Self::LostPiece => "left a piece to be taken",
            Self::MissedCapture => "missed a capture",
            Self::MissedDrop => "missed a drop",
            Self::PoorDrop => "dropped a piece too early",
            Self::Other => "other",
        }
    }

    /// The finding as a sentence: what the player did, and what the others did.
    pub(super) fn sentence(self, own: &Mean, others: &Mean) -> String {
        let shown = |mean: &Mean| Unit::Share.text(mean.value().unwrap_or_default());
        let did = match self {
            Self::Other => "made mistakes of no other kind",
            _ => self.name(),
        };
        let (first, rest) = did.split_at(1);
        let did = first.to_uppercase() + rest;
        format!("{did} with {} of the moves; the others with {}.", shown(own), shown(others))
    }
}

/// A sampled move that was judged.
#[derive(Clone)]
pub struct JudgedMove {
    is_own: bool,
    /// The part of a game that it cost.
    lost: f64,
    kind: Option<MistakeKind>,
    rank: u64,
    example: Example,
}

/// Judges a sampled move; `None` if interrupted. The analyst forgets what it knew, so that the answer does
/// not depend on earlier ones.
pub fn judge(analyst: &mut Analyst, sampled: &SampledMove) -> Option<JudgedMove> {
    analyst.forget();
    analyst.set_rules(sampled.rules);
    let boards = &sampled.scene.boards;
    let (seat, m) = (sampled.ply.seat, sampled.ply.m);
    let mut judge = Judge::new(analyst, sampled.scene.clone());
    let judgement = judge.judge(seat, m, sampled.rating_lead)?;
    let reply = judgement.reply;
    let verdict = Verdict::of(judgement, &sampled.ply, boards, sampled.scale);
    let kind = (!verdict.mark().is_empty()).then(|| kind_of(&verdict, m, reply, boards));
    let example = Example { note: kind.and_then(|_| note(&verdict)), ..sampled.example.clone() };
    let lost = verdict.lost();
    Some(JudgedMove { is_own: sampled.is_own, lost, kind, rank: sampled.rank, example })
}

/// Sentence on the cost of a mistake, and on the better line.
fn note(verdict: &Verdict) -> Option<String> {
    let better = verdict.better.as_ref()?;
    let line = better.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    Some(format!("cost {:.0} % of a game; better was {line}", 100.0 * verdict.lost()))
}

fn kind_of(verdict: &Verdict, m: Move, reply: Option<Move>, boards: &Boards) -> MistakeKind {
    let Some(&best) = verdict.best.pv.first() else { return MistakeKind::Other };
    let wins = |score: Score, side| decided_for(score) == Some(side);
    let (seat, played) = (verdict.seat, verdict.played);
    let taken = |m: Move| boards.position(seat.board).captured(m);
    if wins(verdict.best.score, Side::Mover) && !wins(played, Side::Mover) {
        MistakeKind::MissedMate
    } else if wins(played, Side::Opponent) && !wins(verdict.best.score, Side::Opponent) {
        MistakeKind::AllowedMate
    } else if reply.is_some_and(|reply| loses_piece(seat, m, reply, boards)) {
        MistakeKind::LostPiece
    } else if taken(best).is_some() && taken(m).is_none() {
        MistakeKind::MissedCapture
    } else if best.is_drop() && !m.is_drop() {
        MistakeKind::MissedDrop
    } else if m.is_drop() && !best.is_drop() {
        MistakeKind::PoorDrop
    } else {
        MistakeKind::Other
    }
}

/// True if the reply takes a piece worth more than the move took, and no pawn.
fn loses_piece(seat: Seat, m: Move, reply: Move, boards: &Boards) -> bool {
    let worth = |piece: Option<PieceType>| piece.map_or(0, PieceType::index);
    let taken = boards.position(seat.board).captured(m);
    let mut next = boards.clone();
    if next.play(seat, m).is_err() || !next.position(seat.board).is_legal(reply) {
        return false;
    }
    let lost = next.position(seat.board).captured(reply);
    worth(lost) > worth(taken).max(PieceType::Pawn.index())
}

/// The accuracy of the sampled moves.
#[derive(Clone, Default)]
pub(super) struct Accuracy {
    /// The loss of a move and the share of mistakes: of the player, and of the others.
    pub(super) loss: [Mean; 2],
    pub(super) mistakes: [Mean; 2],
    pub(super) kinds: [Mistakes; MistakeKind::ALL.len()],
}

/// The mistakes of a kind: number and mean of the player and of the others.
#[derive(Clone, Default)]
pub(super) struct Mistakes {
    pub(super) shares: [Mean; 2],
    pub(super) counts: [u64; 2],
    /// The part of a game that those of the player cost together.
    pub(super) cost: f64,
    pub(super) examples: [Examples; 2],
}

impl Accuracy {
    pub(super) fn add(&mut self, judged: &JudgedMove) {
        let who = usize::from(!judged.is_own);
        self.loss[who].add(judged.lost);
        self.mistakes[who].add(f64::from(u8::from(judged.kind.is_some())));
        for (kind, mistakes) in MistakeKind::ALL.into_iter().zip(&mut self.kinds) {
            let is_so = judged.kind == Some(kind);
            mistakes.shares[who].add(f64::from(u8::from(is_so)));
            if is_so {
                mistakes.counts[who] += 1;
                mistakes.cost += if judged.is_own { judged.lost } else { 0.0 };
                mistakes.examples[who].offer(worth(judged), || judged.example.clone());
            }
        }
    }
}

/// Costly mistakes are the better examples.
fn worth(judged: &JudgedMove) -> (u64, u64) {
    ((1e6 * judged.lost) as u64, judged.rank)
}

//! Thinking output of CECP.

use tandem_engine::{Info, Score, ScoreKind, moves_in};
use tandem_protocol::cecp::{Reply, Thinking};
use tandem_protocol::text::{Line, Word};

use crate::seat::record::Record;

/// Base of mate scores in CECP: a mate in N moves is `MATE + N`, and being mated is its negative.
const MATE: i32 = 100_000;

/// The results of a search so far, as a line of thinking output.
pub(super) fn thinking(info: &Info, record: &Record) -> Reply {
    let pv = record.write_line(&info.pv);
    Reply::Thinking(Thinking {
        ply: info.depth,
        score: score(info.score),
        centiseconds: centiseconds(info),
        nodes: info.nodes,
        pv: pv.iter().filter_map(|text| Word::new(text)).collect(),
    })
}

/// The progress of an analysis, as the answer to `.`.
pub(super) fn status(info: &Info, record: &Record) -> Reply {
    let moves = record.position().legal_moves().len();
    let (time, nodes, depth) = (centiseconds(info), info.nodes, info.depth);
    Reply::Other(Line::new(&format!("stat01: {time} {nodes} {depth} 0 {moves}")))
}

fn centiseconds(info: &Info) -> u64 {
    u64::try_from(info.time.0 / 10).unwrap_or(0)
}

/// The score in CECP's terms. A conditional win, which a piece from the opponent's partner may
/// undo, is worth many pawns but is no mate.
fn score(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Mate(plies) => {
            (if score > Score::DRAW { MATE } else { -MATE }) + moves_in(plies)
        }
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => score.value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_from_a_hundred_thousand() {
        let table = [
            (-Score::mated(1), 100_001),
            (-Score::mated(5), 100_003),
            (Score::mated(0), -100_000),
            (Score::mated(4), -100_002),
            (Score::evaluation(-35), -35),
            (-Score::lost_unless_helped(3), 24_997),
        ];
        for (value, printed) in table {
            assert_eq!(score(value), printed, "{value}");
        }
    }
}

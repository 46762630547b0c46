//! Steps of running games as the archive keeps them until their ends.

use serde::{Deserialize, Serialize};
use tandem_rules::notation::bpgn::{Comment, GameRecord, RecordedPly};
use tandem_rules::{Move, Seat};

/// Something that is added to a running game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// A move.
    Ply(RecordedPly),
    /// A word between partners.
    Word(Comment),
}

/// A step as a line of JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StepJson {
    Ply {
        /// Place in [`Seat::ALL`].
        seat: usize,
        /// [`Move::bits`].
        bits: u16,
        clock_ms: Option<i64>,
    },
    Word(String),
}

impl Step {
    /// Adds the step to the record of its game.
    pub(super) fn add_to(self, record: &mut GameRecord) {
        match self {
            Self::Word(comment) => record.comment(comment),
            Self::Ply(ply) => {
                if let Err(error) = record.push(ply) {
                    log::warn!("a record was cut short: {error}");
                }
            }
        }
    }

    /// The step as text.
    pub(super) fn line(&self) -> String {
        let line = match self {
            Self::Ply(RecordedPly { seat, m, clock, .. }) => {
                StepJson::Ply { seat: seat.index(), bits: m.bits(), clock_ms: *clock }
            }
            Self::Word(comment) => StepJson::Word(comment.text().to_owned()),
        };
        serde_json::to_string(&line).expect("all keys are texts")
    }

    /// The step of a text; `None` if it is none.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        Some(match serde_json::from_str(line).ok()? {
            StepJson::Ply { seat, bits, clock_ms } => {
                let ply = RecordedPly::new(*Seat::ALL.get(seat)?, Move::from_bits(bits)?);
                Self::Ply(RecordedPly { clock: clock_ms, ..ply })
            }
            StepJson::Word(text) => Self::Word(Comment::remark(&text)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_the_same_after_it_was_a_line() {
        let m: Move = "e2e4".parse().expect("a move");
        let ply = RecordedPly::new(Seat::ALL[2], m);
        for step in [
            Step::Ply(ply.clone()),
            Step::Ply(ply.with_clock(-15)),
            Step::Word(Comment::remark("White on A tells: \"go\" {now}")),
        ] {
            assert_eq!(Step::of_line(&step.line()), Some(step));
        }
        for line in ["", "{}", r#"{"ply":{"seat":4,"bits":796,"clock_ms":null}}"#, r#"{"go":""}"#] {
            assert_eq!(Step::of_line(line), None, "{line}");
        }
    }
}

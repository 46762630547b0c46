//! Scores in the comments of a record.

use tandem_protocol::comment::Appraisal;
use tandem_rules::notation::bpgn::{CommentKind, RecordedPly};

/// A score at which a side counts as lost, in hundredths of a pawn.
const LOST: i32 = -500;

/// The score that the mover gave the position, with the depth, as in `{A:+5.30/14}` or, from match
/// runners on one board, `{+5.30/14 0.5s}`; `None` if its comments say none.
pub(crate) fn of(ply: &RecordedPly) -> Option<(Appraisal, u32)> {
    let tells = |kind| matches!(kind, CommentKind::Annotation | CommentKind::Text);
    let notes = ply.comments.iter().filter(|comment| tells(comment.kind()));
    notes.map(|comment| parse(comment.text())).find_map(|score| score)
}

/// True for even scores, better ones and mates to give.
pub(crate) const fn is_at_least_even(score: Appraisal) -> bool {
    match score {
        Appraisal::Centipawns(score) => score >= 0,
        Appraisal::Mate(moves) => moves > 0,
    }
}

/// True for mates to suffer, and for scores that a game is rarely saved from.
pub(crate) const fn is_lost(score: Appraisal) -> bool {
    match score {
        Appraisal::Centipawns(score) => score <= LOST,
        Appraisal::Mate(moves) => moves < 0,
    }
}

/// Reads `+5.30/14` or `-M3/61`, whatever follows.
fn parse(text: &str) -> Option<(Appraisal, u32)> {
    let (score, depth) = text.split_whitespace().next()?.split_once('/')?;
    let (sign, size) = match score.split_at_checked(1)? {
        ("+", size) => (1, size),
        ("-", size) => (-1, size),
        _ if score == "0.00" => (1, score),
        _ => return None,
    };
    let score = if let Some(moves) = size.strip_prefix('M') {
        Appraisal::Mate(sign * number(moves)?)
    } else {
        let (pawns, hundredths) = size.split_once('.')?;
        let hundredths = Some(hundredths).filter(|digits| digits.len() == 2)?;
        Appraisal::Centipawns(sign * number(&format!("{pawns}{hundredths}"))?)
    };
    Some((score, u32::try_from(number(depth)?).ok()?))
}

/// Parses digits only; `str::parse` would take a sign too.
fn number(digits: &str) -> Option<i32> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_and_other_notes_are_not() {
        for (text, expected) in [
            ("+5.30/14", Some((Appraisal::Centipawns(530), 14))),
            ("-0.05/12", Some((Appraisal::Centipawns(-5), 12))),
            ("+M3/61", Some((Appraisal::Mate(3), 61))),
            ("-M1/4", Some((Appraisal::Mate(-1), 4))),
            ("+0.35/12 0.085s", Some((Appraisal::Centipawns(35), 12))),
            ("+0.35/12 ?? better +1.20: e4", Some((Appraisal::Centipawns(35), 12))),
            ("0.00/9 1.2s", Some((Appraisal::Centipawns(0), 9))),
            ("", None),
            ("5.30/14", None),
            ("+5.3/14", None),
            ("+5/14", None),
            ("+5.30", None),
            ("+5.30/", None),
            ("+-5.30/1", None),
            ("é.30/1", None),
            ("+99999999999.00/1", None),
            ("good move", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }

    #[test]
    fn a_mate_to_suffer_is_lost_and_an_even_score_is_not() {
        for (score, even, lost) in [
            (Appraisal::Centipawns(0), true, false),
            (Appraisal::Centipawns(-1), false, false),
            (Appraisal::Centipawns(-500), false, true),
            (Appraisal::Mate(1), true, false),
            (Appraisal::Mate(-1), false, true),
        ] {
            assert_eq!((is_at_least_even(score), is_lost(score)), (even, lost), "{score}");
        }
    }
}

//! Puzzles explained in words, by a table of sentences.

use super::{Kind, Puzzle, Theme};
use tandem_rules::{Color, PieceType, Seat};

impl Theme {
    /// Its name for people, as in `Back rank`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Smothered => "Smothered king",
            Self::BackRank => "Back rank",
            Self::Promotion => "Promotion",
            Self::Hunt => "King hunt",
            Self::WeakPawn => "f7 and f2",
            Self::PawnDrop => "Pawn drop",
            Self::KnightDrop => "Knight drop",
            Self::BishopDrop => "Bishop drop",
            Self::RookDrop => "Rook drop",
            Self::QueenDrop => "Queen drop",
            Self::OnBoard => "No drop",
            Self::Escape => "Escape",
        }
    }

    /// What the theme says of a mate of a king of this color.
    const fn sentence(self, mated: Color) -> &'static str {
        match (self, mated) {
            (Self::Smothered, _) => "The king is shut in by its own men, so a knight mates it.",
            (Self::BackRank, _) => "The king cannot leave its first rank.",
            (Self::Promotion, _) => "A pawn is promoted on the way.",
            (Self::Hunt, _) => "The king is hunted from check to check.",
            (Self::WeakPawn, Color::White) => "It begins on f2, the weak point of the first moves.",
            (Self::WeakPawn, Color::Black) => "It begins on f7, the weak point of the first moves.",
            (Self::PawnDrop, _) => "Nothing can be put between a pawn and the king.",
            (Self::KnightDrop, _) => "Nothing can be put between a knight and the king.",
            (Self::BishopDrop, _) => "The bishop from the hand checks along a diagonal.",
            (Self::RookDrop, _) => "The rook from the hand checks along a rank or a file.",
            (Self::QueenDrop, _) => "The queen comes from the hand with check.",
            (Self::OnBoard, _) => "The men on the board mate without a drop.",
            (Self::Escape, _) => "",
        }
    }
}

/// The explanation of a puzzle, in one or two sentences.
pub fn explanation(puzzle: &Puzzle) -> String {
    let Puzzle { kind, seat, theme, solution, .. } = puzzle;
    let pieces = match kind {
        Kind::Need => &solution.answers,
        _ => &solution.pieces,
    };
    let pieces = pieces.iter().map(|letter| with_article(letter)).collect::<Vec<_>>().join(" or ");
    let sits = solution.answers.iter().any(|answer| answer == "sit");
    let (opponent, partner) = (seat.opponent(), seat.partner());
    let on_one = puzzle.fens.len() == 1;
    let name = |seat: Seat| match on_one {
        true => seat.color.to_string(),
        false => seat.to_string(),
    };
    let reason = match kind {
        Kind::Mate => "No other first move mates by checks.".to_owned(),
        Kind::Take => format!(
            "With {pieces} you mate, and with nothing else that {} can take.",
            name(partner)
        ),
        Kind::Need => format!("With {pieces} you mate, and with no other piece."),
        Kind::Give => format!(
            "After every other capture {} can take {pieces}, and {} mates your partner with it.",
            name(opponent),
            name(seat.diagonal())
        ),
        Kind::Sit if sits => {
            "Every move gets you mated. If both of you sit, the flag of your diagonal falls first."
                .to_owned()
        }
        Kind::Sit => {
            "If both of you sit, your flag falls first. Many moves get you mated: play one \
                      that does not."
                .to_owned()
        }
    };
    let mated = match kind {
        Kind::Mate | Kind::Take | Kind::Need => !seat.color,
        Kind::Give => partner.color,
        Kind::Sit => seat.color,
    };
    let explained = format!("{reason} {}", theme.sentence(mated));
    explained.trim_end().to_owned()
}

/// The piece of a letter with its article, as in `a knight`.
fn with_article(letter: &str) -> String {
    let piece =
        PieceType::DROPPABLE.into_iter().find(|piece| letter == piece.to_char().to_string());
    piece.map_or_else(|| letter.to_owned(), |piece| format!("a {}", piece.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Solution;

    fn explained(kind: Kind, theme: Theme, answers: &[&str], pieces: &[&str]) -> String {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        explanation(&Puzzle {
            ply: 0,
            seat: Seat::ALL[0],
            kind,
            moves: 1,
            nodes: 1,
            theme,
            fens: vec![String::new(); 2],
            clocks: None,
            last: Vec::new(),
            solution: Solution {
                answers: texts(answers),
                lines: Vec::new(),
                pieces: texts(pieces),
            },
        })
    }

    #[test]
    fn each_kind_has_its_sentence_and_each_theme_another() {
        for (kind, theme, answers, pieces, expected) in [
            (
                Kind::Need,
                Theme::Smothered,
                &["N", "Q"][..],
                &[][..],
                "With a knight or a queen you mate, and with no other piece. \
                 The king is shut in by its own men, so a knight mates it.",
            ),
            (
                Kind::Take,
                Theme::WeakPawn,
                &["e4d5"],
                &["B"],
                "With a bishop you mate, and with nothing else that Black on B can take. \
                 It begins on f7, the weak point of the first moves.",
            ),
            (
                Kind::Give,
                Theme::WeakPawn,
                &["e4d5"],
                &["N"],
                "After every other capture Black on A can take a knight, and White on B mates your \
                 partner with it. It begins on f7, the weak point of the first moves.",
            ),
            (
                Kind::Sit,
                Theme::Escape,
                &["move"],
                &[],
                "If both of you sit, your flag falls first. Many moves get you mated: play one that \
                 does not.",
            ),
        ] {
            assert_eq!(explained(kind, theme, answers, pieces), expected);
        }
    }
}

//! A line of a suite: a position, and the answers that solve it.
//!
//! ```text
//! … w KQkq - bm Nf3 Qd5; id "a.1";              EPD: one board
//! … w KQkq - am Bxh7+; dm 3;                    a move to avoid; a mate in at most three
//! A… | B… bmA sit; bmB Qxf7+ Qxd5; id "b.7";    both boards of a team, for each what it has to do
//! ```

use anyhow::{Context, anyhow, bail};
use tandem_analysis::scene::Scene;
use tandem_rules::notation::Bfen;
use tandem_rules::{BoardId, Boards, Millis, Move, MoveRules, Position, Team, Variant};

use crate::games::start;

/// The number of fields of a position before its operations.
const FIELDS: usize = 4;

/// A line of a suite.
pub(super) struct Entry {
    /// `id`, or the number of the line.
    pub(super) id: String,
    pub(super) scene: Scene,
    pub(super) question: Question,
}

/// The question about a position.
pub(super) enum Question {
    /// A move of the side to move on the only board.
    OneBoard(Goal),
    /// The acts of a team on both boards; a board without a goal does not matter.
    TwoBoards(Team, [Option<Goal>; 2]),
}

/// The answers that solve a position. All that is said has to hold.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Goal {
    /// `bm`: one of these; any if there are none.
    best: Vec<Answer>,
    /// `am`: none of these.
    avoid: Vec<Answer>,
    /// `dm`: a mate in at most this many moves.
    mate_in: Option<i32>,
}

/// The act of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Move(Move),
    Sit,
}

impl Goal {
    /// True if this answer, with a mate in so many moves if there is one, solves the position.
    pub(super) fn is_met(&self, answer: Answer, mate_in: Option<i32>) -> bool {
        let is_best = self.best.is_empty() || self.best.contains(&answer);
        let is_fast = self.mate_in.is_none_or(|most| mate_in.is_some_and(|moves| moves <= most));
        is_best && is_fast && !self.avoid.contains(&answer)
    }

    /// The most moves of the mate that is asked for.
    pub(super) fn mate_in(&self) -> Option<u32> {
        self.mate_in.and_then(|moves| u32::try_from(moves).ok())
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The goal in words, as in `bm Nf3 Qd5`.
    pub(super) fn told(&self, position: &Position) -> String {
        let list = |opcode: &str, answers: &[Answer]| {
            let texts = answers.iter().map(|answer| answer.told(position));
            (!answers.is_empty())
                .then(|| format!("{opcode} {}", texts.collect::<Vec<_>>().join(" ")))
        };
        let mate = self.mate_in.map(|moves| format!("dm {moves}"));
        let parts = [list("bm", &self.best), list("am", &self.avoid), mate];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

impl Answer {
    /// Reads a move in SAN or in coordinates, or `sit`.
    fn read(position: &Position, text: &str) -> anyhow::Result<Self> {
        if text.eq_ignore_ascii_case("sit") {
            return Ok(Self::Sit);
        }
        let read = position.parse_san(text).or_else(|error| {
            position.parse_coordinate(text).map_err(|_| error) // SAN has the better words
        });
        Ok(Self::Move(read?))
    }

    pub(super) fn told(self, position: &Position) -> String {
        match self {
            Self::Move(m) => position.san(m, tandem_rules::PieceTypes::DROPPABLE),
            Self::Sit => "sit".to_owned(),
        }
    }
}

impl Entry {
    /// Reads a line; `number` names it if it has no `id`.
    ///
    /// # Errors
    /// The position or an operation cannot be read, or nothing is asked.
    pub(super) fn read(
        line: &str,
        number: usize,
        (variant, rules): (Variant, MoveRules),
    ) -> anyhow::Result<Self> {
        let (position, operations) = split(line);
        let operations = Operations::of(operations);
        let id = operations.value("id").map(unquoted);
        let id = id.unwrap_or_else(|| number.to_string());
        let (scene, question) = if Bfen::is_in(position) {
            two_boards(position, &operations, rules)?
        } else {
            let told = operations.counters(position);
            let position = start::one_board(&told, variant, rules)?;
            let goal = operations.goal("", &position)?.ok_or_else(nothing_asked)?;
            (Scene::alone(Boards::beside_start(position)), Question::OneBoard(goal))
        };
        Ok(Self { id, scene, question })
    }

    pub(super) fn variant(&self) -> Variant {
        self.scene.boards.position(BoardId::A).variant()
    }

    /// The goal in words.
    pub(super) fn goal(&self) -> String {
        let position = |board| self.scene.boards.position(board);
        match &self.question {
            Question::OneBoard(goal) => goal.told(position(BoardId::A)),
            Question::TwoBoards(_, goals) => {
                let told = |board: BoardId| {
                    let goal = goals[board.index()].as_ref()?;
                    Some(format!("{board}: {}", goal.told(position(board))))
                };
                BoardId::ALL.into_iter().filter_map(told).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

fn nothing_asked() -> anyhow::Error {
    anyhow!("no `bm`, `am` or `dm`, so there is nothing to solve")
}

/// A question about both boards. The team is that of the side to move on a board with a goal.
fn two_boards(
    text: &str,
    operations: &Operations<'_>,
    rules: MoveRules,
) -> anyhow::Result<(Scene, Question)> {
    let bfen = start::two_boards(text, rules)?;
    let clocks = bfen.clocks.map(|pair| pair.map(|pair| pair.map(Millis)));
    let scene = Scene::new(bfen.boards, clocks);
    let goal = |board: BoardId| operations.goal(&board.to_string(), scene.boards.position(board));
    let goals = [goal(BoardId::A)?, goal(BoardId::B)?];
    let asked = BoardId::ALL.into_iter().filter(|board| goals[board.index()].is_some());
    let mut teams = asked.map(|board| scene.boards.on_turn(board).team());
    let team = match (teams.next(), teams.next()) {
        (None, _)
            if operations
                .goal("", scene.boards.position(BoardId::A))
                .is_ok_and(|goal| goal.is_some()) =>
        {
            bail!("on two boards the operations are `bmA`, `bmB`, `amA` and `amB`")
        }
        (None, _) => return Err(nothing_asked()),
        (Some(one), Some(other)) if one != other => {
            bail!("the sides to move on A and B are opponents, so no team does both")
        }
        (Some(team), _) => team,
    };
    Ok((scene, Question::TwoBoards(team, goals)))
}

/// The position of a line, and its operations: they begin with a word in letters behind the fields.
fn split(line: &str) -> (&str, &str) {
    // One behind the position divides nothing.
    let before = line.find(['"', ';']).unwrap_or(line.len());
    let from = line[..before].rfind('|').map_or(0, |at| at + 1);
    let mut fields = 0;
    let mut at = from;
    while let Some(begin) = line[at..].find(|c: char| !c.is_whitespace()) {
        let begin = at + begin;
        let end = line[begin..].find(char::is_whitespace).map_or(line.len(), |len| begin + len);
        if fields >= FIELDS && line[begin..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            return (line[..begin].trim_end(), &line[begin..]);
        }
        (fields, at) = (fields + 1, end);
    }
    (line.trim_end(), "")
}

/// The operations of a line: opcodes, each with its operands.
struct Operations<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Operations<'a> {
    /// Splits at semicolons; one in quotes divides nothing.
    fn of(text: &'a str) -> Self {
        let mut is_quoted = false;
        let parts = text.split(move |c| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        });
        let pair = |part: &'a str| {
            let part = part.trim();
            let (opcode, operands) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            (!opcode.is_empty()).then_some((opcode, operands.trim()))
        };
        Self(parts.filter_map(pair).collect())
    }

    fn value(&self, opcode: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == opcode).map(|(_, value)| *value)
    }

    /// A FEN of four fields with the counters that are operations here.
    fn counters(&self, position: &str) -> String {
        match (position.split_whitespace().count(), self.value("hmvc"), self.value("fmvn")) {
            (FIELDS, Some(halfmoves), number) => {
                format!("{position} {halfmoves} {}", number.unwrap_or("1"))
            }
            (FIELDS, None, Some(number)) => format!("{position} 0 {number}"),
            _ => position.to_owned(),
        }
    }

    /// The goal on a board whose operations end with this; `None` if none is about it.
    fn goal(&self, suffix: &str, position: &Position) -> anyhow::Result<Option<Goal>> {
        let answers = |opcode: &str| -> anyhow::Result<Vec<Answer>> {
            let opcode = format!("{opcode}{suffix}");
            let texts = self.value(&opcode).unwrap_or_default();
            let texts = texts
                .split(|c: char| c == ',' || c.is_whitespace())
                .filter(|text| !text.is_empty());
            let read = texts.map(|text| Answer::read(position, text));
            read.collect::<Result<_, _>>().with_context(|| format!("operation `{opcode}`"))
        };
        let mate_in = self.value(&format!("dm{suffix}")).map(|text| {
            text.parse().with_context(|| format!("operation `dm{suffix}`: `{text}` is no number"))
        });
        let (best, avoid) = (answers("bm")?, answers("am")?);
        let goal = Goal { best, avoid, mate_in: mate_in.transpose()? };
        Ok((!goal.is_empty()).then_some(goal))
    }
}

fn unquoted(text: &str) -> String {
    text.trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> anyhow::Result<Entry> {
        Entry::read(line, 7, (Variant::Chess, MoveRules::default()))
    }

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/3R2K1 w - -";

    #[test]
    fn a_line_has_a_position_and_the_answers_that_solve_it() {
        for (operations, id, goal) in [
            ("bm Rd8#; id \"a;b\";", "a;b", "bm Rd8+"),
            ("bm Rd8 Kf1; id \"a|b\";", "a|b", "bm Rd8+ Kf1"),
            ("0 1 bm d1d8\tKf1; c0 \"two\";", "7", "bm Rd8+ Kf1"),
            ("am Rd7; dm 1;", "7", "am Rd7 dm 1"),
            ("hmvc 4; fmvn 9; dm 2", "7", "dm 2"),
        ] {
            let entry = read(&format!("{MATE} {operations}")).expect(operations);
            assert_eq!((entry.id.as_str(), entry.goal().as_str()), (id, goal), "{operations}");
        }
    }

    #[test]
    fn a_line_of_two_boards_asks_a_team() {
        let boards = "6k1/5ppp/8/8/8/8/8/3R2K1[] w - - | 6k1/8/8/8/8/8/8/6K1[] b - - 60 60";
        let entry =
            read(&format!("{boards} bmA Rd8+ sit; amB Kh8; id \"x\";")).expect("it is sound");
        assert_eq!(entry.goal(), "A: bm Rd8+ sit, B: am Kh8");
        assert!(matches!(entry.question, Question::TwoBoards(Team::One, _)));
    }

    #[test]
    fn a_line_that_cannot_be_solved_is_refused() {
        let boards = "6k1/8/8/8/8/8/8/3R2K1[] w - - | 6k1/8/8/8/8/8/8/6K1[] w - -";
        for (line, reason) in [
            (MATE.to_owned(), "nothing to solve"),
            (format!("{MATE} bm Rd9;"), "Rd9"),
            (format!("{MATE} dm soon;"), "soon"),
            (format!("{boards} bm Rd8;"), "bmA"),
            (format!("{boards} bmA Rd8; bmB Kf1;"), "opponents"),
            ("6k1 bm e4;".to_owned(), "6k1"),
        ] {
            let error = read(&line).err().map(|error| format!("{error:#}")).unwrap_or_default();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn all_that_a_goal_says_has_to_hold() {
        let Question::OneBoard(goal) =
            read(&format!("{MATE} bm Rd8; dm 1;")).expect("sound").question
        else {
            panic!("it has one board");
        };
        let [mate, other] = ["d1d8", "d1d7"].map(|text| {
            let position = start::one_board(MATE, Variant::Chess, MoveRules::default());
            Answer::read(&position.expect("sound"), text).expect(text)
        });
        assert!(goal.is_met(mate, Some(1)));
        assert!(!goal.is_met(mate, None) && !goal.is_met(mate, Some(2)));
        assert!(!goal.is_met(other, Some(1)));
    }
}

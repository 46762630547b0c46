//! Looks at a position by the rules alone: its legal moves, perhaps after a move.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::notation::{Bfen, BfenError, BfenWarning, MoveTextError};
use tandem_rules::{
    BoardId, Boards, Game, IllegalMove, Millis, Move, Preset, RuleError, RuleSet, Variant,
};

use crate::message::{
    AnalysisPosition, BoardMove, BoardState, LookedMove, PositionOutcome, ToPage,
};

/// Error for a position that is none, or a move that it does not have; it is said to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PositionError {
    #[error(transparent)]
    Rules(#[from] RuleError),
    #[error("{boards} boards are not those of {variant}")]
    Count { boards: usize, variant: Variant },
    #[error(transparent)]
    Boards(#[from] BfenError),
    #[error(transparent)]
    Move(#[from] MoveTextError),
    #[error("{0} is not legal")]
    NotLegal(String),
    #[error(transparent)]
    Play(#[from] IllegalMove),
}

/// The answer to `look`, and what the position says and its boards have not.
///
/// # Errors
/// [`PositionError`] if the position is none, or the move is not legal.
pub(crate) fn look(
    id: u32,
    position: AnalysisPosition,
    asked: Option<&BoardMove>,
) -> Result<(ToPage, Vec<BfenWarning>), PositionError> {
    let (mut boards, left_out) = boards_of(&position)?;
    let ply = asked.map(|asked| make(&mut boards, asked)).transpose()?;
    let in_play = boards.in_play();
    let states = in_play.iter().map(|&board| state(&boards, board)).collect();
    let position = AnalysisPosition { fens: fens(&boards), ..position };
    let outcome = outcome_of(&position, &boards);
    Ok((ToPage::Looked { id, position, boards: states, ply, outcome }, left_out))
}

/// The end of the game that a position is; `None` if the game goes on, or it is no position.
pub(crate) fn outcome(position: &AnalysisPosition) -> Option<PositionOutcome> {
    let (boards, _) = boards_of(position).ok()?;
    outcome_of(position, &boards)
}

/// The end of the game by the rules of a position and its clocks.
fn outcome_of(position: &AnalysisPosition, boards: &Boards) -> Option<PositionOutcome> {
    let rules: RuleSet = position.rules.parse().ok()?;
    let clocks = position.clocks_ms.as_deref().and_then(|clocks| match *clocks {
        [a, b, c, d] => Some([a, b, c, d].map(Millis)),
        _ => None,
    });
    let outcome = Game::outcome_of(boards, rules.outcomes, clocks)?;
    let reason = outcome.ending.to_string();
    let reason = match boards.in_play() {
        [_] => reason.replace(" on A", ""),
        _ => reason,
    };
    Some(PositionOutcome { winner: outcome.winner.map(Into::into), reason })
}

/// The name of a rule set for the positions of a record: its own if it is known and of its variant,
/// else the usual one.
pub fn rules_of(record: &GameRecord) -> String {
    let variant = record.start().position(BoardId::A).variant();
    let is_known = |rules: &&str| {
        let preset = Preset::leading(rules).unwrap_or_default();
        rules.parse::<RuleSet>().is_ok() && preset.variant() == variant
    };
    let told = record.tag("Rules").filter(is_known);
    told.unwrap_or_else(|| Preset::usual(variant).name()).to_owned()
}

/// The FEN of each board in play.
pub(crate) fn fens(boards: &Boards) -> Vec<String> {
    boards.in_play().iter().map(|&board| boards.position(board).to_fen()).collect()
}

/// A board with all legal moves of the side to move.
pub(crate) fn state(boards: &Boards, board: BoardId) -> BoardState {
    let position = boards.position(board);
    let legal = position.legal_moves();
    BoardState {
        board: board.into(),
        fen: position.to_fen(),
        on_turn: boards.on_turn(board).into(),
        check: position.in_check(),
        legal: legal.iter().map(|&m| position.coordinate(m).to_string()).collect(),
    }
}

fn make(boards: &mut Boards, asked: &BoardMove) -> Result<LookedMove, PositionError> {
    let board = asked.board.into();
    let position = boards.position(board);
    let m = position.parse_coordinate(&asked.coordinates)?;
    if !position.legal_moves().contains(&m) {
        return Err(PositionError::NotLegal(position.coordinate(m).to_string()));
    }
    let san = boards.san(board, m);
    let squares = squares(m);
    let handoff = boards.play(boards.on_turn(board), m)?;
    let handed = handoff.map(|handoff| handoff.piece.to_char().to_string());
    Ok(LookedMove { san, squares, handed })
}

/// The squares that a move marks: its start, if it is no drop, and its end.
pub(crate) fn squares(m: Move) -> Vec<String> {
    m.squares().map(|square| square.to_string()).collect()
}

/// The boards of a position, and what it says and they have not.
///
/// # Errors
/// [`PositionError`] if the position is none.
pub(crate) fn boards_of(
    asked: &AnalysisPosition,
) -> Result<(Boards, Vec<BfenWarning>), PositionError> {
    let rules: RuleSet = asked.rules.parse()?;
    let variant = Preset::leading(&asked.rules).unwrap_or_default().variant();
    if asked.fens.len() != variant.boards().len() {
        return Err(PositionError::Count { boards: asked.fens.len(), variant });
    }
    let read = Bfen::start_leniently(&asked.fens.join(" | "), variant, rules.moves);
    let (bfen, left_out) = read?;
    Ok((bfen.boards, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{BoardName, TeamName};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    fn asked(rules: &str, fens: &[&str]) -> AnalysisPosition {
        let fens = fens.iter().map(|&fen| fen.to_owned()).collect();
        AnalysisPosition { rules: rules.to_owned(), fens, clocks_ms: None }
    }

    #[test]
    fn a_capture_is_handed_to_the_other_board() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
        let m = BoardMove { board: BoardName::A, coordinates: "e4d5".to_owned() };
        let looked = look(7, asked("fics", &[fen, START]), Some(&m));
        let Ok((ToPage::Looked { id: 7, position, boards, ply: Some(ply), .. }, _)) = looked else {
            panic!("{looked:?}");
        };
        assert_eq!((ply.san.as_str(), ply.handed.as_deref()), ("exd5", Some("P")));
        assert_eq!(ply.squares, ["e4", "d5"]);
        assert!(position.fens[1].contains("[p]"), "{position:?}");
        assert_eq!((boards[0].legal.len(), boards[1].legal.len()), (5, 20));
    }

    #[test]
    fn what_is_no_position_or_not_legal_is_refused_in_words() {
        let e5 = BoardMove { board: BoardName::A, coordinates: "e2e5".to_owned() };
        for (position, m, reason) in [
            (asked("fics", &[START, START]), Some(&e5), "e2e5"),
            (asked("fics", &[START]), None, "1 boards"),
            (asked("chess", &[START, START]), None, "2 boards"),
            (asked("poker", &[START]), None, "poker"),
            (asked("crazyhouse", &["8/8/8/8/8/8/8/8[] w - - 0 1"]), None, "king"),
        ] {
            let refused = look(1, position, m).expect_err(reason).to_string();
            assert!(refused.contains(reason), "{refused}");
        }
        let m = BoardMove { board: BoardName::B, coordinates: "N@e5".to_owned() };
        let held = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
        assert!(look(1, asked("fics", &[START, held]), Some(&m)).is_ok());
    }

    /// Black on A is mated by a knight, whatever arrives.
    const MATED: &str = "6rk/5Npp/8/8/8/8/5PPP/6K1[] b - - 0 1";

    #[test]
    fn a_position_that_ends_the_game_says_who_has_won_and_how() {
        let one = Some(TeamName::One);
        let two = Some(TeamName::Two);
        let blocked = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w KQkq - 1 3";
        let stuck = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
        let down = Some(vec![0, 5000, 5000, 5000]);
        for (rules, fens, clocks_ms, expected) in [
            ("fics", &[MATED, START][..], None, Some((one, "Black on A is mated"))),
            ("fics", &[START, MATED], None, Some((two, "Black on B is mated"))),
            ("crazyhouse", &[MATED], None, Some((one, "Black is mated"))),
            ("crazyhouse", &[stuck], None, Some((None, "Black is stalemated"))),
            ("fics", &[START, START], down.clone(), Some((two, "White on A forfeits on time"))),
            ("fics", &[MATED, START], down, Some((one, "Black on A is mated"))),
            ("fics", &[blocked, START], None, None),
            ("fics", &[START, START], Some(vec![5000, 0, 5000, 0]), None),
            ("fics", &[START], None, None),
        ] {
            let position = AnalysisPosition { clocks_ms, ..asked(rules, fens) };
            let found = outcome(&position);
            let told = found.as_ref().map(|found| (found.winner, found.reason.as_str()));
            assert_eq!(told, expected, "{position:?}");
        }
    }

    #[test]
    fn a_right_that_cannot_be_is_left_out_in_words() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1";
        let (looked, left_out) = look(1, asked("chess", &[fen]), None).expect("a position");
        let ToPage::Looked { position, .. } = looked else { panic!("{looked:?}") };
        assert_eq!(position.fens, ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
        let words: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        assert!(words[0].contains("castle queenside") && words[1].contains("e6"), "{words:?}");
    }

    #[test]
    fn the_rules_of_a_record_are_its_own_or_the_usual_ones() {
        let mut record = GameRecord::new(Boards::start(Preset::default().rules().moves));
        assert_eq!(rules_of(&record), "fics");
        for (told, rules) in [("fide", "fide"), ("crazyhouse", "fics"), ("poker", "fics")] {
            record.set_tag("Rules", told);
            assert_eq!(rules_of(&record), rules, "{told}");
        }
    }
}

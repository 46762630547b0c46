//! Recorded games, opened to be analyzed by hand.

use std::sync::Arc;

use tandem_rules::Boards;
use tandem_rules::notation::bpgn::{Comment, GameRecord, RecordedPly, Variation};

use crate::app::AppState;
use crate::files::{ReadFiles, read};
use crate::look::{fens, rules_of, squares};
use crate::message::{GameFile, OpenedGame, OpenedPly, ReviewSource, ToPage};
use crate::page_sender::PageSender;
use crate::plain::line_of;
use crate::reviewing::files;
use crate::services::Unpack;
use crate::turns::NoTurn;

/// Most characters of a name that are told.
const LONGEST_NAME: usize = 200;

/// Opens the first game of a source for a connection, in its turn.
///
/// # Errors
/// [`NoTurn`] if too many errands wait.
pub(crate) fn open(
    app: &Arc<AppState>,
    page: &PageSender,
    id: u32,
    source: ReviewSource,
) -> Result<(), NoTurn> {
    let (own, errands) = (page.clone(), &app.pools.errands);
    let app = Arc::clone(app);
    errands.push(page, "open_game", move |(), turn| {
        let files = files(source, &app).map_err(|error| error.to_string());
        match files.and_then(|files| first(&files, app.services.unpack)) {
            Ok(game) => own.answer("open_game", &ToPage::GameOpened { id, game }, turn),
            Err(reason) => own.refuse("open_game", reason),
        }
    })
}

/// The first game of files.
///
/// # Errors
/// The first line of their faults.
fn first(files: &[GameFile], unpack: Unpack) -> Result<OpenedGame, String> {
    let ReadFiles { games, faults, .. } = read(files, unpack);
    let first = games.first().map(|game| opened(&game.record));
    first.ok_or_else(|| faults.first().cloned().unwrap_or_default())
}

fn opened(record: &GameRecord) -> OpenedGame {
    let boards = record.start();
    let mut game = OpenedGame {
        name: record.tag("StudyName").map(|name| line_of(name, LONGEST_NAME)),
        rules: rules_of(record),
        start: fens(boards),
        clocks_ms: record.tag("StartClocks").and_then(|clocks| clocks_of(clocks, boards)),
        said: vec![texts(record.preamble())],
        plies: Vec::new(),
    };
    // Some programs write a star where there is no reason.
    let reason = record.reason().filter(|reason| *reason != "*");
    let last = open_plies(&mut game, boards.clone(), record.plies(), Vec::new(), 0);
    game.said[last as usize].extend(reason.map(str::to_owned));
    game
}

/// Adds moves, each with its variations behind it, that follow a move of the game; the number of the
/// last one. The first move takes what has been said before it.
fn open_plies(
    game: &mut OpenedGame,
    mut boards: Boards,
    plies: &[RecordedPly],
    mut said: Vec<String>,
    mut after: u32,
) -> u32 {
    for ply in plies {
        let before = boards.clone();
        game.plies.push(played(&mut boards, ply, after));
        said.extend(texts(&ply.comments));
        game.said.push(std::mem::take(&mut said));
        let number = game.plies.len() as u32;
        for Variation { preamble, plies } in &ply.variations {
            open_plies(game, before.clone(), plies, texts(preamble), after);
        }
        after = number;
    }
    after
}

/// A move, made on the boards.
fn played(boards: &mut Boards, ply: &RecordedPly, after: u32) -> OpenedPly {
    let RecordedPly { seat, m, .. } = *ply;
    let position = boards.position(seat.board);
    let coordinates = position.coordinate(m).to_string();
    let san = ply.san(boards);
    let squares = squares(m);
    let _made = ply.make(boards); // a record has accepted moves only
    OpenedPly { after, board: seat.board.into(), coordinates, san, squares, fens: fens(boards) }
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.text().to_owned()).collect()
}

/// The clocks of a tag in seconds, one for each seat, in milliseconds.
fn clocks_of(tag: &str, boards: &Boards) -> Option<Vec<i64>> {
    let seconds = tag.split_whitespace().map(|text| text.parse::<f64>().ok());
    let clocks: Option<Vec<i64>> =
        seconds.map(|seconds| Some((seconds? * 1000.0).round() as i64)).collect();
    clocks.filter(|clocks| clocks.len() == 2 * boards.in_play().len())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::message::BoardName;

    const PLAIN: Unpack = |file| Ok(Box::new(io::BufReader::new(file)));

    fn file(text: &str) -> [GameFile; 1] {
        [GameFile { name: "x".to_owned(), text: text.to_owned(), base64: false }]
    }

    #[test]
    fn a_game_has_its_moves_and_its_comments_with_arrows() {
        let text = "[StartClocks \"60 60 59.5 60\"]\n\n{before [%csl Re4]} 1A. e4 {a plan [%cal Ge2e4]} \
                    1B. d4 1b. e5 2B. dxe5 1a. N@e5 *\n";
        let Err(reason) = first(&file(text), PLAIN) else {
            panic!("a knight is dropped that is not held")
        };
        assert!(reason.contains("game 1"), "{reason}");
        let text = text.replace("N@e5", "P@e5");
        let game = first(&file(&text), PLAIN).expect("a game");
        assert_eq!(game.clocks_ms, Some(vec![60_000, 60_000, 59_500, 60_000]));
        assert_eq!(game.said[..2], [["before [%csl Re4]"], ["a plan [%cal Ge2e4]"]]);
        let capture = &game.plies[3];
        assert_eq!((capture.board, capture.san.as_str()), (BoardName::B, "dxe5"));
        assert_eq!((capture.coordinates.as_str(), capture.squares.len()), ("d4e5", 2));
        assert!(capture.fens[0].contains("[p]"), "{capture:?}");
        assert_eq!((game.plies.len(), game.said.len()), (5, 6));
    }

    #[test]
    fn variations_follow_the_move_before_them_and_the_last_comment_is_kept() {
        let text = "1A. e4 {one} (1A. d4 (1B. c4) 1a. d5) ({or} 1A. c4 {two}) 1a. e5 {three} *";
        let game = first(&file(text), PLAIN).expect("a game");
        let found: Vec<(u32, &str, String)> = game
            .plies
            .iter()
            .zip(&game.said[1..])
            .map(|(ply, said)| (ply.after, ply.san.as_str(), said.join(" ")))
            .collect();
        let expected = [
            (0, "e4", "one"),
            (0, "d4", ""),
            (0, "c4", ""),
            (2, "d5", ""),
            (0, "c4", "or two"),
            (1, "e5", "three"),
        ];
        assert_eq!(found, expected.map(|(after, san, said)| (after, san, said.to_owned())));
        assert!(game.plies[3].fens[1].starts_with("rnbqkbnr/pppppppp/8/8/8/8/"), "{game:?}");
    }

    #[test]
    fn a_text_without_a_game_is_refused_in_words() {
        assert!(first(&file(""), PLAIN).expect_err("no game").contains("no game"));
        assert!(first(&file("1A. Kd5 *"), PLAIN).expect_err("no move").contains("Kd5"));
    }
}

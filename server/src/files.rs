//! Files of games that a browser brings.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tandem_rules::notation::bpgn::{
    GameRecord, ReadGame, Reader, RecordedPly, ReplayRules, Warning,
};
use tandem_rules::notation::chesscom::{
    ChesscomError, Documents, Found, GameBoard, Origin, Pairing, is_json, join,
};
use tandem_rules::notation::{Bfen, decoded};
use tandem_rules::{MoveRules, Preset};

use crate::message::GameFile;
use crate::plain::line_of;
use crate::services::Unpack;

/// Most games of one message.
const MOST_GAMES: usize = 500;
/// Most moves of the games of one message, variations included: a megabyte of moves that was packed
/// into a kilobyte would take a hundred megabytes.
const MOST_PLIES: usize = 100_000;
/// Most characters of the name of a file that are told.
const LONGEST_NAME: usize = 100;
/// Most faults that are told.
const MOST_FAULTS: usize = 20;
/// Most bytes of the files of a message once they are unpacked.
const MOST_UNPACKED: u64 = 16 << 20;

/// The games of files, and a line for each fault.
pub(crate) struct ReadFiles {
    pub(crate) games: Vec<ReadGame>,
    pub(crate) faults: Vec<String>,
    /// Number of moves of the games.
    plies: usize,
    /// True once there are too many games or moves for more.
    is_full: bool,
}

/// Error for a file without readable content.
#[derive(Debug, thiserror::Error)]
enum ContentError {
    #[error("no base64: {0}")]
    Base64(#[from] base64::DecodeError),
    #[error("it cannot be unpacked: {0}")]
    Packed(#[from] io::Error),
    #[error("it is not a file of games")]
    NotText,
    #[error("unpacked, the files have more than {} MiB", MOST_UNPACKED >> 20)]
    TooLong,
}

/// Reads files: BPGN and PGN, a position, and chess.com's JSON, where each file is one board and
/// those of a game are joined.
pub(crate) fn read(files: &[GameFile], unpack: Unpack) -> ReadFiles {
    let mut read = ReadFiles { games: Vec::new(), faults: Vec::new(), plies: 0, is_full: false };
    let mut boards: Vec<(String, GameBoard)> = Vec::new();
    let mut left = MOST_UNPACKED;
    for file in files {
        if read.is_full || read.faults.len() >= MOST_FAULTS {
            break;
        }
        let name = line_of(&file.name, LONGEST_NAME);
        let content = match content(file, unpack, left).and_then(text) {
            Ok(content) => content,
            Err(reason) => {
                read.faults.push(format!("{name}: {reason}"));
                continue;
            }
        };
        left = left.saturating_sub(content.len() as u64);
        if is_json(decoded(&content).as_bytes()) {
            read.boards(&name, &content, &mut boards);
        } else if let Some(game) = position(&content) {
            read.take(game);
        } else {
            read.records(&name, &content);
        }
    }
    read.pair_the_rest(boards);
    if read.games.is_empty() && read.faults.is_empty() {
        read.faults.push("there is no game in it".to_owned());
    }
    read.faults.truncate(MOST_FAULTS);
    read
}

impl ReadFiles {
    /// Leaves out the games with more moves than these, with a line for each.
    pub(crate) fn leave_out_longer(&mut self, most: usize) {
        let all = self.games.len();
        let (mut taken, mut lines) = (Vec::with_capacity(all), Vec::new());
        for (number, game) in (1..).zip(self.games.drain(..)) {
            let plies = game.record.plies().len();
            if plies <= most {
                taken.push(game);
            } else {
                let game = format!("game {number} of {all}");
                lines.push(format!("{game} has {plies} moves, expected {most} at most"));
            }
        }
        self.games = taken;
        self.faults.splice(0..0, lines); // before the others, of which few are told
        self.faults.truncate(MOST_FAULTS);
    }

    /// Takes the boards of a text: of a game alone, or of an archive.
    fn boards(&mut self, name: &str, content: &[u8], waiting: &mut Vec<(String, GameBoard)>) {
        let text = decoded(content);
        for document in Documents::new(text.as_bytes()).map_while(Result::ok) {
            let number = document.number;
            match document.board() {
                Ok(board) => self.pair(name.to_owned(), board, waiting),
                Err(ChesscomError::Type(_)) if number > 1 => {} // archives have games of all kinds
                Err(error) => self.faults.push(format!("{name}: game {number}: {error}")),
            }
            if self.is_full || self.faults.len() >= MOST_FAULTS {
                return;
            }
        }
    }

    /// Joins boards that do not name each other, and tells which have no partner.
    fn pair_the_rest(&mut self, boards: Vec<(String, GameBoard)>) {
        let [Some((name, board)), None] = [boards.first(), boards.get(1)] else {
            return self.pair_many(boards.into_iter().map(|(_, board)| board).collect());
        };
        let partner = match board.partner() {
            "" => String::new(),
            partner => format!(", game `{partner}`,"),
        };
        self.faults.push(format!("{name}: its partner{partner} is not among the files"));
    }

    fn pair_many(&mut self, boards: Vec<GameBoard>) {
        let all = boards.len();
        let mut alone = 0;
        for found in Pairing::among(boards, usual_rules()) {
            match found {
                Found::Game(game) => self.take(*game),
                Found::Fault([one, other], error) => {
                    self.faults.push(format!("games {one} and {other}: {error}"));
                }
                Found::Alone(_) | Found::Unclear(_) => alone += 1,
                Found::Again => {}
            }
        }
        if alone > 0 {
            self.faults.push(format!("{alone} of {all} boards have no partner among the files"));
        }
    }

    /// Joins a board with its partner, or lets it wait for one.
    fn pair(&mut self, name: String, board: GameBoard, waiting: &mut Vec<(String, GameBoard)>) {
        // Boards of archives name nobody, and there are many.
        let is_named = |(_, other): &(String, GameBoard)| board.is_partner(other);
        let partner = match board.origin() {
            Origin::Game => waiting.iter().position(is_named),
            Origin::Archive => None,
        };
        let Some(partner) = partner else { return waiting.push((name, board)) };
        let (_, first) = waiting.swap_remove(partner);
        match join(&first, &board, usual_rules()) {
            Ok(game) => self.take(game),
            Err(error) => self.faults.push(format!("{name}: {error}")),
        }
    }

    fn records(&mut self, name: &str, content: &[u8]) {
        for game in Reader::with_options(content, ReplayRules::Recorded).take(MOST_GAMES + 1) {
            match game {
                Ok(game) => {
                    let cut = |cut: &Warning| {
                        format!("{name}:{}: game {}: {}", cut.line, game.game, cut.kind)
                    };
                    self.faults.extend(game.cuts().map(cut));
                    self.take(game);
                }
                Err(fault) => self
                    .faults
                    .push(format!("{name}:{}: game {}: {}", fault.line, fault.game, fault.reason)),
            }
            if self.is_full {
                return;
            }
        }
    }

    /// Takes a game, if there is room for it.
    fn take(&mut self, game: ReadGame) {
        let plies = count(game.record.plies());
        if self.games.len() < MOST_GAMES && self.plies + plies <= MOST_PLIES {
            self.plies += plies;
            self.games.push(game);
        } else if !self.is_full {
            let taken = self.games.len();
            let limit = match taken == MOST_GAMES {
                true => String::new(),
                false => format!(": all together have more than {MOST_PLIES} moves"),
            };
            // Before the others, of which few are told.
            self.faults.insert(0, format!("only the first {taken} games were taken{limit}"));
            self.is_full = true;
        }
    }
}

/// Number of moves, those of variations included.
fn count(plies: &[RecordedPly]) -> usize {
    let lines = plies.iter().flat_map(|ply| &ply.variations);
    plies.len() + lines.map(|line| count(&line.plies)).sum::<usize>()
}

/// The bytes of a file, unpacked if they are compressed; no more than are `left`.
fn content(file: &GameFile, unpack: Unpack, left: u64) -> Result<Cow<'_, [u8]>, ContentError> {
    if !file.base64 {
        return Ok(Cow::Borrowed(file.text.as_bytes()));
    }
    let bytes = BASE64_STANDARD.decode(&file.text)?;
    let mut content = Vec::new();
    unpack(Cursor::new(bytes))?.take(left + 1).read_to_end(&mut content)?;
    match content.len() as u64 > left {
        true => Err(ContentError::TooLong),
        false => Ok(Cow::Owned(content)),
    }
}

/// The content of a file that is a text. A picture, a film or a program has bytes of zeros.
fn text(content: Cow<'_, [u8]>) -> Result<Cow<'_, [u8]>, ContentError> {
    match decoded(&content).contains('\0') {
        true => Err(ContentError::NotText),
        false => Ok(content),
    }
}

/// A text that is no more than the positions of both boards, as a game without moves.
fn position(content: &[u8]) -> Option<ReadGame> {
    let text = decoded(content);
    let line = text.trim();
    if line.contains('\n') || !line.contains('|') {
        return None;
    }
    let (bfen, left_out) = Bfen::parse_leniently(line, usual_rules()).ok()?;
    let mut record = GameRecord::new(bfen.boards.clone());
    if let [Some([a, b]), Some([c, d])] = bfen.clocks {
        let clocks = [a, b, c, d].map(|ms| (ms / 1000).to_string());
        record.set_tag("StartClocks", &clocks.join(" "));
    }
    let warnings = left_out.into_iter().map(|warning| Warning { line: 1, kind: warning.into() });
    Some(ReadGame { record, game: 1, line: 1, warnings: warnings.collect() })
}

fn usual_rules() -> MoveRules {
    Preset::default().rules().moves
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    const PLAIN: Unpack = |file| Ok(Box::new(BufReader::new(file)));

    fn file(name: &str, text: String) -> GameFile {
        GameFile { name: name.to_owned(), text, base64: false }
    }

    #[test]
    fn games_are_taken_until_they_have_too_many_moves_or_are_too_many() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000);
        let long = format!("[Variant \"Chess\"]\n\n{moves}*\n\n").repeat(3);
        let short = "1A. e4 *\n\n".repeat(MOST_GAMES + 1);
        for (text, taken, fault) in [
            (
                long,
                2,
                Some("only the first 2 games were taken: all together have more than 100000"),
            ),
            (short, MOST_GAMES, Some("only the first 500 games were taken")),
            ("1A. e4 *\n".repeat(3), 3, None),
        ] {
            let read = read(&[file("x", text)], PLAIN);
            assert_eq!(
                (read.games.len(), read.faults.len()),
                (taken, usize::from(fault.is_some()))
            );
            assert!(
                fault.is_none_or(|fault| read.faults[0].starts_with(fault)),
                "{:?}",
                read.faults
            );
        }
    }

    #[test]
    fn games_that_are_too_long_for_a_turn_are_left_out_in_words() {
        let games = [1, 3, 2, 4].map(|plies| {
            let moves: Vec<&str> =
                ["1A. e4", "1a. e5", "2A. Nf3", "2a. Nc6"].into_iter().take(plies).collect();
            format!("{} *", moves.join(" "))
        });
        let mut read = read(&[file("x", games.join("\n\n"))], PLAIN);
        read.leave_out_longer(2);
        let plies: Vec<usize> = read.games.iter().map(|game| game.record.plies().len()).collect();
        assert_eq!(plies, [1, 2]);
        let faults = [(2, 3), (4, 4)]
            .map(|(game, plies)| format!("game {game} of 4 has {plies} moves, expected 2 at most"));
        assert_eq!(read.faults, faults);
    }

    #[test]
    fn a_picture_is_refused_as_no_file_of_games() {
        let read =
            read(&[file("cat.png", "\u{fffd}PNG\r\n\u{1a}\n\0\0\0\rIHDR".to_owned())], PLAIN);
        assert_eq!(read.faults, ["cat.png: it is not a file of games"]);
    }

    #[test]
    fn the_name_of_a_file_is_told_as_a_short_line() {
        let name = format!("a\nb\u{202e}{}", "x".repeat(100_000));
        let files = [(); 50].map(|()| file(&name, "1A. Kd5 *".to_owned()));
        let read = read(&files, PLAIN);
        assert_eq!(read.faults.len(), MOST_FAULTS);
        assert!(read.faults.iter().all(|fault| fault.starts_with("a bxx") && fault.len() < 400));
    }
}

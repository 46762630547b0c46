//! Files of games that a browser brings.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tandem_rules::notation::bpgn::{GameRecord, ReadGame, Reader, ReplayRules, Warning};
use tandem_rules::notation::chesscom::{GameBoard, join};
use tandem_rules::notation::{Bfen, decoded};
use tandem_rules::{MoveRules, Preset};

use crate::lent::Unpack;
use crate::message::GameFile;

/// Most games of one message.
const MOST_GAMES: usize = 500;
/// Most faults that are told.
const MOST_FAULTS: usize = 20;
/// Most bytes of a file once it is unpacked.
const MOST_UNPACKED: u64 = 16 << 20;

/// The games of files, and a line for each fault.
pub(crate) struct ReadFiles {
    pub(crate) games: Vec<ReadGame>,
    pub(crate) faults: Vec<String>,
}

/// Reads files: BPGN and PGN, a position, and chess.com's JSON, where each file is one board and
/// those of a game are joined.
pub(crate) fn read(files: &[GameFile], unpack: Unpack) -> ReadFiles {
    let mut read = ReadFiles { games: Vec::new(), faults: Vec::new() };
    let mut boards: Vec<(&str, GameBoard)> = Vec::new();
    for file in files {
        let name = file.name.as_str();
        let content = match content(file, unpack) {
            Ok(content) => content,
            Err(reason) => {
                read.faults.push(format!("{name}: {reason}"));
                continue;
            }
        };
        if is_json(&content) {
            match GameBoard::parse(&content) {
                Ok(board) => read.pair(name, board, &mut boards),
                Err(error) => read.faults.push(format!("{name}: {error}")),
            }
        } else if let Some(game) = position(&content) {
            read.games.push(game);
        } else {
            read.records(name, &content);
        }
    }
    for (name, board) in boards {
        let partner = board.partner();
        read.faults.push(format!("{name}: its partner, game `{partner}`, is not among the files"));
    }
    if read.games.is_empty() && read.faults.is_empty() {
        read.faults.push("there is no game in it".to_owned());
    }
    if read.games.len() > MOST_GAMES {
        read.faults.push(format!("only the first {MOST_GAMES} games were taken"));
        read.games.truncate(MOST_GAMES);
    }
    read.faults.truncate(MOST_FAULTS);
    read
}

impl ReadFiles {
    /// Joins a board with its partner, or lets it wait for one.
    fn pair<'a>(
        &mut self,
        name: &'a str,
        board: GameBoard,
        waiting: &mut Vec<(&'a str, GameBoard)>,
    ) {
        let partner = waiting
            .iter()
            .position(|(_, other)| board.is_partner(other) || other.is_partner(&board));
        let Some(partner) = partner else { return waiting.push((name, board)) };
        let (_, first) = waiting.swap_remove(partner);
        match join(&first, &board, usual_rules()) {
            Ok(game) => self.games.push(game),
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
                    self.games.push(game);
                }
                Err(fault) => self
                    .faults
                    .push(format!("{name}:{}: game {}: {}", fault.line, fault.game, fault.reason)),
            }
        }
    }
}

/// The bytes of a file, unpacked if they are compressed.
fn content(file: &GameFile, unpack: Unpack) -> Result<Cow<'_, [u8]>, String> {
    if !file.base64 {
        return Ok(Cow::Borrowed(file.text.as_bytes()));
    }
    let bytes =
        BASE64_STANDARD.decode(&file.text).map_err(|error| format!("no base64: {error}"))?;
    let mut content = Vec::new();
    let unpacked = unpack(Cursor::new(bytes))
        .and_then(|unpacked| unpacked.take(MOST_UNPACKED + 1).read_to_end(&mut content));
    unpacked.map_err(|error| format!("it cannot be unpacked: {error}"))?;
    match content.len() as u64 > MOST_UNPACKED {
        true => Err(format!("unpacked, it has more than {} MiB", MOST_UNPACKED >> 20)),
        false => Ok(Cow::Owned(content)),
    }
}

/// True for an object of JSON; a record may begin with a brace too, that of a comment.
fn is_json(content: &[u8]) -> bool {
    let text = decoded(content);
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with('"'))
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

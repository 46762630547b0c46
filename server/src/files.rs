//! Files of games that a browser brings.

use tandem_rules::notation::Bfen;
use tandem_rules::notation::bpgn::{GameRecord, ReadGame, Reader, ReplayRules};
use tandem_rules::notation::chesscom::{GameBoard, join};
use tandem_rules::{MoveRules, Preset};

use crate::message::GameFile;

/// Most games of one message.
const MOST_GAMES: usize = 500;
/// Most faults that are told.
const MOST_FAULTS: usize = 20;

/// The games of files, and a line for each fault.
pub(crate) struct ReadFiles {
    pub(crate) games: Vec<ReadGame>,
    pub(crate) faults: Vec<String>,
}

/// Reads files: BPGN and PGN, a position, and chess.com's JSON, where each file is one board and
/// those of a game are joined.
pub(crate) fn read(files: &[GameFile]) -> ReadFiles {
    let mut read = ReadFiles { games: Vec::new(), faults: Vec::new() };
    let mut boards: Vec<(&str, GameBoard)> = Vec::new();
    for GameFile { name, text } in files {
        if is_json(text) {
            match GameBoard::parse(text.as_bytes()) {
                Ok(board) => read.pair(name, board, &mut boards),
                Err(error) => read.faults.push(format!("{name}: {error}")),
            }
        } else if let Some(game) = position(text) {
            read.games.push(game);
        } else {
            read.records(name, text);
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

    fn records(&mut self, name: &str, text: &str) {
        for game in
            Reader::with_options(text.as_bytes(), ReplayRules::Recorded).take(MOST_GAMES + 1)
        {
            match game {
                Ok(game) => self.games.push(game),
                Err(fault) => self
                    .faults
                    .push(format!("{name}:{}: game {}: {}", fault.line, fault.game, fault.reason)),
            }
        }
    }
}

/// True for an object of JSON; a record may begin with a brace too, that of a comment.
fn is_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// A text that is no more than the positions of both boards, as a game without moves.
fn position(text: &str) -> Option<ReadGame> {
    let line = text.trim();
    if line.contains('\n') || !line.contains('|') {
        return None;
    }
    let bfen = Bfen::parse(line, usual_rules()).ok()?;
    let mut record = GameRecord::new(bfen.boards.clone());
    if let [Some([a, b]), Some([c, d])] = bfen.clocks {
        let clocks = [a, b, c, d].map(|ms| (ms / 1000).to_string());
        record.set_tag("StartClocks", &clocks.join(" "));
    }
    Some(ReadGame { record, game: 1, line: 1, warnings: Vec::new() })
}

fn usual_rules() -> MoveRules {
    Preset::default().rules().moves
}

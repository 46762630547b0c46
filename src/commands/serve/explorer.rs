//! The games of an explorer file for the page.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, bail};
use crossbeam::channel::Receiver;
use parking_lot::Mutex;
use tandem_arbiter::date;
use tandem_explorer::{
    Answer, Board, BoardNumber, BoardResult, Explorer, Filter, Key, MoveStats, PlayerFilter,
};
use tandem_rules::{BoardId, Boards, Color, PieceTypes, Preset, RuleSet, Variant};
use tandem_server::message::{
    BoardMove, ColorName, ExplorerAnswer, ExplorerExample, ExplorerFilter, ExplorerMove,
    ExplorerQuestion, ExplorerResult, ExplorerScope,
};
use tandem_server::{GamesExplorer, ServiceError};

use crate::explored::{Judge, Judged, Scores, days, record};
use crate::fault::with_causes;
use crate::games::start;

/// Most moves of an answer.
const MOST_MOVES: usize = 30;
/// The moves that have examples.
const MOST_WITH_EXAMPLES: usize = 12;
/// Nodes of each board for the score of a move.
const NODES: u64 = 20_000;

/// An open file, with the engine's scores.
pub(super) struct Games {
    explorer: Explorer,
    scores: Mutex<Scores>,
    /// Judges that nobody uses now.
    judges: Mutex<Vec<Judge>>,
}

impl Games {
    /// Opens a file.
    ///
    /// # Errors
    /// It is no explorer file, or cannot be read.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let explorer = Explorer::open(path);
        let explorer = explorer.with_context(|| format!("cannot read `{}`", path.display()))?;
        Ok(Self { explorer, scores: Mutex::new(Scores::beside(path)), judges: Mutex::default() })
    }

    fn answer(&self, question: &ExplorerQuestion) -> anyhow::Result<ExplorerAnswer> {
        let asked = Asked::of(question)?;
        let filter = filter(&question.filter)?;
        let answer = match asked.scope {
            ExplorerScope::Both {} => self.explorer.look_at_both(&asked.boards, &filter)?,
            ExplorerScope::Board { .. } => self.look(&asked, Key::WithHoldings, &filter)?,
            ExplorerScope::Structure { .. } => self.look(&asked, Key::Structure, &filter)?,
        };
        let whatever_held = match asked.scope {
            ExplorerScope::Board { .. } => Some(self.look(&asked, Key::Structure, &filter)?.games),
            _ => None,
        };
        let mut moves = Vec::new();
        for (number, stats) in answer.moves.iter().take(MOST_MOVES).enumerate() {
            let examples = if number < MOST_WITH_EXAMPLES { &stats.examples[..] } else { &[] };
            moves.push(asked.shown(stats, self.examples(examples)?));
        }
        Ok(ExplorerAnswer { games: answer.games, whatever_held, moves })
    }

    fn look(&self, asked: &Asked, key: Key, filter: &Filter) -> anyhow::Result<Answer> {
        Ok(self.explorer.look(asked.boards.position(asked.board(BoardId::A)), key, filter)?)
    }

    fn examples(&self, numbers: &[BoardNumber]) -> anyhow::Result<Vec<ExplorerExample>> {
        let example = |&number: &BoardNumber| {
            let Board { players, ended, result, .. } = self.explorer.board(number)?;
            Ok(ExplorerExample {
                board: number.0,
                ratings: players.each_ref().map(|player| player.rating),
                players: players.map(|player| player.name),
                date: ended.map(|seconds| date::day(i64::from(seconds))),
                result: result.map(|result| match result {
                    BoardResult::Won(Color::White) => ExplorerResult::White,
                    BoardResult::Won(Color::Black) => ExplorerResult::Black,
                    BoardResult::Drawn => ExplorerResult::Draw,
                }),
                is_whole: self.explorer.game(number)?.is_some(),
            })
        };
        numbers.iter().map(example).collect()
    }

    /// The score of a position, from the kept ones or by a search.
    fn team_one_wins(&self, judged: &Judged, stop: &Receiver<()>) -> Option<f64> {
        let key = judged.key(NODES);
        let known = self.scores.lock().get(&key);
        if known.is_some() {
            return known;
        }
        let waiting = self.judges.lock().pop();
        let mut judge = waiting.unwrap_or_else(|| Judge::new(NODES));
        judge.listen_to(stop.clone());
        let wins = judge.team_one_wins(judged);
        self.judges.lock().push(judge);
        if let Some(wins) = wins {
            self.scores.lock().keep(key, wins);
        }
        wins
    }
}

impl GamesExplorer for Games {
    fn boards(&self) -> u32 {
        self.explorer.boards()
    }

    fn ask(&self, question: &ExplorerQuestion) -> Result<ExplorerAnswer, ServiceError> {
        self.answer(question).map_err(|error| ServiceError(with_causes(&error)))
    }

    fn judge(
        &self,
        question: &ExplorerQuestion,
        m: &BoardMove,
        stop: &Receiver<()>,
    ) -> Option<f64> {
        let asked = Asked::of(question).ok()?;
        let on = BoardId::from(m.board);
        let position = asked.boards.position(on);
        let m = position.parse_coordinate(&m.coordinates).ok()?;
        let judged = match asked.scope {
            ExplorerScope::Both {} => Judged::of_both(&asked.boards, on, m)?,
            _ => Judged::of_one(position, m)?,
        };
        Some(judged.for_mover(self.team_one_wins(&judged, stop)?))
    }

    fn game(&self, board: u32) -> Result<String, ServiceError> {
        let error = |text: String| ServiceError(format!("board {board}: {text}"));
        let game = self.explorer.game(BoardNumber(board));
        let game = game.map_err(|cause| error(cause.to_string()))?;
        let record = game.as_ref().and_then(record);
        let record = record.ok_or_else(|| error("its partner board is not known".to_owned()))?;
        Ok(record.to_string())
    }
}

/// The boards of a question.
struct Asked {
    boards: Boards,
    scope: ExplorerScope,
}

impl Asked {
    fn of(question: &ExplorerQuestion) -> anyhow::Result<Self> {
        let position = &question.position;
        let rules: RuleSet = position.rules.parse()?;
        let variant = Preset::leading(&position.rules).unwrap_or_default().variant();
        let (Variant::Bughouse, [a, b]) = (variant, position.fens.as_slice()) else {
            bail!("the games are of bughouse: the position of two boards is needed");
        };
        let bfen = start::two_boards(&format!("{a} | {b}"), rules.moves)?;
        Ok(Self { boards: bfen.boards, scope: question.scope })
    }

    /// The board on the page of a board of the answer.
    fn board(&self, on: BoardId) -> BoardId {
        match self.scope {
            ExplorerScope::Both {} => on,
            ExplorerScope::Board { board } | ExplorerScope::Structure { board } => board.into(),
        }
    }

    fn shown(&self, stats: &MoveStats, examples: Vec<ExplorerExample>) -> ExplorerMove {
        let board = self.board(stats.on);
        let position = self.boards.position(board);
        ExplorerMove {
            board: board.into(),
            coordinates: position.coordinate(stats.m).to_string(),
            san: position.san(stats.m, PieceTypes::NONE),
            is_legal: position.legal_moves().contains(&stats.m),
            games: stats.games,
            won: stats.wins,
            drawn: stats.draws,
            lost: stats.losses,
            seconds: stats.mean_seconds,
            rating: stats.mean_rating,
            examples,
        }
    }
}

/// The conditions of the page as those of the file.
fn filter(asked: &ExplorerFilter) -> anyhow::Result<Filter> {
    let player = asked.player.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let color = asked.color.map(|color| match color {
        ColorName::White => Color::White,
        ColorName::Black => Color::Black,
    });
    let result = asked.result.map(|result| match result {
        ExplorerResult::White => BoardResult::Won(Color::White),
        ExplorerResult::Black => BoardResult::Won(Color::Black),
        ExplorerResult::Draw => BoardResult::Drawn,
    });
    let rules = asked.rules.as_deref().map(str::parse).transpose()?;
    Ok(Filter {
        player: player.map(|name| PlayerFilter { name: name.to_owned(), color }),
        rating: range(asked.least_rating, asked.most_rating, u16::MAX),
        base_seconds: range(asked.least_seconds, asked.most_seconds, u32::MAX),
        ended: days(asked.since.as_deref(), asked.until.as_deref())?,
        result,
        rules,
    })
}

/// The numbers from one limit to another; `None` without limits.
fn range<T: Default>(least: Option<T>, most: Option<T>, highest: T) -> Option<RangeInclusive<T>> {
    match (least, most) {
        (None, None) => None,
        (least, most) => Some(least.unwrap_or_default()..=most.unwrap_or(highest)),
    }
}

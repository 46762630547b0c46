//! Players of the tests: programs without an engine.

use std::io::{self, BufRead, Cursor};

use crossbeam::channel::Receiver;
use serde_json::{Value, json};
use tandem_arbiter::{Endpoint, Mailroom, News, Outbox, Said, Thought};
use tandem_rules::notation::bpgn::{GameRecord, ReadGame};
use tandem_rules::{MateRule, Move, Position, Seat};
use tandem_server::message::{
    AnalysisLine, AnalysisPosition, BoardName, BoardScore, PuzzleKind, PuzzleSolution, TeamPlans,
};
use tandem_server::{
    Analysts, Analyzer, Archive, Effort, Finding, FoundPuzzle, Judged, Order, PlayerStudy, Players,
    Puzzlers, Reporters, Reviewed, ServiceError, Services, SetPuzzle, Tables, Wanted,
};

/// Tables with these players, and an archive if one is given.
pub(crate) fn tables(archive: Option<Archive>) -> Tables {
    let services = Services {
        explorer: None,
        program: "Test".to_owned(),
        elo: [500, 2850],
        players: Box::new(Obliging),
        analysts: Box::new(Quick),
        report: "<!doctype html>",
        puzzlers: Box::new(Riddler { set: set() }),
        reporters: Box::new(Counts),
        unpack,
    };
    Tables::new(services, archive).expect("threads")
}

/// Reporters who count games.
struct Counts;

/// A player, the numbers of games, and the number of judged moves: one of each game.
struct Counted(String, Vec<i64>, usize);

impl Reporters for Counts {
    fn begin(&self, player: &str) -> Box<dyn PlayerStudy> {
        Box::new(Counted(player.to_owned(), Vec::new(), 0))
    }
}

impl PlayerStudy for Counted {
    fn add(&mut self, game: i64, _: &GameRecord) {
        self.1.push(game);
    }

    fn report(&self) -> Option<Value> {
        let Self(player, games, judged) = self;
        let report = json!({ "player": player, "games": games, "judged": judged });
        (!games.is_empty()).then_some(report)
    }

    fn sample(&mut self) -> usize {
        self.1.len()
    }

    fn judge(&mut self, _: &Receiver<()>) -> Option<usize> {
        self.2 += 1;
        Some(self.2)
    }
}

/// The content of a file: after `packed:` as often as the four digits that follow say.
fn unpack(file: Cursor<Vec<u8>>) -> io::Result<Box<dyn BufRead + Send>> {
    let bytes = file.get_ref();
    let Some(packed) = bytes.strip_prefix(b"packed:") else { return Ok(Box::new(file)) };
    let (times, text) = packed.split_at_checked(4).ok_or(io::ErrorKind::UnexpectedEof)?;
    let times = std::str::from_utf8(times).ok().and_then(|times| times.parse().ok());
    let times: usize = times.ok_or(io::ErrorKind::InvalidData)?;
    Ok(Box::new(Cursor::new(text.repeat(times))))
}

/// Players that play one move, the first legal one, and sit from then on; they answer each word of
/// their partner.
struct Obliging;

impl Players for Obliging {
    fn seat(
        &self,
        order: &Order<'_>,
        mailroom: &Mailroom,
    ) -> Result<Box<dyn Endpoint>, ServiceError> {
        match order.level.elo {
            Some(ILL) => Err(ServiceError("this player is ill".to_owned())),
            Some(NEVER_THERE) => panic!("this player is never there"),
            Some(FAINTS) => Ok(Box::new(Faints)),
            elo => {
                let (outbox, greets) = (mailroom.outbox(), elo == Some(GREETS));
                Ok(Box::new(OneMove { outbox, greets, has_moved: false }))
            }
        }
    }
}

/// The strength of a player that cannot be started.
pub(crate) const ILL: u16 = 666;
/// The strength of a player in whose start is a bug.
pub(crate) const NEVER_THERE: u16 = 667;
/// The strength of a player with a bug at its first turn.
pub(crate) const FAINTS: u16 = 668;

/// The strength of a player that greets its partner before its move.
pub(crate) const GREETS: u16 = 669;
/// Its greeting.
pub(crate) const GREETING: &str =
    "Tandem is an engine. Say 'help' to see which words it understands.";

struct Faints;

impl Endpoint for Faints {
    fn name(&self) -> String {
        "faints".to_owned()
    }

    fn hear(&mut self, news: &News) {
        assert!(!matches!(news, News::Go(..)), "this player has fainted");
    }
}

struct OneMove {
    outbox: Outbox,
    greets: bool,
    has_moved: bool,
}

impl Endpoint for OneMove {
    fn name(&self) -> String {
        "one move".to_owned()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Go(seat, snapshot) => {
                if self.greets && !self.has_moved {
                    self.outbox.say(*seat, Said::Tell(GREETING.to_owned()), 0);
                }
                let moves = snapshot.boards.position(seat.board).legal_moves();
                let said = match moves.first() {
                    Some(&m) if !self.has_moved => Said::Move(m, Thought::default()),
                    _ => Said::Sit,
                };
                self.has_moved = true;
                self.outbox.say(*seat, said, 0);
            }
            News::Told { seat, text } if !self.greets => {
                self.outbox.say(*seat, Said::Tell(format!("you said {text}")), 0);
            }
            _ => {}
        }
    }
}

/// Analysts that find something at once.
struct Quick;

impl Analysts for Quick {
    fn analyzer(&self, tell: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Box<dyn Analyzer> {
        Box::new(QuickAnalyzer(tell))
    }

    fn review(
        &self,
        game: &ReadGame,
        effort: Effort,
        progress: &(dyn Fn() + Sync),
        _stop: &Receiver<()>,
    ) -> Option<Reviewed> {
        game.record.plies().iter().for_each(|_| progress());
        let moves = game.record.plies().len();
        Some(Reviewed {
            game: json!({ "plies": moves, "quick": effort == Effort::Quick }),
            bpgn: game.record.to_string(),
        })
    }
}

struct QuickAnalyzer(Box<dyn Fn(u32, Finding) + Send + Sync>);

impl Analyzer for QuickAnalyzer {
    fn begin(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        wanted: Wanted,
    ) -> Result<(), ServiceError> {
        if position.fens.is_empty() {
            return Err(ServiceError("no board".to_owned()));
        }
        let line = AnalysisLine {
            score: json!({ "centipawns": 12 }),
            moves: vec!["e2e4".to_owned()],
            san: vec!["e4".to_owned()],
        };
        (self.0)(id, Finding::Wins(0.5));
        for board in [BoardName::A, BoardName::B] {
            let lines = vec![line.clone(); wanted.lines];
            let score = BoardScore { board, depth: 1, nodes: 1, nps: 1, time_ms: 1, lines };
            (self.0)(id, Finding::Board(score));
        }
        let must_move = wanted.must_move.map(Into::into);
        let plans = TeamPlans { team: wanted.team.into(), must_move, cases: Vec::new() };
        (self.0)(id, Finding::Plans(plans));
        Ok(())
    }

    fn stop(&mut self) {}
}

/// Makes a puzzle of three kinds of the last move of a game.
struct Riddler {
    set: Vec<SetPuzzle>,
}

/// A set of two mates, the easier one first.
fn set() -> Vec<SetPuzzle> {
    let puzzle = |(number, rating, answer): (i64, u16, &str)| SetPuzzle {
        number,
        rating,
        found: FoundPuzzle {
            ply: 6,
            seat: Seat::ALL[0],
            kind: PuzzleKind::Mate,
            moves: 1,
            position: AnalysisPosition {
                rules: "fics".to_owned(),
                fens: [
                    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 4 4",
                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
                ]
                .map(str::to_owned)
                .to_vec(),
                clocks_ms: None,
            },
            last: vec![Vec::new(); 2],
            solution: PuzzleSolution { answers: vec![answer.to_owned()], ..Default::default() },
        },
    };
    [(-7, 900, "h5f7"), (-9, 1900, "h5e5")].map(puzzle).to_vec()
}

impl Puzzlers for Riddler {
    fn find(&self, game: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
        let (last, earlier) = game.plies().split_last()?;
        let mut boards = game.start().clone();
        for ply in earlier {
            let _handoff = boards.play(ply.seat, ply.m);
        }
        let shown = boards.in_play().iter().map(|&board| boards.position(board));
        let fens = shown.map(Position::to_fen).collect();
        let m = boards.position(last.seat.board).coordinate(last.m).to_string();
        let position = AnalysisPosition { rules: "fics".to_owned(), fens, clocks_ms: None };
        let puzzle = |(kind, answer): (PuzzleKind, &str)| FoundPuzzle {
            ply: u32::try_from(earlier.len()).unwrap_or(u32::MAX),
            seat: last.seat,
            kind,
            moves: 1,
            position: position.clone(),
            last: Vec::new(),
            solution: PuzzleSolution { answers: vec![answer.to_owned()], ..Default::default() },
        };
        let questions =
            [(PuzzleKind::Mate, m.as_str()), (PuzzleKind::Need, "N"), (PuzzleKind::Sit, "sit")];
        goes_on().then(|| questions.map(puzzle).to_vec())
    }

    fn set(&self) -> &[SetPuzzle] {
        &self.set
    }

    fn judge(&self, _: &Position, _: Move, _: MateRule) -> Judged {
        Judged::Mates
    }
}

//! The search of a game for puzzles.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Boards, Move, Position, Seat, Variant};

use super::kinds::{self, Question};
use super::prover::{Answer, Prover};
use super::{Kind, Puzzle, exchange};
use crate::record::timeline::Timeline;

/// Most puzzles of one kind from one game.
const MOST_OF_A_KIND: usize = 3;

/// The puzzles of a game, at most three of each kind. `goes_on` is asked before each question; `None` if
/// it has become false.
pub fn find(record: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
    Finder::new(record, Prover::new()).find(record, goes_on)
}

/// The puzzles of a game that a quick look finds: a tenth of the work for most of them.
pub fn find_quickly(record: &GameRecord) -> Vec<Puzzle> {
    Finder::new(record, Prover::quick()).find(record, &|| true).unwrap_or_default()
}

/// A walk through a game.
struct Finder {
    prover: Prover,
    times: Timeline,
    boards: Boards,
    /// The squares of the last move on each board.
    last: [Vec<String>; 2],
    /// The last turn of each seat.
    turns: [Turn; 4],
    /// The last answers of each seat: which piece the partner takes, and what gives nothing.
    across: [[Option<Vec<String>>; 2]; 4],
    found: Vec<Puzzle>,
}

/// A question about both boards.
type Ask = fn(&mut Prover, &Boards, Seat) -> Option<Question>;

/// The facts of a player's last turn: a question that is still the same is not asked again.
#[derive(Clone, Default)]
struct Turn {
    had_mate: bool,
    needed: Vec<String>,
    was_asked_to_sit: bool,
}

impl Finder {
    fn new(record: &GameRecord, prover: Prover) -> Self {
        Self {
            prover,
            times: Timeline::of(record, None),
            boards: record.start().clone(),
            last: Default::default(),
            turns: Default::default(),
            across: Default::default(),
            found: Vec::new(),
        }
    }

    /// Asks at each turn of the game.
    fn find(mut self, record: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
        let is_on_two = record.start().in_play().len() == 2;
        for (ply, played) in record.plies().iter().enumerate() {
            if !goes_on() {
                return None;
            }
            self.ask(ply, played.seat);
            if is_on_two {
                self.ask_across(ply, goes_on)?;
            }
            self.play(played.seat, played.m);
        }
        // Those who are on turn at the end may have sat for long.
        for &board in record.start().in_play() {
            let seat = self.boards.on_turn(board);
            goes_on().then(|| self.ask(record.plies().len(), seat))?;
        }
        if is_on_two {
            self.ask_across(record.plies().len(), goes_on)?;
        }
        Some(self.found)
    }

    fn position(&self, seat: Seat) -> Position {
        self.boards.position(seat.board).clone()
    }

    /// Asks all questions of a player on turn.
    fn ask(&mut self, ply: usize, seat: Seat) {
        let before = std::mem::take(&mut self.turns[seat.index()]);
        let position = self.position(seat);
        let mut now = Turn::default();
        match self.prover.ask(&position) {
            Answer::Mate(proof) => {
                now.had_mate = true;
                if !before.had_mate && self.wants(Kind::Mate) {
                    let question = kinds::mate(&mut self.prover, &position, &proof);
                    self.keep(ply, seat, Kind::Mate, question);
                }
            }
            Answer::NoMate | Answer::Open if position.variant() != Variant::Bughouse => {}
            Answer::NoMate => {
                now.needed = self.ask_for_piece(ply, seat, &before);
                now.was_asked_to_sit = self.ask_to_sit(ply, seat, before.was_asked_to_sit);
            }
            Answer::Open => {
                now.was_asked_to_sit = self.ask_to_sit(ply, seat, before.was_asked_to_sit);
            }
        }
        self.turns[seat.index()] = now;
    }

    /// Asks which piece is needed; the pieces of the answer.
    fn ask_for_piece(&mut self, ply: usize, seat: Seat, before: &Turn) -> Vec<String> {
        if !self.wants(Kind::Need) {
            return Vec::new();
        }
        let position = self.position(seat);
        let question = kinds::need(&mut self.prover, &position);
        let needed = question.as_ref().map(|question| question.solution.answers.clone());
        let needed = needed.unwrap_or_default();
        let is_new = before.needed != needed && !before.had_mate;
        self.keep(ply, seat, Kind::Need, question.filter(|_| is_new));
        needed
    }

    /// Asks both players on turn about pieces that cross the boards, which each move may change; `None` if
    /// `goes_on` has become false.
    fn ask_across(&mut self, ply: usize, goes_on: &dyn Fn() -> bool) -> Option<()> {
        for board in BoardId::ALL {
            let seat = self.boards.on_turn(board);
            for (kind, ask) in [(Kind::Take, exchange::take as Ask), (Kind::Give, exchange::give)] {
                let question = match self.wants(kind) {
                    true if goes_on() => ask(&mut self.prover, &self.boards, seat),
                    true => return None,
                    false => None,
                };
                let now = question.as_ref().map(|question| question.solution.answers.clone());
                let before = &mut self.across[seat.index()][usize::from(kind == Kind::Give)];
                let is_new = *before != now;
                *before = now;
                self.keep(ply, seat, kind, question.filter(|_| is_new));
            }
        }
        Some(())
    }

    /// Asks whether to sit; true if there is an answer.
    fn ask_to_sit(&mut self, ply: usize, seat: Seat, was_asked: bool) -> bool {
        let rival = seat.diagonal();
        if !self.wants(Kind::Sit) || !self.boards.is_on_turn(rival) {
            return false;
        }
        let Some(clocks) = self.times.clocks_before(ply) else { return false };
        let lead = clocks[seat.index()] - clocks[rival.index()];
        let position = self.position(seat);
        let question = kinds::sit(&mut self.prover, &position, lead);
        let is_asked = question.is_some();
        self.keep(ply, seat, Kind::Sit, question.filter(|_| !was_asked));
        is_asked
    }

    fn wants(&self, kind: Kind) -> bool {
        self.found.iter().filter(|found| found.kind == kind).count() < MOST_OF_A_KIND
    }

    fn keep(&mut self, ply: usize, seat: Seat, kind: Kind, question: Option<Question>) {
        let Some(Question { plies, nodes, theme, solution }) = question else { return };
        let in_play = self.boards.in_play();
        let fens = in_play.iter().map(|&board| self.boards.position(board).to_fen()).collect();
        let clocks = self.times.clocks_before(ply);
        let clocks = clocks.map(|clocks| clocks[..2 * in_play.len()].to_vec());
        self.found.push(Puzzle {
            ply,
            seat,
            kind,
            moves: plies.div_ceil(2),
            nodes,
            theme,
            fens,
            clocks,
            last: self.last[..in_play.len()].to_vec(),
            solution,
        });
    }

    fn play(&mut self, seat: Seat, m: Move) {
        let squares = m.squares().map(|square| square.to_string());
        self.last[seat.board.index()] = squares.collect();
        let _handoff = self.boards.play(seat, m); // a record has accepted moves only
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Millis;
    use tandem_rules::notation::bpgn::{Reader, ReplayRules};

    use super::*;

    /// The games of the scenes of the page: one with each kind of puzzle.
    const GAMES: &str = include_str!("../../../web/check/puzzles.bpgn");

    fn puzzles(text: &str) -> Vec<Puzzle> {
        let games = Reader::with_options(text.as_bytes(), ReplayRules::Recorded);
        let found = games.map(|game| find(&game.expect("a game").record, &|| true));
        found.flat_map(|found| found.expect("nothing stops it")).collect()
    }

    #[test]
    fn each_kind_of_puzzle_is_found_with_its_proof() {
        let found = puzzles(GAMES);
        let told: Vec<_> = found
            .iter()
            .map(|found| {
                let line = found.solution.lines[0].join(" ");
                (found.kind, found.ply, found.moves, found.solution.answers.join(" "), line)
            })
            .collect();
        let expected = [
            (Kind::Mate, 1, 3, "f7h6", "Nh6+ Kh8 Qg8+ Rxg8 Nf7#"),
            (Kind::Need, 1, 1, "N", "N@f7#"),
            (Kind::Sit, 2, 1, "sit", "Ka2 Q@b2#"),
        ];
        let expected = expected.map(|(kind, ply, moves, answer, line)| {
            (kind, ply, moves, answer.to_owned(), line.to_owned())
        });
        assert_eq!(told, expected);
        let clocks = [60_000, 50_000, 55_000, 55_000].map(Millis);
        assert_eq!(found[2].clocks, Some(clocks.to_vec()));
        assert_eq!(found[2].last, [["g7", "g8"], ["e7", "e5"]]);
    }

    #[test]
    fn a_player_that_is_behind_on_the_diagonal_is_not_told_to_sit() {
        let slower = GAMES.replace("{50.000}", "{55.000}").replace("{55.000} *", "{50.000} *");
        assert!(puzzles(&slower).iter().all(|found| found.kind != Kind::Sit));
    }

    /// White has the same mates on a board without a partner, and there are no other questions.
    #[test]
    fn on_one_board_a_mate_is_all_that_is_asked() {
        let game = "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n\
                    [FEN \"r4rk1/5Npp/8/8/2Q5/8/8/6K1[] w - - 0 1\"]\n\n*\n";
        let found = puzzles(game);
        let [mate] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((mate.kind, mate.fens.len()), (Kind::Mate, 1));
    }

    #[test]
    fn a_search_that_is_to_end_finds_nothing() {
        for read in Reader::with_options(GAMES.as_bytes(), ReplayRules::Recorded) {
            assert_eq!(find(&read.expect("a game").record, &|| false), None);
        }
    }
}

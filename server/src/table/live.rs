//! A live game as pages are told of it.

use std::time::Instant;

use tandem_arbiter::{Interruption, Outbox, Played, Said, Thought};
use tandem_protocol::ptell::{self, Heard};
use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::talk::PartnerMessage;
use tandem_rules::{
    BoardId, Boards, DrawAgreement, Game, Millis, Move, MoveKind, PieceType, Ply, Seat,
};

use super::error::GameError;
use super::view::Visibility;
use crate::look::squares;
use crate::message::{BoardState, ClockState, GameState, PlyState, ResultState, SeatNumber, Word};
use crate::rate::Rate;

/// Time by which a clock is looked at in advance to learn whether it runs, and when it begins to:
/// longer than any delay.
const AHEAD: Millis = Millis(24 * 3_600_000);

/// Limits for the words of a player to its partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Talk {
    /// Most characters of a word.
    pub(super) longest: usize,
    at_once: u32,
    a_second: u32,
    in_a_game: usize,
}

impl Talk {
    /// Those of a person at a page.
    pub(super) const OF_PAGE: Self =
        Self { longest: 200, at_once: 10, a_second: 1, in_a_game: 500 };
    /// Those of a client, behind which may be a program that tells of its board.
    pub(super) const OF_CLIENT: Self =
        Self { longest: 400, at_once: 40, a_second: 10, in_a_game: 2000 };
}

/// Least time charged to nobody after which clocks are shown anew.
const LEAST_STANDSTILL_MS: i64 = 50;

/// The game of a table, from the order of its engines on.
pub(super) struct Live {
    number: usize,
    start: Vec<String>,
    boards: Boards,
    clocks: Vec<ClockState>,
    plies: Vec<PlyState>,
    words: Vec<Word>,
    /// The rate of the words of each person, from its first one, and their number.
    talk: [Option<Rate>; 4],
    said: [usize; 4],
    offers: [bool; 4],
    sits: [bool; 4],
    last_drop: Option<(Seat, PieceType)>,
    result: Option<ResultState>,
    /// The record of the game, once it is over.
    pub(super) record: Option<GameRecord>,
    /// Number of the game in the archive, once it is there.
    pub(super) archived: Option<i64>,
    /// The move of each seat that is on its way to the arbiter, as it was sent.
    pending: [Option<String>; 4],
    /// True while moves are taken.
    is_running: bool,
    /// The moment on the server's clock at which the game began.
    epoch_ms: i64,
    outbox: Outbox,
    interruption: Interruption,
}

impl Live {
    /// A game before its first move, whose players are being started.
    pub(super) fn new(
        number: usize,
        game: &Game,
        outbox: Outbox,
        interruption: Interruption,
    ) -> Self {
        let mut live = Self {
            number,
            start: fens(game.boards()),
            boards: game.boards().clone(),
            clocks: Vec::new(),
            plies: Vec::new(),
            words: Vec::new(),
            talk: [const { None }; 4],
            said: [0; 4],
            offers: [false; 4],
            sits: [false; 4],
            last_drop: None,
            result: None,
            record: None,
            archived: None,
            pending: [const { None }; 4],
            is_running: false,
            epoch_ms: 0,
            outbox,
            interruption,
        };
        live.look(game, Millis::ZERO);
        live.stop_clocks();
        live
    }

    /// Breaks the game off, if it runs.
    pub(super) fn break_off(&self) {
        self.interruption.interrupt();
    }

    /// Begins: the clocks run from `epoch_ms` on the server's clock.
    pub(super) fn begin(&mut self, game: &Game, now: Millis, epoch_ms: i64) {
        self.epoch_ms = epoch_ms;
        self.is_running = true;
        self.look(game, now);
    }

    /// Takes in a look at the game at `now`; true if so much time was charged to nobody since the last
    /// one that the clocks have to be shown anew.
    pub(super) fn stood_still(&mut self, game: &Game, now: Millis, epoch_ms: i64) -> bool {
        let is_far = epoch_ms - self.epoch_ms >= LEAST_STANDSTILL_MS;
        if is_far {
            self.epoch_ms = epoch_ms;
            self.look(game, now);
        }
        is_far
    }

    /// Takes in the last move of the game, whose clock began at `epoch_ms`; returns the boards that have
    /// changed.
    pub(super) fn moved(&mut self, game: &Game, now: Millis, epoch_ms: i64) -> Vec<BoardId> {
        let Some(ply) = game.plies().last() else { return Vec::new() };
        if (epoch_ms - self.epoch_ms).abs() >= LEAST_STANDSTILL_MS {
            self.epoch_ms = epoch_ms;
        }
        self.pending[ply.seat.index()] = None;
        self.sits[ply.seat.index()] = false;
        let coordinates = self.boards.position(ply.seat.board).coordinate(ply.m).to_string();
        let had_last_drop = self.last_drop.is_some() || game.last_drop().is_some();
        self.look(game, now);
        self.plies.push(self.ply_state(ply, coordinates));
        let other = ply.seat.board.other();
        let is_other_changed = ply.handoff.is_some() || had_last_drop;
        let boards = self.boards.in_play().iter().copied();
        boards.filter(|&board| board != other || is_other_changed).collect()
    }

    /// Takes in a word between partners; true if the seat has begun to sit by it, or ended that.
    pub(super) fn told(&mut self, word: Word) -> bool {
        let seat = Seat::from(word.seat);
        let sits = says_that_it_sits(&word.text);
        self.words.push(word);
        let changes = sits.is_some_and(|sits| sits != self.sits[seat.index()]);
        if let Some(sits) = sits {
            self.sits[seat.index()] = sits;
        }
        changes
    }

    pub(super) fn offer_draw(&mut self, seat: Seat) {
        self.offers[seat.index()] = true;
    }

    pub(super) fn decline_draw(&mut self, seat: Seat, agreement: DrawAgreement) {
        for by in Seat::ALL {
            self.offers[by.index()] &= !agreement.asks(seat, by);
        }
    }

    /// Ends: the clocks stand as they do in the game.
    pub(super) fn end(&mut self, played: &Played, record: GameRecord, result: ResultState) {
        self.is_running = false;
        self.look(&played.game, played.ended_at);
        self.stop_clocks();
        self.record = Some(record);
        self.result = Some(result);
    }

    /// Ends at this moment of the server's clock without the game, whose thread has failed.
    pub(super) fn abort(&mut self, now_ms: i64, result: ResultState) {
        self.is_running = false;
        for clock in &mut self.clocks {
            let run = clock.runs_from_ms.take().map_or(0, |from| (now_ms - from).max(0));
            clock.left_ms = (clock.left_ms - run).max(0);
        }
        self.result = Some(result);
    }

    pub(super) const fn sits(&self, seat: Seat) -> bool {
        self.sits[seat.index()]
    }

    pub(super) fn plies(&self) -> &[PlyState] {
        &self.plies
    }

    pub(super) fn clocks(&self) -> Vec<ClockState> {
        self.clocks.clone()
    }

    pub(super) fn draw_offers(&self) -> Vec<SeatNumber> {
        Seat::ALL
            .into_iter()
            .filter(|seat| self.offers[seat.index()])
            .map(SeatNumber::from)
            .collect()
    }

    /// Sends a move of a person to the arbiter.
    ///
    /// # Errors
    /// [`GameError`] if it is not played.
    pub(super) fn play(&mut self, seat: Seat, known: usize, text: &str) -> Result<(), GameError> {
        if !self.is_running {
            return Err(GameError::NoGame);
        }
        let since = self.plies.iter().skip(known).find(|ply| ply.seat == seat.into());
        let made = since.map(|ply| ply.coordinates.as_str());
        if let Some(made) = made.or(self.pending[seat.index()].as_deref()) {
            // A page that has come back says again what may have been lost.
            return if made == text { Ok(()) } else { Err(GameError::Moved(seat)) };
        }
        if !self.boards.is_on_turn(seat) {
            return Err(GameError::NotOnTurn(seat));
        }
        let position = self.boards.position(seat.board);
        let m = position.parse_coordinate(text)?;
        if !self.legal_moves(seat).contains(&m) {
            let m = position.coordinate(m).to_string();
            return Err(GameError::NotNow { seat, m });
        }
        self.pending[seat.index()] = Some(text.to_owned());
        self.outbox.say(seat, Said::Move(m, Thought::default()), 0);
        Ok(())
    }

    /// Sends a word of a person to its partner.
    ///
    /// # Errors
    /// [`GameError`] if it has said too much, or no game is running.
    pub(super) fn tell(
        &mut self,
        seat: Seat,
        word: String,
        (talk, now): (Talk, Instant),
    ) -> Result<(), GameError> {
        self.count_word(seat, (talk, now))?;
        self.say(seat, Said::Tell(word))
    }

    /// Takes in a word that a person says after the game, which has left the arbiter.
    ///
    /// # Errors
    /// [`GameError`] if it has said too much.
    pub(super) fn tell_afterwards(
        &mut self,
        seat: Seat,
        text: String,
        limits: (Talk, Instant),
    ) -> Result<Word, GameError> {
        self.count_word(seat, limits)?;
        let at_ms = self.plies.last().map_or(0, |ply| ply.at_ms);
        let word = Word { seat: seat.into(), text, at_ms, plies: self.plies.len() };
        self.words.push(word.clone());
        Ok(word)
    }

    /// Counts a word of a person.
    ///
    /// # Errors
    /// [`GameError`] if it has said too much.
    fn count_word(&mut self, seat: Seat, (talk, now): (Talk, Instant)) -> Result<(), GameError> {
        let rate = self.talk[seat.index()]
            .get_or_insert_with(|| Rate::new(talk.at_once, talk.a_second, now));
        let count = &mut self.said[seat.index()];
        if *count >= talk.in_a_game {
            return Err(GameError::ManyWords(talk.in_a_game));
        }
        if !rate.take(now) {
            return Err(GameError::HastyWord(talk.a_second));
        }
        *count += 1;
        Ok(())
    }

    /// Sends another action of a person to the arbiter.
    ///
    /// # Errors
    /// [`GameError::NoGame`] if none is running.
    pub(super) fn say(&self, seat: Seat, said: Said) -> Result<(), GameError> {
        if !self.is_running {
            return Err(GameError::NoGame);
        }
        self.outbox.say(seat, said, 0);
        Ok(())
    }

    pub(super) fn is_on_turn(&self, seat: Seat) -> bool {
        self.boards.is_on_turn(seat)
    }

    /// The game as somebody with this visibility sees it.
    pub(super) fn seen_by(&self, visibility: Visibility) -> GameState {
        let boards = self.boards.in_play().iter();
        let heard = |word: &&Word| visibility.hears[Seat::from(word.seat).index()];
        GameState {
            number: self.number,
            start: self.start.clone(),
            boards: boards.map(|&board| self.board_seen_by(board, visibility)).collect(),
            clocks: self.clocks(),
            plies: self.plies.clone(),
            words: self.words.iter().filter(heard).cloned().collect(),
            draw_offers: self.draw_offers(),
            result: self.result.clone(),
            archived: self.archived,
        }
    }

    /// True if somebody with this visibility is on turn on a board.
    pub(super) fn is_turn_of(&self, board: BoardId, visibility: Visibility) -> bool {
        visibility.own[self.boards.on_turn(board).index()]
    }

    pub(super) fn board_seen_by(&self, board: BoardId, visibility: Visibility) -> BoardState {
        let position = self.boards.position(board);
        let on_turn = self.boards.on_turn(board);
        let is_told = self.is_running && self.is_turn_of(board, visibility);
        let legal = if is_told { self.legal_moves(on_turn) } else { Vec::new() };
        BoardState {
            board: board.into(),
            fen: position.to_fen(),
            on_turn: on_turn.into(),
            check: position.in_check(),
            legal: legal.into_iter().map(|m| position.coordinate(m).to_string()).collect(),
        }
    }

    /// The legal moves of the seat on turn. While a mated player's partner may still save the game
    /// by a last drop, there are no others.
    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let moves = self.boards.position(seat.board).legal_moves();
        let is_allowed = |m: &Move| match self.last_drop {
            None => true,
            Some((saver, last)) => {
                seat == saver && matches!(m.kind(), MoveKind::Drop { piece, .. } if piece == last)
            }
        };
        moves.iter().copied().filter(is_allowed).collect()
    }

    /// Takes in boards, clocks and offers of the game at `now`.
    fn look(&mut self, game: &Game, now: Millis) {
        self.boards = game.boards().clone();
        self.last_drop = game.last_drop();
        self.offers = Seat::ALL.map(|seat| game.offers_draw(seat));
        let seats =
            Seat::ALL.into_iter().filter(|seat| self.boards.in_play().contains(&seat.board));
        self.clocks = seats.map(|seat| clock_state(game, seat, now, self.epoch_ms)).collect();
    }

    fn stop_clocks(&mut self) {
        self.clocks.iter_mut().for_each(|clock| clock.runs_from_ms = None);
    }

    fn ply_state(&self, ply: &Ply, coordinates: String) -> PlyState {
        PlyState {
            seat: ply.seat.into(),
            coordinates,
            san: ply.san(),
            squares: squares(ply.m),
            at_ms: ply.at.0,
            clock_ms: ply.clock.unwrap_or_default().0,
            handed: ply.handoff.map(|handoff| handoff.piece.to_char().to_string()),
            fen: self.boards.position(ply.seat.board).to_fen(),
        }
    }
}

/// A clock of the game at `now`. A look at a later time tells whether it runs, and after what delay.
fn clock_state(game: &Game, seat: Seat, now: Millis, epoch_ms: i64) -> ClockState {
    let left = |at: Millis| game.time_left(seat, at).unwrap_or_default();
    let run = left(now) - left(now + AHEAD);
    let runs_from = (run > Millis::ZERO).then(|| epoch_ms + (now + AHEAD - run).0);
    ClockState { left_ms: left(now).0, runs_from_ms: runs_from }
}

fn fens(boards: &Boards) -> Vec<String> {
    boards.in_play().iter().map(|&board| boards.position(board).to_fen()).collect()
}

/// True if a word says that its speaker sits, false if it says that it does so no longer.
fn says_that_it_sits(text: &str) -> Option<bool> {
    ptell::hear(text).into_iter().find_map(|heard| match heard {
        Heard::Message(PartnerMessage::Sitting(_)) => Some(true),
        Heard::Message(PartnerMessage::Moving) => Some(false),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tandem_arbiter::Mailroom;
    use tandem_rules::{Color, Preset, TimeControl};

    use super::*;

    #[test]
    fn a_clock_is_told_by_what_it_shows_and_from_when_it_runs() {
        let white = BoardId::A.seat(Color::White);
        // (control, left at 2 s, runs from)
        for (control, left, from) in [
            ("60+0", 58_000, Some(102_000)),
            ("60+2", 58_000, Some(102_000)),
            ("60b3", 58_000, Some(102_000)),
            ("60d3", 60_000, Some(103_000)),
            ("60d1", 59_000, Some(102_000)),
            ("60+0 free-first-move", 60_000, None),
        ] {
            let control: TimeControl = control.parse().expect("a control");
            let game = Game::start(&Preset::Fics.rules(), Some(control));
            let state = clock_state(&game, white, Millis(2_000), 100_000);
            let expected = ClockState { left_ms: left, runs_from_ms: from };
            assert_eq!(state, expected, "{control}");
            let resting = clock_state(&game, white.opponent(), Millis(2_000), 100_000);
            assert_eq!(resting, ClockState { left_ms: 60_000, runs_from_ms: None });
        }
    }

    /// A game that runs, for tests: it began at 100 s on the server's clock.
    fn live(game: &Game) -> Live {
        let interruption = Interruption::default();
        let outbox = Mailroom::new(&interruption).outbox();
        let mut live = Live::new(1, game, outbox, interruption);
        live.begin(game, Millis::ZERO, 100_000);
        live
    }

    #[test]
    fn clocks_are_shown_anew_after_a_time_that_was_charged_to_nobody() {
        let control = "60+0".parse().expect("a control");
        let game = Game::start(&Preset::Fics.rules(), Some(control));
        let mut live = live(&game);
        let shown = |live: &Live| (live.clocks[0].left_ms, live.clocks[0].runs_from_ms);
        assert!(!live.stood_still(&game, Millis(2_000), 100_001));
        assert_eq!(shown(&live), (60_000, Some(100_000)));
        assert!(live.stood_still(&game, Millis(2_000), 104_000));
        assert_eq!(shown(&live), (58_000, Some(106_000)));
        assert!(!live.stood_still(&game, Millis(3_000), 104_000), "once");
    }

    #[test]
    fn a_person_says_ten_words_at_once_then_one_a_second_and_no_more_than_are_enough() {
        let game = Game::start(&Preset::Fics.rules(), None);
        let (mut live, start) = (live(&game), Instant::now());
        let [one, other] = [Seat::ALL[0], Seat::ALL[1]];
        let tell = |live: &mut Live, seat: Seat, seconds: u64| {
            let now = start + Duration::from_secs(seconds);
            live.tell(seat, "go".to_owned(), (Talk::OF_PAGE, now))
        };
        let said = |live: &mut Live, seat, seconds| tell(live, seat, seconds).is_ok();
        assert_eq!((0..20).filter(|_| said(&mut live, one, 0)).count(), 10);
        assert_eq!((0..20).filter(|_| said(&mut live, one, 2)).count(), 2);
        assert!(said(&mut live, other, 2));
        let later = (10..2_000).filter(|&seconds| said(&mut live, one, seconds)).count();
        assert_eq!(later, Talk::OF_PAGE.in_a_game - 12);
        assert!(tell(&mut live, one, 9_999).expect_err("enough").to_string().contains("500 words"));
    }

    #[test]
    fn words_tell_who_sits() {
        for (text, sits) in
            [("sitting", Some(true)), ("moving", Some(false)), ("need n", None), ("hello", None)]
        {
            assert_eq!(says_that_it_sits(text), sits, "{text}");
        }
    }
}

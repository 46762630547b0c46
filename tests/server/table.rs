//! A match of bughouse for four players: moves, clocks, holdings and the end.

use std::time::Instant;

use tandem_rules::notation::MoveTextError;
use tandem_rules::{
    BoardId, Color, FirstMove, Game, Millis, MoveRules, Position, Preset, Seat, TimeControl,
    Variant,
};

use super::lines::{self, Relation, Style12};
use super::parlour::{Guest, Said};

/// Time control of a match: minutes, and seconds of increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) minutes: i64,
    pub(super) increment: i64,
}

/// A player of a match.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) guest: Guest,
    pub(super) name: String,
}

/// True if a text has the form of a move.
pub(super) fn is_move(text: &str) -> bool {
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    !matches!(start.parse_coordinate(text), Err(MoveTextError::Unreadable(_)))
}

/// A running match with the games on both boards.
pub(super) struct Table {
    game: Game,
    begun: Instant,
    /// The players, in the order of [`Seat::ALL`].
    players: [Player; 4],
    /// Seats that also watch the partner's board.
    watchers: Vec<Seat>,
    /// The seat that has asked to abort the match.
    abort: Option<Seat>,
    is_broken_off: bool,
}

impl Table {
    /// Begins a match.
    pub(super) fn new(players: [Player; 4], terms: Terms, now: Instant) -> Self {
        let base = TimeControl::sudden_death(Millis::from_seconds(terms.minutes * 60))
            .with_increment(Millis::from_seconds(terms.increment));
        let control = TimeControl { first_move: FirstMove::Free, ..base };
        Self {
            game: Game::start(&Preset::Fics.rules(), Some(control)),
            begun: now,
            players,
            watchers: Vec::new(),
            abort: None,
            is_broken_off: false,
        }
    }

    /// The lines that announce the match to all players and show them the boards.
    pub(super) fn announce(&self, terms: Terms, now: Instant) -> Vec<Said> {
        let Terms { minutes, increment } = terms;
        let announce_on = |board: BoardId| {
            let names @ [white, black] = self.names(board);
            let terms = format!("unrated bughouse {minutes} {increment}");
            let [other_white, other_black] = self.names(board.other());
            let other = lines::number(board.other());
            let texts = [
                format!("Creating: {white} (----) {black} (----) {terms}"),
                lines::remark(board, names, "Creating unrated bughouse match."),
                format!("Your partner is playing game {other} ({other_white} vs. {other_black})."),
            ];
            let told = texts.iter().flat_map(|text| self.tell_players(board, text));
            told.chain(self.show(board, now)).collect::<Vec<_>>()
        };
        BoardId::ALL.into_iter().flat_map(announce_on).collect()
    }

    /// The game as it stands.
    pub(super) fn into_game(self) -> Game {
        self.game
    }

    /// True once the match is decided or broken off.
    pub(super) fn is_over(&self) -> bool {
        self.is_broken_off || self.game.outcome().is_some()
    }

    /// The seat of a client, if it plays.
    pub(super) fn seat_of(&self, guest: Guest) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.player(seat).guest == guest)
    }

    /// The player of a seat.
    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The time of the next flag, if a clock runs.
    pub(super) fn next_flag(&self) -> Option<Instant> {
        self.game.next_flag().map(|(at, _)| self.begun + at.duration())
    }

    /// Plays the move of a text; `None` if the text does not have the form of a move.
    pub(super) fn play(&mut self, seat: Seat, text: &str, now: Instant) -> Option<Vec<Said>> {
        let flagged = self.tick(now);
        if self.is_over() {
            return Some(flagged);
        }
        let position = self.game.position(seat.board);
        let refused = match position.parse_coordinate(text) {
            Err(MoveTextError::Unreadable(_)) => return None,
            _ if position.side_to_move() != seat.color => "It is not your move.".to_owned(),
            Err(_) => format!("Illegal move ({text})."),
            Ok(m) => match self.game.play(seat, m, self.millis(now)) {
                Ok(_) => return Some(self.tell_move(seat.board, now)),
                Err(error) => format!("Illegal move ({text}): {error}."),
            },
        };
        Some(vec![self.tell(seat, &refused)])
    }

    /// Advances the clocks; a flag ends the match.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Said> {
        let was_over = self.is_over();
        self.game.tick(self.millis(now));
        if was_over { Vec::new() } else { self.tell_end() }
    }

    /// Claims that the opponent's flag has fallen.
    pub(super) fn call_flag(&mut self, seat: Seat, now: Instant) -> Vec<Said> {
        let ended = self.tick(now);
        match self.is_over() {
            true => ended,
            false => vec![self.tell(seat, "Your opponent is not out of time.")],
        }
    }

    /// Resigns for the team of a seat.
    pub(super) fn resign(&mut self, seat: Seat, now: Instant) -> Vec<Said> {
        self.game.resign(seat, self.millis(now));
        self.tell_end()
    }

    /// Offers a draw, or agrees to one.
    pub(super) fn offer_draw(&mut self, seat: Seat, now: Instant) -> Vec<Said> {
        self.game.offer_draw(seat, self.millis(now));
        if self.is_over() {
            return self.tell_end();
        }
        let offer = format!("{} offers you a draw.", self.player(seat).name);
        vec![self.tell(seat.opponent(), &offer), self.tell(seat, "Draw request sent.")]
    }

    /// Asks to abort the match, or agrees to that.
    pub(super) fn ask_abort(&mut self, seat: Seat) -> Vec<Said> {
        if self.abort == Some(seat.opponent()) {
            return self.break_off("Game aborted by mutual agreement");
        }
        self.abort = Some(seat);
        let name = &self.player(seat).name;
        let request = format!("{name} would like to abort the game; type \"abort\" to accept.");
        vec![self.tell(seat.opponent(), &request), self.tell(seat, "Abort request sent.")]
    }

    /// Ends the match because a player has disconnected.
    pub(super) fn lose_player(&mut self, seat: Seat) -> Vec<Said> {
        let text = format!("{} lost connection; game aborted", self.player(seat).name);
        self.break_off(&text)
    }

    /// Shows a player the partner's board from now on.
    pub(super) fn watch_partner(&mut self, seat: Seat, now: Instant) -> Vec<Said> {
        self.watchers.push(seat);
        let board = seat.board.other();
        let text = format!("You are now observing game {}.", lines::number(board));
        let shown = self.style_12(board, Relation::Watches, now);
        [text, shown, lines::holdings(&self.game, board)].map(|text| self.tell(seat, &text)).into()
    }

    fn break_off(&mut self, text: &str) -> Vec<Said> {
        self.is_broken_off = true;
        let tell_on = |board: BoardId| {
            let remark = lines::remark(board, self.names(board), text);
            self.tell_players(board, &format!("{remark} *"))
        };
        BoardId::ALL.into_iter().flat_map(tell_on).collect()
    }

    /// The lines on the last move, in the order of a real server: the other board is told of its
    /// piece first.
    fn tell_move(&self, board: BoardId, now: Instant) -> Vec<Said> {
        let mut said = Vec::new();
        let handoff = self.game.plies().last().and_then(|ply| ply.handoff);
        if let Some(handoff) = handoff {
            let arrival = lines::arrival(&self.game, board.other(), handoff);
            said.extend(self.tell_all(board.other(), &arrival));
        }
        said.extend(self.show(board, now));
        said.extend(self.tell_all(board, &lines::holdings(&self.game, board)));
        said.extend(self.tell_end());
        said
    }

    /// The lines on the end of the match, if it has been decided.
    fn tell_end(&self) -> Vec<Said> {
        let Some(outcome) = self.game.outcome() else { return Vec::new() };
        let tell_on = |board: BoardId| {
            self.tell_players(board, &lines::end(board, self.names(board), outcome))
        };
        BoardId::ALL.into_iter().flat_map(tell_on).collect()
    }

    /// The lines that show a board to its players and watchers.
    fn show(&self, board: BoardId, now: Instant) -> Vec<Said> {
        let to_player = |color| {
            let shown = self.style_12(board, Relation::Plays(color), now);
            self.tell(board.seat(color), &shown)
        };
        let watched = self.style_12(board, Relation::Watches, now);
        let to_watchers = self.watchers_of(board).map(|seat| self.tell(seat, &watched));
        Color::ALL.map(to_player).into_iter().chain(to_watchers).collect()
    }

    fn style_12(&self, board: BoardId, relation: Relation, now: Instant) -> String {
        let (game, names, now) = (&self.game, self.names(board), self.millis(now));
        Style12 { game, board, names, relation, now }.to_string()
    }

    fn tell_all(&self, board: BoardId, text: &str) -> Vec<Said> {
        let to_watchers = self.watchers_of(board).map(|seat| self.tell(seat, text));
        self.tell_players(board, text).into_iter().chain(to_watchers).collect()
    }

    fn tell_players(&self, board: BoardId, text: &str) -> [Said; 2] {
        Color::ALL.map(|color| self.tell(board.seat(color), text))
    }

    fn tell(&self, seat: Seat, text: &str) -> Said {
        Said { to: self.player(seat).guest, text: text.to_owned() }
    }

    fn watchers_of(&self, board: BoardId) -> impl Iterator<Item = Seat> {
        self.watchers.iter().copied().filter(move |seat| seat.board.other() == board)
    }

    /// Names of White and Black on a board.
    fn names(&self, board: BoardId) -> [&str; 2] {
        Color::ALL.map(|color| self.player(board.seat(color)).name.as_str())
    }

    fn millis(&self, now: Instant) -> Millis {
        now.saturating_duration_since(self.begun).into()
    }
}

//! The four players of a match of bughouse: their moves, clocks, holdings and the end.

use std::time::Instant;

use tandem_rules::notation::MoveTextError;
use tandem_rules::{
    BoardId, Color, FirstMove, Game, Millis, MoveRules, Position, Preset, Seat, TimeControl,
    Variant,
};

use super::lines::{self, Relation, Style12};
use super::parlour::{Guest, Said};

/// What a match is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) minutes: i64,
    pub(super) increment: i64,
}

/// Somebody who plays.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) guest: Guest,
    pub(super) name: String,
}

/// True if a text is a move of some game.
pub(super) fn is_move(text: &str) -> bool {
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    !matches!(start.parse_coordinate(text), Err(MoveTextError::Unreadable(_)))
}

/// Both games of a match, from the first board to the end.
pub(super) struct Table {
    game: Game,
    begun: Instant,
    /// In the order of [`Seat::ALL`].
    players: [Player; 4],
    /// Who watches the partner's board too.
    watchers: Vec<Seat>,
    /// Who would like to abort.
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

    /// Tells everybody of the match and shows the boards.
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

    /// The game as it is.
    pub(super) fn into_game(self) -> Game {
        self.game
    }

    /// True once it is over, however that came about.
    pub(super) fn is_over(&self) -> bool {
        self.is_broken_off || self.game.outcome().is_some()
    }

    /// Where somebody sits.
    pub(super) fn seat_of(&self, guest: Guest) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.player(seat).guest == guest)
    }

    /// Who sits somewhere.
    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// When the next flag falls.
    pub(super) fn next_flag(&self) -> Option<Instant> {
        self.game.next_flag().map(|(at, _)| self.begun + at.duration())
    }

    /// Plays what somebody wrote. `None` if it is no move at all.
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

    /// Lets time pass: a flag ends the match.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Said> {
        let was_over = self.is_over();
        self.game.tick(self.millis(now));
        if was_over { Vec::new() } else { self.tell_end() }
    }

    /// Looks at the opponent's flag.
    pub(super) fn call_flag(&mut self, seat: Seat, now: Instant) -> Vec<Said> {
        let ended = self.tick(now);
        match self.is_over() {
            true => ended,
            false => vec![self.tell(seat, "Your opponent is not out of time.")],
        }
    }

    /// Gives up.
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

    /// Asks for an end without a result, or agrees to one.
    pub(super) fn ask_abort(&mut self, seat: Seat) -> Vec<Said> {
        if self.abort == Some(seat.opponent()) {
            return self.break_off("Game aborted by mutual agreement");
        }
        self.abort = Some(seat);
        let name = &self.player(seat).name;
        let request = format!("{name} would like to abort the game; type \"abort\" to accept.");
        vec![self.tell(seat.opponent(), &request), self.tell(seat, "Abort request sent.")]
    }

    /// Ends the match because somebody has gone.
    pub(super) fn lose_player(&mut self, seat: Seat) -> Vec<Said> {
        let text = format!("{} lost connection; game aborted", self.player(seat).name);
        self.break_off(&text)
    }

    /// Shows somebody the partner's board from now on.
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

    /// What the last move has led to, in the order of a server: the other board hears of its piece
    /// first.
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

    /// How the match ended, if it has been decided.
    fn tell_end(&self) -> Vec<Said> {
        let Some(outcome) = self.game.outcome() else { return Vec::new() };
        let tell_on = |board: BoardId| {
            self.tell_players(board, &lines::end(board, self.names(board), outcome))
        };
        BoardId::ALL.into_iter().flat_map(tell_on).collect()
    }

    /// A board to all who look at it.
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

    /// Who plays White and who plays Black.
    fn names(&self, board: BoardId) -> [&str; 2] {
        Color::ALL.map(|color| self.player(board.seat(color)).name.as_str())
    }

    fn millis(&self, now: Instant) -> Millis {
        now.saturating_duration_since(self.begun).into()
    }
}

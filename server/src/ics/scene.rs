//! A table as one client follows it.

use tandem_rules::notation::Fen;
use tandem_rules::{
    BoardId, Color, MoveRules, PieceType, Position, Preset, RuleSet, Seat, Variant,
};

use super::board::{LastMove, Relation, Shown, holdings_line, number_of, san};
use super::name;
use super::terms::{Terms, kind};
use crate::message::{
    BoardState, ClockState, GameState, PlyState, ResultState, SeatState, Standing, TableState,
};

/// A table with a game, as one client follows it.
pub(super) struct Scene {
    pub(super) table: TableState,
    /// Number of the first board of its games.
    pub(super) number: usize,
    variant: Variant,
    rules: MoveRules,
}

/// The things about lines of boards that a client has chosen, and the time on the server's clock.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) in_ms: bool,
    pub(super) now_ms: i64,
}

impl Scene {
    pub(super) fn new(table: TableState, number: usize) -> Self {
        let variant = Preset::leading(&table.rules).unwrap_or_default().variant();
        let rules =
            table.rules.parse().map_or_else(|_| MoveRules::default(), |rules: RuleSet| rules.moves);
        Self { table, number, variant, rules }
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    pub(super) fn game(&self) -> Option<&GameState> {
        self.table.game.as_ref()
    }

    /// The boards in play.
    pub(super) fn boards(&self) -> &'static [BoardId] {
        &BoardId::ALL[..self.table.boards.min(2)]
    }

    /// The first seat of the client; `None` for an onlooker.
    pub(super) fn own_seat(&self) -> Option<Seat> {
        self.table.you.seats.first().map(|&seat| seat.into())
    }

    /// True for a seat of the client.
    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.table.you.seats.iter().any(|&own| Seat::from(own) == seat)
    }

    /// True for a person who is no longer at the table.
    pub(super) fn has_gone(&self, seat: Seat) -> bool {
        let state = self.seat_state(seat);
        state.is_some_and(|state| {
            matches!(state.standing, Standing::Person { connected: false, .. })
        })
    }

    pub(super) fn seat_state(&self, seat: Seat) -> Option<&SeatState> {
        self.table.seats.iter().find(|state| Seat::from(state.seat) == seat)
    }

    /// The name of a player as one word.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.seat_state(seat).map(|state| (&state.standing, state.name.as_str())) {
            Some((Standing::Tandem { level }, _)) => name::of_house(*level),
            Some((_, name)) => name::of_player(name),
            None => name::of_player(""),
        }
    }

    pub(super) fn names(&self, board: BoardId) -> [String; 2] {
        Color::ALL.map(|color| self.name(board.seat(color)))
    }

    /// The number of a board on the wire.
    pub(super) fn number_of(&self, board: BoardId) -> usize {
        number_of(self.number, board)
    }

    /// `Game 1 (Cora vs. Anna)`.
    pub(super) fn title(&self, board: BoardId) -> String {
        let [white, black] = self.names(board);
        format!("Game {} ({white} vs. {black})", self.number_of(board))
    }

    /// The terms of the game, with no color.
    pub(super) fn terms(&self) -> Terms {
        let [base, increment] = self.control().map(|seconds| u32::try_from(seconds).unwrap_or(0));
        Terms { minutes: base / 60, increment, variant: self.variant, color: None }
    }

    /// `bughouse`.
    pub(super) fn kind(&self) -> &'static str {
        kind(self.variant)
    }

    /// The position of a board.
    pub(super) fn position(&self, board: BoardId) -> Option<Position> {
        let state = self.game()?.boards.iter().find(|state| BoardId::from(state.board) == board)?;
        Fen::position(&state.fen, self.variant, self.rules).ok()
    }

    /// Takes in a move, and the boards and clocks after it.
    pub(super) fn moved(
        &mut self,
        ply: PlyState,
        boards: Vec<BoardState>,
        clocks: Vec<ClockState>,
    ) {
        let Some(game) = &mut self.table.game else { return };
        game.plies.push(ply);
        for board in boards {
            match game.boards.iter_mut().find(|old| old.board == board.board) {
                Some(old) => *old = board,
                None => game.boards.push(board),
            }
        }
        game.clocks = clocks;
    }

    /// The time left on the clocks of a board, White's and Black's, and whether that of the side to
    /// move runs.
    pub(super) fn clocks(&self, board: BoardId, now_ms: i64) -> ([i64; 2], bool) {
        let state = |color| self.game()?.clocks.get(board.seat(color).index()).copied();
        let left = Color::ALL.map(|color| state(color).map_or(0, |clock| left_ms(clock, now_ms)));
        let runs = Color::ALL.into_iter().any(|color| {
            state(color).is_some_and(|clock| clock.runs_from_ms.is_some_and(|from| from <= now_ms))
        });
        (left, runs)
    }

    /// The moves of a board.
    pub(super) fn plies(&self, board: BoardId) -> impl DoubleEndedIterator<Item = &PlyState> {
        let plies = self.game().map_or(&[][..], |game| &game.plies);
        plies.iter().filter(move |ply| Seat::from(ply.seat).board == board)
    }

    /// The time that a move of a board took: what its player's clock had before, less what it has.
    pub(super) fn took_ms(&self, ply: &PlyState) -> i64 {
        let seat = Seat::from(ply.seat);
        let [base, increment] = self.control();
        let earlier = self.plies(seat.board).take_while(|other| other.at_ms < ply.at_ms);
        let before = earlier.filter(|other| other.seat == ply.seat).last();
        // The first move is free, and brings no increment.
        let before = before.map_or(base * 1000, |other| other.clock_ms + increment * 1000);
        (before - ply.clock_ms).max(0)
    }

    /// Base time and increment in seconds.
    pub(super) fn control(&self) -> [i64; 2] {
        let times = self.table.clock.split(' ').next().unwrap_or_default();
        let (base, bonus) = times.split_once(['+', 'd', 'b']).unwrap_or((times, "0"));
        [base, bonus].map(|text| text.parse::<f64>().map_or(0, |seconds| seconds as i64))
    }

    /// The line of a board.
    pub(super) fn board_line(
        &self,
        board: BoardId,
        relation: Relation,
        look: Look,
    ) -> Option<String> {
        let position = self.position(board)?;
        let [white, black] = self.names(board);
        let ([base, increment], (left_ms, runs)) =
            (self.control(), self.clocks(board, look.now_ms));
        let last = self.plies(board).next_back().map(|ply| LastMove {
            coordinates: ply.coordinates.clone(),
            san: ply.san.clone(),
            took_ms: self.took_ms(ply),
        });
        let shown = Shown {
            number: self.number_of(board),
            position: &position,
            names: [&white, &black],
            relation,
            minutes: base / 60,
            increment,
            left_ms,
            runs: runs && last.is_some(),
            last,
            in_ms: look.in_ms,
        };
        Some(shown.board_line())
    }

    /// The line of the holdings of a board; a piece may have arrived for this color.
    pub(super) fn holdings_line(
        &self,
        board: BoardId,
        arrival: Option<(Color, PieceType)>,
    ) -> Option<String> {
        if self.variant == Variant::Chess {
            return None;
        }
        Some(holdings_line(self.number_of(board), &self.position(board)?, arrival))
    }

    /// The line of the end of a board: `{Game 1 (Cora vs. Anna) Anna checkmated} 1-0`.
    pub(super) fn closing(&self, board: BoardId, result: &ResultState) -> String {
        let token = match (result.result.as_str(), board) {
            ("1-0", BoardId::B) => "0-1",
            ("0-1", BoardId::B) => "1-0",
            (token, _) => token,
        };
        let why = self.reason(board, result);
        format!("{{{} {why}}} {token}", self.title(board))
    }

    fn reason(&self, board: BoardId, result: &ResultState) -> String {
        let drawn = |how: &str| format!("Game drawn {how}");
        match (result.winner, result.about) {
            (Some(team), Some(seat)) if seat.board != board => {
                let winner = Color::ALL.map(|color| board.seat(color));
                let winner = winner.into_iter().find(|seat| seat.team() == team.into());
                winner.map_or_else(
                    || "Game over".to_owned(),
                    |seat| format!("{}'s partner won", self.name(seat)),
                )
            }
            (Some(_), Some(seat)) => {
                let name = self.name(seat);
                match result.kind.as_str() {
                    "mate" => format!("{name} checkmated"),
                    "flag" => format!("{name} forfeits on time"),
                    "resignation" if self.has_gone(seat) => {
                        format!("{name} forfeits by disconnection")
                    }
                    "resignation" => format!("{name} resigns"),
                    "king taken" => format!("{name}'s king was taken"),
                    "illegal move" => format!("{name} forfeits by an illegal move"),
                    _ => format!("{name} forfeits"),
                }
            }
            _ => match result.kind.as_str() {
                "agreement" => drawn("by mutual agreement"),
                "repetition" => drawn("by repetition"),
                "fifty moves" => drawn("by the 50 move rule"),
                "insufficient material" => drawn("because neither player has mating material"),
                "stalemate" => drawn("by stalemate"),
                "both flags" => drawn("because both players ran out of time"),
                "broken off" => format!("Game aborted: {}", result.reason),
                _ => drawn(&format!("({})", result.reason)),
            },
        }
    }

    /// The list of the moves of a board, as clients read it.
    pub(super) fn move_list(&self, board: BoardId, date: &str) -> Vec<String> {
        let [white, black] = self.names(board);
        let [base, increment] = self.control();
        let mut lines = vec![
            format!("Movelist for game {}:", self.number_of(board)),
            String::new(),
            format!("{white} (UNR) vs. {black} (UNR) --- {date}"),
            format!(
                "Unrated {} match, initial time: {} minutes, increment: {increment} seconds.",
                self.kind(),
                base / 60
            ),
            String::new(),
            format!("Move  {white:<21}   {black}"),
            format!("----  {:-<21}   {:-<21}", "", ""),
        ];
        let told = |ply: &PlyState| {
            let took = self.took_ms(ply);
            let san = san(&ply.san);
            format!("{san:<7} ({}:{:02}.{:03})", took / 60_000, took / 1000 % 60, took % 1000)
        };
        let plies: Vec<String> = self.plies(board).map(told).collect();
        for (number, pair) in plies.chunks(2).enumerate() {
            let black = pair.get(1).map_or("", String::as_str);
            lines.push(
                format!("{:3}.  {:<21}   {black}", number + 1, pair[0]).trim_end().to_owned(),
            );
        }
        lines.push("      {Still in progress} *".to_owned());
        lines
    }
}

fn left_ms(clock: ClockState, now_ms: i64) -> i64 {
    let run = clock.runs_from_ms.map_or(0, |from| (now_ms - from).max(0));
    clock.left_ms - run
}

//! The news of a client's own table as lines.

use tandem_rules::{BoardId, Seat};

use super::Session;
use super::paper::harmless;
use super::watching::{apart, lines_of_move};
use crate::ics::board::Relation;
use crate::ics::scene::Scene;
use crate::message::{
    Phase, PlyState, ResultState, SeatNumber, Standing, TableState, ToPage, Word,
};

impl Session {
    /// Takes a message of the table; returns the lines for the client.
    pub(super) fn hear(&mut self, message: ToPage) -> Vec<String> {
        match message {
            ToPage::Table(state) => self.show_table(*state),
            ToPage::Seats { seats, rematch, .. } => self.show_seats(seats, rematch),
            ToPage::Moved { ply, boards, clocks, draw_offers, .. } => {
                if let Some(scene) = &mut self.scene {
                    scene.moved(ply.clone(), boards, clocks);
                }
                self.draws_told.retain(|&seat| draw_offers.contains(&seat.into()));
                self.show_move(&ply)
            }
            ToPage::Told { word } => self.show_word(&word),
            ToPage::DrawOffers { seats } => self.show_draw_offers(&seats),
            ToPage::Ended { result, clocks } => {
                if let Some(game) = self.scene.as_mut().and_then(|scene| scene.table.game.as_mut())
                {
                    game.clocks = clocks;
                    // By a clock below zero pychess knows a board that is told again.
                    if let (Some(seat), "flag") = (result.about, result.kind.as_str())
                        && let Some(clock) = game.clocks.get_mut(seat.index())
                    {
                        clock.left_ms = clock.left_ms.min(-1);
                    }
                }
                self.show_end(&result)
            }
            ToPage::Left { reason } => self.show_break(&reason),
            ToPage::Refused { what, reason } if what == "ready" => {
                self.get_up();
                vec![format!("The game cannot begin: {}", harmless(&reason))]
            }
            ToPage::Refused { reason, .. } => vec![harmless(&reason)],
            _ => Vec::new(),
        }
    }

    fn show_table(&mut self, state: TableState) -> Vec<String> {
        let Ok(table) = self.door.edge.tables.table(&state.table) else { return Vec::new() };
        if !table.is_here(self.page.number()) {
            return Vec::new(); // said before the client got up from it
        }
        let was_playing = self.scene.as_ref().is_some_and(|scene| {
            scene.table.phase == Phase::Playing && scene.table.table == state.table
        });
        let number = self.door.lobby.number(&state.table);
        let rested = self.is_resting();
        let scene = Scene::new(state, number);
        let phase = scene.table.phase;
        let is_owner = scene.table.you.owner;
        let is_ready = scene.own_seat().is_some_and(|own| scene.is_ready(own));
        self.scene = Some(scene);
        if phase != Phase::Over {
            self.door.lobby.sits(&self.name, &table);
        }
        self.table = Some(table);
        match phase {
            Phase::Playing if was_playing => self.boards_again(),
            Phase::Playing => self.begin(),
            Phase::Gathering if self.invites => self.invitation().into_iter().collect(),
            Phase::Gathering if rested && !is_ready && !is_owner => vec![
                "There is to be another game: \"rematch\" if you play, \"abort\" if you leave."
                    .to_owned(),
            ],
            Phase::Gathering | Phase::Starting | Phase::Over => Vec::new(),
        }
    }

    /// The line with the invitation to an open seat, once.
    fn invitation(&mut self) -> Option<String> {
        let scene = self.scene.as_ref()?;
        let (seat, secret) = scene.table.seats.iter().find_map(|seat| match &seat.standing {
            Standing::Open { invitation: Some(secret), .. } => Some((seat.seat, secret.clone())),
            _ => None,
        })?;
        if self.invitation.as_ref() == Some(&secret) {
            return None;
        }
        self.invitation = Some(secret.clone());
        let page = self.door.edge.page_address();
        let (table, number) = (&scene.table.table, u8::from(seat));
        Some(format!(
            "Open in a browser: {page}/join?t={table}&s={number}#/t/{table}/i/{secret}/{number}"
        ))
    }

    /// The lines at the beginning of a game. The first one tells clients the variant.
    fn begin(&mut self) -> Vec<String> {
        self.draws_told.clear();
        self.sees_partner = false;
        let look = self.look();
        let Some(scene) = &self.scene else { return Vec::new() };
        let Some(own) = scene.own_seat() else { return Vec::new() };
        let [white, black] = scene.names(own.board);
        let terms = scene.terms();
        let mut lines = vec![
            format!("Creating: {white} (----) {black} (----) {terms}"),
            format!("{{{} Creating unrated {} match.}}", scene.title(own.board), scene.kind()),
            String::new(),
        ];
        lines.extend(scene.board_line(own.board, Relation::Plays(own.color), look));
        if scene.plies(own.board).next().is_some() {
            lines.extend(scene.holdings_line(own.board, None));
        }
        if scene.boards().len() == 2 {
            let [white, black] = scene.names(own.board.other());
            let number = scene.number_of(own.board.other());
            lines.push(String::new());
            lines.push(format!("Your partner is playing game {number} ({white} vs. {black})."));
        }
        lines
    }

    /// The boards once more, as after a time that was charged to nobody.
    pub(super) fn boards_again(&self) -> Vec<String> {
        let Some(scene) = &self.scene else { return Vec::new() };
        let line =
            |&board: &BoardId| scene.board_line(board, self.relation(scene, board)?, self.look());
        apart(scene.boards().iter().filter_map(line))
    }

    /// The relation of the client to a board of its table; `None` if it does not see it.
    fn relation(&self, scene: &Scene, board: BoardId) -> Option<Relation> {
        let own = scene.own_seat()?;
        match own.board == board {
            true => Some(Relation::Plays(own.color)),
            false => self.sees_partner.then_some(Relation::Observes),
        }
    }

    fn show_move(&self, ply: &PlyState) -> Vec<String> {
        let Some(scene) = &self.scene else { return Vec::new() };
        lines_of_move(scene, ply, self.look(), |board| self.relation(scene, board))
    }

    fn show_word(&self, word: &Word) -> Vec<String> {
        let Some(scene) = &self.scene else { return Vec::new() };
        let seat = Seat::from(word.seat);
        let (name, text) = (scene.name(seat), harmless(&word.text));
        match scene.own_seat() {
            Some(own) if own.partner() == seat => {
                vec![format!("{name} (your partner) tells you: {text}")]
            }
            Some(own) if own != seat && scene.table.phase == Phase::Over => {
                vec![format!("{name} tells you: {text}")]
            }
            _ => Vec::new(),
        }
    }

    fn show_draw_offers(&mut self, seats: &[SeatNumber]) -> Vec<String> {
        let Some(scene) = &self.scene else { return Vec::new() };
        let own = scene.own_seat();
        let mut lines = Vec::new();
        self.draws_told.retain(|&told| seats.contains(&told.into()));
        for seat in seats.iter().map(|&seat| Seat::from(seat)) {
            if self.draws_told.contains(&seat) {
                continue;
            }
            self.draws_told.push(seat);
            if own.is_some_and(|own| own.opponent() == seat) {
                lines.push(format!("{} offers you a draw.", scene.name(seat)));
            } else if !scene.is_own(seat) {
                lines.push(format!("{} has offered a draw.", scene.name(seat)));
            }
        }
        lines
    }

    /// The lines at the end of a game: the last clocks, the board that ended, and the own one.
    fn show_end(&mut self, result: &ResultState) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(scene) = &self.scene
            && let Some(own) = scene.own_seat()
        {
            if result.kind == "flag" {
                lines.extend(self.boards_again());
            }
            let ended = result.about.map_or(own.board, |seat| seat.board);
            if ended != own.board {
                lines.push(scene.closing(ended, result));
                lines.push(String::new());
            }
            lines.push(scene.closing(own.board, result));
            if let Some(other) = self.somebody_with_a_browser() {
                lines.push(format!(
                    "You are still at the table with {other}: \"rematch\", \"say\" and \"ptell\" are heard \
                     there, \"abort\" leaves it."
                ));
                self.rest();
                return lines;
            }
        }
        self.get_up();
        lines
    }

    /// The lines at the end of a table.
    fn show_break(&mut self, reason: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(scene) = &self.scene {
            let reason = harmless(reason);
            match (scene.table.phase, scene.own_seat()) {
                (Phase::Playing, Some(own)) => {
                    lines.push(format!("{{{} {reason}}} *", scene.title(own.board)));
                }
                _ => lines.push(format!("The table has ended: {reason}")),
            }
        }
        self.get_up();
        lines
    }
}

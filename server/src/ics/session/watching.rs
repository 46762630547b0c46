//! A table that a client watches beside its own.

use std::sync::Arc;

use tandem_rules::{BoardId, Seat};

use super::{Session, message};
use crate::ics::board::Relation;
use crate::ics::lobby::{Refusal, refusal};
use crate::ics::scene::{Look, Scene};
use crate::message::{Phase, PlyState, ToPage};
use crate::page_sender::{Form, PageQueue, PageSender};
use crate::table::Table;
use crate::turns::Client;

/// A table that is watched: its own connection, since messages do not name their table.
pub(super) struct Watched {
    page: PageSender,
    queue: PageQueue,
    table: Arc<Table>,
    scene: Scene,
    /// The boards that are shown.
    boards: Vec<BoardId>,
    /// True until the table has been told, which the client has seen already.
    is_new: bool,
}

impl Watched {
    /// The next message of the table; never one without a table.
    pub(super) async fn next(watched: &mut Option<Self>) -> Option<ToPage> {
        match watched {
            Some(watched) => watched.queue.outgoing.recv().await.map(message),
            None => std::future::pending().await,
        }
    }
}

impl Session {
    /// Watches a board of a game.
    pub(super) fn observe(&mut self, which: &str) -> Result<Vec<String>, Refusal> {
        let (table, board) = self.find_board(which)?;
        if self.table.as_ref().is_some_and(|own| Arc::ptr_eq(own, &table)) {
            let own = self.scene.as_ref().and_then(Scene::own_seat);
            if own.is_some_and(|own| own.board == board) {
                return refusal("You are playing that game.");
            }
            return self.observe_partner();
        }
        if let Some(watched) = &mut self.watched
            && Arc::ptr_eq(&watched.table, &table)
        {
            if watched.boards.contains(&board) {
                let number = watched.scene.number_of(board);
                return refusal(format!("You are already observing game {number}."));
            }
            watched.boards.push(board);
        } else {
            self.stop_watching();
            let client = Client { connection: self.door.edge.next_number(), ..self.page.client };
            let (page, queue) = PageSender::in_form(Form::Values, client, &self.door.edge.backlog);
            table.watch(&page).map_err(|error| Refusal(error.to_string()))?;
            let state = table.seen_by_onlookers();
            let scene = Scene::new(state, self.number_of_table(&table));
            self.watched =
                Some(Watched { page, queue, table, scene, boards: vec![board], is_new: true });
        }
        let look = self.look();
        let Some(watched) = &self.watched else { return Ok(Vec::new()) };
        Ok(shown_at_first(&watched.scene, board, look))
    }

    /// Shows the board of the partner.
    pub(super) fn observe_partner(&mut self) -> Result<Vec<String>, Refusal> {
        let no_partner = || Refusal("You have no partner who plays.".to_owned());
        let look = self.look();
        let scene = self.scene.as_ref().filter(|scene| scene.table.phase == Phase::Playing);
        let scene = scene.ok_or_else(no_partner)?;
        let own = scene.own_seat().ok_or_else(no_partner)?;
        if scene.boards().len() < 2 {
            return Err(no_partner());
        }
        self.sees_partner = true;
        Ok(shown_at_first(scene, own.board.other(), look))
    }

    /// Ends what a client watches; returns the lines for it.
    pub(super) fn stop_watching(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(watched) = self.watched.take() {
            watched.table.leave(watched.page.number());
            for board in &watched.boards {
                let number = watched.scene.number_of(*board);
                lines.push(format!("Removing game {number} from observation list."));
            }
        }
        if std::mem::take(&mut self.sees_partner)
            && let Some(scene) = &self.scene
            && let Some(own) = scene.own_seat()
        {
            let number = scene.number_of(own.board.other());
            lines.push(format!("Removing game {number} from observation list."));
        }
        lines
    }

    /// Takes a message of the watched table; returns the lines for the client.
    pub(super) fn hear_watched(&mut self, message: Option<ToPage>) -> Vec<String> {
        let look = self.look();
        let Some(watched) = &mut self.watched else { return Vec::new() };
        match message {
            Some(ToPage::Table(state)) => {
                watched.scene = Scene::new(*state, watched.scene.number);
                if std::mem::take(&mut watched.is_new) {
                    return Vec::new();
                }
                let boards = watched.boards.iter();
                let line =
                    |&board: &BoardId| watched.scene.board_line(board, Relation::Observes, look);
                match watched.scene.table.phase {
                    Phase::Playing => apart(boards.filter_map(line)),
                    Phase::Gathering | Phase::Starting | Phase::Over => Vec::new(),
                }
            }
            Some(ToPage::Seats { seats, .. }) => {
                watched.scene.table.seats = seats;
                Vec::new()
            }
            Some(ToPage::Moved { ply, boards, clocks, .. }) => {
                watched.scene.moved(ply.clone(), boards, clocks);
                let boards = &watched.boards;
                lines_of_move(&watched.scene, &ply, look, |board| {
                    boards.contains(&board).then_some(Relation::Observes)
                })
            }
            Some(ToPage::Ended { result, .. }) => {
                let mut lines: Vec<String> = watched
                    .boards
                    .iter()
                    .map(|&board| watched.scene.closing(board, &result))
                    .collect();
                lines.extend(self.stop_watching());
                lines
            }
            Some(ToPage::Left { .. }) | None => self.stop_watching(),
            Some(_) => Vec::new(),
        }
    }
}

/// Lines of boards with an empty one between them: XBoard drops a board that another follows on the
/// next line.
pub(super) fn apart(boards: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines = Vec::new();
    for line in boards {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(line);
    }
    lines
}

/// The lines on a move for those boards to which the receiver has a relation: an arrival comes before
/// the board of the capture.
pub(super) fn lines_of_move(
    scene: &Scene,
    ply: &PlyState,
    look: Look,
    relation: impl Fn(BoardId) -> Option<Relation>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let seat = Seat::from(ply.seat);
    let piece = ply.handed.as_deref().and_then(|letter| letter.parse().ok());
    if let Some(piece) = piece
        && relation(seat.board.other()).is_some()
    {
        let to = seat.partner().color;
        lines.extend(scene.holdings_line(seat.board.other(), Some((to, piece))));
    }
    let line = relation(seat.board).and_then(|seen| scene.board_line(seat.board, seen, look));
    if let Some(line) = line {
        if !lines.is_empty() {
            // XBoard drops holdings that a board follows on the next line.
            lines.push(String::new());
        }
        lines.push(line);
        lines.extend(scene.holdings_line(seat.board, None));
    }
    lines
}

/// The lines on a board that a client begins to watch.
fn shown_at_first(scene: &Scene, board: BoardId, look: Look) -> Vec<String> {
    let number = scene.number_of(board);
    let [white, black] = scene.names(board);
    let mut lines = vec![
        format!("You are now observing game {number}."),
        format!("Game {number}: {white} (----) {black} (----) {}", scene.terms()),
        String::new(),
    ];
    lines.extend(scene.board_line(board, Relation::Observes, look));
    lines.extend(scene.holdings_line(board, None));
    lines
}

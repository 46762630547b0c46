//! Lists: games, people, commands.

use std::sync::Arc;

use tandem_rules::{BoardId, Color, Variant};

use super::Session;
use crate::ics::Door;
use crate::ics::board::{number_of, strength};
use crate::ics::lobby::{Activity, Refusal};
use crate::ics::name;
use crate::ics::scene::Scene;
use crate::message::Phase;
use crate::table::Table;

impl Session {
    /// The board that a number or the name of a player means.
    pub(super) fn find_board(&self, which: &str) -> Result<(Arc<Table>, BoardId), Refusal> {
        let number: Option<usize> = which.parse().ok();
        for scene in scenes(&self.door) {
            for &board in scene.boards() {
                let names = scene.names(board);
                let is_meant = number.map_or_else(
                    || names.iter().any(|name| name::is_same(name, which)),
                    |number| number == scene.number_of(board),
                );
                if is_meant && let Ok(table) = self.door.edge.tables.table(&scene.table.table) {
                    return Ok((table, board));
                }
            }
        }
        Err(Refusal("There is no such game.".to_owned()))
    }

    /// Shows the board of somebody's partner.
    pub(super) fn observe_partner_of(&mut self, of: &str) -> Result<Vec<String>, Refusal> {
        let (table, board) = self.find_board(of)?;
        let number = number_of(self.number_of_table(&table), board.other());
        self.observe(&number.to_string())
    }

    /// The number of the first board of a table.
    pub(super) fn number_of_table(&self, table: &Table) -> usize {
        self.door.lobby.number(&table.row().table)
    }
}

/// The games that run, as onlookers see them.
fn scenes(door: &Door) -> Vec<Scene> {
    let rows = door.edge.tables.rows().into_iter().filter(|row| row.phase == Phase::Playing);
    let tables = rows.filter_map(|row| door.edge.tables.table(&row.table).ok());
    let scene = |table: Arc<Table>| {
        let state = table.seen_by_onlookers();
        let number = door.lobby.number(&state.table);
        Scene::new(state, number)
    };
    let mut scenes: Vec<Scene> = tables.map(scene).collect();
    scenes.sort_by_key(|scene| scene.number);
    scenes
}

/// The list of games.
pub(super) fn games(door: &Door, now_ms: i64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for scene in scenes(door) {
        for &board in scene.boards() {
            let [white, black] = scene.names(board);
            let ([white_left, black_left], _) = scene.clocks(board, now_ms);
            let [base, increment] = scene.control();
            let letter = match scene.variant() {
                Variant::Bughouse => 'B',
                Variant::Crazyhouse => 'z',
                Variant::Chess => 'b',
            };
            let Some(position) = scene.position(board) else { continue };
            lines.push(format!(
                "{:3} ---- {white:<11.11} ---- {black:<10.10} [ {letter}u{:3} {increment:3}] {:>6} -{:>6} ({:>2}-{:>2}) {}: {:>2}",
                scene.number_of(board),
                base / 60,
                clock(white_left),
                clock(black_left),
                strength(&position, Color::White),
                strength(&position, Color::Black),
                if position.side_to_move() == Color::White { 'W' } else { 'B' },
                position.fullmove_number(),
            ));
        }
    }
    let count = lines.len() - 1;
    lines.push(String::new());
    lines.push(format!("  {count} games displayed.")); // clients know the list by this line
    lines
}

/// A time in minutes and seconds.
pub(super) fn clock(left_ms: i64) -> String {
    let seconds = left_ms.max(0) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The list of people. The mark before a name says what it does: `^` plays, a blank is free.
pub(super) fn who(door: &Door) -> Vec<String> {
    let members = door.lobby.members();
    let told = |(name, activity): &(String, Activity)| {
        let mark = if *activity == Activity::Plays { '^' } else { ' ' };
        format!("----{mark}{name}")
    };
    let names: Vec<String> = members.iter().map(told).collect();
    let mut lines: Vec<String> = names
        .chunks(3)
        .map(|row| {
            let padded: Vec<String> = row.iter().map(|name| format!("{name:<24}")).collect();
            padded.join(" ").trim_end().to_owned()
        })
        .collect();
    lines.push(String::new());
    let count = members.len();
    let players = if count == 1 { "player" } else { "players" };
    lines.push(format!("{count} {players} displayed (of {count})."));
    let [least, most] = door.edge.tables.app.services.elo;
    lines.push(format!("Tandem, and Tandem{least} to Tandem{most}, are always free."));
    lines
}

/// The help.
pub(super) fn help() -> Vec<String> {
    const LINES: &[&str] = &[
        "partner NAME             asks for a partnership, or agrees; \"partner Tandem\" is always possible",
        "match NAME 3 0 bughouse  asks for a game; also crazyhouse, chess, white, black",
        "match Tandem1500 3 0     against Tandem with a strength; \"who\" says which there are",
        "accept, decline          answer an offer; \"pending\" lists them, \"withdraw\" takes one back",
        "seek 3 0 bughouse        asks everybody; \"sought\" lists, \"play NUMBER\" takes one, \"unseek\"",
        "invite [Tandem1500] 3 0  opens a seat beside you for somebody with a browser",
        "join LINK                takes the seat of such a link",
        "e2e4, Nf3, P@h3, o-o     moves and drops",
        "ptell TEXT               tells your partner; \"tell NAME TEXT\", \"say TEXT\" to your opponent",
        "draw, resign, abort      a draw needs your opponent, an abort all people of the game",
        "games, observe NUMBER    lists games, and shows one; \"pobserve\" shows your partner's board",
        "rematch                  asks for the last game again",
        "password WORD            keeps your name for you; \"password -\" ends that",
        "moves, time, refresh, who, finger NAME, set width N, quit",
    ];
    LINES.iter().map(|&line| line.to_owned()).collect()
}

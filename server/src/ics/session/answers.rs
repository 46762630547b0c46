//! The answers to the commands of a client.

use std::sync::Arc;

use tandem_arbiter::date;
use tandem_rules::{BoardId, Seat, Variant};

use super::paper::{harmless, style};
use super::pending::{Reply, sought};
use super::{LastGame, Session, lists};
use crate::ics::command::Command;
use crate::ics::lobby::{Activity, Refusal, refusal};
use crate::ics::scene::Scene;
use crate::ics::terms::Terms;
use crate::ics::{name, password};
use crate::message::{GameRequest, Level, Pace, Phase, Standing, TableRequest};
use crate::table::TableError;

/// The reason of the end of a game that its players have given up.
const ABORTED: &str = "Game aborted by mutual agreement";

type Answer = Result<Vec<String>, Refusal>;

impl Session {
    /// Does what a command asks for; returns the lines of the answer.
    pub(super) fn answer(&mut self, command: Command) -> Answer {
        let lobby = &self.door.lobby;
        match command {
            Command::Nothing | Command::Quit => Ok(Vec::new()),
            Command::Move(text) => self.play(&text),
            Command::Partner(None) => lobby.end_partnership(&self.name),
            Command::Partner(Some(who)) => lobby.partner(&self.name, &who),
            Command::Match(who, words) => self.challenge(&who, &words),
            Command::Seek(words) => lobby.seek(&self.name, self.read_terms(&words)?),
            Command::Unseek => Ok(self.unseek()),
            Command::Sought => Ok(sought(&lobby.seeks())),
            Command::Play(which) => lobby.play(&self.name, &which),
            Command::Accept(words) => self.reply(Reply::Accept, &words),
            Command::Decline(words) => self.reply(Reply::Decline, &words),
            Command::Withdraw(words) => self.reply(Reply::Withdraw, &words),
            Command::Password(password) => self.set_password(password),
            Command::Pending => Ok(self.pending()),
            Command::Invite(words) => self.invite(&words),
            Command::Join(link) => self.join(&link),
            Command::PartnerTell(text) => self.tell_partner(&text),
            Command::Tell(to, text) => self.tell(&to, &text, "tells you"),
            Command::Say(text) => self.say(&text),
            Command::Kibitz => Ok(line("(kibitzed to 0 players)")),
            Command::Draw => self.offer_draw(),
            Command::Resign => {
                self.act(|seat| GameRequest::Resign { seat: seat.into() })?;
                Ok(Vec::new())
            }
            Command::Abort => self.abort(),
            Command::Flag => Ok(line("Opponent is not out of time, wait for server autoflag.")),
            Command::Takeback => refusal("Takeback is not possible here."),
            Command::Adjourn => refusal("Games are not adjourned here."),
            Command::Rematch => self.rematch(),
            Command::Observe(Some(which)) => self.observe(&which),
            Command::Observe(None) => refusal("There is no game to observe without its number."),
            Command::PartnerObserve(None) => self.observe_partner(),
            Command::PartnerObserve(Some(of)) => self.observe_partner_of(&of),
            Command::Unobserve => self.unobserve(),
            Command::Refresh => self.refresh(),
            Command::Time => self.time(),
            Command::Moves(which) => self.moves(which.as_deref()),
            Command::Games => Ok(lists::games(&self.door, self.look().now_ms)),
            Command::Who => Ok(lists::who(&self.door)),
            Command::Finger(of) => self.finger(of.as_deref()),
            Command::Help => Ok(lists::help()),
            Command::Set(name, value) => Ok(self.set(&name, &value).into_iter().collect()),
            Command::ISet(name, value) => Ok(self.set_interface(&name, &value)),
            Command::Style(number) => Ok(vec![style(&number)]),
            Command::Alias => Ok(line("Alias set.")),
            Command::Date => Ok(vec![format!("Server time    - {}", date::now())]),
            Command::Incomplete(name) => {
                refusal(format!("\"{name}\" needs more words; see \"help\"."))
            }
            Command::Unknown(word) => refusal(format!("{}: Command not found.", harmless(&word))),
        }
    }

    fn unobserve(&mut self) -> Answer {
        match self.stop_watching() {
            lines if lines.is_empty() => refusal("You are not observing any games."),
            lines => Ok(lines),
        }
    }

    /// Sets the password of the own name; the answer comes when it is done.
    fn set_password(&self, password: String) -> Answer {
        if name::is_of_guest(&self.name) {
            return refusal("Guests have no password; log in by a name of your own.");
        }
        let (door, name) = (Arc::clone(&self.door), self.name.clone());
        tokio::spawn(async move {
            let _turn = password::TURN.acquire().await;
            let setting = tokio::task::spawn_blocking(move || {
                let done = password::set(door.edge.tables.app.archive.as_ref(), &name, &password);
                let line = match done {
                    Ok(()) if password == "-" => "Your name has no password any more.".to_owned(),
                    Ok(()) => "Your name has this password from now on.".to_owned(),
                    Err(error) => error.to_string(),
                };
                let _gone = door.lobby.tell(&name, line);
            });
            let _ended = setting.await;
        });
        Ok(Vec::new())
    }

    /// Reads the terms of a game.
    fn read_terms(&self, words: &[String]) -> Result<Terms, Refusal> {
        Terms::read(words.iter().map(String::as_str), self.paper.usual)
            .map_err(|error| Refusal(harmless(&error.to_string())))
    }

    fn challenge(&mut self, who: &str, words: &[String]) -> Answer {
        self.door.lobby.challenge(&self.name, who, self.read_terms(words)?)
    }

    /// Asks for the last game again: those at its table, else the last opponent.
    fn rematch(&mut self) -> Answer {
        if let Some(answer) = self.rematch_at_table() {
            return answer;
        }
        let Some(LastGame { opponent, terms }) = self.last_game.clone() else {
            return refusal("There is no game to play again.");
        };
        self.door.lobby.challenge(&self.name, &opponent, terms)
    }

    /// Plays a move on the own board.
    fn play(&mut self, text: &str) -> Answer {
        let not_playing = || Refusal("You are not playing or examining a game.".to_owned());
        let scene = self.scene.as_ref().filter(|scene| scene.table.phase == Phase::Playing);
        let scene = scene.ok_or_else(not_playing)?;
        let own = scene.own_seat().ok_or_else(not_playing)?;
        let position = scene.position(own.board).ok_or_else(not_playing)?;
        let known = scene.game().map_or(0, |game| game.plies.len());
        if position.side_to_move() != own.color {
            return refusal("It is not your move.");
        }
        let written = text.replace('*', "@");
        let read = position.parse_coordinate(&written).or_else(|_| position.parse_san(&written));
        let illegal = || Refusal(format!("Illegal move ({}).", harmless(text)));
        let m = read.map_err(|_| illegal())?;
        let coordinates = position.coordinate(m).to_string();
        let seat = own.into();
        let table = self.table.clone().ok_or_else(not_playing)?;
        let asked = GameRequest::Move { seat, plies: known, coordinates };
        table.act(self.page.number(), asked).map_err(|_| illegal())?;
        Ok(Vec::new())
    }

    /// Asks the table for something in the own seat.
    pub(super) fn act(&self, asked: impl FnOnce(Seat) -> GameRequest) -> Result<(), Refusal> {
        let not_playing = || Refusal("You are not playing a game.".to_owned());
        let seat = self.scene.as_ref().and_then(Scene::own_seat).ok_or_else(not_playing)?;
        let table = self.table.as_ref().ok_or_else(not_playing)?;
        table.act(self.page.number(), asked(seat)).map_err(|error| not_done(&error))
    }

    fn offer_draw(&mut self) -> Answer {
        self.act(|seat| GameRequest::OfferDraw { seat: seat.into() })?;
        let scene = self.scene.as_ref();
        let own = scene.and_then(|scene| Some((scene, scene.own_seat()?)));
        let opponent = own.map_or_else(String::new, |(scene, own)| scene.name(own.opponent()));
        Ok(vec![format!("Offering a draw to {opponent}.")])
    }

    /// Gives a game up, which counts for nobody: at once against programs, else if the opponent agrees.
    pub(super) fn abort(&mut self) -> Answer {
        let not_playing = || Refusal("You are not playing a game.".to_owned());
        let scene = self.scene.as_ref().ok_or_else(not_playing)?;
        let table = self.table.clone().ok_or_else(not_playing)?;
        match scene.table.phase {
            Phase::Playing => {}
            Phase::Starting => return refusal("The game begins at this moment."),
            Phase::Gathering | Phase::Over => {
                table.forsake(self.page.number());
                self.get_up();
                return Ok(line("You have left the table."));
            }
        }
        let own = scene.own_seat().ok_or_else(not_playing)?;
        let others = scene.people_but(own);
        if others.is_empty() && scene.table.you.owner {
            table.close(ABORTED);
            return Ok(Vec::new());
        }
        let opponent = scene.name(own.opponent());
        let is_asked = others.contains(&own.opponent());
        if !is_asked || others.iter().any(|&seat| !self.door.lobby.has(&scene.name(seat))) {
            return refusal("Not all players of this game can be asked; you can resign.");
        }
        let name = scene.table.table.clone();
        if self.door.lobby.abort(&self.name, &opponent, &name) {
            table.close(ABORTED);
            return Ok(Vec::new());
        }
        Ok(line("Abort request sent."))
    }

    fn tell_partner(&mut self, text: &str) -> Answer {
        let scene = self.scene.as_ref();
        let own = scene.and_then(|scene| Some((scene, scene.own_seat_of_two()?)));
        if let Some((scene, seat)) = own
            && let Some(table) = &self.table
        {
            let partner = scene.name(seat.partner());
            // The game may be over before the client has heard of it; its partner may have gone then.
            if table
                .tell_partner(self.page.number(), seat, text)
                .map_err(|error| not_done(&error))?
            {
                return Ok(vec![format!("(told {partner}, who is playing)")]);
            }
            if self.is_resting() {
                let text = text.to_owned();
                self.act(|seat| GameRequest::Tell { seat: seat.into(), text })?;
                return Ok(vec![format!("(told {partner})")]);
            }
        }
        let partner = self.door.lobby.partner_name(&self.name);
        let partner =
            partner.ok_or_else(|| Refusal("You do not have a partner at present.".to_owned()))?;
        self.tell(&partner, text, "(your partner) tells you")
    }

    fn tell(&self, to: &str, text: &str, how: &str) -> Answer {
        let line = format!("{} {how}: {}", self.name, harmless(text));
        let (name, activity) = self.door.lobby.tell(to, line)?;
        let playing = if activity == Activity::Plays { ", who is playing" } else { "" };
        Ok(vec![format!("(told {name}{playing})")])
    }

    fn say(&self, text: &str) -> Answer {
        if self.is_resting() {
            let text = text.to_owned();
            self.act(|seat| GameRequest::Tell { seat: seat.into(), text })?;
            return Ok(line("(told all at the table)"));
        }
        let scene = self.scene.as_ref();
        let now = scene.and_then(|scene| Some(scene.name(scene.own_seat()?.opponent())));
        let to = now.or_else(|| self.last_game.as_ref().map(|game| game.opponent.clone()));
        let to = to.ok_or_else(|| Refusal("You have no opponent to say that to.".to_owned()))?;
        self.tell(&to, text, "says")
    }

    /// Opens a table with a seat for somebody with a browser.
    fn invite(&mut self, words: &[String]) -> Answer {
        let elo = self.door.edge.tables.app.services.elo;
        let level = words.first().and_then(|word| name::house(word, elo));
        let words = if level.is_some() { &words[1..] } else { words };
        let level = level.unwrap_or(Level { elo: None, pace: Pace::Engine });
        let terms = self.read_terms(words)?;
        if self.is_resting() {
            self.get_up();
        }
        self.table = Some(self.door.lobby.open_table(&self.name, (terms, level))?);
        self.invites = true;
        let whom = match terms.variant {
            Variant::Bughouse => "your partner",
            Variant::Crazyhouse | Variant::Chess => "your opponent",
        };
        Ok(vec![format!("A seat is open for {whom}; \"abort\" closes it.")])
    }

    /// Takes a seat by the link of an invitation.
    fn join(&mut self, link: &str) -> Answer {
        if self.is_resting() {
            self.get_up();
        }
        if self.table.is_some() || self.door.lobby.plays(&self.name) {
            return refusal("You are at a table already.");
        }
        let (table, secret) = invitation(link)
            .ok_or_else(|| Refusal("That is no link of an invitation.".to_owned()))?;
        let table = self
            .door
            .edge
            .tables
            .table(table)
            .map_err(|error| Refusal(format!("Not done: {error}.")))?;
        let done = table.accept(&self.page, secret, &self.name);
        done.map_err(|error| Refusal(harmless(&format!("Not done: {error}."))))?;
        self.table = Some(Arc::clone(&table));
        let _begun = table.take(self.page.number(), &TableRequest::Ready { ready: true });
        self.door.lobby.sits(&self.name, &table);
        Ok(line("You have a seat. The game begins when all are ready."))
    }

    fn refresh(&self) -> Answer {
        let lines = self.boards_again();
        if lines.is_empty() {
            refusal("You are neither playing, observing nor examining a game.")
        } else {
            Ok(lines)
        }
    }

    /// The clocks of all boards: some clients show those of the own one only.
    fn time(&self) -> Answer {
        let scene = self.scene.as_ref().filter(|scene| scene.table.phase == Phase::Playing);
        let scene = scene.ok_or_else(|| Refusal("You are not playing a game.".to_owned()))?;
        let now_ms = self.look().now_ms;
        let told = |&board: &BoardId| {
            let ([white, black], [white_left, black_left]) =
                (scene.names(board), scene.clocks(board, now_ms).0.map(lists::clock));
            format!("Game {}: {white} {white_left}, {black} {black_left}", scene.number_of(board))
        };
        Ok(scene.boards().iter().map(told).collect())
    }

    fn moves(&self, which: Option<&str>) -> Answer {
        let date = date::of_servers();
        let own = self.scene.as_ref().and_then(|scene| Some((scene, scene.own_seat()?)));
        match (which, own) {
            (None, Some((scene, own))) => Ok(scene.move_list(own.board, &date)),
            (None, None) => refusal("You are neither playing, observing nor examining a game."),
            (Some(which), _) => {
                let (table, board) = self.find_board(which)?;
                let scene = Scene::new(table.seen_by_onlookers(), self.number_of_table(&table));
                Ok(scene.move_list(board, &date))
            }
        }
    }

    fn finger(&self, of: Option<&str>) -> Answer {
        let of = of.unwrap_or(&self.name);
        let elo = self.door.edge.tables.app.services.elo;
        if let Some(level) = name::house(of, elo) {
            let strength = level
                .elo
                .map_or_else(|| "full strength".to_owned(), |elo| format!("a strength of {elo}"));
            return Ok(vec![
                format!("Finger of {}:", name::of_house(level)),
                String::new(),
                format!("1: A player of the house, with {strength}."),
            ]);
        }
        let members = self.door.lobby.members();
        let found = members.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(of));
        let (name, activity) = found.ok_or_else(|| {
            Refusal(format!("There is no player matching the name {}.", harmless(of)))
        })?;
        let mut lines = vec![format!("Finger of {name}:"), String::new()];
        lines.push(match activity {
            Activity::Plays => "On for: a while. Plays a game.".to_owned(),
            Activity::Free => "On for: a while.".to_owned(),
        });
        if let Some(partner) = self.door.lobby.partner_name(&name) {
            lines.push(format!("Partner: {partner}"));
        }
        Ok(lines)
    }
}

/// The table and the secret of a link.
fn invitation(link: &str) -> Option<(&str, &str)> {
    let (_, rest) = link.split_once("/t/")?;
    let (table, rest) = rest.split_once("/i/")?;
    let secret = rest.split(|letter: char| !letter.is_ascii_hexdigit()).next()?;
    (!secret.is_empty()).then_some((table, secret))
}

fn line(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

fn not_done(error: &TableError) -> Refusal {
    Refusal(harmless(&format!("Not done: {error}.")))
}

impl Scene {
    /// The own seat in a game of two boards.
    fn own_seat_of_two(&self) -> Option<Seat> {
        self.own_seat().filter(|_| self.boards().len() == 2)
    }

    /// The seats of other people.
    pub(super) fn people_but(&self, own: Seat) -> Vec<Seat> {
        let people = self.table.seats.iter().filter(|seat| {
            matches!(seat.standing, Standing::Person { .. }) && Seat::from(seat.seat) != own
        });
        people.map(|seat| seat.seat.into()).collect()
    }
}

//! The handshake of two Tandems: whatever was lost, repeated or begun anew, in the end each of them
//! knows the other, and knows its board.

mod histories;
mod laws;

use std::collections::VecDeque;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::Dialect;
use tandem_protocol::text::Line;

use super::super::mode::Mode;
use super::Stage;

/// Most lines of partner talk, of both sides together, from the last disturbance until both are
/// linked.
const HANDFUL: usize = 6;
/// Most steps of each side until then.
const MOST_TURNS: usize = 4;

/// The start of a game, in which nobody sits: one that sits reports only what it has not reported.
const GAME: &[&str] = &["option Sitting=0", "new", "variant bughouse", "level 0 1 0"];
/// Beginning of all lines by which a Tandem is recognized, but for reports.
const GREETING: &str = "Tandem ";
/// Most lines of partner talk until all answers have been sent.
const ALL_ANSWERS: usize = 12;

/// An event at one of two sides.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// `partner NAME`: the server names the partner, for the first time or again.
    Named,
    /// `partner`: the partnership is over.
    Left,
    /// The process is replaced by a new one, which is shown the position.
    Restarted,
    /// `new`: the next game.
    NewGame,
    /// A move on the board of this side, by either color.
    Moved(Index),
    /// The next line from the partner arrives.
    Delivered,
    /// … and arrives once more, later.
    Repeated,
    /// … does not arrive.
    Lost,
    /// A line arrives that is no Tandem's.
    Told(&'static str),
    /// The direct link of both opens, unless it is open.
    LinkOpened,
    /// The direct link of both closes; what is on its way there is lost.
    LinkClosed,
    /// The next line arrives over the link, where none is lost or repeated.
    ToldByLink,
}

/// One of the two sessions, and the lines on their way to it.
struct Side {
    stage: Stage,
    inbox: VecDeque<String>,
    namings: u32,
}

impl Side {
    fn new() -> Self {
        let mut stage = Stage::new();
        stage.tell_all(GAME);
        Self { stage, inbox: VecDeque::new(), namings: 0 }
    }

    fn is_linked(&self) -> bool {
        self.stage.session.channel().is_some()
    }

    fn knows_a_tandem(&self) -> bool {
        self.stage.session.partnership.partner() == Some(Dialect::Tandem)
    }

    /// The board as this side sees it, without holdings, which hosts tell.
    fn board(&self) -> String {
        let fen = self.stage.session.record.position().to_fen();
        fen.split('[').next().unwrap_or_default().to_owned()
    }

    /// The partner's board, as far as it is known.
    fn board_of_partner(&self) -> Option<String> {
        let fen = self.stage.session.other.position()?.to_fen();
        fen.split('[').next().map(str::to_owned)
    }

    fn begin_game(&mut self) -> Vec<Reply> {
        GAME.iter().flat_map(|line| self.stage.tell(line)).collect()
    }

    fn restart(&mut self) -> Vec<Reply> {
        let fen = self.stage.session.record.position().to_fen();
        *self = Self { inbox: std::mem::take(&mut self.inbox), ..Self::new() };
        self.stage.tell(&format!("setboard {fen}"))
    }

    /// Plays a move, whoever is on turn, or begins the next game.
    fn play(&mut self, choice: Index) -> Vec<Reply> {
        let session = &self.stage.session;
        let position = session.record.position().clone();
        let moves = position.legal_moves();
        if moves.is_empty() {
            let replies = self.begin_game();
            return [replies, self.stage.tell("go")].concat();
        }
        let m = moves[choice.index(moves.len())];
        if self.stage.owes_a_move() {
            return self.stage.end_search(self.stage.session.mind.script().searches, vec![m]);
        }
        if session.is_our_turn() {
            return self.stage.tell("?"); // it sits
        }
        if session.mode == Mode::Playing(position.side_to_move()) {
            return self.stage.tell("go");
        }
        let text = session.record.write(m);
        self.stage.tell(&format!("usermove {text}"))
    }
}

/// Two partners, and the lines that they have sent each other.
struct Pair {
    sides: [Side; 2],
    sent: Vec<String>,
    /// The lines on their way over the link to each side; `None` while it is closed.
    link: Option<[VecDeque<Line>; 2]>,
    /// Number of the line that is lost, counted from 0; `None` if all arrive.
    to_lose: Option<usize>,
}

impl Pair {
    fn new() -> Self {
        Self { sides: [Side::new(), Side::new()], sent: Vec::new(), link: None, to_lose: None }
    }

    fn happen(&mut self, at: usize, event: Event) {
        match event {
            Event::LinkOpened => return self.open_link(),
            Event::LinkClosed => return self.close_link(),
            Event::Restarted => self.close_link(),
            _ => {}
        }
        let side = &mut self.sides[at];
        side.stage.now += Duration::from_secs(1); // more than a report by partner talk has to wait
        let replies = match event {
            Event::Named => {
                side.namings += 1;
                side.stage.tell("partner Mate")
            }
            Event::Left => side.stage.tell("partner"),
            Event::Restarted => side.restart(),
            Event::NewGame => {
                side.namings = 0;
                side.begin_game()
            }
            Event::Moved(choice) => side.play(choice),
            Event::Told(text) => side.stage.tell(&format!("ptell {text}")),
            Event::Lost => {
                side.inbox.pop_front();
                Vec::new()
            }
            Event::Delivered | Event::Repeated => {
                let Some(line) = side.inbox.pop_front() else { return };
                if matches!(event, Event::Repeated) {
                    side.inbox.push_back(line.clone());
                }
                side.stage.tell(&format!("ptell {line}"))
            }
            Event::ToldByLink => {
                let line = self.link.as_mut().and_then(|lines| lines[at].pop_front());
                line.map_or_else(Vec::new, |line| {
                    side.stage.session.link_told(&line, side.stage.now)
                })
            }
            Event::LinkOpened | Event::LinkClosed => Vec::new(),
        };
        self.send(at, replies);
    }

    fn open_link(&mut self) {
        if self.link.is_none() {
            self.link = Some(Default::default());
            for at in 0..2 {
                let stage = &mut self.sides[at].stage;
                let replies = stage.session.link_opened(stage.now);
                self.send(at, replies);
            }
        }
    }

    fn close_link(&mut self) {
        if self.link.take().is_some() {
            for at in 0..2 {
                let stage = &mut self.sides[at].stage;
                let replies = stage.session.link_closed(stage.now);
                self.send(at, replies);
            }
        }
    }

    fn send(&mut self, from: usize, replies: Vec<Reply>) {
        for reply in replies {
            let Reply::Ptell(text) = reply else { continue };
            if self.to_lose != Some(self.sent.len()) {
                self.sides[1 - from].inbox.push_back(text.to_string());
            }
            self.sent.push(text.to_string());
        }
        let reports = self.sides[from].stage.session.take_reports();
        if let Some(lines) = &mut self.link {
            lines[1 - from].extend(reports);
        }
    }

    /// A side that a line is on its way to, and its arrival.
    fn next_arrival(&self) -> Option<(usize, Event)> {
        let has_line = |at: &usize| !self.sides[*at].inbox.is_empty();
        let by_server = (0..2).find(has_line).map(|at| (at, Event::Delivered));
        let lines = self.link.as_ref();
        let by_link = || (0..2).find(|&at| lines.is_some_and(|lines| !lines[at].is_empty()));
        by_server.or_else(|| by_link().map(|at| (at, Event::ToldByLink)))
    }

    /// Delivers all lines, and the answers to them.
    fn deliver_all(&mut self) -> TestCaseResult {
        let before = self.sent.len();
        while let Some((at, arrival)) = self.next_arrival() {
            self.happen(at, arrival);
            let answers = &self.sent[before..];
            prop_assert!(answers.len() <= ALL_ANSWERS, "endless: {answers:?}");
        }
        Ok(())
    }

    /// Delivers all lines, and plays on as long as they do not link the two.
    fn link(&mut self, choice: Index) {
        for mover in [0, 1].repeat(MOST_TURNS) {
            while let Some((at, arrival)) = self.next_arrival() {
                if self.are_linked() {
                    return;
                }
                self.happen(at, arrival);
            }
            if !self.are_linked() {
                self.happen(mover, Event::Moved(choice));
            }
        }
    }

    fn are_linked(&self) -> bool {
        self.sides.iter().all(Side::is_linked)
    }

    /// Lets both play on without disturbance, and fails unless they are linked soon and stay so.
    fn must_link(&mut self, choice: Index, disturbed_until: usize) -> TestCaseResult {
        self.link(choice);
        self.to_lose = None;
        let lines = &self.sent[disturbed_until..];
        prop_assert!(self.are_linked(), "not linked after {lines:?}");
        prop_assert!(lines.len() <= HANDFUL, "linked only after {lines:?}");
        self.deliver_all()?;
        self.must_stay_linked(choice)
    }

    fn must_stay_linked(&mut self, choice: Index) -> TestCaseResult {
        let before = self.sent.len();
        let mut has_shown = [false; 2];
        for at in [0, 1].repeat(MOST_TURNS) {
            self.happen(at, Event::Moved(choice));
            self.deliver_all()?;
            prop_assert!(self.are_linked());
            has_shown[at] |= self.sides[1 - at].board_of_partner() == Some(self.sides[at].board());
        }
        let later = &self.sent[before..];
        prop_assert!(!later.iter().any(|line| line.starts_with(GREETING)), "{later:?}");
        prop_assert_eq!(has_shown, [true; 2], "{:?}", later);
        Ok(())
    }
}

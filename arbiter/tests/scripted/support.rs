//! Scripted players.

use std::collections::VecDeque;

use tandem_arbiter::{
    Adjudication, Endpoint, GamePlan, Lag, Mailroom, News, Outbox, Past, Played, PlayerFault, Said,
    Thought, Timing, Watcher, play_game,
};
use tandem_rules::{Game, Millis, Move, Seat, TimeControl};

/// A player that says its lines one by one, each time it is told to go; then it sits. Messages to
/// its partner do not end its turn. Told `ask`, it answers at once, whether it is to move or not. A
/// move after `late` is made when no more than 375 ms are left; `again` is its last move once more,
/// whatever the position is.
pub(crate) struct Scripted {
    seat: Seat,
    outbox: Outbox,
    lines: VecDeque<(&'static str, u64)>,
    /// Its last move.
    last: Option<Move>,
    /// True if it agrees to every draw.
    agrees: bool,
    log: std::sync::mpsc::Sender<(Seat, String)>,
}

impl Endpoint for Scripted {
    fn name(&self) -> String {
        self.seat.to_string()
    }

    /// Fails early on demand: an engine may die when it is ready and others are not.
    fn settle(&mut self) -> Result<(), PlayerFault> {
        if self.lines.front().is_some_and(|(line, _)| *line == "die before it begins") {
            self.outbox.say(
                self.seat,
                Said::Fail(PlayerFault::Own("it fell over early".to_owned())),
                0,
            );
        }
        Ok(())
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Go(seat, snapshot) if *seat == self.seat => {
                let (line, nodes) = loop {
                    match self.lines.pop_front().unwrap_or(("sit", 1)) {
                        ("agree", _) => {}
                        ("offer a draw", nodes) => {
                            self.outbox.say(*seat, Said::OfferDraw, nodes);
                        }
                        (text @ ("ask" | "good"), nodes) => {
                            self.outbox.say(*seat, Said::Tell(text.to_owned()), nodes);
                        }
                        other => break other,
                    }
                };
                let position = snapshot.boards.position(seat.board);
                let left = snapshot.clocks[seat.index()].map(|clock| clock.remaining());
                let line = match line.strip_prefix("late ") {
                    Some(_) if left > Some(Millis(375)) => {
                        self.lines.push_front((line, nodes));
                        "sit"
                    }
                    late => late.unwrap_or(line),
                };
                let said = match line {
                    "sit" => Said::Sit,
                    "resign" => Said::Resign,
                    "break off" => Said::BreakOff,
                    "nothing" | "die before it begins" => return,
                    "fail" => Said::Fail(PlayerFault::Own("it fell over".to_owned())),
                    "again" => Said::Move(self.last.expect("it has moved"), Thought::default()),
                    m => {
                        let m = position.parse_coordinate(m).expect("a move of the script");
                        self.last = Some(m);
                        Said::Move(m, Thought::default())
                    }
                };
                self.outbox.say(*seat, said, nodes);
            }
            News::DrawOffered { seat, .. } if self.agrees => {
                self.outbox.say(*seat, Said::OfferDraw, 0);
            }
            News::Told { seat, text } if text == "ask" => {
                self.outbox.say(*seat, Said::Tell("answer".to_owned()), 0);
            }
            News::Arrived { seat, handoff } => {
                let heard = format!("{} for {seat}", handoff.piece);
                self.log.send((self.seat, heard)).expect("the test listens");
            }
            _ => {}
        }
    }
}

/// Lines of each seat in the order of `Seat::ALL`, with their nodes; a node takes a millisecond.
pub(crate) type Script = [&'static [(&'static str, u64)]; 4];

pub(crate) fn play(game: Game, script: Script) -> (Played, Vec<(Seat, String)>) {
    play_with(game, script, Lag::default())
}

pub(crate) fn play_with(game: Game, script: Script, lag: Lag) -> (Played, Vec<(Seat, String)>) {
    let timing = "nodes:1000".parse().expect("a clock");
    play_on(timing, game, script, lag)
}

pub(crate) fn play_on(
    timing: Timing,
    game: Game,
    script: Script,
    lag: Lag,
) -> (Played, Vec<(Seat, String)>) {
    let past = Past::default();
    play_plan(GamePlan { timing, lag, ..plan(game, past) }, script, &mut ())
}

/// A plan for the node clock, without lag.
pub(crate) fn plan(game: Game, past: Past) -> GamePlan {
    GamePlan {
        game,
        past,
        timing: "nodes:1000".parse().expect("a clock"),
        seats: [0, 1, 2, 3],
        most_plies: 500,
        adjudication: Adjudication::default(),
        opening: Vec::new(),
        lag: Lag::default(),
        fast_forward: true,
        patience: Millis(200),
    }
}

pub(crate) fn play_plan(
    plan: GamePlan,
    script: Script,
    watcher: &mut impl Watcher,
) -> (Played, Vec<(Seat, String)>) {
    let mailroom = Mailroom::default();
    let (log, arrivals) = std::sync::mpsc::channel();
    let mut endpoints: Vec<Box<dyn Endpoint>> = Seat::ALL
        .into_iter()
        .map(|seat| {
            Box::new(Scripted {
                seat,
                outbox: mailroom.outbox(),
                lines: script[seat.index()].iter().copied().collect(),
                last: None,
                agrees: script[seat.index()].first().is_some_and(|(line, _)| *line == "agree"),
                log: log.clone(),
            }) as Box<dyn Endpoint>
        })
        .collect();
    let played = play_game(plan, &mut endpoints, &mailroom, watcher);
    (played, arrivals.try_iter().collect())
}

pub(crate) fn minute() -> TimeControl {
    TimeControl::sudden_death(Millis::from_seconds(60))
}

//! Strength of the limited levels, measured by quick games in one process.
//!
//! ```sh
//! cargo run --release -p tandem-engine --example levels -- ladder 1250 1000 100
//! cargo run --release -p tandem-engine --example levels -- fairy 1500 60 20000 fairy-stockfish
//! ```
//!
//! `ladder` plays bughouse between teams of two levels: no clocks, and the boards move in turn.
//! `fairy` plays crazyhouse against Fairy-Stockfish at the same Elo, which searches at most this
//! many nodes a move; below 1350, where `UCI_Elo` ends in some versions, a skill level stands in. Each
//! opening of six random plies is played twice, with sides exchanged.

#![expect(clippy::print_stdout, reason = "the results of a program")]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crossbeam::channel::Receiver;
use tandem_engine::{Decision, Elo, Event, Level, Limits, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::{
    BoardId, Boards, Color, Move, MoveRules, OutcomeRules, Position, Team, Variant,
};

/// Random plies of an opening, on each board.
const OPENING: usize = 6;
/// A game that lasts longer is drawn.
const MOST_PLIES: usize = 600;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (points, games) = match words[..] {
        ["ladder", strong, weak, games] => ladder([level(strong)?, level(weak)?], games.parse()?)?,
        ["fairy", elo, games, nodes, program] => {
            fairy(elo.parse()?, games.parse()?, (nodes.parse()?, program))?
        }
        _ => {
            return Err("expected ladder STRONG WEAK GAMES or fairy ELO GAMES NODES PROGRAM".into());
        }
    };
    let share = points / f64::from(games);
    let margin = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
    let [low, high] = [share - margin, share + margin].map(|share| share.clamp(0.0, 1.0) * 100.0);
    println!(
        "{}: {points} of {games}, {:.1} % [{low:.1}, {high:.1}]",
        words.join(" "),
        share * 100.0
    );
    Ok(())
}

fn level(text: &str) -> Result<Level, Failure> {
    Ok(Level::Limited(Elo::new(text.parse()?).ok_or("an Elo from 500 to 2850")?))
}

/// Games in bughouse: the points of the first level.
fn ladder(levels: [Level; 2], games: u32) -> Result<(f64, u32), Failure> {
    // A searcher for each level, so that neither knows what the other has searched.
    let mut players = levels.map(Player::new);
    let mut points = 0.0;
    for game in 0..games {
        for player in &mut players {
            player.begin(game);
        }
        let first = if game % 2 == 0 { Team::One } else { Team::Two };
        let mut boards = Boards::start_of(Variant::Bughouse, MoveRules::default());
        let mut dice = u64::from(game / 2);
        for board in BoardId::ALL {
            for _ in 0..OPENING {
                let m = any_move(boards.position(board), &mut dice);
                boards.play(boards.on_turn(board), m)?;
            }
        }
        points += match bughouse(&mut boards, &mut players, first) {
            Some(winner) if winner == first => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    Ok((points, games))
}

/// Plays to the end; the first player has the seats of team `first`. The winner.
fn bughouse(boards: &mut Boards, players: &mut [Player; 2], first: Team) -> Option<Team> {
    for ply in 0..MOST_PLIES {
        let seat = boards.on_turn(BoardId::ALL[ply % 2]);
        let own = boards.position(seat.board).clone();
        let player = &mut players[usize::from(seat.team() != first)];
        let view = View {
            other: Some(boards.position(seat.board.other()).clone()),
            ..View::of_board(seat, own, OutcomeRules::default())
        };
        match player.answer(view) {
            Some(m) => drop(boards.play(seat, m)),
            None => return Some(seat.opponent().team()),
        }
    }
    None
}

/// Games in crazyhouse: the points of our level.
fn fairy(elo: u16, games: u32, (nodes, program): (u64, &str)) -> Result<(f64, u32), Failure> {
    let mut ours = Player::new(level(&elo.to_string())?);
    let mut theirs = Fairy::start(program, elo, nodes)?;
    let mut points = 0.0;
    for game in 0..games {
        ours.begin(game);
        let mut position = Position::start(Variant::Crazyhouse, MoveRules::default());
        let mut dice = u64::from(game / 2);
        for _ in 0..OPENING {
            let _own_holdings = position.make(any_move(&position, &mut dice), &mut ());
        }
        let we_are = if game % 2 == 0 { Color::White } else { Color::Black };
        let mut plies = 0;
        let result = loop {
            let us = position.side_to_move() == we_are;
            if position.count_legal() == 0 {
                break if !position.in_check() {
                    0.5
                } else if us {
                    0.0
                } else {
                    1.0
                };
            }
            plies += 1;
            if plies > MOST_PLIES {
                break 0.5;
            }
            let seat = BoardId::A.seat(position.side_to_move());
            let view = View::of_board(seat, position.clone(), OutcomeRules::default());
            let m = if us { ours.answer(view) } else { Some(theirs.answer(&position)?) };
            let _own_holdings = position.make(m.ok_or("no move")?, &mut ());
        };
        points += result;
        eprint!("{}", ["-", "=", "+"][(result * 2.0) as usize]);
    }
    eprintln!();
    Ok((points, games))
}

/// A level with a searcher of its own.
struct Player {
    searcher: Searcher,
    events: Receiver<Event>,
    limits: Limits,
}

impl Player {
    fn new(level: Level) -> Self {
        let (mut searcher, events) = Searcher::new(4);
        searcher.set_networks(Some(Networks::embedded()));
        Self { searcher, events, limits: Limits { level, ..Limits::clock() } }
    }

    fn begin(&mut self, game: u32) {
        self.searcher.clear();
        self.limits.seed = u64::from(game);
    }

    /// The move to play; `None` if there is none.
    fn answer(&mut self, view: View) -> Option<Move> {
        self.searcher.start(view, self.limits.clone());
        self.events.iter().find_map(|event| match event {
            Event::Done(_, Decision::Play(m), _) => Some(Some(m)),
            Event::Done(..) => Some(None),
            Event::Info(..) => None,
        })?
    }
}

/// A Fairy-Stockfish at a limited level.
struct Fairy {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    nodes: u64,
}

impl Fairy {
    fn start(program: &str, elo: u16, nodes: u64) -> Result<Self, Failure> {
        let mut process =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?).lines();
        let mut fairy = Self { process, input, output, nodes };
        let strength = match elo {
            1350.. => format!("UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}"),
            _ => format!("Skill Level value {}", skill_below_1350(elo)),
        };
        fairy.say(&format!(
            "uci\nsetoption name UCI_Variant value crazyhouse\nsetoption name {strength}"
        ))?;
        Ok(fairy)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.input, "{text}")?;
        Ok(self.input.flush()?)
    }

    fn answer(&mut self, position: &Position) -> Result<Move, Failure> {
        let nodes = self.nodes;
        self.say(&format!("position fen {}\ngo nodes {nodes}", position.to_fen()))?;
        for line in &mut self.output {
            if let Some(rest) = line?.strip_prefix("bestmove ") {
                return Ok(position.parse_coordinate(rest.split(' ').next().unwrap_or(rest))?);
            }
        }
        Err("the engine has ended".into())
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _gone_already = self.say("quit");
        let _gone_already = self.process.wait();
    }
}

/// The skill level that later versions of Fairy-Stockfish use for an Elo below 1350.
fn skill_below_1350(elo: u16) -> i32 {
    let shifted = f64::from(elo) - 1346.6;
    (shifted / 143.4 + (shifted / 500.0).powi(5)).round().max(-20.0) as i32
}

/// A legal move that a number decides, which changes.
fn any_move(position: &Position, dice: &mut u64) -> Move {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let all = position.legal_moves();
    all[(*dice >> 33) as usize % all.len()]
}

//! `tandem play`: a person against Tandem, with another Tandem as partner.

mod desk;
mod drawing;
mod editor;
mod hint;
mod keyboard;
mod look;
mod person;
mod screen;
mod terminal;
mod verdict;
mod word;

use std::io::{Write, stdout};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::{
    Adjudication, Endpoint, Engine, GamePlan, Lag, Mailroom, Past, Played, Timing, date,
    end_strays, play_game, record,
};
use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{Boards, Game, Millis, Seat, TimeControl, Variant};

use crate::args::level::SeatLevelArgs;
use crate::args::rules::RuleArgs;
use crate::games::output::OutputFile;
use crate::games::players::{self, ANSWERS, RULES};
use crate::games::start::Start;
use crate::platform;
use desk::{Desk, Manners, Parting};
use hint::Adviser;
use look::LookArgs;
use person::{NAME, Onlooker, Person, is_greeting};
use screen::Screen;
use terminal::Terminal;
use verdict::verdict;

/// Plays against you in the terminal.
///
/// One seat is yours, the others are Tandem's: your partner on the other board, and both opponents.
/// With --rules crazyhouse or chess there is one board and one opponent. Type moves as in Nf3, N@f7
/// or g1f3; `help` lists all that can be typed. The clocks start when you press a key. Where standard
/// input or output is not a terminal, lines are read and written.
#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Your seat: `WhiteA`, `BlackA`, `WhiteB` or `BlackB`; on one board one of the first two
    #[arg(long, default_value = "WhiteA", value_name = "SEAT")]
    seat: String,
    /// Time for each player in seconds: 600, 180+2, 300d2 (US delay) or 180b2 (Bronstein)
    #[arg(long, default_value = "600", value_name = "CONTROL")]
    tc: TimeControl,
    #[command(flatten)]
    rules: RuleArgs,
    /// Start from these two boards, as BFEN or as two FENs with holdings joined by `|`
    #[arg(long, value_name = "BFEN")]
    bfen: Option<String>,
    /// Node limit for each move of Tandem: --elo makes it weaker in a person's way
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    #[command(flatten)]
    levels: SeatLevelArgs,
    /// Size of each transposition table in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Play without hints, and without taking moves back
    #[arg(long)]
    rated: bool,
    #[command(flatten)]
    look: LookArgs,
    /// File that the game is appended to
    #[arg(long, default_value = "play.bpgn", value_name = "FILE")]
    bpgn: PathBuf,
    /// Write a log to this file, line by line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl PlayArgs {
    /// The file for diagnostics; `None` means standard error.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// The person's seat.
    fn seat(&self) -> anyhow::Result<Seat> {
        let name = |seat: &Seat| format!("{}{}", seat.color, seat.board);
        let is_meant = |seat: &Seat| name(seat).eq_ignore_ascii_case(&self.seat);
        let names: Vec<String> = self.seats().map(|seat| name(&seat)).collect();
        self.seats().find(is_meant).with_context(|| {
            format!("unknown seat `{}`, expected one of {}", self.seat, names.join(", "))
        })
    }

    /// The seats in play.
    fn seats(&self) -> impl Iterator<Item = Seat> {
        let boards = self.rules.variant().boards();
        Seat::ALL.into_iter().filter(|seat| boards.contains(&seat.board))
    }

    fn start(&self) -> anyhow::Result<Start> {
        let (variant, rules) = (self.rules.variant(), self.rules.rule_set()?.moves);
        match &self.bfen {
            Some(_) if variant != Variant::Bughouse => {
                bail!("--bfen is for two boards, but {} has one", self.rules)
            }
            Some(text) => Start::of(text, rules),
            None => Ok(Start { boards: Boards::start_of(variant, rules), clocks: [None; 2] }),
        }
    }

    /// Tells in a record which players are programs, and how strong they are if that is limited.
    fn tell_players(&self, record: &mut GameRecord, person: Seat) {
        for seat in self.seats() {
            let player = format!("{}{}", seat.color, seat.board);
            let kind = if seat == person { "human" } else { "program" };
            record.set_tag(&format!("{player}Type"), kind);
            if let Some(elo) = self.levels.of(seat).elo().filter(|_| seat != person) {
                record.set_tag(&format!("{player}Elo"), &elo.to_string());
            }
        }
    }

    /// Tandem as an engine, to play as an opponent or a partner.
    fn tandem(&self) -> anyhow::Result<Engine> {
        let mut tandem = players::this_program(self.nodes)?;
        tandem.memory_mebibytes = u64::from(self.hash);
        tandem.nodes_per_move = self.nodes;
        tandem.options.push((RULES.to_owned(), self.rules.to_string()));
        tandem.own_book = true; // no two games should begin alike
        tandem.options.push((ANSWERS.to_owned(), "1".to_owned()));
        Ok(tandem)
    }
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let seat = args.seat()?;
    let (start, controls) = (args.start()?, [args.tc; 4]);
    let rules = args.rules.rule_set()?.outcomes;
    let (game, clocks) = start.game(rules, controls, controls.map(|control| control.base));
    let mut table = Table::new(args, seat)?;
    // After the engines: one that cannot be started leaves no file behind.
    let mut records = OutputFile::open(&args.bpgn, false)?;
    let begun_at = date::now();
    let mut played = table.play(game, players::patience(&controls))?;
    // Of the greetings between programs the person has seen none.
    played.messages.retain(|told| !is_greeting(&told.text));
    let round = record::Round {
        event: "Tandem play",
        number: 1,
        names: Seat::ALL.map(|at| table.endpoints[table.seats[at.index()]].name()),
        rules: args.rules.to_string(),
        controls,
        clocks,
        node_rates: None,
    };
    let mut game_record = record::of(&played, &start.boards, &round);
    record::set_date(&mut game_record, &begun_at);
    args.tell_players(&mut game_record, seat);
    records.write(&game_record.to_string())?;
    table.tell_end(&played)?;
    drop(table); // ends the engines
    end_strays();
    writeln!(stdout(), "written to {}", args.bpgn.display())?;
    Ok(())
}

/// The person and the engines that play with it.
struct Table {
    desk: Arc<Desk>,
    mailroom: Mailroom,
    endpoints: Vec<Box<dyn Endpoint>>,
    /// Indices into `endpoints` of the players, in the order of [`Seat::ALL`].
    seats: [usize; 4],
}

impl Table {
    /// Starts the engines, and takes the terminal if there is one.
    fn new(args: &PlayArgs, person: Seat) -> anyhow::Result<Self> {
        let (mailroom, tandem) = (Mailroom::default(), args.tandem()?);
        let (mut engines, mut seats) = (Vec::new(), [0; 4]);
        for seat in args.seats().filter(|&seat| seat != person) {
            let partner = if seat.partner() == person { NAME } else { &tandem.name };
            let mut tandem = tandem.clone();
            players::set_level(&mut tandem, &args.levels.of(seat));
            engines.push(players::seat(&tandem, partner, &mailroom)?);
            seats[seat.index()] = engines.len();
        }
        let adviser = (!args.rated).then(|| Adviser::new(args.hash as usize));
        let is_drawn = platform::is_interactive();
        let screen = match is_drawn {
            true => {
                let terminal = Terminal::enter().context("the terminal")?;
                Screen::drawn(person, terminal, args.look.look(), args.look.rings())
            }
            false => Screen::of_lines(person),
        };
        let is_asked = platform::has_keyboard();
        let manners = if is_asked { Manners::Asked } else { Manners::Unasked };
        let desk = Desk::new(person, manners, mailroom.outbox(), screen, adviser);
        keyboard::leave_when_asked(Arc::clone(&desk))?;
        match is_drawn {
            true => keyboard::read_keys(Arc::clone(&desk)),
            false => keyboard::read_lines(Arc::clone(&desk)),
        }
        let mut endpoints: Vec<Box<dyn Endpoint>> = vec![Box::new(Person(Arc::clone(&desk)))];
        endpoints.extend(engines);
        Ok(Self { desk, mailroom, endpoints, seats })
    }

    /// Plays the game to its end, with any number of takebacks.
    fn play(&mut self, game: Game, patience: Millis) -> anyhow::Result<Played> {
        let (mut game, mut past) = (game, Past::default());
        self.desk.welcome(game.boards_in_play().len());
        loop {
            self.desk.lay_out(&game);
            let plan = GamePlan {
                game,
                past,
                timing: Timing::Wall,
                seats: self.seats,
                most_plies: usize::MAX,
                adjudication: Adjudication::default(),
                opening: Vec::new(),
                lag: Lag::default(),
                fast_forward: false,
                patience,
            };
            let mut onlooker = Onlooker(Arc::clone(&self.desk));
            let played = play_game(plan, &mut self.endpoints, &self.mailroom, &mut onlooker);
            let goes_on = self.desk.parting() == Some(Parting::TakeBack);
            let back = self.desk.last_own_ply(&played.game).filter(|_| goes_on);
            match back {
                Some(ply) if played.close.is_broken_off() => {
                    (game, past) = played.back_to(ply).context("a ply that was made")?;
                }
                _ => {
                    self.desk.close();
                    return Ok(played);
                }
            }
        }
    }

    /// Prints the last position and how the game has ended.
    fn tell_end(&self, played: &Played) -> std::io::Result<()> {
        for line in self.desk.screen().boards_of(&played.game, played.ended_at) {
            writeln!(stdout(), "{line}")?;
        }
        let boards = played.game.boards_in_play().len();
        writeln!(stdout(), "{}", verdict(&played.close, self.desk.seat(), boards))?;
        let (result, plies) = (record::result(&played.close), played.game.plies().len());
        writeln!(stdout(), "{result} ({}), {plies} plies", played.close.in_words(boards))
    }
}

//! `tandem match`: engines play, people look on.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tandem_arbiter::{CecpSeat, Endpoint, GamePlan, Lag, Mailroom, Played, Timing, play_game};
use tandem_engine::Limits;
use tandem_rules::notation::Bfen;
use tandem_rules::{
    BoardId, Boards, Color, Game, Millis, Position, RuleSet, Seat, Setup, TimeControl, Variant,
};

use super::engine_args::{EngineArgs, Player};
use super::live::Live;
use super::rule_args::RuleArgs;
use crate::endpoint::InProcess;
use crate::{platform, record};

/// Plays bughouse games between Tandem and any engines.
///
/// Four seats, two boards, four clocks. Both boards are shown as the game goes on (a line for
/// each move where standard output is no terminal), and the games are appended to a BPGN file.
/// Engines other than this Tandem are programs that speak CECP, the protocol of XBoard; each seat
/// has a process of its own.
#[derive(Args)]
pub(crate) struct MatchArgs {
    /// How many games to play
    #[arg(long, default_value_t = 1, value_name = "N")]
    games: usize,
    /// Time for each player in seconds: 60, 60+0.5, 300d2 (US delay) or 180b2 (Bronstein)
    #[arg(long, default_value = "30", value_name = "CONTROL")]
    tc: TimeControl,
    /// The clock of the games: wall, or nodes:RATE for games that repeat to the move
    #[arg(long, default_value = "wall", value_name = "CLOCK")]
    clock: Timing,
    #[command(flatten)]
    engines: EngineArgs,
    #[command(flatten)]
    rules: RuleArgs,
    /// Start from these two boards, as BFEN or as two FENs with holdings joined by |
    #[arg(long, value_name = "BFEN", conflicts_with = "chess960")]
    bfen: Option<String>,
    /// Start from this Chess960 position, 0 to 959, on both boards
    #[arg(long, value_name = "NUMBER")]
    chess960: Option<u16>,
    /// Where the games are appended
    #[arg(long, default_value = "match.bpgn", value_name = "FILE")]
    bpgn: PathBuf,
    /// Size of each seat's transposition table in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Break a game off after this many plies
    #[arg(long, default_value_t = 2000, value_name = "N")]
    most_plies: usize,
}

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let rules = args.rules.rule_set()?;
    let start = start(args, rules)?;
    let mailroom = Mailroom::default();
    let mut endpoints = seats(args, &mailroom)?;
    let file = OpenOptions::new().create(true).append(true).open(&args.bpgn);
    let file = file.with_context(|| format!("cannot write `{}`", args.bpgn.display()))?;
    let mut file = BufWriter::new(file);
    for number in 1..=args.games {
        let mut game = Game::new(start.boards.clone(), rules.outcomes, Some([args.tc; 4]));
        set_clocks(&mut game, &start);
        let plan = GamePlan {
            game,
            timing: args.clock,
            seats: [0, 1, 2, 3],
            most_plies: args.most_plies,
            lag: Lag::default(),
            fast_forward: false,
        };
        let names = Seat::ALL.map(|seat| endpoints[seat.index()].name());
        let mut live = Live::new(names.clone(), platform::has_colors());
        let played = play_game(plan, &mut endpoints, &mailroom, &mut live);
        let round = record::Round {
            number,
            names,
            rules: args.rules.to_string(),
            control: args.tc,
            timing: args.clock,
        };
        let text = record::of(&played, &start.boards, &round);
        writeln!(file, "{text}")
            .and_then(|()| file.flush())
            .with_context(|| format!("cannot write `{}`", args.bpgn.display()))?;
        live.finish(&played, number, args.games)?; // last: an output closed early loses no game
    }
    writeln!(stdout(), "written to {}", args.bpgn.display())?;
    Ok(())
}

fn start(args: &MatchArgs, rules: RuleSet) -> anyhow::Result<Bfen> {
    if let Some(text) = &args.bfen {
        return Ok(Bfen::parse(text, rules.moves)?);
    }
    let boards = match args.chess960 {
        None => Boards::start(rules.moves),
        Some(number) => {
            let setup = Setup::chess960(number).with_context(|| {
                format!("`{number}` is no Chess960 position, expected 0 to 959")
            })?;
            let position = Position::from_setup(&setup, Variant::Bughouse, rules.moves)?;
            Boards::new(position.clone(), position)
        }
    };
    Ok(Bfen { boards, clocks: [None; 2] })
}

/// Clocks that the BFEN gives go before the time control's.
fn set_clocks(game: &mut Game, start: &Bfen) {
    for (board, clocks) in BoardId::ALL.into_iter().zip(start.clocks) {
        for (color, left) in Color::ALL.into_iter().zip(clocks.into_iter().flatten()) {
            game.set_clock(board.seat(color), Millis(left), Millis::ZERO);
        }
    }
}

fn seats(args: &MatchArgs, mailroom: &Mailroom) -> anyhow::Result<Vec<Box<dyn Endpoint>>> {
    let players = args.engines.players(u64::from(args.hash), args.clock)?;
    let limits = Limits { node_rate: args.clock.node_rate(), ..Limits::clock() };
    let seat = |seat: Seat| -> anyhow::Result<Box<dyn Endpoint>> {
        let outbox = mailroom.outbox();
        let engine = match &players[seat.index()] {
            Player::Tandem => {
                let hash = args.hash as usize;
                return Ok(Box::new(InProcess::new(hash, limits.clone(), outbox)));
            }
            Player::Engine(engine) => engine.clone(),
        };
        let program = engine.invocation.program().to_owned();
        let partner = players[seat.partner().index()].name();
        let seated = CecpSeat::new(engine, partner, outbox);
        Ok(Box::new(seated.with_context(|| format!("cannot start `{program}`"))?))
    };
    Seat::ALL.into_iter().map(seat).collect()
}

/// One line for the end of a game.
pub(super) fn summary(played: &Played) -> String {
    format!(
        "{} ({}), {} plies",
        record::result(&played.close),
        played.close,
        played.game.plies().len()
    )
}

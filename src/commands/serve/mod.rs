//! `tandem serve`: tables for people in browsers, with Tandem in the seats that are left.

mod analysts;
mod client;
mod explorer;
mod findings;
mod players;
mod puzzles;
mod reporters;
mod reviewer;
mod searching;
mod task;

use std::io::{Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use tandem_analysis::review::USUAL_NODES;
use tandem_engine::Elo;
use tandem_server::{Archive, GamesExplorer, Limits, Services, Serving, Tables};

use crate::games::reading::unpacked;
use crate::games::report::PAGE;
use crate::{fault, interrupt};
use analysts::Tandem;
use client::{CLIENT, Client, Strength};
use players::Tandems;

/// Interval between two looks whether the client has ended.
const LOOK: Duration = Duration::from_millis(200);

/// Serves a page to play, watch and analyze in a browser.
///
/// Without other options, only this machine can connect: open <http://127.0.0.1:8080>. Each table has
/// seats for you, for people with an invitation, and for Tandem. The page is part of the program and
/// asks no other host for anything.
#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 for any that is free
    #[arg(long, default_value_t = 8080, value_name = "PORT")]
    port: u16,
    /// Address to listen on: that of this machine in its network, or 0.0.0.0 for all of its
    /// addresses, lets others connect, play with an invitation, and watch all games; the connection
    /// is not encrypted
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    listen: IpAddr,
    /// Open a door for XBoard, WinBoard and other clients of internet chess servers as well; this
    /// machine only unless an address is named; 5000 is usual
    #[arg(long, value_name = "[ADDRESS:]PORT", value_parser = ics_address)]
    ics: Option<SocketAddr>,
    /// Start XBoard, on Windows WinBoard, at that door, with Tandem of this Elo as partner and
    /// opponents, at full strength if none is named; the server ends with it
    #[arg(long, value_name = "ELO", num_args = 0..=1, require_equals = true, default_missing_value = FULL, value_parser = strength)]
    xboard: Option<Strength>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// File in which games are kept, as an SQLite database
    #[arg(long, default_value = "tandem-games.sqlite", value_name = "FILE")]
    archive: PathBuf,
    /// Keep no games
    #[arg(long, conflicts_with = "archive")]
    no_archive: bool,
    /// File of many games, made by `tandem explorer build`: the page shows what was played in a position;
    /// the engine's scores of moves are kept beside it
    #[arg(long, value_name = "FILE")]
    explorer: Option<PathBuf>,
    /// Size of the transposition table of each Tandem in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Nodes for each search of a review
    #[arg(long, default_value_t = NonZeroU64::new(USUAL_NODES).expect("not zero"), value_name = "N")]
    review_nodes: NonZeroU64,
}

impl ServeArgs {
    /// The archive; none with `--no-archive`.
    fn archive(&self) -> anyhow::Result<Option<Archive>> {
        if self.no_archive {
            return Ok(None);
        }
        let archive = Archive::open(&self.archive);
        let archive = archive
            .with_context(|| format!("cannot keep games in `{}`", self.archive.display()))?;
        Ok(Some(archive))
    }

    /// The games that are looked into; none without `--explorer`.
    fn explorer(&self) -> anyhow::Result<Option<Box<dyn GamesExplorer>>> {
        let open = |path: &PathBuf| -> anyhow::Result<Box<dyn GamesExplorer>> {
            Ok(Box::new(explorer::Games::open(path)?))
        };
        self.explorer.as_ref().map(open).transpose()
    }
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    if !Serving::has_page() {
        bail!(
            "this build has no page to serve: give `npm ci && npm run build` in web/, then build again"
        );
    }
    fault::end_thread();
    let services = Services {
        program: format!("Tandem {}", env!("CARGO_PKG_VERSION")),
        elo: [Elo::LEAST, Elo::MOST].map(Elo::number),
        players: Box::new(Tandems { hash: args.hash }),
        analysts: Box::new(Tandem { review_nodes: args.review_nodes.get() }),
        report: PAGE,
        puzzlers: Box::new(puzzles::Proved),
        reporters: Box::new(reporters::Counted),
        unpack: |bytes| unpacked(bytes),
        explorer: args.explorer()?,
    };
    let tables =
        Tables::new(services, args.archive()?).context("cannot start the threads of the server")?;
    let tables = Arc::new(tables);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let (end, ends) = tokio::sync::oneshot::channel();
    interrupt::at_first(move || {
        let _ = end.send(());
    })?;
    let served = runtime.block_on(serve(args, Arc::clone(&tables), ends));
    tables.close();
    served
}

/// Serves until the user ends it.
async fn serve(
    args: &ServeArgs,
    tables: Arc<Tables>,
    ends: tokio::sync::oneshot::Receiver<()>,
) -> anyhow::Result<()> {
    let address = SocketAddr::new(args.listen, args.port);
    let serving = tandem_server::serve(tables, address, Limits::default()).await;
    let mut serving = serving.with_context(|| format!("cannot listen on {address}"))?;
    let page = page_of(serving.address());
    writeln!(stdout(), "{page} (Ctrl-C ends it)")?;
    let mut client = None;
    let own_door = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    if let Some(address) = args.ics.or(args.xboard.map(|_| own_door)) {
        let door = serving.open_ics(address).await;
        let door = door.with_context(|| format!("cannot listen on {address}"))?;
        let host = match door.ip().is_unspecified() {
            true => "localhost".to_owned(),
            false => door.ip().to_string(),
        };
        writeln!(
            stdout(),
            "{CLIENT} -ics -backgroundObserve true -dualBoard true -icshost {host} -icsport {}",
            door.port()
        )?;
        client = args.xboard.map(|strength| Client::start(door, strength)).transpose()?;
    }
    let doors = [Some(args.listen), args.ics.map(|address| address.ip())];
    if doors.into_iter().flatten().any(|address| !address.is_loopback()) {
        writeln!(
            stdout(),
            "Others can connect, without encryption: seats need an invitation, games can be watched."
        )?;
    }
    stdout().flush()?;
    if args.open {
        // The page is served anyhow, and the opener may take its time.
        std::thread::spawn(move || {
            if let Err(error) = open::that_detached(&page) {
                fault::complain(&format!("cannot open a browser: {error}"));
            }
        });
    }
    tokio::select! {
        () = serving.run() => {}
        () = end_of(&mut client) => {}
        _ = ends => {}
    }
    Ok(())
}

/// Waits until the client has ended; for ever without one.
async fn end_of(client: &mut Option<Client>) {
    let Some(client) = client else { return std::future::pending().await };
    while !client.has_ended() {
        tokio::time::sleep(LOOK).await;
    }
}

/// The word for full strength, which is also that without a word.
const FULL: &str = "full";

/// Reads the strength of the players of the house.
fn strength(text: &str) -> Result<Strength, String> {
    if text == FULL {
        return Ok(Strength::Full);
    }
    let [least, most] = [Elo::LEAST, Elo::MOST].map(Elo::number);
    let elo = text.parse().ok().filter(|elo| (least..=most).contains(elo));
    elo.map(Strength::Elo).ok_or_else(|| format!("expected {least} to {most}, or {FULL}"))
}

/// Reads the address of the door for clients: a port of this machine, or an address with a port.
fn ics_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    port.or_else(|_| text.parse())
        .map_err(|_| "expected PORT or ADDRESS:PORT, as in 5000".to_owned())
}

/// The address of the page on this machine.
fn page_of(address: SocketAddr) -> String {
    match address.ip().is_unspecified() {
        true => format!("http://localhost:{}", address.port()),
        false => format!("http://{address}"),
    }
}

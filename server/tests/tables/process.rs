//! A server in a process of its own, so that its processor time and its memory are not those of the
//! players.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write, stdout};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use tandem_server::{Archive, Limits};

use super::client::TestServer;
use super::players::tables;

/// The variable of the environment with the archive of such a process.
const ARCHIVE: &str = "TANDEM_SERVER_ARCHIVE";
/// The begin of the line that tells its address.
const LISTENS: &str = "listens on ";
/// Length of a tick in which Linux counts processor time.
const TICK: Duration = Duration::from_millis(10);

/// A server that ends when this is dropped.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Kept open: the test program says after a minute that this test takes long.
    _output: BufReader<ChildStdout>,
}

impl ServerProcess {
    /// Starts this test program again, as a server.
    pub(crate) fn start(archive: &Path) -> Self {
        let program = std::env::current_exe().expect("this program has a path");
        let mut child = Command::new(program)
            .args(["--ignored", "--exact", "process::many_tables_have_this_server", "--nocapture"])
            .env(ARCHIVE, archive)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts again");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut told = output.by_ref().lines().map_while(Result::ok);
        let address = told.find_map(|line| Some(line.split_once(LISTENS)?.1.to_owned()));
        let address = address.and_then(|address| address.parse().ok()).expect("an address");
        Self { child, address, _output: output }
    }

    /// Processor time so far: of all threads, and of those that have this name.
    pub(crate) fn processor_time(&self, thread: &str) -> [Duration; 2] {
        let folder = format!("/proc/{}", self.child.id());
        let tasks = fs::read_dir(format!("{folder}/task")).expect("Linux");
        let tasks =
            tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("stat")).ok());
        let name = format!("({thread})");
        let of_name = tasks.filter(|stat| stat.contains(&name)).map(|stat| ticks(&stat)).sum();
        let all = fs::read_to_string(format!("{folder}/stat")).expect("Linux");
        [ticks(&all), of_name].map(|ticks: u32| TICK * ticks)
    }

    /// Memory in use, in kilobytes.
    pub(crate) fn resident_kilobytes(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _it_may_have_ended = self.child.kill();
        let _it_is_gone = self.child.wait();
    }
}

/// Ticks of processor time in a line of `stat`: its fields 14 and 15. The name before them may have
/// spaces.
fn ticks(stat: &str) -> u32 {
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum()
}

/// The server of [`ServerProcess`]; without its variable there is nothing to do.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a process of the test of many tables"]
async fn many_tables_have_this_server() {
    let Some(archive) = std::env::var_os(ARCHIVE) else { return };
    let archive = Archive::open(Path::new(&archive)).expect("an archive");
    let limits = Limits { tables_of_one_address: 128, ..Limits::default() };
    let server = TestServer::start(tables(Some(archive)), limits).await;
    writeln!(stdout(), "{LISTENS}{}", server.address).expect("the test listens");
    std::future::pending::<()>().await;
}

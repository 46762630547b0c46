//! Engines on the command line: a name and a command, or words as in cutechess and fastchess.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail};
use tandem_arbiter::{Engine, Invocation, Protocol, words};
use tandem_rules::{Millis, TimeControl};

/// The words that an engine can be described with, besides options.
const WORDS: [&str; 13] = [
    "name",
    "cmd",
    "args",
    "dir",
    "proto",
    "tc",
    "st",
    "depth",
    "nodes",
    "nps",
    "restart",
    "timemargin",
    "stderr",
];

/// Beginning of the word for an option.
const OPTION: &str = "option.";

/// An engine as it was described, before the settings of the match are known.
pub(super) struct Described {
    /// The engine with its name, command and protocol.
    pub(super) engine: Engine,
    /// Memory in MiB.
    memory_mebibytes: Option<u64>,
    /// Node limit of each move.
    nodes: Option<NonZeroU64>,
    /// Nodes per second on the node clock.
    node_rate: Option<NonZeroU64>,
    pub(super) clock: OwnClock,
    /// The words that describe it.
    given: Vec<String>,
}

/// Time settings of one engine that differ from those of the match.
#[derive(Clone, Copy, Default)]
pub(super) struct OwnClock {
    /// Time control.
    pub(super) control: Option<TimeControl>,
    /// Time by which it may overstep its clock.
    pub(super) margin: Option<Millis>,
}

/// Time by which an engine may overstep an exact time of each move, unless it is told otherwise: many
/// think for all of it, and their answer comes later.
const EXACT_MARGIN: Millis = Millis(100);

impl Described {
    /// Reads `NAME=COMMAND`, or words such as `name=NAME cmd=PROGRAM tc=60+1`, of which the first
    /// tells which of both it is. The engine speaks `protocol` if no word says otherwise.
    pub(super) fn read(text: &str, protocol: Protocol) -> anyhow::Result<Self> {
        let is_word = |key: &str| WORDS.contains(&key) || key.starts_with(OPTION);
        match text.trim_start().split_once('=') {
            Some((key, _)) if is_word(key.trim_matches(['"', '\''])) => {
                Self::of_words(text, protocol).with_context(|| format!("engine `{text}`"))
            }
            Some((name, command)) if is_name(name) => {
                let invocation = command.parse().with_context(|| format!("engine `{name}`"))?;
                Ok(Self::new(Engine::new(name, invocation, protocol)))
            }
            _ => bail!("invalid engine `{text}`, expected NAME=COMMAND or cmd=PROGRAM …"),
        }
    }

    fn new(engine: Engine) -> Self {
        // The options of the match that are not `--engine` name the protocol themselves.
        let is_told = engine.protocol != Protocol::default();
        Self {
            given: is_told.then(|| "proto".to_owned()).into_iter().collect(),
            engine,
            memory_mebibytes: None,
            nodes: None,
            node_rate: None,
            clock: OwnClock::default(),
        }
    }

    /// The same engine with these words, unless its own say otherwise.
    pub(super) fn with_usual(mut self, texts: &[String]) -> anyhow::Result<Self> {
        for word in texts.iter().map(|text| words(text)).collect::<Result<Vec<_>, _>>()?.concat() {
            let pair = word.split_once('=').with_context(|| format!("`{word}` has no value"))?;
            match pair.0 {
                "name" | "cmd" | "args" | "dir" | "stderr" => {
                    bail!("`{}` is an engine's own, and not for --each", pair.0)
                }
                key if self.given.contains(&plain(key)) => {}
                key => self.take(key, pair.1).context("--each")?,
            }
        }
        self.check().with_context(|| format!("engine `{}`", self.engine.name))?;
        Ok(self)
    }

    fn of_words(text: &str, protocol: Protocol) -> anyhow::Result<Self> {
        let words = words(text)?;
        let mut pairs = Vec::new();
        for word in &words {
            let pair = word.split_once('=').with_context(|| format!("`{word}` has no value"))?;
            match pairs.iter().find(|&&(key, _)| plain(key) == plain(pair.0)) {
                Some(&(key, _)) if key == pair.0 => bail!("`{key}` is given twice"),
                Some(&(key, _)) => bail!("`{key}` and `{}` are the same setting", pair.0),
                None => {}
            }
            pairs.push(pair);
        }
        let value = |key: &str| pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        let program = value("cmd").filter(|program| !program.is_empty());
        let program = program.context("no program, expected cmd=PROGRAM")?;
        let invocation = invocation(program, &value)?;
        let name = value("name").or_else(|| Path::new(program).file_stem()?.to_str());
        let name = name.filter(|name| is_name(name)).context("no name, expected name=NAME")?;
        let mut described = Self::new(Engine::new(name, invocation, protocol));
        for (key, value) in pairs {
            described.take(key, value)?;
            described.given.push(plain(key));
        }
        Ok(described)
    }

    /// Takes one word; those of the command have been taken.
    fn take(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let overrides = &mut self.engine.overrides;
        match key {
            "name" | "cmd" | "args" | "dir" | "stderr" => {}
            "proto" => self.engine.protocol = protocol(value)?,
            "tc" => self.clock.control = Some(value.parse()?),
            "st" => {
                let seconds = value.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
                let seconds: f64 = seconds.with_context(|| {
                    format!("invalid st `{value}`, expected the seconds of each move")
                })?;
                let time = Millis::from_seconds_f64(seconds);
                self.clock.control = Some(TimeControl::per_move(time));
            }
            "ponder" => bail!("no engine ponders in a match; drop `ponder`"),
            "depth" => overrides.depth = Some(number(key, value)?),
            "nodes" => self.nodes = Some(number(key, value)?),
            "nps" => self.node_rate = Some(number(key, value)?),
            "restart" => {
                self.engine.restarts = match value {
                    "on" => true,
                    "off" | "auto" => false,
                    _ => bail!("invalid restart `{value}`, expected on, off or auto"),
                }
            }
            "timemargin" => self.clock.margin = Some(Millis(i64::from(number::<u32>(key, value)?))),
            _ => match key.strip_prefix(OPTION) {
                Some("") | None => {
                    bail!("unknown word `{key}`, expected {}, option.NAME", WORDS.join(", "))
                }
                Some(option) => self.set(option, value)?,
            },
        }
        Ok(())
    }

    /// Takes an option. Both protocols have memory and threads, under names of their own.
    fn set(&mut self, option: &str, value: &str) -> anyhow::Result<()> {
        match option.to_ascii_lowercase().as_str() {
            "hash" | "memory" => self.memory_mebibytes = Some(number(option, value)?),
            "threads" | "cores" => {
                self.engine.overrides.threads = Some(number::<NonZeroU32>(option, value)?);
            }
            _ => self.engine.overrides.options.push((option.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    fn check(&self) -> anyhow::Result<()> {
        if let (Some(nodes), Protocol::Cecp) = (self.nodes, self.engine.protocol) {
            bail!("`nodes={nodes}` does not reach it: CECP has no command for a node limit");
        }
        Ok(())
    }

    /// The engine, once the settings of the match have been told to it.
    pub(super) fn seated(self, seating: impl Fn(&mut Engine)) -> Engine {
        let mut engine = self.engine;
        seating(&mut engine);
        engine.memory_mebibytes = self.memory_mebibytes.unwrap_or(engine.memory_mebibytes);
        engine.nodes_per_move = self.nodes.or(engine.nodes_per_move);
        engine.node_rate = self.node_rate.or(engine.node_rate);
        engine
    }
}

impl OwnClock {
    /// The time control of this engine, given that of the match.
    pub(super) fn over(self, of_match: TimeControl) -> TimeControl {
        let TimeControl { first_move, smallest_charge, .. } = of_match;
        let control = self.control.unwrap_or(of_match);
        let control = TimeControl { first_move, smallest_charge, ..control };
        let exact = control.move_time().map_or(Millis::ZERO, |_| EXACT_MARGIN);
        let margin = self.margin.unwrap_or(control.margin.max(exact));
        TimeControl { margin, ..control }
    }
}

/// False for a name that could not be told from two.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(',')
}

fn invocation<'a>(
    program: &str,
    value: &impl Fn(&str) -> Option<&'a str>,
) -> anyhow::Result<Invocation> {
    let arguments = value("args").map(words).transpose()?.unwrap_or_default();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut invocation = Invocation::new(program, &arguments);
    if let Some(directory) = value("dir").map(PathBuf::from) {
        if !directory.is_dir() {
            bail!("`{}` is no directory", directory.display());
        }
        invocation = invocation.in_directory(&directory);
    }
    Ok(match value("stderr") {
        Some(file) => invocation.with_errors_in(Path::new(file)),
        None => invocation,
    })
}

/// Reads a protocol; cutechess calls CECP `xboard`.
fn protocol(text: &str) -> anyhow::Result<Protocol> {
    Ok(if text == "xboard" { Protocol::Cecp } else { text.parse()? })
}

fn number<T: FromStr>(key: &str, value: &str) -> anyhow::Result<T> {
    value.parse().ok().with_context(|| format!("invalid {key} `{value}`, expected a number"))
}

/// A word by which two spellings of one setting are the same.
fn plain(key: &str) -> String {
    match key.to_ascii_lowercase().as_str() {
        "st" => "tc".to_owned(),
        "option.memory" => "option.hash".to_owned(),
        "option.cores" => "option.threads".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_arbiter::Overrides;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Described> {
        Described::read(text, Protocol::Cecp)?.with_usual(&[])
    }

    #[test]
    fn words_for_each_engine_give_way_to_its_own_however_they_are_spelled() {
        for (text, told, each, is_uci, hash) in [
            ("cmd=x proto=uci", Protocol::Cecp, "option.Hash=7", true, Some(7)),
            ("cmd=x nodes=5", Protocol::Cecp, "proto=uci", true, None),
            ("cmd=x", Protocol::Uci, "proto=cecp", true, None),
            ("x=x", Protocol::Uci, "proto=cecp", true, None),
            ("x=x", Protocol::Cecp, "proto=uci option.memory=7", true, Some(7)),
            ("cmd=x option.hash=9", Protocol::Cecp, "option.Hash=7", false, Some(9)),
            ("cmd=x option.Memory=9", Protocol::Cecp, "option.Hash=7", false, Some(9)),
        ] {
            let described =
                Described::read(text, told).and_then(|one| one.with_usual(&[each.to_owned()]));
            let described = described.expect(text);
            assert_eq!(described.engine.protocol == Protocol::Uci, is_uci, "{text} {each}");
            assert_eq!(described.memory_mebibytes, hash, "{text} {each}");
        }
        assert!(read("cmd=x").expect("sound").with_usual(&["cmd=y".to_owned()]).is_err());
    }

    #[test]
    fn a_name_with_a_command_and_words_describe_the_same_engine() {
        let command = Invocation::new("/usr/games/x y", &["--nodes", "20", "a b"]);
        for text in [
            "x='/usr/games/x y' --nodes 20 'a b'",
            "name=x cmd='/usr/games/x y' args='--nodes 20 \"a b\"'",
            "  cmd='/usr/games/x y' 'args=--nodes 20 \"a b\"' proto=xboard name=x",
            "cmd='/usr/games/x y' name=x args=\"--nodes 20 'a b'\" proto=cecp restart=auto",
        ] {
            let Described { engine, .. } = read(text).expect("an engine");
            assert_eq!((engine.name.as_str(), &engine.invocation), ("x", &command), "{text}");
            assert_eq!((engine.protocol, engine.restarts), (Protocol::Cecp, false), "{text}");
        }
        assert_eq!(read("cmd=/usr/games/sjeng.exe").expect("an engine").engine.name, "sjeng");
    }

    #[test]
    fn words_set_what_is_the_engines_own() {
        let text = "name=x cmd=x proto=uci tc=60+1 depth=8 nodes=500 nps=9000 restart=on timemargin=50 \
                    option.Threads=2 option.Hash=64 'option.Move Overhead=100' option.A=b=c";
        let described = read(text).expect("an engine");
        let of_match: TimeControl = "5 smallest-charge=0.1".parse().expect("a control");
        let control = described.clock.over(of_match).to_string();
        assert_eq!(control, "60+1 smallest-charge=0.1 margin=0.05");
        let engine = described.seated(|engine| {
            engine.memory_mebibytes = 16;
            engine.nodes_per_move = NonZeroU64::new(1);
        });
        assert_eq!((engine.protocol, engine.restarts), (Protocol::Uci, true));
        assert_eq!((engine.memory_mebibytes, engine.nodes_per_move), (64, NonZeroU64::new(500)));
        assert_eq!(engine.node_rate, NonZeroU64::new(9000));
        let options = [("Move Overhead", "100"), ("A", "b=c")];
        let overrides = Overrides {
            threads: NonZeroU32::new(2),
            depth: NonZeroU32::new(8),
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        };
        assert_eq!(engine.overrides, overrides);
        let plain = read("x=x").expect("an engine");
        assert_eq!(plain.clock.over(of_match), of_match);
        assert_eq!(plain.seated(|engine| engine.memory_mebibytes = 16).memory_mebibytes, 16);
    }

    #[test]
    fn an_exact_time_of_each_move_may_be_overstepped_a_little_unless_it_is_told_otherwise() {
        let of = |text: &str| -> TimeControl { text.parse().expect("a control") };
        for (words, of_match, control) in [
            ("cmd=x st=2", "60", "2b2 margin=0.1"),
            ("cmd=x st=0.5 timemargin=20", "60", "0.5b0.5 margin=0.02"),
            ("cmd=x st=2 timemargin=0", "60", "2b2"),
            ("cmd=x", "2b2", "2b2 margin=0.1"),
            ("cmd=x", "2b2 margin=0.2", "2b2 margin=0.2"),
            ("cmd=x", "60 margin=0.2", "60+0 margin=0.2"),
            ("cmd=x", "60b2", "60b2"),
        ] {
            let described = read(words).expect(words);
            assert_eq!(described.clock.over(of(of_match)), of(control), "{words} {of_match}");
        }
        let own = Described::read("cmd=x tc=60", Protocol::Cecp).expect("sound");
        let own = own.with_usual(&["st=2".to_owned()]).expect("sound");
        assert_eq!(own.clock.over(of("5")), of("60"));
    }

    #[test]
    fn what_is_not_an_engine_is_refused_and_quoted() {
        for (text, expected) in [
            ("sjeng", "invalid engine `sjeng`, expected NAME=COMMAND"),
            ("=sjeng", "invalid engine `=sjeng`, expected NAME=COMMAND"),
            ("a,b=sjeng", "invalid engine `a,b=sjeng`"),
            ("e=", "engine `e`: an empty command"),
            ("name=x", "engine `name=x`: no program, expected cmd=PROGRAM"),
            ("name=x cmd=", "no program"),
            ("name=a,b cmd=x", "no name, expected name=NAME"),
            ("cmd=x fast", "`fast` has no value"),
            ("cmd=x speed=5", "unknown word `speed`, expected name, cmd, args"),
            ("cmd=x option.=5", "unknown word `option.`"),
            ("cmd=x depth=0", "invalid depth `0`, expected a number"),
            ("cmd=x nps=0", "invalid nps `0`, expected a number"),
            ("cmd=x depth=8 depth=9", "`depth` is given twice"),
            ("cmd=x option.Threads=two", "invalid Threads `two`, expected a number"),
            ("cmd=x nodes=5", "`nodes=5` does not reach it: CECP has no command"),
            ("cmd=x proto=usi", "unknown protocol `usi`, expected cecp, uci, uci-team or ubi"),
            ("cmd=x tc=5m", "invalid time control `5m`"),
            ("cmd=x restart=yes", "invalid restart `yes`, expected on, off or auto"),
            ("cmd=x timemargin=-5", "invalid timemargin `-5`"),
            ("cmd=x st=0", "invalid st `0`, expected the seconds of each move"),
            ("cmd=x st=nan", "invalid st `nan`"),
            ("cmd=x tc=60 st=2", "`tc` and `st` are the same setting"),
            ("cmd=x dir=/nowhere", "`/nowhere` is no directory"),
            ("cmd='x", "a quote is not closed"),
            ("cmd=x args='\"y'", "a quote is not closed in `\"y`"),
        ] {
            let Err(error) = read(text) else { panic!("{text} is no engine") };
            let error = format!("{error:#}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

//! Settings of one engine alone: threads, depth, options, working directory, standard error.

use std::num::NonZeroU32;

use tandem_arbiter::{Engine, Invocation, Overrides, Protocol};
use tandem_rules::Seat;
use tempfile::TempDir;

use crate::support::{Match, Others, engine, fault, recorded, told, uci_engine};

const WHITE: Seat = Seat::ALL[0];

/// An engine that writes down what it is told, offers two options, and leaves when it is to move.
fn obedient(folder: &TempDir, protocol: Protocol) -> Engine {
    let arms = match protocol {
        Protocol::Cecp => {
            "protover*) echo 'feature ping=1 usermove=1 memory=1 smp=1 option=\"Contempt -spin 0 0 9\" done=1' ;;
            go) exit ;;"
        }
        Protocol::Ubi => {
            "ubi) echo 'option name Contempt type spin default 0 min 0 max 9';
            echo 'option name Threads type spin default 1 min 1 max 9'; echo ubiok ;;
            go*) exit ;;"
        }
        Protocol::Uci | Protocol::UciTeam => {
            "uci) echo 'option name Contempt type spin default 0 min 0 max 9';
            echo 'option name Threads type spin default 1 min 1 max 9'; echo uciok ;;
            go*) exit ;;"
        }
    };
    recorded(folder, protocol, arms)
}

fn overrides(option: &str) -> Overrides {
    Overrides {
        threads: NonZeroU32::new(2),
        depth: NonZeroU32::new(8),
        options: vec![(option.to_owned(), "5".to_owned())],
    }
}

#[test]
fn an_engine_is_told_its_own_settings_in_the_words_of_its_protocol() {
    for (protocol, expected) in [
        (Protocol::Cecp, ["cores 2", "option Contempt=5", "sd 8"]),
        (
            Protocol::Uci,
            [
                "setoption name Threads value 2",
                "setoption name Contempt value 5",
                "go wtime 300000 btime 300000 winc 0 binc 0 depth 8",
            ],
        ),
        (
            Protocol::Ubi,
            [
                "setoption name Threads value 2",
                "setoption name Contempt value 5",
                "go board A depth 8",
            ],
        ),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let engine = Engine { overrides: overrides("Contempt"), ..obedient(&folder, protocol) };
        Match::new(WHITE, &engine, Others::default()).play();
        let told = told(&folder);
        let places = expected.map(|line| told.iter().position(|told| told == line));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{told:?}");
    }
}

#[test]
fn an_engine_that_lacks_an_option_it_was_given_cannot_play() {
    for protocol in [Protocol::Cecp, Protocol::Uci, Protocol::Ubi] {
        let folder = TempDir::new().expect("a folder can be made");
        let engine = Engine { overrides: overrides("Contmpt"), ..obedient(&folder, protocol) };
        let played = Match::new(WHITE, &engine, Others::default()).play();
        assert_eq!(fault(&played, WHITE), "it does not offer the option `Contmpt`");
    }
}

#[test]
fn an_engine_runs_in_its_directory_and_its_errors_are_kept() {
    let folder = TempDir::new().expect("a folder can be made");
    let errors = folder.path().join("errors");
    std::fs::write(folder.path().join("here"), "").expect("it can be written");
    let mut engine = engine("go) ls >&2; echo resign ;;");
    engine.invocation = engine.invocation.in_directory(folder.path()).with_errors_in(&errors);
    let mut games = Match::new(WHITE, &engine, Others::default());
    for _ in 0..2 {
        let played = games.play();
        assert!(played.close.to_string().contains("resigns"), "{}", played.close);
    }
    drop(games); // the output of the engine has been read
    let kept = std::fs::read_to_string(&errors).expect("it was written");
    assert_eq!(kept.lines().filter(|line| *line == "here").count(), 2, "{kept}");
}

#[test]
fn a_program_is_sought_in_its_directory_first() {
    let folder = TempDir::new().expect("a folder can be made");
    let there = folder.path().join("sh");
    let program = |name: &str| Invocation::new(name, &[]).in_directory(folder.path());
    assert_eq!(program("sh").program(), "sh");
    std::fs::write(&there, "").expect("it can be written");
    assert_eq!(Some(program("sh").program()), there.to_str());
    assert_eq!(program("./sh").program(), format!("{}/./sh", folder.path().display()));
}

/// An engine announces its options before it reads a line, and each is answered in CECP.
#[test]
fn an_engine_may_have_nine_thousand_options() {
    let list =
        |line: &str| format!("i=0; while [ $i -lt 9000 ]; do echo \"{line}\"; i=$((i + 1)); done");
    let features = list("feature option=\\\"Weight of square $i -spin 10 0 100\\\"");
    let options = list("option name Weight of square $i type spin default 10 min 0 max 100");
    let cecp =
        format!("protover*) {features}; echo feature usermove=1 ping=1 done=1 ;; go) exit ;;");
    let uci = format!("uci) {options}; echo uciok ;; go*) exit ;;");
    for engine in [engine(&cecp), uci_engine(&uci)] {
        let played = Match::new(WHITE, &engine, Others::default()).play();
        assert_eq!(fault(&played, WHITE), "the engine has quit: exit status: 0");
    }
}

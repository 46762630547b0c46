//! Laws of the table of options, and how values are read.

use tandem_engine::{Elo, Level};

use super::row::{Protocol, Value, ValueKind};
use super::{Options, table};
use crate::seat::files::NoFiles;

const PROTOCOLS: [Protocol; 3] = [Protocol::Cecp, Protocol::Uci, Protocol::Ubi];

/// Values of the options, but for the book and the evaluation.
fn said(options: &Options) -> impl PartialEq + std::fmt::Debug + use<> {
    let team = (options.team, options.must_move, options.joint, options.habits, options.hears);
    let partner = (options.links, options.answers, options.resigns, options.draws);
    let shown = (options.lines, options.shows_wdl, options.openings.is_open());
    let shown = (shown, options.table, options.overhead);
    (options.book, options.variant, options.chess960, team, partner, shown, options.strength)
}

/// The default of a row, as a line would say it; `None` for what is not a setting.
fn default(value: &ValueKind) -> Option<String> {
    match value {
        ValueKind::Check(Value { default, .. }) => Some(default.to_string()),
        ValueKind::Spin(Value { default, .. }, _) => Some(default.to_string()),
        ValueKind::Combo { default, .. } | ValueKind::Text { default, .. } => {
            Some((*default).to_owned())
        }
        ValueKind::File(_) => Some(String::new()),
        ValueKind::Button(_) => None,
    }
}

#[test]
fn the_default_that_is_announced_is_the_value_before_any_is_set() {
    for protocol in PROTOCOLS {
        let usual = said(&Options::new(protocol));
        for row in table::rows(protocol).filter(|row| row.name != super::PTELL) {
            let mut options = Options::new(protocol);
            let Some(text) = default(&row.value) else { continue };
            let told = (row.name, text.as_str());
            let _effect = options.set(protocol, told, &NoFiles).expect("its own default");
            assert_eq!(said(&options), usual, "{told:?} of {protocol:?}");
        }
    }
}

#[test]
fn a_value_that_an_option_cannot_have_changes_nothing() {
    for protocol in PROTOCOLS {
        let usual = said(&Options::new(protocol));
        // A path that nobody reads may be any text.
        for row in table::rows(protocol).filter(|row| row.name != "SyzygyPath") {
            let beyond = match &row.value {
                ValueKind::Button(_) => continue,
                ValueKind::Spin(_, range) => (range.end() + 1).to_string(),
                _ => "no such value".to_owned(),
            };
            for text in [beyond.as_str(), "-1", "1.5.2"] {
                let mut options = Options::new(protocol);
                let set = options.set(protocol, (row.name, text), &NoFiles);
                assert!(set.is_err(), "{}={text} of {protocol:?}", row.name);
                assert_eq!(said(&options), usual, "{}={text} of {protocol:?}", row.name);
            }
        }
    }
}

#[test]
fn an_option_has_one_row_and_is_unknown_where_it_is_not_shown() {
    for protocol in PROTOCOLS {
        let mut names: Vec<String> =
            table::rows(protocol).map(|row| row.name.to_ascii_lowercase()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{protocol:?}");
    }
    let set = Options::new(Protocol::Ubi).set(Protocol::Ubi, ("Pace", "human"), &NoFiles);
    assert_eq!(set.map_err(|error| error.to_string()), Err("unknown option".to_owned()));
}

#[test]
fn options_set_the_level_and_the_pace() {
    for (set, elo, is_human) in [
        (&[][..], None, false),
        (&[("UCI_Elo", "1500")], None, false),
        (&[("UCI_Elo", "1500"), ("uci_limitstrength", "true")], Some(1500), true),
        (&[("Skill Level", "0")], Some(500), true),
        (&[("Skill Level", "20")], None, false),
        (&[("Skill Level", "3"), ("UCI_LimitStrength", "1")], Some(1350), true),
        (&[("Skill Level", "3"), ("Pace", "Engine")], Some(852), false),
        (&[("Pace", "human")], None, true),
    ] {
        let mut options = Options::new(Protocol::Uci);
        for &told in set {
            let _effect = options.set(Protocol::Uci, told, &NoFiles).expect("an option");
        }
        let level = elo.and_then(Elo::new).map_or(Level::Full, Level::Limited);
        let strength = options.strength;
        assert_eq!((strength.level(), strength.has_human_pace()), (level, is_human), "{set:?}");
    }
}

//! Options as each protocol announces them.

use tandem_protocol::text::{Line, Quoted};
use tandem_protocol::{cecp, uci};

use super::row::{Protocol, Row, Value, ValueKind};
use super::{Options, table};

impl Options {
    /// The options of CECP.
    pub(crate) fn of_cecp() -> impl Iterator<Item = cecp::OptionSpec> {
        table::rows(Protocol::Cecp).map(for_cecp)
    }

    /// The options of UCI or UBI, which write them alike.
    pub(crate) fn of_uci(protocol: Protocol) -> impl Iterator<Item = uci::OptionSpec> {
        table::rows(protocol).map(for_uci)
    }
}

fn for_cecp(row: &Row) -> cecp::OptionSpec {
    use cecp::OptionKind;
    let kind = match &row.value {
        ValueKind::Button(_) => OptionKind::Button,
        ValueKind::Check(Value { default, .. }) => OptionKind::Check(*default),
        ValueKind::Spin(Value { default, .. }, range) => OptionKind::Spin {
            value: *default as i64,
            min: *range.start() as i64,
            max: *range.end() as i64,
        },
        ValueKind::Combo { default, choices } => OptionKind::Combo {
            choices: choices.iter().map(|(name, _)| Quoted::new(name)).collect(),
            chosen: choices.iter().position(|(name, _)| name == default).unwrap_or(0),
        },
        ValueKind::Text { default, .. } => OptionKind::Text(Quoted::new(default)),
        ValueKind::File(_) => OptionKind::File(Quoted::new("")),
    };
    cecp::OptionSpec { name: Quoted::new(row.name), kind }
}

fn for_uci(row: &Row) -> uci::OptionSpec {
    use uci::OptionKind;
    let kind = match &row.value {
        ValueKind::Button(_) => OptionKind::Button,
        ValueKind::Check(Value { default, .. }) => OptionKind::Check(*default),
        ValueKind::Spin(Value { default, .. }, range) => OptionKind::Spin {
            default: *default as i64,
            min: *range.start() as i64,
            max: *range.end() as i64,
        },
        ValueKind::Combo { default, choices } => OptionKind::Combo {
            default: Line::new(default),
            choices: choices.iter().map(|(name, _)| Line::new(name)).collect(),
        },
        ValueKind::Text { default, .. } => OptionKind::Text(Line::new(default)),
        ValueKind::File(_) => OptionKind::Text(Line::new("")), // UCI has no kind for files
    };
    uci::OptionSpec { name: Line::new(row.name), kind }
}

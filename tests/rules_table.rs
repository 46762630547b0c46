//! The tables of `docs/rules.md` say what the rule sets are.

use std::collections::BTreeMap;

use tandem_rules::Preset;

const PAGE: &str = include_str!("../docs/rules.md");

/// The cells of the rows of all tables whose head names every rule set, by the first cell.
fn rows() -> BTreeMap<&'static str, Vec<&'static str>> {
    let head = Preset::ALL.map(|preset| format!("`{preset}`"));
    let mut rows = BTreeMap::new();
    let mut is_in_table = false;
    for line in PAGE.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        is_in_table = match cells.as_slice() {
            [_] => false,
            [_, names @ ..] if names == head => true,
            _ => is_in_table,
        };
        if let ([name, values @ ..], true) = (cells.as_slice(), is_in_table)
            && values != head
            && !name.starts_with("---")
        {
            let before = rows.insert(name.trim_matches('`'), values.to_vec());
            assert_eq!(before, None, "`{name}` has two rows");
        }
    }
    rows
}

/// The value of a cell: what stands between its backticks. An article or a dash must follow.
fn value(cell: &str) -> &str {
    let value = cell.strip_prefix('`').and_then(|rest| rest.split_once('`'));
    let (value, article) = value.unwrap_or_else(|| panic!("no value in `{cell}`"));
    assert!(!article.trim().is_empty(), "`{cell}` names no article");
    value
}

#[test]
fn the_tables_have_the_values_of_every_field_and_every_rule_set() {
    let rows = rows();
    for (column, preset) in Preset::ALL.into_iter().enumerate() {
        for (field, expected) in preset.rules().fields() {
            let row = rows.get(field).unwrap_or_else(|| panic!("`{field}` has no row"));
            assert_eq!(value(row[column]), expected, "{field} of {preset}");
        }
        let time = preset.usual_clock().to_string();
        assert_eq!(value(rows["time"][column]), time, "time of {preset}");
    }
    let fields = Preset::default().rules().fields().count();
    assert_eq!(rows.len(), fields + 1, "a row for each field, and one of time");
}

#[test]
fn every_field_is_explained() {
    for (field, _) in Preset::default().rules().fields() {
        assert!(PAGE.contains(&format!("\n- `{field}`: ")), "{field}");
    }
}

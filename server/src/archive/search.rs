//! Searches in the archive as conditions of SQL.

use crate::message::ArchiveQuery;

/// A condition with a place for each value. No text of a person is part of it.
pub(super) struct Search {
    pub(super) condition: String,
    pub(super) values: Vec<String>,
}

impl Search {
    pub(super) fn of(query: &ArchiveQuery) -> Self {
        let mut search = Self { condition: "1".to_owned(), values: Vec::new() };
        if let Some(player) = text(query.player.as_ref()) {
            let part = format!("%{}%", escaped(player));
            let any = [0, 1, 2, 3].map(|at| format!("player_{at} LIKE ? ESCAPE '\\'"));
            let named = "game IN (SELECT game FROM analyses WHERE name LIKE ? ESCAPE '\\')";
            search.and(&format!("{} OR {named}", any.join(" OR ")), [part.as_str(); 5]);
        }
        if let Some(result) = text(query.result.as_ref()) {
            search.and("result = ?", [result]);
        }
        if let Some(rules) = text(query.rules.as_ref()) {
            // A rule set may be followed by rules that override it.
            let overridden = format!("{} %", escaped(rules));
            search.and("rules = ? OR rules LIKE ? ESCAPE '\\'", [rules, overridden.as_str()]);
        }
        if let Some(opening) = text(query.opening.as_ref()) {
            let moves: Vec<&str> =
                opening.split_whitespace().map(|san| san.trim_end_matches(['+', '#'])).collect();
            let first = format!("{} %", escaped(&moves.join(" ")));
            let any = "opening_a LIKE ? ESCAPE '\\' OR opening_b LIKE ? ESCAPE '\\'";
            search.and(any, [first.as_str(); 2]);
        }
        if let Some(since) = text(query.since.as_ref()) {
            search.and("date >= ?", [since]);
        }
        if let Some(until) = text(query.until.as_ref()) {
            search.and("date <> '' AND substr(date, 1, 10) <= ?", [until]);
        }
        search
    }

    fn and<const COUNT: usize>(&mut self, condition: &str, values: [&str; COUNT]) {
        self.condition = format!("{} AND ({condition})", self.condition);
        self.values.extend(values.map(str::to_owned));
    }
}

fn text(field: Option<&String>) -> Option<&str> {
    field.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// Text in which no letter stands for others.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

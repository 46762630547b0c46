//! New default values as a patch of the source of the parameters: a unified diff for `git apply`.

use std::fmt::Write as _;
use std::ops::Range;

use anyhow::Context;
use tandem_rules::Variant;

/// The file that is patched, from the root of the repository.
const FILE: &str = "engine/src/search/params.rs";
/// Number of unchanged lines around each change.
const CONTEXT: usize = 3;

/// The word before the value for crazyhouse, where that is another one.
const CRAZYHOUSE: &str = "crazyhouse ";

/// A line that changes.
struct Change<'a> {
    /// Index of the line.
    line: usize,
    new: String,
    old: &'a str,
}

/// The diff that sets the default values of these parameters for a variant in `source`; empty if all
/// are set.
///
/// # Errors
/// A parameter has no line in the source.
pub(super) fn diff(
    source: &str,
    values: &[(&str, i32)],
    variant: Variant,
) -> anyhow::Result<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut changes = Vec::new();
    for &(name, value) in values {
        let change = change(&lines, name, value, variant)
            .with_context(|| format!("no line of {FILE} sets `{name}`"))?;
        changes.extend(Some(change).filter(|change| change.new != change.old));
    }
    changes.sort_by_key(|change| change.line);
    let mut diff = String::new();
    for hunk in hunks(&changes, lines.len()) {
        if diff.is_empty() {
            diff = format!("--- a/{FILE}\n+++ b/{FILE}\n");
        }
        let (first, count) = (hunk.start + 1, hunk.len());
        let _ = writeln!(diff, "@@ -{first},{count} +{first},{count} @@");
        for line in hunk {
            let _ = match changes.iter().find(|change| change.line == line) {
                Some(Change { old, new, .. }) => writeln!(diff, "-{old}\n+{new}"),
                None => writeln!(diff, " {}", lines[line]),
            };
        }
    }
    Ok(diff)
}

/// The line that sets a parameter, as in `    name = 5, 0..=10;` or, where crazyhouse has a value of its
/// own, `    name = 5, crazyhouse 3, 0..=10;`, with another value for a variant.
fn change<'a>(lines: &[&'a str], name: &str, value: i32, variant: Variant) -> Option<Change<'a>> {
    let is_it = |line: &&str| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(" = "))
    };
    let line = lines.iter().position(is_it)?;
    let old = lines[line];
    let (head, rest) = old.split_once(" = ")?;
    let (usual, rest) = rest.split_once(", ")?;
    let own = rest.strip_prefix(CRAZYHOUSE).and_then(|rest| rest.split_once(", "));
    let (crazyhouse, range) = own.map_or((usual, rest), |(own, range)| (own, range));
    let value = value.to_string();
    let (usual, crazyhouse) = match variant {
        Variant::Crazyhouse => (usual, value.as_str()),
        // What crazyhouse had, it keeps.
        Variant::Bughouse | Variant::Chess => (value.as_str(), crazyhouse),
    };
    let new = match crazyhouse == usual {
        true => format!("{head} = {usual}, {range}"),
        false => format!("{head} = {usual}, {CRAZYHOUSE}{crazyhouse}, {range}"),
    };
    Some(Change { line, new, old })
}

/// The ranges of lines that the changes show with their context; those that touch are one.
fn hunks(changes: &[Change<'_>], count: usize) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for &Change { line, .. } in changes {
        let around = line.saturating_sub(CONTEXT)..(line + 1 + CONTEXT).min(count);
        match hunks.last_mut() {
            Some(last) if around.start <= last.end => last.end = around.end,
            _ => hunks.push(around),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use tandem_engine::Params;

    use super::*;

    /// Applies a diff strictly: every line has to be where the diff says.
    fn applied(source: &str, diff: &str) -> String {
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let mut at = 0;
        for line in diff.lines().skip(2) {
            if let Some(hunk) = line.strip_prefix("@@ -") {
                at = hunk.split(',').next().and_then(|n| n.parse::<usize>().ok()).expect("a line")
                    - 1;
                continue;
            }
            let (sign, text) = line.split_at(1);
            match sign {
                "-" => assert_eq!(lines[at], text),
                "+" => {
                    lines[at] = text.to_owned();
                    at += 1;
                }
                _ => {
                    assert_eq!(lines[at], text);
                    at += 1;
                }
            }
        }
        lines.join("\n") + "\n"
    }

    /// Sets of new values: one, all, each third, none.
    fn sets() -> Vec<Vec<(&'static str, i32)>> {
        let new = Params::ALL.iter().map(|tunable| (tunable.name, tunable.range.1));
        let thirds = new.clone().step_by(3).collect();
        vec![vec![("lmr_base", -7)], new.collect(), thirds, vec![("lmr_base", 1000)], vec![]]
    }

    #[test]
    fn the_patch_of_the_real_source_sets_the_values_and_nothing_else() {
        for (values, variant) in sets().into_iter().zip(Variant::ALL.into_iter().cycle()) {
            let diff = diff(Params::SOURCE, &values, variant).expect("the source has them all");
            let patched = applied(Params::SOURCE, &diff);
            assert_eq!(patched.lines().count(), Params::SOURCE.lines().count());
            for (old, new) in Params::SOURCE.lines().zip(patched.lines()).filter(|(a, b)| a != b) {
                let name = old.trim_start().split(' ').next().expect("a name");
                assert!(values.iter().any(|(changed, _)| *changed == name), "{old} {new}");
                let range = |line: &str| line.rsplit(", ").next().map(str::to_owned);
                assert_eq!(range(new), range(old), "{name}");
            }
            for (name, value) in values {
                let start = format!("    {name} = ");
                let line = patched.lines().find_map(|line| line.strip_prefix(&start));
                let (usual, rest) = line.and_then(|line| line.split_once(", ")).expect("its line");
                let own = rest.strip_prefix("crazyhouse ").and_then(|rest| rest.split_once(", "));
                let crazyhouse = own.map_or(usual, |(own, _)| own);
                let tunable = Params::ALL.iter().find(|tunable| tunable.name == name);
                let before = tunable.map(|tunable| Variant::ALL.map(|of| tunable.usual(of)));
                let [usual_before, crazyhouse_before, _] = before.expect("a parameter");
                let expected = match variant {
                    Variant::Crazyhouse => [usual_before, value],
                    Variant::Bughouse | Variant::Chess => [value, crazyhouse_before],
                };
                assert_eq!([usual, crazyhouse], expected.map(|value| value.to_string()), "{name}");
            }
        }
    }

    #[test]
    fn a_patch_shows_three_lines_around_a_change() {
        let source = "1\n2\n3\n4\n    a = 1, 0..=5;\n6\n7\n8\n9\n";
        let diff = |values: &[(&str, i32)]| diff(source, values, Variant::Crazyhouse);
        let expected = format!(
            "--- a/{FILE}\n+++ b/{FILE}\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-    a = 1, 0..=5;\n\
             +    a = 1, crazyhouse 4, 0..=5;\n 6\n 7\n 8\n"
        );
        assert_eq!(diff(&[("a", 4)]).expect("it has a line"), expected);
        assert_eq!(diff(&[("a", 1)]).expect("it has a line"), "");
        let error = diff(&[("b", 1)]).expect_err("no such line").to_string();
        assert_eq!(error, format!("no line of {FILE} sets `b`"));
    }

    #[test]
    #[ignore = "needs git"]
    fn git_applies_the_patch() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let file = folder.path().join(FILE);
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("there is room");
        let patch = folder.path().join("new.patch");
        for values in sets() {
            let diff = diff(Params::SOURCE, &values, Variant::Crazyhouse).expect("they are there");
            if diff.is_empty() {
                continue;
            }
            fs::write(&file, Params::SOURCE).expect("there is room");
            fs::write(&patch, &diff).expect("there is room");
            let git = Command::new("git")
                .args(["apply", "new.patch"])
                .current_dir(&folder)
                .env("GIT_CEILING_DIRECTORIES", folder.path())
                .output()
                .expect("there is a git");
            assert!(git.status.success(), "{}", String::from_utf8_lossy(&git.stderr));
            let patched = fs::read_to_string(&file).expect("it is there");
            assert_eq!(patched, applied(Params::SOURCE, &diff));
        }
    }
}

//! New default values as a patch of the source of the parameters: a unified diff for `git apply`.

use anyhow::Context;
use similar::TextDiff;
use tandem_rules::Variant;

/// The file that is patched, from the root of the repository.
const FILE: &str = "engine/src/search/params.rs";

/// The word before the value for crazyhouse, where that is another one.
const CRAZYHOUSE: &str = "crazyhouse ";

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
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for &(name, value) in values {
        set(&mut lines, name, value, variant)
            .with_context(|| format!("no line of {FILE} sets `{name}`"))?;
    }
    let new = lines.join("\n") + "\n";
    let diff = TextDiff::from_lines(source, &new);
    let names = [format!("a/{FILE}"), format!("b/{FILE}")];
    Ok(diff.unified_diff().header(&names[0], &names[1]).to_string())
}

/// Gives a parameter another value for a variant, in its line: `    name = 5, 0..=10;` or, where
/// crazyhouse has a value of its own, `    name = 5, crazyhouse 3, 0..=10;`.
fn set(lines: &mut [String], name: &str, value: i32, variant: Variant) -> Option<()> {
    let is_it = |line: &&mut String| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(" = "))
    };
    let line = lines.iter_mut().find(is_it)?;
    let (head, rest) = line.split_once(" = ")?;
    let (usual, rest) = rest.split_once(", ")?;
    let own = rest.strip_prefix(CRAZYHOUSE).and_then(|rest| rest.split_once(", "));
    let (crazyhouse, range) = own.map_or((usual, rest), |(own, range)| (own, range));
    let value = value.to_string();
    let (usual, crazyhouse) = match variant {
        Variant::Crazyhouse => (usual, value.as_str()),
        // What crazyhouse had, it keeps.
        Variant::Bughouse | Variant::Chess => (value.as_str(), crazyhouse),
    };
    *line = match crazyhouse == usual {
        true => format!("{head} = {usual}, {range}"),
        false => format!("{head} = {usual}, {CRAZYHOUSE}{crazyhouse}, {range}"),
    };
    Some(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use tandem_engine::Params;

    use super::*;

    /// Applies a diff strictly: every line has to be where the diff says.
    fn applied(source: &str, diff: &str) -> String {
        let lines: Vec<&str> = source.lines().collect();
        let (mut patched, mut at) = (Vec::new(), 0);
        for line in diff.lines().skip(2) {
            if let Some(hunk) = line.strip_prefix("@@ -") {
                let first = hunk.split(',').next().and_then(|n| n.parse::<usize>().ok());
                let start = first.expect("a line") - 1;
                patched.extend_from_slice(&lines[at..start]);
                at = start;
                continue;
            }
            let (sign, text) = line.split_at(1);
            if sign != "+" {
                assert_eq!(lines[at], text);
                at += 1;
            }
            if sign != "-" {
                patched.push(text);
            }
        }
        patched.extend_from_slice(&lines[at..]);
        patched.join("\n") + "\n"
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

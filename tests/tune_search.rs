//! Tests of `tandem tune search` and `tandem tune merge`: a course that repeats, goes on after a
#![cfg(feature = "train")]
//! break, and comes out as a table, a page and a patch.

mod folder;
#[expect(dead_code, reason = "the summaries it reads are those of other commands")]
mod tandem;

use std::fs;

use folder::Folder;
use tandem::{Ran, tandem};

/// A tuning of a second or less, into this file.
fn quick(results: &str, more: &[&str]) -> Ran {
    let usual = ["tune", "search", "--results", results, "--pairs", "2", "--hash", "1"];
    // Perturbations so large that pairs are decided even at a few nodes.
    let large = ["--c-end", "lmr_base=900", "--c-end", "razor_margin=400", "--c-end", "delta=150"];
    let usual = [&usual[..], &["--nodes", "40", "--r-end", "0.1"], &large].concat();
    let has = |option| more.contains(&option);
    let length = if has("--iterations") { &[][..] } else { &["--iterations", "3"] };
    let params = ["--params", "lmr_base,delta,razor_*"];
    tandem(&[&usual, length, &params, more].concat())
}

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("the file is there")
}

#[test]
fn the_same_seed_gives_the_same_course_on_any_number_of_cores() {
    let folder = Folder::new();
    let course = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let printed = quick(&path, more).done();
        let is_timeless = |line: &&str| !line.contains(" a second");
        let printed: Vec<String> = printed.lines().filter(is_timeless).map(str::to_owned).collect();
        (printed, text(&path))
    };
    let one = course("one", &["--concurrency", "1"]);
    assert_eq!(one, course("three", &["--concurrency", "3"]));
    let (_, other) = course("other", &["--concurrency", "3", "--seed", "2"]);
    let lines = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(lines(&one.1), lines(&other));
    assert!(lines(&one.1).len() == 3 && !one.1.contains("\"lmr_base\":1000.0"), "{}", one.1);
    let expected = "4 parameters are tuned: razor_depth, razor_margin, lmr_base, delta";
    assert_eq!(one.0[0], expected);
    assert!(one.0[1].starts_with("iteration 1 of 3: the first points won "), "{:?}", one.0);
}

#[test]
fn wherever_the_file_ends_the_course_goes_on_to_the_same_bytes() {
    let folder = Folder::new();
    let path = folder.path("results");
    quick(&path, &[]).done();
    let whole = text(&path);
    for length in [0, 30, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).expect("it can be written");
        let printed = quick(&path, &[]).done();
        assert_eq!(text(&path), whole, "{length}");
        let lines = whole[..length].matches('\n').count().saturating_sub(1);
        let told = format!("{lines} of 3 iterations are already in the results");
        assert_eq!(printed.contains(&told), lines > 0, "{printed}");
    }
}

#[test]
fn a_file_of_another_tuning_is_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.path("results");
    quick(&path, &["--iterations", "1"]).done();
    let whole = text(&path);
    let other = whole.replace("\"results\":[", "\"results\":[9,");
    let torn = whole.replace("{\"iteration\"", "\"iteration\"");
    for (content, more, expected) in [
        (&whole, &["--iterations", "2"][..], "another tuning: iterations was `1`, not `2`"),
        (&whole, &["--iterations", "1", "--seed", "7"], "another tuning: seed was `1`, not `7`"),
        (
            &whole,
            &["--iterations", "1", "--c-end", "delta=9"],
            "tuned delta was `200 c 150 in 0..=3000`",
        ),
        (&whole, &["--iterations", "1", "--rules", "crazyhouse"], "rules was `fics`, not"),
        (&torn, &["--iterations", "1"], "line 2: expected an iteration, found `\"iteration\":1,"),
        (&other, &["--iterations", "1"], "iteration 1 has not the results of 2 pairs of games"),
        (&"a diary\n".to_owned(), &[], "not the results of a tuning: the first line is `a diary`"),
    ] {
        fs::write(&path, content).expect("it can be written");
        let Ran { code, stdout, stderr } = quick(&path, more);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1), "{stderr}");
        assert!(stderr.starts_with(&format!("tandem: `{path}`: ")), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        assert_eq!(text(&path), *content);
    }
}

#[test]
fn every_game_can_be_tuned_for() {
    let folder = Folder::new();
    for (name, more, is_in, left_out) in [
        ("linked", &["--linked"][..], "gift_later", "a switch is compared by a match"),
        ("crazyhouse", &["--rules", "crazyhouse"], "order_check_drop", "there is no other board"),
        ("chess", &["--rules", "chess"], "lmr_base", "order_contact_drop: there are no drops"),
    ] {
        let path = folder.path(name);
        let usual = ["tune", "search", "--results", &path, "--nodes", "30", "--iterations", "1"];
        let usual = [&usual[..], &["--pairs", "1", "--hash", "1"]].concat();
        let printed = tandem(&[&usual, more].concat()).done();
        let tuned = printed.lines().next().expect("a line");
        assert!(tuned.contains(is_in) && printed.contains(left_out), "{printed}");
        assert!(printed.contains("left out: forecast_depth, forecast_plies: "), "{printed}");
    }
}

#[test]
fn runs_with_different_seeds_are_averaged() {
    let folder = Folder::new();
    let [a, b, page, patch] = ["a", "b", "page.html", "new.patch"].map(|name| folder.path(name));
    quick(&a, &["--report", &page, "--patch", &patch]).done();
    let (own, diff) = (text(&page), text(&patch));
    assert!(diff.starts_with("--- a/engine/src/search/params.rs\n"), "{diff}");
    quick(&b, &["--seed", "2"]).done();
    // Of one file, the same page and patch come out again.
    tandem(&["tune", "merge", &a, "--report", &page, "--patch", &patch]).done();
    assert_eq!((text(&page), text(&patch)), (own, diff));
    let printed = tandem(&["tune", "merge", &a, &b, "--report", &page]).done();
    assert!(printed.lines().next().is_some_and(|line| line.ends_with("± (runs)")), "{printed}");
    assert!(text(&page).contains("The mean of 2 runs: 3 of 3 iterations, 12 games each."));
    let c = folder.path("c");
    quick(&c, &["--seed", "3", "--iterations", "2"]).done();
    for (files, expected) in [
        ([&a, &a], format!("`{a}`: another file has the seed `1` too")),
        ([&a, &c], format!("`{c}`: the results of another tuning: iterations was `3`, not `2`")),
    ] {
        let refused = tandem(&["tune", "merge", files[0], files[1]]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{expected}");
        assert_eq!(refused.stderr, format!("tandem: {expected}\n"));
    }
    let refused = tandem(&["tune", "merge", &a, "--patch", &a]);
    assert_eq!(refused.stderr, format!("tandem: `{a}` is both input and output\n"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_tuning_says_how_it_goes_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let folder = Folder::new();
    let path = folder.path("results");
    let mut child = tandem::command(&[
        "tune",
        "search",
        "--results",
        &path,
        "--params",
        "delta",
        "--nodes",
        "500",
        "--pairs",
        "1",
    ])
    .stderr(Stdio::null())
    .spawn()
    .expect("it can be started");
    let mut output = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut line = String::new();
    while !line.starts_with("iteration 1 of 1000") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "it goes on");
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("there is a kill").success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it was started").code(), Some(130), "{rest}");
    let done = text(&path).lines().count() - 1;
    assert!(rest.contains(&format!("interrupted after {done} of 1000 iterations\n")), "{rest}");
    assert!(rest.contains("to go on: ") && rest.contains(" a second\n"), "{rest}");
    assert!(rest.contains("\ndelta "), "{rest}");
}

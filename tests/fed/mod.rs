//! A program that is run on a given input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a program with this text as its input, and returns its output.
pub(crate) fn fed(mut program: Command, text: &str) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().expect("standard input is a pipe");
    input.write_all(text.as_bytes()).expect("the program reads");
    drop(input);
    child.wait_with_output().expect("the program ends")
}

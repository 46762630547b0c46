//! Progress over all inputs, with an estimate of the time that is left.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use super::pairs::Input;
use super::source::WORTH_A_BAR;

/// The bars that show how far files are read.
#[derive(Clone)]
pub(super) enum Shown {
    /// None.
    Nothing,
    /// A bar for each long file.
    Files,
    /// One bar for all files.
    All(ProgressBar),
}

impl From<bool> for Shown {
    fn from(may_draw: bool) -> Self {
        if may_draw { Self::Files } else { Self::Nothing }
    }
}

/// A bar over bytes of all inputs on standard error, if that is a terminal and they are many.
pub(super) fn bar_of(inputs: &[Input]) -> ProgressBar {
    bar(
        inputs.iter().map(Input::weight).sum(),
        WORTH_A_BAR,
        "reading {wide_bar} {bytes}/{total_bytes}, {eta} left",
    )
}

/// A bar over boards of explorer files.
pub(crate) fn boards_bar(boards: u64) -> ProgressBar {
    bar(boards, 10_000, "merging {wide_bar} {pos}/{len}, {eta} left")
}

fn bar(length: u64, least: u64, template: &str) -> ProgressBar {
    if length < least || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    ProgressBar::new(length).with_style(style)
}

/// The joining of boards of archives, in the bar as many bytes as their files have.
pub(super) struct Joining {
    bar: Shown,
    bytes: u64,
    boards: u64,
    joined: u64,
}

impl Joining {
    /// Nothing is joined yet.
    pub(super) const fn new(bar: Shown, bytes: u64) -> Self {
        Self { bar, bytes, boards: 0, joined: 0 }
    }

    /// Counts a board that is to be joined.
    pub(super) const fn expect(&mut self) {
        self.boards += 1;
    }

    /// Counts a board that was joined.
    pub(super) fn step(&mut self) {
        let at = |joined: u64| self.bytes * joined / self.boards.max(1);
        let more = at(self.joined + 1) - at(self.joined);
        self.joined += 1;
        if let Shown::All(bar) = &self.bar {
            bar.inc(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_all_boards_comes_to_the_bytes_of_their_files() {
        let bar = ProgressBar::hidden();
        bar.set_length(1000);
        let mut joining = Joining::new(Shown::All(bar.clone()), 1000);
        (0..7).for_each(|_| joining.expect());
        (0..7).for_each(|_| joining.step());
        assert_eq!(bar.position(), 1000);
    }
}

//! Input of lines: keys in a terminal, standard input elsewhere.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};

use super::desk::Desk;
use super::editor::{Editor, Stroke};
use super::screen::Screen;
use crate::input::{self, Input};
use crate::interrupt;

/// Longest wait for a key before checking that the game still goes on.
const LOOK: Duration = Duration::from_millis(100);

/// Breaks the game off at Ctrl-C, SIGTERM or SIGHUP, which a terminal that is closed sends: so the
/// game is written and the engines end. The second one ends the program.
///
/// # Errors
/// They cannot be caught.
pub(super) fn leave_when_asked(desk: Arc<Desk>) -> anyhow::Result<()> {
    let interrupt = interrupt::first()?;
    std::thread::spawn(move || {
        let _it_closes = interrupt.recv();
        if desk.wait_for_game() {
            desk.quit();
        }
    });
    Ok(())
}

/// Reads lines of standard input in a thread of its own. The end of the input breaks the game off.
pub(super) fn read_lines(desk: Arc<Desk>) {
    std::thread::spawn(move || {
        for line in input::lines(io::stdin()) {
            desk.be_ready();
            if !desk.wait_for_game() {
                return;
            }
            match line.input {
                Input::Line(line) => desk.take(&line),
                Input::TooLong => desk.screen().note("this line is too long"),
            }
        }
        if desk.wait_for_game() {
            desk.quit();
        }
    });
}

/// Reads the keys of a terminal in a thread of its own.
pub(super) fn read_keys(desk: Arc<Desk>) {
    std::thread::spawn(move || {
        let mut editor = Editor::default();
        while desk.wait_for_game() {
            if let Err(error) = read_key(&mut editor, &desk) {
                log::error!("cannot read the keyboard: {error}");
                desk.quit();
                return;
            }
        }
    });
}

fn read_key(editor: &mut Editor, desk: &Arc<Desk>) -> io::Result<()> {
    if !event::poll(LOOK)? {
        return Ok(());
    }
    let screen: &Screen = desk.screen();
    match event::read()? {
        // Some systems also report that a key is released.
        Event::Key(key) if key.kind != KeyEventKind::Release => match editor.press(key) {
            Stroke::Edited => {
                desk.be_ready();
                screen.prompt(editor);
            }
            Stroke::Entered(line) => {
                desk.be_ready();
                screen.prompt(editor);
                desk.take(&line);
            }
            Stroke::Left => desk.quit(),
        },
        Event::Resize(..) => screen.resized(),
        _ => {}
    }
    Ok(())
}

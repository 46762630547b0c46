//! An editor of one line.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The most characters of a typed line.
const LONGEST: usize = 200;

/// An editor for the line that is being typed.
#[derive(Default)]
pub(super) struct Editor {
    text: Vec<char>,
    /// Index of the character after the cursor.
    at: usize,
    last: Vec<char>,
}

/// The effect of a key.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Stroke {
    /// The line may have changed.
    Edited,
    /// The line is complete.
    Entered(String),
    /// The person wants to leave.
    Left,
}

impl Editor {
    /// Takes a key, and tells its effect.
    pub(super) fn press(&mut self, key: KeyEvent) -> Stroke {
        // Where `@` is typed with AltGr, some systems report both Control and Alt as held.
        let held = key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(letter) if held == KeyModifiers::CONTROL => return self.command(letter),
            KeyCode::Char(letter) if held != KeyModifiers::ALT => self.insert(letter),
            KeyCode::Enter => return self.enter(),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = self.text.len().min(self.at + 1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Up => {
                self.text.clone_from(&self.last);
                self.at = self.text.len();
            }
            _ => {}
        }
        Stroke::Edited
    }

    /// Handles a letter typed with the Control key.
    fn command(&mut self, letter: char) -> Stroke {
        match letter {
            'c' => return Stroke::Left,
            'd' if self.text.is_empty() => return Stroke::Left,
            'j' => return self.enter(), // a line feed, as some programs paste it
            'h' if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            'u' => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            _ => {}
        }
        Stroke::Edited
    }

    fn insert(&mut self, letter: char) {
        if !letter.is_control() && self.text.len() < LONGEST {
            self.text.insert(self.at, letter);
            self.at += 1;
        }
    }

    fn enter(&mut self) -> Stroke {
        self.at = 0;
        let line = std::mem::take(&mut self.text);
        let text = line.iter().collect();
        if !line.is_empty() {
            self.last = line;
        }
        Stroke::Entered(text)
    }

    /// The part of the line that fits into `columns`, and the column of the cursor in it.
    pub(super) fn shown(&self, columns: usize) -> (String, usize) {
        let room = columns.saturating_sub(1); // the cursor may be after the last character
        let begin = self.at.saturating_sub(room);
        let end = self.text.len().min(begin + room);
        (self.text[begin..end].iter().collect(), self.at - begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: KeyModifiers = KeyModifiers::CONTROL;

    /// The key for a character: letters stand for themselves, some signs for special keys.
    fn key(sign: char) -> KeyEvent {
        let (code, held) = match sign {
            '<' => (KeyCode::Left, KeyModifiers::NONE),
            '>' => (KeyCode::Right, KeyModifiers::NONE),
            '#' => (KeyCode::Backspace, KeyModifiers::NONE),
            '%' => (KeyCode::Delete, KeyModifiers::NONE),
            '^' => (KeyCode::Up, KeyModifiers::NONE),
            '[' => (KeyCode::Home, KeyModifiers::NONE),
            ']' => (KeyCode::End, KeyModifiers::NONE),
            '\r' => (KeyCode::Enter, KeyModifiers::NONE),
            '\n' => (KeyCode::Char('j'), CONTROL),
            '~' => (KeyCode::Char('u'), CONTROL),
            '!' => (KeyCode::Char('c'), CONTROL),
            '$' => (KeyCode::Char('d'), CONTROL),
            '@' => (KeyCode::Char('@'), CONTROL | KeyModifiers::ALT),
            '&' => (KeyCode::Char('x'), KeyModifiers::ALT),
            'A'..='Z' => (KeyCode::Char(sign), KeyModifiers::SHIFT),
            _ => (KeyCode::Char(sign), KeyModifiers::NONE),
        };
        KeyEvent::new(code, held)
    }

    /// (keys, the lines that they enter, the rest of the last line, the column of the cursor)
    const TYPED: &[(&str, &[&str], &str, usize)] = &[
        ("", &[], "", 0),
        ("Nf3\r", &["Nf3"], "", 0),
        ("Nf3\n", &["Nf3"], "", 0),
        ("N@f7", &[], "N@f7", 4),
        ("Nf4#3\r", &["Nf3"], "", 0),
        ("###e4\r", &["e4"], "", 0),
        ("f3<<N>>>\r", &["Nf3"], "", 0),
        ("xe4[%]5", &[], "e45", 3),
        ("<<>>%%", &[], "", 0),
        ("garbage~e4\r", &["e4"], "", 0),
        ("ab<~", &[], "b", 0),
        ("e4\r^", &["e4"], "e4", 2),
        ("e4\r\r^\r", &["e4", "", "e4"], "", 0),
        ("e&4", &[], "e4", 2),
        ("é4<#", &[], "4", 0),
        ("e$4\r", &["e4"], "", 0),
    ];

    #[test]
    fn a_line_is_what_its_keys_make_of_it() {
        for &(keys, lines, left, at) in TYPED {
            let mut editor = Editor::default();
            let mut entered = Vec::new();
            for sign in keys.chars() {
                match editor.press(key(sign)) {
                    Stroke::Entered(line) => entered.push(line),
                    stroke => assert_eq!(stroke, Stroke::Edited, "{keys:?}"),
                }
            }
            assert_eq!(entered, lines, "{keys:?}");
            assert_eq!(editor.shown(80), (left.to_owned(), at), "{keys:?}");
        }
    }

    #[test]
    fn each_key_to_leave_works() {
        for keys in ["!", "$", "e4!", "e4\r$", "x#$"] {
            let mut editor = Editor::default();
            let last = keys.chars().map(|sign| editor.press(key(sign))).last();
            assert_eq!(last, Some(Stroke::Left), "{keys}");
        }
    }

    #[test]
    fn a_line_longer_than_its_room_is_shown_around_the_cursor() {
        let mut editor = Editor::default();
        "0123456789".chars().for_each(|letter| editor.insert(letter));
        assert_eq!(editor.shown(11), ("0123456789".to_owned(), 10));
        assert_eq!(editor.shown(5), ("6789".to_owned(), 4));
        assert_eq!(editor.shown(0), (String::new(), 0));
        editor.at = 1;
        assert_eq!(editor.shown(5), ("0123".to_owned(), 1));
        (0..1000).for_each(|_| editor.insert('x'));
        assert_eq!(editor.text.len(), LONGEST);
    }
}

//! Themes: the colors of a terminal.
//!
//! Colors are numbers of the palette of 256 colors that terminals share, from 16 on: the first
//! sixteen are the user's own, and nobody knows how they look.

use clap::ValueEnum;
use tandem_rules::Color;

use super::styled::{Ground, Line, Role};
use crate::platform;

/// The colors of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
    /// No colors at all.
    Plain,
}

/// The theme as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ThemeChoice {
    /// Dark text on a light ground
    Light,
    /// Light text on a dark ground
    Dark,
    /// As the terminal says by COLORFGBG, else dark
    Auto,
}

impl ThemeChoice {
    /// The theme that is meant here. `NO_COLOR` turns all colors off.
    pub(crate) fn theme(self) -> Theme {
        match self {
            _ if !platform::wants_colors() => Theme::Plain,
            Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
            Self::Auto => of_terminal(std::env::var("COLORFGBG").ok().as_deref()),
        }
    }
}

/// The theme for a terminal with this value of `COLORFGBG`: its colors of text and ground, of which
/// the last is the ground. White and the bright colors are light.
fn of_terminal(colors: Option<&str>) -> Theme {
    let ground = colors.and_then(|colors| colors.rsplit(';').next()?.parse().ok());
    match ground {
        Some(7 | 9..=15) => Theme::Light,
        _ => Theme::Dark,
    }
}

/// Two colors of the palette, and whether the text is bold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Colors {
    text: u8,
    ground: u8,
    bold: bool,
}

impl Theme {
    fn colors(self, role: Role) -> Option<Colors> {
        let (page, text, faint, strong, alert) = match self {
            Self::Light => (231, 237, 240, 16, 124),
            Self::Dark => (233, 252, 247, 231, 210),
            Self::Plain => return None,
        };
        let on_page = |text, bold| Colors { text, ground: page, bold };
        Some(match role {
            Role::Text => on_page(text, false),
            Role::Faint => on_page(faint, false),
            Role::Strong => on_page(strong, true),
            Role::Alert => on_page(alert, true),
            Role::Square(ground, color) => {
                Colors { text: self.figure(color), ground: self.ground(ground), bold: true }
            }
        })
    }

    /// The color of pieces. The two are told apart by their shape as well.
    fn figure(self, color: Color) -> u8 {
        match (self, color) {
            (Self::Light, Color::White) => 19, // blue
            (Self::Light, Color::Black) => 16,
            (_, Color::White) => 231,
            (_, Color::Black) => 221, // gold
        }
    }

    fn ground(self, ground: Ground) -> u8 {
        match (self, ground) {
            (Self::Light, Ground::Light) => 230,
            (Self::Light, Ground::Dark) => 180,
            (Self::Light, Ground::Moved) => 114,
            (Self::Light, Ground::Checked) => 210,
            (_, Ground::Light) => 240,
            (_, Ground::Dark) => 236,
            (_, Ground::Moved) => 24,
            (_, Ground::Checked) => 124,
        }
    }

    /// A line of a screen that is painted all over, with escape codes.
    pub(crate) fn painted(self, line: Line, columns: usize) -> String {
        let line = line.fitted(columns);
        let spans = line.spans().filter(|(text, _)| !text.is_empty());
        let mut painted: String = spans.map(|(text, role)| self.span(text, role)).collect();
        painted += "\x1b[0m";
        painted
    }

    /// A line among others of the terminal, with escape codes: text has the terminal's own colors.
    pub(crate) fn printed(self, line: &Line) -> String {
        let spans = line.spans().map(|(text, role)| match role {
            Role::Square(..) => format!("{}\x1b[0m", self.span(text, role)),
            _ => text.to_owned(),
        });
        let printed: String = spans.collect();
        printed.trim_end().to_owned()
    }

    fn span(self, text: &str, role: Role) -> String {
        let bold = |bold| if bold { "0;1" } else { "0" };
        match self.colors(role) {
            Some(colors) => {
                let Colors { text: letters, ground, .. } = colors;
                format!("\x1b[{};38;5;{letters};48;5;{ground}m{text}", bold(colors.bold))
            }
            None => format!("\x1b[{}m{text}", bold(matches!(role, Role::Strong | Role::Alert))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ground; 4] = [Ground::Light, Ground::Dark, Ground::Moved, Ground::Checked];

    /// Red, green and blue of a color of the palette.
    fn channels(color: u8) -> [u8; 3] {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let step = |value: u8| STEPS[usize::from(value % 6)];
        match color {
            0..16 => panic!("{color} is the user's own"),
            16..232 => [step((color - 16) / 36), step((color - 16) / 6), step(color - 16)],
            232.. => [8 + (color - 232) * 10; 3],
        }
    }

    /// Relative luminance, as WCAG 2 defines it.
    fn luminance(color: u8) -> f64 {
        let [red, green, blue] = channels(color).map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: u8, other: u8) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(16, 231) - 21.0).abs() < 1e-9);
        assert!((contrast(231, 231) - 1.0).abs() < 1e-9);
        assert!((contrast(243, 231) - 4.54).abs() < 0.01, "#767676 on white");
    }

    #[test]
    fn all_text_and_all_pieces_have_contrast() {
        let squares = GROUNDS
            .into_iter()
            .flat_map(|ground| Color::ALL.map(|color| Role::Square(ground, color)));
        let roles = [Role::Text, Role::Faint, Role::Strong, Role::Alert];
        for role in roles.into_iter().chain(squares) {
            for theme in [Theme::Light, Theme::Dark] {
                let Colors { text, ground, .. } = theme.colors(role).expect("it has colors");
                let contrast = contrast(text, ground);
                assert!(contrast >= 4.5, "{theme:?} {role:?}: {contrast:.2}");
            }
            assert_eq!(Theme::Plain.colors(role), None);
        }
    }

    #[test]
    fn kinds_of_squares_differ() {
        for theme in [Theme::Light, Theme::Dark] {
            let mut grounds = GROUNDS.map(|ground| theme.ground(ground)).to_vec();
            grounds.sort_unstable();
            grounds.dedup();
            assert_eq!(grounds.len(), GROUNDS.len());
            let (light, dark) = (theme.ground(Ground::Light), theme.ground(Ground::Dark));
            assert!(luminance(light) / luminance(dark) > 1.5, "{theme:?}");
        }
    }

    #[test]
    fn the_terminal_says_whether_it_is_light() {
        for (colors, theme) in [
            (None, Theme::Dark),
            (Some(""), Theme::Dark),
            (Some("15;0"), Theme::Dark),
            (Some("0;15"), Theme::Light),
            (Some("0;default;15"), Theme::Light),
            (Some("0;7"), Theme::Light),
            (Some("12;8"), Theme::Dark),
            (Some("default;default"), Theme::Dark),
        ] {
            assert_eq!(of_terminal(colors), theme, "{colors:?}");
        }
    }

    #[test]
    fn without_colors_no_color_is_written() {
        let mut line = Line::new("you", Role::Strong);
        line.push(" K ", Role::Square(Ground::Checked, Color::White));
        assert_eq!(Theme::Plain.painted(line.clone(), 7), "\x1b[0;1myou\x1b[0m K \x1b[0m \x1b[0m");
        assert!(Theme::Dark.painted(line.clone(), 7).contains("48;5;124m K "));
        assert_eq!(Theme::Dark.printed(&line), "you\x1b[0;1;38;5;231;48;5;124m K \x1b[0m");
    }
}

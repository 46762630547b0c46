//! Boards as the monthly archives of a player have them: without partners, and with clocks if the record of
//! their moves has them.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::board::{
    End, FOLLOWED, GameBoard, LONGEST_CLOCK, Origin, TENTH_MS, milliseconds, start,
};
use super::error::ChesscomError;
use super::moves;
use crate::notation::bpgn::parse_clock;
use crate::notation::legible;

/// Results of a player who has lost on the board that decided the game.
const LOST: [&str; 5] = ["checkmated", "resigned", "timeout", "abandoned", "lose"];

/// A game of an archive.
#[derive(Deserialize)]
pub(super) struct Entry {
    url: String,
    #[serde(default)]
    uuid: String,
    rules: String,
    #[serde(default)]
    tcn: String,
    #[serde(default)]
    pgn: Option<String>,
    #[serde(default)]
    initial_setup: String,
    #[serde(default)]
    time_control: String,
    #[serde(default)]
    end_time: Option<i64>,
    white: Player,
    black: Player,
}

#[derive(Deserialize)]
struct Player {
    #[serde(default)]
    username: String,
    #[serde(default)]
    rating: Option<i64>,
    #[serde(default)]
    result: String,
}

impl Entry {
    /// The board.
    ///
    /// # Errors
    /// [`ChesscomError`] if it is not one of a bughouse game, or its moves are none.
    pub(super) fn board(self) -> Result<GameBoard, ChesscomError> {
        if self.rules != "bughouse" {
            return Err(ChesscomError::Type(legible(&self.rules).into()));
        }
        let id =
            number(&self.url).ok_or_else(|| ChesscomError::Address(legible(&self.url).into()))?;
        let (base, increment) = control(&self.time_control).unzip();
        let moves = moves::read(&self.tcn)?;
        Ok(GameBoard {
            id,
            origin: Origin::Archive,
            base,
            clocks: clocks(self.pgn.as_deref().unwrap_or_default(), moves.len()),
            moves,
            increment: increment.unwrap_or(0),
            start: start(&self.initial_setup, ""),
            end: self.end(),
            ended: self.end_time,
            headers: self.headers(),
            uuid: self.uuid,
            partner: String::new(),
        })
    }

    fn end(&self) -> End {
        let results = [self.white.result.as_str(), self.black.result.as_str()];
        let result = match results {
            ["win", _] => "1-0",
            [_, "win"] => "0-1",
            ["", _] | [_, ""] => "",
            _ => "1/2-1/2",
        };
        let message = match results.map(|result| LOST.contains(&result)) {
            [true, _] => format!("{} {}", self.white.username, self.white.result),
            [_, true] => format!("{} {}", self.black.username, self.black.result),
            _ => self.white.result.clone(),
        };
        let decided = !results.contains(&FOLLOWED);
        End { result: result.to_owned(), decided, message: legible(&message).into() }
    }

    fn headers(&self) -> Map<String, Value> {
        let mut headers = Map::new();
        let mut set = |name: &str, value: &str| {
            if !value.is_empty() {
                headers.insert(name.to_owned(), Value::String(legible(value).into()));
            }
        };
        set("Event", "Live Chess - Bughouse");
        set("Site", "Chess.com");
        set("Date", &self.end_time.map_or_else(String::new, date));
        set("TimeControl", &self.time_control);
        for (color, player) in [("White", &self.white), ("Black", &self.black)] {
            set(color, &player.username);
            // A rating of nought is none.
            let rating = player.rating.filter(|rating| *rating > 0);
            set(&format!("{color}Elo"), &rating.map_or_else(String::new, |elo| elo.to_string()));
        }
        headers
    }
}

/// The clocks in a record in PGN, such as `{[%clk 0:02:59.5]}`, in milliseconds; none if they are not one after
/// each move.
fn clocks(pgn: &str, plies: usize) -> Vec<i64> {
    let clock = |text: &str| {
        let clock = parse_clock(text.split(']').next()?.trim())?;
        (clock.abs() <= LONGEST_CLOCK * TENTH_MS).then_some(clock)
    };
    let clocks: Option<Vec<i64>> = pgn.split("[%clk").skip(1).map(clock).collect();
    clocks.filter(|clocks| clocks.len() == plies).unwrap_or_default()
}

/// The number of a game: the last part of its address.
fn number(url: &str) -> Option<u64> {
    url.trim_end_matches('/').rsplit('/').next()?.parse().ok()
}

/// Base time and increment in milliseconds, from `180` or `180+2`.
fn control(text: &str) -> Option<(i64, i64)> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let read = |seconds: &str| milliseconds(seconds.parse::<f64>().ok()? * 10.0);
    Some((read(base)?, read(increment)?))
}

/// The day of a time in seconds since 1970, in UTC, as `2026.09.28`. The calendar is that of
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
fn date(seconds: i64) -> String {
    const DAY: i64 = 24 * 3600;
    const ERA: i64 = 146_097; // days of 400 years
    let day = seconds.div_euclid(DAY).clamp(0, 2_932_896) + 719_468; // since the first of March of the year 0
    let (era, of_era) = (day.div_euclid(ERA), day.rem_euclid(ERA));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153; // from March
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (1_790_553_743, "2026.09.28"),
            (-5, "1970.01.01"),
            (i64::MAX, "9999.12.31"),
        ] {
            assert_eq!(date(seconds), day, "{seconds}");
        }
    }

    #[test]
    fn addresses_end_with_the_number_of_the_game() {
        for (url, expected) in [
            ("https://www.chess.com/game/live/184867110839", Some(184_867_110_839)),
            ("https://www.chess.com/live/game/1234567890/", Some(1_234_567_890)),
            ("https://www.chess.com/game/live/x", None),
            ("", None),
        ] {
            assert_eq!(number(url), expected, "{url}");
        }
    }
}

//! Ratings of players, from the tags of a record.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Seat, Team};

/// Mean rating of team one minus that of team two; `None` if a rating is missing, or if the game
/// has one board.
pub(crate) fn rating_lead(record: &GameRecord) -> Option<f64> {
    let of = |seat: Seat| {
        let tag = record.tag(&format!("{}{}Elo", seat.color, seat.board))?;
        tag.trim().parse::<u16>().ok().filter(|rating| *rating > 0).map(f64::from)
    };
    let mean = |team: Team| {
        let [a, b] = BoardId::ALL.map(|board| of(team.seat(board)));
        Some(f64::midpoint(a?, b?))
    };
    Some(mean(Team::One)? - mean(Team::Two)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::bpgn::Reader;

    #[test]
    fn a_team_is_as_strong_as_its_players_on_average() {
        let names = ["WhiteA", "BlackA", "WhiteB", "BlackB"];
        for (ratings, expected) in [
            (["2000", "1800", "1900", "2100"], Some(200.0)),
            (["2000", "1800", "----", "2100"], None),
            (["2000", "1800", "0", "2100"], None),
        ] {
            let tags = names.iter().zip(ratings);
            let tags = tags.map(|(name, rating)| format!("[{name}Elo \"{rating}\"]\n"));
            let tags = tags.collect::<Vec<_>>().concat();
            let text = format!("[Event \"a game\"]\n{tags}\n1A. e4 *\n");
            let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
            assert_eq!(rating_lead(&read.record), expected, "{ratings:?}");
        }
    }
}

//! Records with the scores of the players in comments.

use std::path::Path;

use tandem_analysis::forecast::{Outlook, Scale};
use tandem_analysis::record::outcome::Outcome;
use tandem_analysis::record::ratings::rating_lead;
use tandem_analysis::record::scores;
use tandem_analysis::record::timeline::Timeline;
use tandem_arbiter::Appraisal;
use tandem_engine::Score;
use tandem_rules::Team;
use tandem_rules::notation::bpgn::{GameRecord, RecordedPly, ReplayRules};

use super::{Known, Moment};
use crate::games::reading::{Games, listed};

/// The games of a file that have scores and a result. Games that cannot be read are left out.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Known>> {
    let mut known = Vec::new();
    for input in listed(&[path.to_owned()])? {
        for game in Games::open(&input, ReplayRules::Recorded, false)? {
            if let Ok(game) = game? {
                known.extend(of(&game.record));
            }
        }
    }
    Ok(known)
}

fn of(record: &GameRecord) -> Option<Known> {
    let result = Outcome::of(record)?.result;
    let scale = Scale::of(record);
    if !record.plies().iter().any(|ply| scores::of(ply).is_some()) {
        return None;
    }
    let times = Timeline::of(record, None);
    let mut outlook =
        Outlook { rating_lead: rating_lead(record).unwrap_or_default(), ..Outlook::default() };
    let moment = |(at, ply): (usize, &RecordedPly)| {
        outlook.clocks = times.clocks_before(at);
        if let Some((score, _)) = scores::of(ply) {
            let score = score_of(score);
            let is_team_one = ply.seat.team() == Team::One;
            outlook = outlook.with_score(ply.seat.board, if is_team_one { score } else { -score });
        }
        Moment { outlook, forecast: outlook.wins(Team::One, scale), is_marked: false }
    };
    let moments = record.plies().iter().enumerate().map(moment).collect();
    Some(Known { scale, result, moments })
}

/// A score as engines write it.
fn score_of(score: Appraisal) -> Score {
    match score {
        Appraisal::Centipawns(centipawns) => Score::evaluation(centipawns),
        Appraisal::Mate(moves) if moves > 0 => -Score::mated(2 * moves.unsigned_abs() as usize - 1),
        Appraisal::Mate(moves) => Score::mated(2 * moves.unsigned_abs() as usize),
    }
}

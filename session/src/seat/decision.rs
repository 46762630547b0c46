//! The decision at the end of each search for a move: to play what it has found, to try the
//! partner's suggestion first, or to sit. The same behind every protocol.

use tandem_engine::{Decision, Info, Limits, Thinking, accepts_suggestion};
use tandem_rules::{Millis, Move};

use super::record::Record;

/// Least time for the search of a suggested move.
const LEAST_TRIAL: Millis = Millis(20);

/// Purpose of a search in our turn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Aim {
    /// To find a move.
    Move,
    /// To try the move that the partner suggests.
    Trial {
        suggested: Move,
        /// The result of the search for a move.
        rival: Info,
    },
    /// To search on while our clock runs, because sitting is better than the move that was found.
    Wait(Info),
}

/// Readiness to hold a move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Haste {
    /// The move may be held back, if the team sees a point in that.
    None,
    /// The move is wanted now, or there is no partner to wait for.
    AtOnce,
}

/// Step that follows the end of a search; each has the result that it is based on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// Play this move, the best that was found.
    Play(Move, Info),
    /// Play this move, which the partner has suggested.
    Follow(Move, Info),
    /// Search the suggested move alone before anything is played.
    Try { suggested: Move, rival: Info },
    /// Ask the team whether to play this move, the best that was found, or to let our clock run.
    Ask(Move, Info),
    /// There is no move to play.
    Stuck(Info),
    /// None of the moves found is legal any more.
    Stale(Info),
}

impl Aim {
    /// Limits of a search with this aim; `usual` are those of a search for a move.
    ///
    /// A suggested move is searched as deep as the rival, and no longer, but at least
    /// [`LEAST_TRIAL`].
    pub(crate) fn limits(&self, usual: &Limits) -> Limits {
        match self {
            Self::Move => usual.clone(),
            Self::Trial { suggested, rival } => Limits {
                thinking: Thinking::Fixed(rival.time.max(LEAST_TRIAL)),
                depth: Some(rival.depth.max(1)),
                search_moves: vec![*suggested],
                ..usual.clone()
            },
            Self::Wait(_) => Limits {
                thinking: Thinking::Infinite,
                level: usual.level,
                seed: usual.seed,
                ..Limits::clock()
            },
        }
    }
}

/// Decides what follows the end of a search of a game with this aim, which has found `decision` and
/// `info`; `suggested` is the move that the partner suggests, if it may be searched now.
pub(crate) fn decide(
    aim: Aim,
    (decision, info): (Decision, Info),
    haste: Haste,
    (record, suggested): (&Record, Option<Move>),
) -> Step {
    let (decision, info, is_tried) = match aim {
        // The earlier result is better than that of a search that was cut short.
        Aim::Wait(found) if info.depth < found.depth => (best_of(&found), found, false),
        Aim::Move | Aim::Wait(_) => (decision, info, false),
        Aim::Trial { rival, .. } => match compare(record, (decision, &info), &rival) {
            Choice::Suggested(m) => return Step::Follow(m, info),
            Choice::Own(m) => (Decision::Play(m), rival, true),
            Choice::None => return Step::Stale(rival),
        },
    };
    let Decision::Play(m) = decision else { return Step::Stuck(info) };
    if haste == Haste::AtOnce {
        return Step::Play(m, info);
    }
    match suggested.filter(|&suggested| suggested != m && !is_tried) {
        Some(suggested) => Step::Try { suggested, rival: info },
        None => Step::Ask(m, info),
    }
}

/// The decision to play the best move found, or to sit if there is none.
pub(crate) fn best_of(found: &Info) -> Decision {
    found.pv.first().map_or(Decision::Sit, |&m| Decision::Play(m))
}

/// The better of a suggested move and the best move of the search without it.
enum Choice {
    Suggested(Move),
    Own(Move),
    /// Neither is legal any more.
    None,
}

/// Chooses the suggested move if its search scores it nearly as well as the best move, `rival`.
fn compare(record: &Record, (decision, info): (Decision, &Info), rival: &Info) -> Choice {
    let legal = |m: &Move| record.position().is_legal(*m);
    // A search that was stopped before depth 1 knows no score.
    let is_good = info.depth > 0 && accepts_suggestion(info.score, rival.score);
    let suggested = match decision {
        Decision::Play(m) if is_good => Some(m),
        Decision::Play(_) | Decision::Sit => None,
    };
    match (suggested.filter(legal), rival.pv.first().copied().filter(legal)) {
        (Some(m), _) => Choice::Suggested(m),
        (None, Some(m)) => Choice::Own(m),
        (None, None) => Choice::None,
    }
}

#[cfg(test)]
mod tests {
    use tandem_engine::Score;

    use super::*;
    use crate::seat::kind::Kind;
    use crate::seat::rule_book::RuleBook;

    fn start() -> Record {
        Record::new(Kind::Bughouse, RuleBook::default())
    }

    fn found(text: &str, depth: u32, score: i32) -> (Decision, Info) {
        let m = start().read(text).expect("a legal move");
        let info = Info { depth, score: Score::evaluation(score), pv: vec![m], ..Info::default() };
        (Decision::Play(m), info)
    }

    fn name(step: &Step) -> &'static str {
        match step {
            Step::Play(..) => "play",
            Step::Follow(..) => "follow",
            Step::Try { .. } => "try",
            Step::Ask(..) => "ask",
            Step::Stuck(_) => "stuck",
            Step::Stale(_) => "stale",
        }
    }

    #[test]
    fn the_team_is_asked_unless_a_move_is_wanted_now_or_another_one_is_to_be_tried() {
        for (suggested, haste, expected) in [
            (None, Haste::None, "ask"),
            (Some("d4"), Haste::None, "try"),
            (Some("e4"), Haste::None, "ask"),
            (Some("d4"), Haste::AtOnce, "play"),
        ] {
            let record = start();
            let suggestion = suggested.map(|text| record.read(text).expect("a legal move"));
            let step = decide(Aim::Move, found("e4", 5, 0), haste, (&record, suggestion));
            assert_eq!(name(&step), expected, "{suggested:?} {haste:?}");
        }
        let nothing = (Decision::Sit, Info::default());
        let step = decide(Aim::Move, nothing, Haste::None, (&start(), None));
        assert_eq!(name(&step), "stuck");
    }

    #[test]
    fn a_suggestion_is_followed_if_it_is_nearly_as_good_and_tried_once() {
        for (depth, score, expected) in [
            (5, 0, "follow"),
            (0, 0, "ask"), // stopped before it knew anything
            (5, -2000, "ask"),
        ] {
            let (record, rival) = (start(), found("e4", 5, 0).1);
            let suggested = record.read("d4").expect("a legal move");
            let aim = Aim::Trial { suggested, rival };
            let tried = found("d4", depth, score);
            let step = decide(aim, tried, Haste::None, (&record, Some(suggested)));
            assert_eq!(name(&step), expected, "{depth} {score}");
        }
    }

    #[test]
    fn a_wait_that_is_cut_short_keeps_the_deeper_result() {
        let earlier = found("e4", 7, 0).1;
        for (depth, expected) in [(3, "e2e4"), (8, "d2d4")] {
            let (record, aim) = (start(), Aim::Wait(earlier.clone()));
            let step = decide(aim, found("d4", depth, 0), Haste::None, (&record, None));
            let Step::Ask(m, _) = step else { panic!("{step:?}") };
            assert_eq!(record.write(m), expected);
        }
    }
}

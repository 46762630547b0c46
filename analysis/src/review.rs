//! The review of a game: each move compared with the best one, and the forecast before it.

use tandem_engine::{Info, Score};
use tandem_rules::notation::bpgn::{Comment, GameRecord, RecordedPly};
use tandem_rules::{Boards, Color, Seat, Team};

use crate::analyst::Analyst;
use crate::forecast::{Outlook, Scale, decided_for, for_team_one};
use crate::judge::{Judge, Judgement};
use crate::plans::{Clocks, Lead, Question};
use crate::record::outcome::Outcome;
use crate::record::ratings::rating_lead;
use crate::record::timeline::Timeline;
use crate::record::{is_of_book, players};
use crate::scene::Scene;
use crate::text::notation::{move_number, san_line};
use crate::text::plans::{Names, missed, parts, why_not};
use crate::text::scores::{appraisal, in_words};

/// Nodes for each search of a game if no limit is given.
pub const USUAL_NODES: u64 = 30_000;
/// Nodes for each board in which the plans of a mistake are made.
const PLAN_NODES: u64 = 36_000;
/// The most moves shown of a better line.
pub(crate) const SHOWN: usize = 5;

/// A team whose forecast is this or more has won, for most purposes.
const DECIDED: f64 = 0.85;

/// A game that was reviewed.
pub struct Review {
    /// The scale of its forecasts.
    pub scale: Scale,
    /// `None` if the game is not finished as far as its record shows.
    pub outcome: Option<Outcome>,
    /// Mean rating of team one minus that of team two, if the record has all ratings.
    pub rating_lead: Option<f64>,
    /// The judgement of each move.
    pub verdicts: Vec<Verdict>,
}

/// The judgement of a move that was played.
pub struct Verdict {
    /// The mover.
    pub seat: Seat,
    /// The number of the move as in the record, such as `14A.`.
    pub number: String,
    /// The move in SAN.
    pub san: String,
    /// The clock of the mover after it in milliseconds, if the record has it.
    pub clock: Option<i64>,
    /// The best line.
    pub best: Info,
    /// The score of the move that was played.
    pub played: Score,
    /// The better line in SAN; `None` if the move was as good as the best.
    pub better: Option<Vec<String>>,
    /// Both boards and the clocks before the move.
    pub outlook: Outlook,
    /// True if no player chose the move: then it is nobody's mistake.
    pub is_of_book: bool,
    /// The plan of the mover's team before the move, and what the move made of it, if the team was
    /// asked.
    pub team: Option<TeamVerdict>,
    scale: Scale,
}

/// The judgement of a move by what it did to both boards.
pub struct TeamVerdict {
    /// The best plan before the move, in SAN: `A Nxf6, B sit`.
    pub best: String,
    /// The share of such games that the team wins by the best plan, and with the move that was played,
    /// each 0 to 1.
    pub shares: [f64; 2],
    /// The reasons, a sentence each: what the move did, and what was missed.
    pub why: Vec<String>,
    /// True if the mistake counts by these shares, and not by those of the own board.
    pub(crate) counts: bool,
}

impl Review {
    /// The comment on each move.
    pub fn comments(&self) -> Vec<String> {
        self.verdicts.iter().map(Verdict::comment).collect()
    }
}

impl Verdict {
    /// The verdict on a move that was judged on these boards.
    pub(crate) fn of(
        Judgement { best, played, outlook, .. }: Judgement,
        ply: &RecordedPly,
        boards: &Boards,
        scale: Scale,
    ) -> Self {
        let RecordedPly { seat, m, clock, .. } = *ply;
        let position = boards.position(seat.board);
        Self {
            seat,
            number: move_number(position.fullmove_number(), seat, boards),
            san: boards.san(seat.board, m),
            clock,
            is_of_book: is_of_book(ply),
            better: (played < best.score).then(|| san_line(position, &best.pv)),
            best,
            played,
            outlook,
            team: None,
            scale,
        }
    }

    /// The forecast for team one before the move, 0 to 1.
    pub fn team_one_wins(&self) -> f64 {
        self.outlook.wins(Team::One, self.scale)
    }

    /// The forecast for the mover's team before the move and after it, each 0 to 1.
    pub fn shares(&self) -> [f64; 2] {
        if let Some(team) = self.team.as_ref().filter(|team| team.counts) {
            return team.shares;
        }
        let team = self.seat.team();
        let played = for_team_one(self.seat, self.played);
        let after = self.outlook.with_score(self.seat.board, played);
        [self.outlook, after].map(|outlook| outlook.wins(team, self.scale))
    }

    /// The part of the forecast that the move has cost the mover's team, 0 to 1; 0 for a move of the
    /// book.
    pub fn lost(&self) -> f64 {
        let [before, after] = self.shares();
        if self.is_of_book { 0.0 } else { (before - after).max(0.0) }
    }

    /// The mark of a mistake; empty for a sound move or one of the book, and where nothing was left
    /// to decide.
    pub fn mark(&self) -> &'static str {
        match self.is_of_book || stays_decided(self.shares(), [self.best.score, self.played]) {
            true => "",
            false => self.scale.mark(self.lost()),
        }
    }

    /// The score of the other board before the move, for the mover's team.
    pub fn elsewhere(&self) -> Score {
        let score = self.outlook.scores[self.seat.board.other().index()];
        for_team_one(self.seat, score)
    }

    /// The reasons of a mistake, a sentence each.
    pub fn why(&self) -> &[String] {
        self.team.as_ref().map_or(&[], |team| team.why.as_slice())
    }

    /// The comment on the move. Its first word is a score and a depth as engines write them, which
    /// other programs and `tandem match explain` read.
    fn comment(&self) -> String {
        let evaluation = format!("{}/{}", appraisal(self.played), self.best.depth);
        match (&self.better, self.mark()) {
            (None, _) | (_, "") => evaluation,
            (Some(better), mark) => {
                let better = better.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
                let score = in_words(self.best.score);
                let why = self.why().first().map(|why| format!(". {why}")).unwrap_or_default();
                format!("{evaluation} {mark} better {score}: {}{why}", better.join(" "))
            }
        }
    }
}

/// True if a game was decided before a move and was so after it, for the same team: by the forecast
/// for the mover's team, or because the board was won or lost either way, if sooner or later.
fn stays_decided(shares: [f64; 2], scores: [Score; 2]) -> bool {
    let [before, after] = scores.map(decided_for);
    shares.iter().all(|&share| share >= DECIDED)
        || shares.iter().all(|&share| share <= 1.0 - DECIDED)
        || before.is_some() && before == after
}

/// How a game is reviewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// The scale of the forecasts; `None` for the one that the record suggests.
    pub scale: Option<Scale>,
    /// The moves that are judged by the plans of the team.
    pub plans: Planned,
}

/// The moves that are judged by the plans of the team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Planned {
    /// Mistakes get the reasons of the plans; the own board says what a mistake is.
    #[default]
    Mistakes,
    /// All moves: a mistake is what costs the team.
    All,
}

/// Reviews a game; `None` if interrupted. `progress` is called after each move.
pub fn review(
    analyst: &mut Analyst,
    record: &GameRecord,
    Manner { scale, plans }: Manner,
    progress: &dyn Fn(),
) -> Option<Review> {
    let scale = match record.start().in_play().len() {
        1 => Scale::OneBoard,
        _ => scale.unwrap_or_else(|| Scale::of(record)),
    };
    let mut review = Review {
        scale,
        outcome: Outcome::of(record),
        rating_lead: rating_lead(record),
        verdicts: Vec::with_capacity(record.plies().len()),
    };
    let mut walk = Walk::new(analyst, record);
    for (at, ply) in record.plies().iter().enumerate() {
        let verdict = walk.judge(ply, &review)?;
        review.verdicts.push(verdict);
        progress();
        if !walk.play(at, ply) {
            break; // a record has accepted moves only
        }
    }
    ask_teams(analyst, record, &mut review, plans)?;
    Some(review)
}

/// Asks what the team should have done in place of each mistake, or of every move; `None` if
/// interrupted. That comes after the judgements, which so do not depend on it.
fn ask_teams(
    analyst: &mut Analyst,
    record: &GameRecord,
    review: &mut Review,
    plans: Planned,
) -> Option<()> {
    if record.start().in_play().len() < 2 {
        return Some(());
    }
    analyst.forget();
    let names = Names::of_players(players(record));
    let mut walk = Walk::new(analyst, record);
    for (at, (ply, verdict)) in record.plies().iter().zip(&mut review.verdicts).enumerate() {
        let is_mistake = !verdict.mark().is_empty();
        if is_mistake || plans == Planned::All && !verdict.is_of_book {
            verdict.team = walk.ask_team(ply, verdict, (plans, &names));
        }
        if walk.judge.analyst.is_interrupted() {
            return None;
        }
        if !walk.play(at, ply) {
            break;
        }
    }
    Some(())
}

/// The game with a comment on each move.
pub fn annotated(record: &GameRecord, comments: &[String]) -> GameRecord {
    let mut record = record.clone();
    for (at, comment) in comments.iter().enumerate() {
        record.annotate(at, Comment::annotation(comment));
    }
    record
}

/// A walk through a game.
struct Walk<'a> {
    judge: Judge<'a>,
    times: Timeline,
}

impl<'a> Walk<'a> {
    fn new(analyst: &'a mut Analyst, record: &GameRecord) -> Self {
        let times = Timeline::of(record, None);
        let scene = Scene::new(record.start().clone(), [None; 2]);
        let mut walk = Self { judge: Judge::new(analyst, scene), times };
        walk.set_clocks(0);
        walk
    }

    /// Judges a move before it is played; `None` if interrupted.
    fn judge(&mut self, ply: &RecordedPly, review: &Review) -> Option<Verdict> {
        let rating_lead = review.rating_lead.unwrap_or_default();
        let judgement = self.judge.judge(ply.seat, ply.m, rating_lead)?;
        Some(Verdict::of(judgement, ply, &self.judge.scene.boards, review.scale))
    }

    /// Asks what the team should have done, and what the move made of that; `None` on one board.
    fn ask_team(
        &mut self,
        ply: &RecordedPly,
        verdict: &Verdict,
        (plans, names): (Planned, &Names),
    ) -> Option<TeamVerdict> {
        let clocks = self.judge.scene.all_clocks();
        let clocks = clocks.map_or(Clocks::Assumed(Lead::Level), Clocks::Known);
        let question = Question {
            scene: self.judge.scene.clone(),
            rules: self.judge.analyst.rules(),
            team: ply.seat.team(),
            clocks: vec![clocks],
            must_move: None,
            also: Some((ply.seat.board, ply.m)),
            scale: verdict.scale,
        };
        let planner = self.judge.analyst.plan(question, PLAN_NODES);
        let best = planner.rankings().first()?.plans.first()?;
        let played = planner.judged(0)?;
        let at = ply.seat.board.index();
        let best_parts = parts(best, &self.judge.scene.boards);
        let missed = missed(best, names).filter(|_| best.parts[at] != played.parts[at]);
        let missed = missed.map(|reason| format!("Better was {best_parts}. {reason}"));
        Some(TeamVerdict {
            best: best_parts,
            shares: [best.worth.wins.max(played.worth.wins), played.worth.wins],
            why: why_not(&played, names).into_iter().take(1).chain(missed).collect(),
            counts: plans == Planned::All,
        })
    }

    /// Plays a move of the record; false if it cannot be played.
    fn play(&mut self, at: usize, ply: &RecordedPly) -> bool {
        let is_played = self.judge.play(ply.seat, ply.m);
        if is_played {
            self.set_clocks(at + 1);
        }
        is_played
    }

    /// Sets the clocks to those before a move.
    fn set_clocks(&mut self, ply: usize) {
        let Some(clocks) = self.times.clocks_before(ply) else { return };
        for &board in self.judge.scene.shown() {
            let of_board = Color::ALL.map(|color| clocks[board.seat(color).index()]);
            self.judge.scene.clocks[board.index()] = Some(of_board);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_decided_before_a_move_and_after_it_is_not_decided_by_it() {
        let (even, clear) = (Score::DRAW, Score::evaluation(1150));
        let (soon, late) = (Score::mated(2), Score::mated(12));
        for (shares, scores, expected) in [
            ([0.5, 0.3], [clear, even], false),
            ([0.99, 0.86], [clear, even], true),
            ([0.99, 0.8], [clear, even], false),
            ([0.14, 0.01], [even, -clear], true),
            ([0.9, 0.7], [-soon, clear], false),
            ([0.9, 0.7], [-soon, -late], true),
            ([0.3, 0.15], [late, soon], true),
            ([0.9, 0.1], [-soon, late], false),
        ] {
            assert_eq!(stays_decided(shares, scores), expected, "{shares:?} {scores:?}");
        }
    }
}

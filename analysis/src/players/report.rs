//! The report on a player, as JSON and the page have it.

use serde::Serialize;
use tandem_rules::{Color, PieceType, Seat};

use super::accuracy::{Accuracy, MistakeKind};
use super::example::{Example, Examples};
use super::habit::{Habit, Unit};
use super::mean::Mean;
use super::score::Score;
use super::study::{Endings, Study, Table};

/// The most rows of a table of a report.
const MOST_ROWS: usize = 20;

/// A report on a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The name.
    pub player: String,
    /// Number of games that the player has played.
    pub games: u64,
    /// The results; a player in two seats of a game has two.
    pub score: ScoreRow,
    /// Habits in which the player clearly differs from the others, the clearest first.
    pub findings: Vec<Finding>,
    /// All habits beside those of the others.
    pub measures: Vec<Measure>,
    /// The results by color.
    pub colors: Vec<ScoreRow>,
    /// The results by seat.
    pub seats: Vec<ScoreRow>,
    /// The results by time control, the most frequent first.
    pub clocks: Vec<ScoreRow>,
    /// The results with each partner, the most frequent first.
    pub partners: Vec<ScoreRow>,
    /// The results of the most frequent openings of the player's board, those of two games or more.
    pub openings: Vec<OpeningRow>,
    /// The ends of games by mate or flag, with their number.
    pub endings: Vec<EndingRow>,
    /// The times; `None` if no game has clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeReport>,
    /// The drops of each piece type, from pawn to queen.
    pub drops: Vec<DropRow>,
    /// The judgement of the sample; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<AccuracyReport>,
}

/// Results with a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScoreRow {
    /// Name of the group of games.
    pub name: String,
    /// The counts.
    #[serde(flatten)]
    pub score: Score,
    /// The points per game with a result, 0 to 1.
    pub share: Option<f64>,
    /// Half of the interval of 95 % around it.
    pub within: Option<f64>,
}

/// The results of an opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningRow {
    /// The color of the player, `white` or `black`.
    pub color: &'static str,
    /// The first moves in SAN, and the results.
    #[serde(flatten)]
    pub row: ScoreRow,
}

/// A way in which games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingRow {
    /// The way in words.
    pub name: &'static str,
    /// Number of games that the player won so.
    pub won: u64,
    /// Number of games that the player lost so.
    pub lost: u64,
}

/// A habit of the player beside that of the others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The habit.
    pub habit: Habit,
    /// What is measured.
    #[serde(rename = "measure")]
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The mean of the player; `None` without observations.
    pub own: Option<f64>,
    /// The mean of the others.
    pub others: Option<f64>,
    /// Number of observations of the player and of the others.
    pub counts: [u64; 2],
    /// The mean of the player minus that of the others; `None` with too few observations.
    pub difference: Option<f64>,
    /// Half of the interval of 95 % around the difference.
    pub within: Option<f64>,
    /// True if the difference is a finding.
    pub is_clear: bool,
}

/// Something in which a player differs from the others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The habit, or `mistake` for a kind of mistakes.
    pub about: &'static str,
    /// The finding as a sentence.
    pub text: String,
    /// The difference in standard errors; `None` if neither group has any spread.
    pub z: Option<f64>,
    /// True if the positions show the player, false if they show the others, who do it more often.
    pub shows_player: bool,
    /// Positions that show it.
    pub examples: Vec<Example>,
}

/// The times of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeReport {
    /// Number of results with clocks.
    pub games: u64,
    /// Seconds of a move, on average.
    pub move_seconds: Option<f64>,
    /// Number of waits.
    pub sat: u64,
    /// Seconds of all waits.
    pub sat_seconds: f64,
    /// Number of waits that ended with the drop of a piece that had come meanwhile.
    pub sat_for_piece: u64,
    /// Seconds on the clock at the end, on average.
    pub left_seconds: f64,
    /// Games by the lead on the diagonal's clock at half time (ahead, level, behind), and in each of these
    /// by the lead at the end.
    pub leads: [[u64; 3]; 3],
}

/// The drops of a piece type.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DropRow {
    /// The piece type.
    pub piece: &'static str,
    /// Number of drops.
    pub drops: u64,
    /// Number of drops with check.
    pub checks: u64,
    /// The share of the player's moves that are such drops, and of the others' moves.
    pub shares: [f64; 2],
    /// Drops on each square from a1, b1 to h8, seen from the player's side.
    pub squares: Vec<u64>,
}

/// The judgement of a sample of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AccuracyReport {
    /// Number of moves of the player and of the others.
    pub moves: [u64; 2],
    /// The part of a game that a move cost, of the player and of the others.
    pub loss: [Option<f64>; 2],
    /// The mistakes of each kind.
    pub kinds: Vec<MistakeRow>,
}

/// The mistakes of a kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MistakeRow {
    /// The kind.
    pub kind: MistakeKind,
    /// The kind in words.
    pub name: &'static str,
    /// Number in the sample, of the player and of the others.
    pub counts: [u64; 2],
    /// The share of the moves.
    pub shares: [Option<f64>; 2],
    /// The part of a game that each of the player's cost, on average.
    pub cost: Option<f64>,
    /// The most costly ones of the player.
    pub examples: Vec<Example>,
}

impl Study {
    /// The report on the player, with what was found so far.
    pub fn report(&self) -> Report {
        let by_color = |color: Color| {
            let seats = Seat::ALL.into_iter().filter(|seat| seat.color == color);
            let sum = seats.map(|seat| self.seats[seat.index()]).fold(Score::default(), Score::and);
            row(&color.to_string(), sum)
        };
        let by_seat = |seat: Seat| row(&seat.to_string(), self.seats[seat.index()]);
        let endings = Endings::ROWS.into_iter().zip(self.endings.0);
        Report {
            player: self.name.clone(),
            games: self.games,
            score: row("all", self.score),
            findings: self.findings(),
            measures: Habit::ALL.map(|habit| self.measure(habit)).into(),
            colors: Color::ALL.map(by_color).into(),
            seats: Seat::ALL.map(by_seat).into(),
            clocks: rows(&self.clocks),
            partners: rows(&self.partners),
            openings: self.openings(),
            endings: endings.map(|(name, [won, lost])| EndingRow { name, won, lost }).collect(),
            time: self.times(),
            drops: PieceType::DROPPABLE.map(|piece| self.drops(piece)).into(),
            accuracy: self.judged(),
        }
    }

    /// The means of the player and of the others.
    fn means(&self, habit: Habit) -> [&Mean; 2] {
        match habit {
            Habit::Loss => self.accuracy.loss.each_ref(),
            Habit::Mistakes => self.accuracy.mistakes.each_ref(),
            _ => [self.own.mean(habit), self.others.mean(habit)],
        }
    }

    fn measure(&self, habit: Habit) -> Measure {
        let [own, others] = self.means(habit);
        let difference = own.against(others);
        Measure {
            habit,
            name: habit.measure(),
            unit: habit.unit(),
            own: own.value(),
            others: others.value(),
            counts: [own.count(), others.count()],
            difference: difference.map(|difference| difference.value),
            within: difference.map(|difference| difference.within),
            is_clear: own.is_clearly_other_than(others),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let is_clear = |habit| {
            let [own, others] = self.means(habit);
            own.is_clearly_other_than(others)
        };
        // A habit that follows from another one is not worth a word of its own.
        let worth_a_word = |habit: &Habit| !habit.follows_from().is_some_and(is_clear);
        let habits = Habit::ALL.into_iter().filter(worth_a_word).map(|habit| {
            let means = self.means(habit);
            let of = |counts: &'_ super::counts::Counts| counts.examples[habit.index()].clone();
            let text = habit.sentence(means[0], means[1]);
            (habit.name(), means, text, [of(&self.own), of(&self.others)])
        });
        let kinds =
            MistakeKind::ALL.into_iter().zip(&self.accuracy.kinds).map(|(kind, mistakes)| {
                let means = mistakes.shares.each_ref();
                ("mistake", means, kind.sentence(means[0], means[1]), mistakes.examples.clone())
            });
        let all = habits.chain(kinds);
        let clear = all.filter(|(_, [own, others], ..)| own.is_clearly_other_than(others));
        let mut found: Vec<(f64, Finding)> = clear
            .map(|(about, means, text, examples)| finding(about, means, text, &examples))
            .collect();
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        found.into_iter().map(|(_, finding)| finding).collect()
    }

    fn openings(&self) -> Vec<OpeningRow> {
        let of_color = |(table, color): (&Table, &'static str)| {
            let rows = table.0.iter().map(|(name, score)| row(name, *score));
            rows.map(|row| OpeningRow { color, row }).collect::<Vec<_>>()
        };
        let colors = self.openings.iter().zip(["white", "black"]);
        let mut openings: Vec<OpeningRow> = colors.flat_map(of_color).collect();
        openings.retain(|opening| opening.row.score.games > 1);
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.row.score.games));
        openings.truncate(MOST_ROWS);
        openings
    }

    fn times(&self) -> Option<TimeReport> {
        let time = &self.time;
        let games = time.games as f64;
        (time.games > 0).then(|| TimeReport {
            games: time.games,
            move_seconds: (time.turns > 0).then(|| time.spent.seconds() / time.turns as f64),
            sat: time.sat,
            sat_seconds: time.sat_for.seconds(),
            sat_for_piece: time.sat_for_piece,
            left_seconds: time.left.seconds() / games,
            leads: time.leads,
        })
    }

    fn drops(&self, piece: PieceType) -> DropRow {
        let of = |counts: &super::counts::Counts| {
            let drops: u64 = counts.drops[piece.index()].iter().sum();
            (drops, drops as f64 / counts.moves.max(1) as f64)
        };
        let ((drops, share), (_, others)) = (of(&self.own), of(&self.others));
        DropRow {
            piece: piece.name(),
            drops,
            checks: self.own.checks[piece.index()],
            shares: [share, others],
            squares: self.own.drops[piece.index()].to_vec(),
        }
    }

    fn judged(&self) -> Option<AccuracyReport> {
        let Accuracy { loss, kinds, .. } = &self.accuracy;
        let moves = loss.each_ref().map(Mean::count);
        let rows = MistakeKind::ALL.into_iter().zip(kinds).map(|(kind, mistakes)| {
            let own = mistakes.counts[0];
            MistakeRow {
                kind,
                name: kind.name(),
                counts: mistakes.counts,
                shares: mistakes.shares.each_ref().map(Mean::value),
                cost: (own > 0).then(|| mistakes.cost / own as f64),
                examples: mistakes.examples[0].all(),
            }
        });
        (moves != [0; 2]).then(|| AccuracyReport {
            moves,
            loss: loss.each_ref().map(Mean::value),
            kinds: rows.collect(),
        })
    }
}

/// A finding with its clarity. Its positions show who does it more often.
fn finding(
    about: &'static str,
    [own, others]: [&Mean; 2],
    text: String,
    [of_player, of_others]: &[Examples; 2],
) -> (f64, Finding) {
    let z = own.against(others).map_or(0.0, |difference| difference.z);
    let is_more = own.value() > others.value();
    let (shows_player, examples) = match (is_more, of_others.all()) {
        (false, examples) if !examples.is_empty() => (false, examples),
        _ => (true, of_player.all()),
    };
    let shown = z.is_finite().then_some(z);
    (z.abs(), Finding { about, text, z: shown, shows_player, examples })
}

fn row(name: &str, score: Score) -> ScoreRow {
    ScoreRow { name: name.to_owned(), score, share: score.share(), within: score.within() }
}

/// The rows of a table, the most frequent first.
fn rows(table: &Table) -> Vec<ScoreRow> {
    let mut rows: Vec<ScoreRow> = table.0.iter().map(|(name, score)| row(name, *score)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.score.games));
    rows.truncate(MOST_ROWS);
    rows
}

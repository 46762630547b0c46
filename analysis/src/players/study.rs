//! The study of one player: games in, counts out.

use std::collections::BTreeMap;

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Boards, Millis, Seat, TimeControl};

use super::accuracy::{Accuracy, JudgedMove};
use super::counts::Counts;
use super::example::Origin;
use super::facts::{Facts, SeatFacts};
use super::folded;
use super::rank::{rank, seed};
use super::sample::{Sample, SampledMove};
use super::score::{Points, Score};
use crate::forecast::Scale;
use crate::record::ending::EndingKind;
use crate::record::ratings::rating_lead;
use crate::record::{is_of_book, outcome_rules, players};
use crate::scene::Scene;

/// The most moves of each board that make an opening.
const OPENING_PLIES: usize = 4;
/// The most entries of a table; what comes later is counted as [`OTHERS`].
const MOST_ENTRIES: usize = 10_000;
/// The entry for what has no room in a table.
const OTHERS: &str = "others";

/// A study of one player. Its size depends on the partners and openings of the player, not on the games.
pub struct Study {
    /// The name as it was given, or as the first record writes it.
    pub(super) name: String,
    folded: String,
    /// Number of games that the player has played.
    pub(super) games: u64,
    pub(super) score: Score,
    pub(super) seats: [Score; 4],
    pub(super) clocks: Table,
    pub(super) partners: Table,
    /// The openings of the player's board as White and as Black.
    pub(super) openings: [Table; 2],
    pub(super) endings: Endings,
    pub(super) time: TimeSums,
    pub(super) own: Counts,
    pub(super) others: Counts,
    /// Moves of the player and of the others.
    sample: [Sample; 2],
    pub(super) accuracy: Accuracy,
}

/// Results by a text.
#[derive(Clone, Default)]
pub(super) struct Table(pub(super) BTreeMap<String, Score>);

/// How the games ended, in the order of [`Endings::ROWS`]: those that were won, and those that were lost.
#[derive(Clone, Copy, Default)]
pub(super) struct Endings(pub(super) [[u64; 2]; Endings::ROWS.len()]);

/// Sums of the times of the player.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeSums {
    /// Number of seats of games with clocks.
    pub(super) games: u64,
    pub(super) turns: u64,
    pub(super) spent: Millis,
    pub(super) sat: u64,
    pub(super) sat_for: Millis,
    /// Waits that ended with the drop of a piece that had come meanwhile.
    pub(super) sat_for_piece: u64,
    pub(super) left: Millis,
    /// Leads on the clock at half time and at the end: ahead, level, behind.
    pub(super) leads: [[u64; 3]; 3],
}

impl Study {
    /// A study of the player with this name, in any case, with a sample of at most so many moves.
    pub fn new(name: &str, sampled: usize) -> Self {
        let of_others = sampled / 2;
        Self {
            name: name.to_owned(),
            folded: folded(name),
            games: 0,
            score: Score::default(),
            seats: [Score::default(); 4],
            clocks: Table::default(),
            partners: Table::default(),
            openings: Default::default(),
            endings: Endings::default(),
            time: TimeSums::default(),
            own: Counts::default(),
            others: Counts::default(),
            sample: [sampled - of_others, of_others].map(Sample::of_at_most),
            accuracy: Accuracy::default(),
        }
    }

    /// Adds a game if the player has played it, on two boards; false otherwise. `place` is the file and the
    /// line of the game.
    pub fn add(&mut self, record: &GameRecord, place: &str) -> bool {
        let names = players(record);
        let is_own = names.each_ref().map(|name| folded(name) == self.folded);
        if !is_own.contains(&true) || record.start().in_play().len() < 2 {
            return false;
        }
        if self.games == 0
            && let Some(at) = is_own.iter().position(|is_own| *is_own)
        {
            self.name.clone_from(&names[at]);
        }
        self.games += 1;
        let (origin, seed) = (Origin { record, place }, seed(record));
        let facts = Facts::of(record);
        let clocks = |ply| facts.times.as_ref().and_then(|times| times.clocks_before(ply));
        for seat in Seat::ALL {
            let of_seat = facts.of_seat(seat);
            let example = |ply| origin.example(seat, ply, &origin.boards_before(ply), clocks(ply));
            if is_own[seat.index()] {
                self.own.add(&of_seat, seed, example);
                self.add_results(record, &names, &of_seat);
                self.endings.add(&facts, seat, of_seat.points);
                self.time.add(&of_seat);
            } else {
                self.others.add(&of_seat, seed, example);
            }
        }
        self.offer(&origin, seed, is_own, &facts);
        true
    }

    fn add_results(&mut self, record: &GameRecord, names: &[String; 4], seat: &SeatFacts<'_>) {
        let (at, points) = (seat.seat, seat.points);
        self.score.add(points);
        self.seats[at.index()].add(points);
        self.clocks.add(&clock(record, at), points);
        self.partners.add(&names[at.partner().index()], points);
        if let Some(opening) = opening(record, at.board) {
            self.openings[at.color.index()].add(&opening, points);
        }
    }

    /// Offers the moves of a game to the samples.
    fn offer(&mut self, origin: &Origin<'_>, seed: u64, is_own: [bool; 4], facts: &Facts) {
        let record = origin.record;
        for (at, ply) in record.plies().iter().enumerate() {
            if is_of_book(ply) {
                continue;
            }
            let is_own = is_own[ply.seat.index()];
            let rank = rank(seed, at);
            self.sample[usize::from(!is_own)].offer(rank, || {
                let boards = origin.boards_before(at);
                let clocks = facts.times.as_ref().and_then(|times| times.clocks_before(at));
                let example = origin.example(ply.seat, at, &boards, clocks);
                let scene = Scene::new(boards, by_board(clocks));
                let mut ply = ply.clone();
                ply.comments.clear();
                ply.variations.clear();
                SampledMove {
                    rank,
                    is_own,
                    scene,
                    ply,
                    scale: Scale::of(record),
                    rating_lead: rating_lead(record).unwrap_or_default(),
                    rules: outcome_rules(record),
                    example,
                }
            });
        }
    }

    /// The name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of games that the player has played.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The moves to judge, the same for the same games in any order.
    pub fn sample(&self) -> Vec<SampledMove> {
        self.sample.iter().flat_map(Sample::moves).collect()
    }

    /// Adds a move of the sample that was judged.
    pub fn add_judged(&mut self, judged: &JudgedMove) {
        self.accuracy.add(judged);
    }
}

/// The clocks of White and Black on each board.
fn by_board(clocks: Option<[Millis; 4]>) -> [Option<[Millis; 2]>; 2] {
    clocks.map_or([None; 2], |[a, b, c, d]| [Some([a, b]), Some([c, d])])
}

/// The time control of a seat in minutes and seconds, as in `3+0`; that of the record as it stands if it
/// cannot be read.
fn clock(record: &GameRecord, seat: Seat) -> String {
    let own = format!("{}{}TimeControl", seat.color, seat.board);
    let Some(tag) = record.tag(&own).or_else(|| record.tag("TimeControl")) else {
        return "unknown".to_owned();
    };
    match tag.parse::<TimeControl>() {
        Ok(control) => control.to_tag(),
        Err(_) => tag.chars().take(20).collect(),
    }
}

/// The first moves on a board in SAN; `None` if it does not begin as usual, or has no such moves.
fn opening(record: &GameRecord, board: BoardId) -> Option<String> {
    let start = Boards::start(record.start().position(board).rules());
    if start.position(board).placement_key() != record.start().position(board).placement_key() {
        return None;
    }
    let mut boards = record.start().clone();
    let mut moves = Vec::with_capacity(OPENING_PLIES);
    for ply in record.plies() {
        if ply.seat.board == board {
            moves.push(boards.san(board, ply.m));
            if moves.len() == OPENING_PLIES {
                return Some(moves.join(" "));
            }
        }
        boards.play(ply.seat, ply.m).ok()?;
    }
    None
}

impl Table {
    fn add(&mut self, entry: &str, points: Option<Points>) {
        let has_room = self.0.len() < MOST_ENTRIES || self.0.contains_key(entry);
        let entry = if has_room { entry } else { OTHERS };
        self.0.entry(entry.to_owned()).or_default().add(points);
    }
}

impl Endings {
    /// The ways in which a game ends, by the board of the seat that lost by it.
    pub(super) const ROWS: [&str; 4] = [
        "mate on the own board",
        "mate on the partner's board",
        "flag on the own board",
        "flag on the partner's board",
    ];

    /// Counts the end of a game for a seat; other ends than mates and flags are in no row.
    fn add(&mut self, facts: &Facts, seat: Seat, points: Option<Points>) {
        let (Some((kind, loser)), Some(points)) = (facts.ending, points) else { return };
        let kind = match kind {
            EndingKind::Mate => 0,
            EndingKind::Flag => 2,
            EndingKind::Fault | EndingKind::Other => return,
        };
        let is_beside = usize::from(loser.board != seat.board);
        self.0[kind + is_beside][usize::from(points == Points::Lost)] += 1;
    }
}

impl TimeSums {
    fn add(&mut self, seat: &SeatFacts<'_>) {
        let Some(times) = &seat.times else { return };
        self.games += 1;
        self.turns += u64::from(times.turns);
        self.spent = self.spent + times.spent;
        self.left = self.left + times.left;
        for wait in &times.waits {
            self.sat += 1;
            self.sat_for = self.sat_for + wait.length;
            self.sat_for_piece += u64::from(wait.was_for_piece);
        }
        let [half, end] = times.leads.map(|lead| lead as usize);
        self.leads[half][end] += 1;
    }
}

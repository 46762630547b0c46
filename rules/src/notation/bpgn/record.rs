//! A game as it was played.

use std::fmt;

use crate::{BoardId, Boards, IllegalMove, Move, Seat, Team};

use super::comment::{Comment, CommentKind};
use super::format::Format;

/// How a game ended. White on A and Black on B are team one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BpgnResult {
    /// `1-0`: White on A and Black on B.
    TeamOne,
    /// `0-1`: Black on A and White on B.
    TeamTwo,
    /// `1/2-1/2`
    Draw,
    /// `*`, or nothing said.
    #[default]
    Unfinished,
}

/// One move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// Who played it.
    pub seat: Seat,
    /// What was played.
    pub m: Move,
    /// Milliseconds left to the mover after the move; below zero where nobody called the flag.
    pub clock: Option<i64>,
    /// Milliseconds since the start of the game, where a record has these.
    pub elapsed: Option<i64>,
    /// The mover offered a draw with it.
    pub draw_offer: bool,
    /// What was said after it, up to the next move on either board.
    pub comments: Vec<Comment>,
}

/// A game from its start: tags, moves of both boards in the order played, end.
///
/// The boards decide what kind of record it is. One of bughouse is BPGN. One of crazyhouse or
/// chess is PGN: it has board A alone, its players are `White` and `Black`, and the tags that
/// every PGN has come first.
///
/// Invariant: the moves are accepted ones, one after the other. What the record says itself is
/// no tag: `Result`, `FEN` and `SetUp`, in PGN also `Variant`, are written from it, and taken
/// into it; so are tags of PGN that say only that nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    tags: Vec<(String, String)>,
    start: Boards,
    boards: Boards,
    preamble: Vec<Comment>,
    plies: Vec<RecordedPly>,
    result: BpgnResult,
    reason: Option<String>,
}

impl RecordedPly {
    /// A move and nothing else.
    pub const fn new(seat: Seat, m: Move) -> Self {
        let comments = Vec::new();
        Self { seat, m, clock: None, elapsed: None, draw_offer: false, comments }
    }

    /// The same with a clock.
    #[must_use]
    pub fn with_clock(self, milliseconds: i64) -> Self {
        Self { clock: Some(milliseconds), ..self }
    }
}

impl GameRecord {
    /// A game of no moves yet.
    pub fn new(start: Boards) -> Self {
        let start = match Format::of(&start) {
            Format::Bpgn => start,
            Format::Pgn => Boards::beside_start(start.position(BoardId::A).clone()),
        };
        Self {
            tags: Vec::new(),
            boards: start.clone(),
            start,
            preamble: Vec::new(),
            plies: Vec::new(),
            result: BpgnResult::Unfinished,
            reason: None,
        }
    }

    /// The tags in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets a tag, in its old place if there is one.
    ///
    /// What a name cannot have (all but ASCII letters, digits and `_`) is left out, and a line
    /// break in a value is a blank. Tags that the record writes itself are passed over. Where
    /// there is one board, the players of board A are `White` and `Black`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let format = self.format();
        let is_fit = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let name: String = name.chars().filter(is_fit).take(64).collect();
        let name = format.tag_name(&name);
        let value = value.replace(['\r', '\n'], " ");
        if name.is_empty() || format.is_said_by_record(&name) {
            return;
        }
        let known = self.tags.iter().position(|(known, _)| *known == name);
        match known {
            Some(at) if format.says_nothing(&name, &value) => drop(self.tags.remove(at)),
            Some(at) => self.tags[at].1 = value,
            None if format.says_nothing(&name, &value) => {}
            None => {
                let place = format.place(&name);
                let later = |(known, _): &(String, String)| format.place(known) > place;
                let at = self.tags.iter().position(later).unwrap_or(self.tags.len());
                self.tags.insert(at, (name, value));
            }
        }
    }

    /// The boards before the first move.
    pub const fn start(&self) -> &Boards {
        &self.start
    }

    /// The boards after the last move.
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The moves in the order played.
    pub fn plies(&self) -> &[RecordedPly] {
        &self.plies
    }

    /// What was said before the first move.
    pub fn preamble(&self) -> &[Comment] {
        &self.preamble
    }

    /// Plays a move and adds it.
    ///
    /// # Errors
    /// A move that is not accepted; then nothing has changed.
    pub fn push(&mut self, ply: RecordedPly) -> Result<(), IllegalMove> {
        let _ = self.boards.play(ply.seat, ply.m)?;
        self.plies.push(ply);
        Ok(())
    }

    /// Adds a comment after the last move, or before the first if there is none.
    pub fn comment(&mut self, comment: Comment) {
        self.last_comments().push(comment);
    }

    /// Adds a comment after the move with this index; false if there is no such move.
    pub fn annotate(&mut self, ply: usize, comment: Comment) -> bool {
        let ply = self.plies.get_mut(ply);
        ply.map(|ply| ply.comments.push(comment)).is_some()
    }

    /// Who won.
    pub const fn result(&self) -> BpgnResult {
        self.result
    }

    /// Why the game ended, as in `Bob checkmated`.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Ends the game. A reason that could not be told from a clock becomes a remark.
    pub fn end(&mut self, result: BpgnResult, reason: &str) {
        self.result = result;
        self.reason = None;
        let reason = Comment::text_or_remark(reason);
        match reason.kind() {
            CommentKind::Text => self.reason = Some(reason.text().to_owned()),
            _ if reason.text().is_empty() => {}
            _ => self.comment(reason),
        }
    }

    pub(super) const fn format(&self) -> Format {
        Format::of(&self.start)
    }

    pub(super) fn last_ply(&mut self) -> Option<&mut RecordedPly> {
        self.plies.last_mut()
    }

    pub(super) const fn set_result(&mut self, result: BpgnResult) {
        self.result = result;
    }

    /// Takes free text at the end for the reason of it, if none is known.
    pub(super) fn settle_reason(&mut self) {
        let comments = self.last_comments();
        let is_text = comments.last().is_some_and(|last| last.kind() == CommentKind::Text);
        if is_text && self.reason.is_none() {
            self.reason = self.last_comments().pop().map(|last| last.text().to_owned());
        }
    }

    fn last_comments(&mut self) -> &mut Vec<Comment> {
        match self.plies.last_mut() {
            Some(ply) => &mut ply.comments,
            None => &mut self.preamble,
        }
    }
}

impl BpgnResult {
    /// The team that won.
    pub const fn winner(self) -> Option<Team> {
        match self {
            Self::TeamOne => Some(Team::One),
            Self::TeamTwo => Some(Team::Two),
            Self::Draw | Self::Unfinished => None,
        }
    }

    /// The result of a game that `winner` won, or nobody.
    pub const fn of(winner: Option<Team>) -> Self {
        match winner {
            Some(Team::One) => Self::TeamOne,
            Some(Team::Two) => Self::TeamTwo,
            None => Self::Draw,
        }
    }

    /// Reads `1-0`, `0-1`, `1/2-1/2`, `1/2` or `*`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::TeamOne,
            "0-1" => Self::TeamTwo,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unfinished,
            _ => return None,
        })
    }
}

impl fmt::Display for BpgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TeamOne => "1-0",
            Self::TeamTwo => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        })
    }
}

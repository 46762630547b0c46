//! Game records.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use crate::name::NameError;
use crate::{BoardId, Boards, IllegalMove, Move, Position, Seat, Team};

use super::comment::{Comment, CommentKind};
use super::format::Format;

/// The result of a recorded game. White on A and Black on B are team one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BpgnResult {
    /// `1-0`: White on A and Black on B won.
    TeamOne,
    /// `0-1`: Black on A and White on B won.
    TeamTwo,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`, or no result: the game is unfinished.
    #[default]
    Unfinished,
}

/// One move of a [`GameRecord`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub m: Move,
    /// Milliseconds left to the mover after the move; negative if its flag fell and was not called.
    pub clock: Option<i64>,
    /// Milliseconds since the start of the game, if the record has them.
    pub elapsed: Option<i64>,
    /// True if the mover offered a draw with the move.
    pub draw_offer: bool,
    /// Numeric annotation glyphs (NAG), as in `$1` or `!`, in their order.
    pub glyphs: Vec<u8>,
    /// Comments after the move, up to the next move on either board.
    pub comments: Vec<Comment>,
    /// Other lines in place of the move.
    pub variations: Vec<Variation>,
}

/// A line that was not played: its moves begin with the boards before the move that it stands beside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Comments before the first move.
    pub preamble: Vec<Comment>,
    /// The moves of both boards in their order.
    pub plies: Vec<RecordedPly>,
}

/// The record of a game: tags, start position, moves of both boards in the order played, result.
///
/// The boards decide the format. A record of bughouse is written as BPGN. A record of crazyhouse
/// or chess is written as PGN: it has board A alone, its players are `White` and `Black`, and
/// the Seven Tag Roster of PGN comes first.
///
/// ```
/// use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, Reader, RecordedPly};
/// use tandem_rules::{BoardId, Boards, Color, MoveRules};
///
/// let mut record = GameRecord::new(Boards::start(MoveRules::default()));
/// record.set_tag("WhiteA", "Ann");
/// let white = BoardId::A.seat(Color::White);
/// record.push(RecordedPly::new(white, "e2e4".parse()?).with_clock(179_500))?;
/// record.end(BpgnResult::TeamTwo, "Ann resigns");
/// let text = record.to_string();
/// assert_eq!(text, "[WhiteA \"Ann\"]\n[Result \"0-1\"]\n\n1A. e4 {179.500}\n{Ann resigns} 0-1\n");
///
/// let read = Reader::new(text.as_bytes()).next().expect("one game")?;
/// assert_eq!(read.record, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Invariant: each move is accepted in its position. The tags `Result`, `FEN` and `SetUp`, in
/// PGN also `Variant`, are not kept as tags: they are written from the content of the record and
/// read into it. The same holds for roster tags of PGN with the value for "unknown".
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
    /// A move without clock, draw offer, comments and variations.
    pub const fn new(seat: Seat, m: Move) -> Self {
        Self {
            seat,
            m,
            clock: None,
            elapsed: None,
            draw_offer: false,
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// The same move with a clock, in milliseconds.
    #[must_use]
    pub fn with_clock(self, milliseconds: i64) -> Self {
        Self { clock: Some(milliseconds), ..self }
    }

    /// A null move, which gives the turn to the opponent. Only variations have them.
    pub(super) fn null(seat: Seat, position: &Position) -> Self {
        let king = position.king(seat.color);
        Self::new(seat, Move::normal(king, king))
    }

    /// True for a null move, `--`, of a variation: it gives the turn to the opponent. Its move goes
    /// from the square of the king to the same square.
    pub fn is_null(&self) -> bool {
        self.m.from() == Some(self.m.to())
    }

    /// Writes the move in SAN, as it is made on these boards.
    pub fn san(&self, boards: &Boards) -> String {
        match self.is_null() {
            true => "--".to_owned(),
            false => boards.san(self.seat.board, self.m),
        }
    }

    /// Makes the move, or the null move of a variation, on these boards.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not accepted, or a null move would leave a check; then nothing
    /// has changed.
    pub fn make(&self, boards: &mut Boards) -> Result<(), IllegalMove> {
        let Self { seat, m, .. } = *self;
        if !self.is_null() {
            return boards.play(seat, m).map(drop);
        }
        let mut position = boards.position(seat.board).clone();
        if !boards.is_on_turn(seat) || position.in_check() {
            return Err(IllegalMove::Refused(seat, m));
        }
        position.make_null();
        boards.set_position(seat.board, position);
        Ok(())
    }

    /// Makes the move, after its variations on boards of their own.
    fn make_all(&self, boards: &mut Boards) -> Result<(), IllegalMove> {
        for variation in &self.variations {
            let mut boards = boards.clone();
            variation.plies.iter().try_for_each(|ply| ply.make_all(&mut boards))?;
        }
        self.make(boards)
    }
}

impl GameRecord {
    /// A record without moves, from this start position. If only board A is in play, board B is
    /// replaced by the standard start position.
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

    /// Iterates over the tags in order, as pairs of name and value.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of the tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets a tag, in its old place if it exists already.
    ///
    /// Characters of the name other than ASCII letters, digits and `_+#=:-` are left out, and line
    /// breaks in the value become blanks. Tags that are written from the content of the record are
    /// ignored. In a PGN, `WhiteA` and `BlackA` become `White` and `Black`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let format = self.format();
        let Some((name, value)) = format.tag(name, value) else { return };
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

    /// Sets the tags of a record that has none, each as [`Self::set_tag`] does, in time that grows
    /// with their number and no faster.
    pub(super) fn set_tags<'a>(&mut self, tags: impl Iterator<Item = (&'a str, &'a str)>) {
        let format = self.format();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut set: Vec<Option<(String, String)>> = Vec::new();
        for (name, value) in tags.filter_map(|(name, value)| format.tag(name, value)) {
            let says_nothing = format.says_nothing(&name, &value);
            match places.get(&name) {
                Some(&at) if says_nothing => {
                    set[at] = None;
                    places.remove(&name);
                }
                Some(&at) => set[at] = Some((name, value)),
                None if says_nothing => {}
                None => {
                    places.insert(name.clone(), set.len());
                    set.push(Some((name, value)));
                }
            }
        }
        self.tags = set.into_iter().flatten().collect();
        self.tags.sort_by_key(|(name, _)| format.place(name));
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

    /// Comments before the first move.
    pub fn preamble(&self) -> &[Comment] {
        &self.preamble
    }

    /// Plays a move on the boards and adds it to the record.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move or one of its variations is not accepted; then nothing has changed.
    pub fn push(&mut self, ply: RecordedPly) -> Result<(), IllegalMove> {
        match ply.is_null() {
            true => Err(IllegalMove::Refused(ply.seat, ply.m)),
            false => self.push_in_line(ply),
        }
    }

    /// As [`Self::push`], for a record that becomes a variation, which may have null moves.
    pub(super) fn push_in_line(&mut self, ply: RecordedPly) -> Result<(), IllegalMove> {
        ply.make_all(&mut self.boards)?;
        self.plies.push(ply);
        Ok(())
    }

    /// Adds a comment after the last move, or before the first if there is none.
    pub fn comment(&mut self, comment: Comment) {
        self.last_comments().push(comment);
    }

    /// Adds a comment after the move with this index in [`Self::plies`]; returns false if there is
    /// no such move.
    pub fn annotate(&mut self, ply: usize, comment: Comment) -> bool {
        let ply = self.plies.get_mut(ply);
        ply.map(|ply| ply.comments.push(comment)).is_some()
    }

    /// The result of the game.
    pub const fn result(&self) -> BpgnResult {
        self.result
    }

    /// The reason why the game ended, as in `Bob checkmated`.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Sets the result and the reason of the end. A reason that would be read as a clock, a draw
    /// offer or another kind of comment becomes a remark.
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

    /// The record as a variation of another one.
    pub(super) fn into_variation(self) -> Variation {
        Variation { preamble: self.preamble, plies: self.plies }
    }

    pub(super) fn last_ply(&mut self) -> Option<&mut RecordedPly> {
        self.plies.last_mut()
    }

    pub(super) const fn set_result(&mut self, result: BpgnResult) {
        self.result = result;
    }

    /// Takes free text at the end as the reason of the end, if there is none yet.
    pub(super) fn settle_reason(&mut self) {
        let comments = self.last_comments();
        let is_text = comments.last().is_some_and(|last| last.kind() == CommentKind::Text);
        if is_text && self.reason.is_none() {
            self.reason = self.last_comments().pop().map(|last| last.text().to_owned());
        }
    }

    /// Makes a remark of free text at the end that is no reason: where it is written, it would be read
    /// as one.
    pub(super) fn settle_remark(&mut self) {
        if self.reason.is_none()
            && let Some(last) = self.last_comments().last_mut()
            && last.kind() == CommentKind::Text
        {
            *last = Comment::remark(last.text());
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
    /// The team that won; `None` if the game is drawn or unfinished.
    pub const fn winner(self) -> Option<Team> {
        match self {
            Self::TeamOne => Some(Team::One),
            Self::TeamTwo => Some(Team::Two),
            Self::Draw | Self::Unfinished => None,
        }
    }

    /// The result of a finished game: a win of `winner`, or a draw if it is `None`.
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

/// Parses `1-0`, `0-1`, `1/2-1/2` (or `1/2`), and `*`.
impl FromStr for BpgnResult {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::parse(text).ok_or_else(|| NameError::new("result", text, "1-0, 0-1, 1/2-1/2 or *"))
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

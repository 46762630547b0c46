//! The parser of partner messages.

use tandem_rules::talk::{PartnerMessage, Reason, Urgency};
use tandem_rules::{Millis, PieceType, PieceTypes};

use super::grammar::{Slots, list, sequence, whole};
use super::heard::Heard;
use super::lex::{Clause, Joint, Sign, Token, clauses};
use super::move_text::move_text;
use super::phrases::{CLAUSES, LINES, Meaning, REASONS};
use super::{board, buttons, recited};
use crate::text::Word;

/// Limit of items in a line, the rest of which is dropped: with more, it is not about a game.
const MOST: usize = 32;

/// Parses a line from the partner into its items, in order; empty if it is not understood.
///
/// ```
/// use tandem_protocol::ptell::{Heard, hear};
/// use tandem_rules::talk::PartnerMessage;
///
/// assert_eq!(hear("sit"), [Heard::Message(PartnerMessage::Sit(None))]);
/// assert!(hear("should I sit?").is_empty());
/// ```
pub fn hear(text: &str) -> Vec<Heard> {
    let text = text.trim();
    if let Some(heard) = recited::known(text).or_else(|| board::hear(text).map(Heard::Board)) {
        return vec![heard];
    }
    let clauses = clauses(buttons::without_prefix(text));
    let mut hearing = Hearing {
        heard: Vec::new(),
        relation: None,
        is_lone: clauses.len() == 1,
        only_lists: clauses.iter().all(|clause| list(&clause.tokens).is_some()),
    };
    for clause in &clauses {
        hearing.clause(clause);
    }
    hearing.heard()
}

/// The state of parsing a line.
struct Hearing<'a> {
    heard: Vec<Heard>,
    /// Meaning of the list of pieces at the end of the previous clause, if it ended with one.
    relation: Option<(Meaning, Slots<'a>)>,
    is_lone: bool,
    only_lists: bool,
}

impl<'a> Hearing<'a> {
    fn clause(&mut self, clause: &Clause<'a>) {
        let relation = self.relation.take();
        if let Some(help) = request_for_help(clause) {
            self.heard.push(help);
        } else if clause.asks || clause.tokens.contains(&Token::Strange) {
            // Questions are not answered, and clauses with unknown words are chatter.
        } else if self.explains(clause) {
            // The reason has been attached to its message.
        } else if let Some(pieces) = list(&clause.tokens) {
            self.list(pieces, relation.filter(|_| clause.joint == Joint::Comma));
        } else {
            self.phrases(clause);
        }
    }

    /// Handles a list of pieces: a continuation of the previous clause's list, or the whole line.
    fn list(&mut self, pieces: PieceTypes, relation: Option<(Meaning, Slots<'a>)>) {
        let alone = self.only_lists.then_some((Meaning::Need(Urgency::Much), Slots::default()));
        let Some((meaning, slots)) = relation.or(alone) else { return };
        self.heard.extend(meant(meaning, Slots { pieces, ..slots }).into_iter().flatten());
        self.relation = Some((meaning, slots));
    }

    fn phrases(&mut self, clause: &Clause<'a>) {
        let line = || whole(LINES, &clause.tokens).filter(|_| self.is_lone);
        let one = whole(CLAUSES, &clause.tokens).or_else(line).map(|phrase| vec![phrase]);
        let Some(phrases) = one.or_else(|| sequence(&clause.tokens)) else { return };
        let meanings = phrases.iter().map(|&(meaning, slots)| meant(meaning, slots));
        let Some(heard) = meanings.collect::<Option<Vec<_>>>() else { return };
        self.heard.extend(heard.into_iter().flatten());
        let ends_with_list = matches!(clause.tokens.last(), Some(Token::Pieces(_)));
        self.relation = phrases.last().copied().filter(|_| ends_with_list);
    }

    /// Attaches a reason in parentheses to the message before it. False if the clause is neither a
    /// reason nor a drop that is waited for.
    fn explains(&mut self, clause: &Clause<'_>) -> bool {
        use PartnerMessage::{Go, Sit, Sitting};
        if clause.joint != Joint::Parenthesis {
            return false;
        }
        let Some(Heard::Message(Sit(slot) | Go(slot) | Sitting(slot))) = self.heard.last_mut()
        else {
            return false;
        };
        if let Some((reason, _)) = whole(REASONS, &clause.tokens) {
            *slot = Some(reason);
            return true;
        }
        let Some((piece, urgency)) = awaited(&clause.tokens) else { return false };
        *slot = Some(Reason::AwaitsPiece);
        self.heard.push(Heard::Message(PartnerMessage::Need(piece, urgency)));
        true
    }

    fn heard(mut self) -> Vec<Heard> {
        if self.heard.iter().any(|heard| *heard != Heard::Courtesy) {
            self.heard.retain(|heard| *heard != Heard::Courtesy);
        }
        self.heard.dedup();
        self.heard.truncate(MOST);
        self.heard
    }
}

/// Parses `help` and an optional word after it, which may be quoted.
fn request_for_help(clause: &Clause<'_>) -> Option<Heard> {
    if clause.tokens.first() != Some(&Token::Word("help")) {
        return None;
    }
    match clause.words.as_slice() {
        [_] => Some(Heard::Help(None)),
        [_, word] => Some(Heard::Help(Word::new(word.trim_matches(['\'', '’', '‘', '`'])))),
        _ => None,
    }
}

/// Parses `(N@f7)` or `(N@f7 with mate)`, the drop for which Sunsetter waits.
fn awaited(tokens: &[Token<'_>]) -> Option<(PieceType, Urgency)> {
    let (drop, urgency) = match tokens {
        [Token::Move(drop)] => (drop, Urgency::Much),
        [Token::Move(drop), Token::Word("with"), Token::Word("mate")] => (drop, Urgency::Mates),
        _ => return None,
    };
    let (piece, _) = drop.split_once('@')?;
    Some((PieceType::from_char(piece.chars().next()?)?, urgency))
}

/// Converts a phrase to its items. `None` if its number is out of range.
fn meant(meaning: Meaning, slots: Slots<'_>) -> Option<Vec<Heard>> {
    let message = match meaning {
        Meaning::Nothing => return Some(Vec::new()),
        Meaning::Courtesy => return Some(vec![Heard::Courtesy]),
        Meaning::Play => return Some(vec![Heard::Move(move_text(slots.suggested?)?)]),
        Meaning::Messages(messages) => {
            return Some(messages.iter().copied().map(Heard::Message).collect());
        }
        Meaning::Need(urgency) => return Some(each(slots, |p| PartnerMessage::Need(p, urgency))),
        Meaning::Avoid(urgency) => return Some(each(slots, |p| PartnerMessage::Avoid(p, urgency))),
        Meaning::Indifferent => return Some(each(slots, PartnerMessage::Indifferent)),
        Meaning::Signed => match slots.sign? {
            Sign::Plus(urgency) => return meant(Meaning::Need(urgency), slots),
            Sign::Minus(urgency) => return meant(Meaning::Avoid(urgency), slots),
        },
        Meaning::SignedTrades => match slots.sign? {
            Sign::Plus(_) => PartnerMessage::TradesGood,
            Sign::Minus(_) => PartnerMessage::TradesBad,
        },
        Meaning::Mate => PartnerMessage::Mate(slots.number.map(str::parse).transpose().ok()?),
        Meaning::Lead(lead) => {
            let seconds = slots.number.map(seconds);
            let whole = |time: Option<Millis>| u32::try_from(time?.0 / 1000).ok();
            match seconds {
                Some(time) => lead(Some(whole(time)?)),
                None => lead(None),
            }
        }
        Meaning::Centiseconds(clock) => {
            let centiseconds: i64 = slots.number?.parse().ok()?;
            // Limited to the range that can be told in seconds.
            u32::try_from(centiseconds.unsigned_abs() / 100).ok()?;
            clock(Millis(centiseconds * 10))
        }
        Meaning::Seconds(clock) => clock(seconds(slots.number?)?),
    };
    Some(vec![Heard::Message(message)])
}

/// The message for each piece named, or for all droppable pieces if none is named.
fn each(slots: Slots<'_>, message: impl Fn(PieceType) -> PartnerMessage) -> Vec<Heard> {
    let named = |piece: &PieceType| slots.pieces.is_empty() || slots.pieces.contains(*piece);
    let pieces = PieceType::DROPPABLE.into_iter().filter(named);
    pieces.map(|piece| Heard::Message(message(piece))).collect()
}

/// Parses `83`, `83.45`, `1:23.4` or `-2` seconds; digits beyond hundredths are cut off.
fn seconds(text: &str) -> Option<Millis> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
    let (minutes, text) = text.split_once(':').unwrap_or(("0", text));
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let hundredths: String = fraction.chars().chain("00".chars()).take(2).collect();
    let minutes: u32 = minutes.parse().ok()?;
    let seconds: u32 = seconds.parse().ok()?;
    let hundredths: u32 = hundredths.parse().ok()?;
    let seconds = i64::from(minutes) * 60 + i64::from(seconds);
    Some(Millis(sign * (seconds * 1000 + i64::from(hundredths) * 10)))
}

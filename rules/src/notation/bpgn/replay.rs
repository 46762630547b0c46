//! Replay: builds the record of a game from its tokens by playing every move on the boards.

use crate::notation::{Bfen, BfenError, BfenWarning};
use crate::{Boards, Variant};

use super::fault::{FaultReason, Warning, WarningKind};
use super::format::names_variant;
use super::lexer::{Lexed, Token};
use super::line::{Findings, Line, Place, Text};
use super::options::ReadOptions;
use super::raw::{PlyNumber, RawGame};
use super::record::{BpgnResult, GameRecord};
use super::signs::push_plain;

/// Rule tags of bughouse.pro, with the values that mean rules which we have. Other tags do not
/// name rules.
const RULES_LIKE_OURS: &[(&str, &[&str])] = &[
    ("Promotion", &["Upgrade"]),
    ("DropAggression", &["Mate allowed"]),
    ("PawnDropRanks", &["2-7"]),
];

/// Builds the record of a game from its tokens, with warnings.
pub(super) fn replay(
    raw: &RawGame,
    options: ReadOptions,
) -> Result<(GameRecord, Vec<Warning>), (usize, FaultReason)> {
    let rules = foreign_rules(raw, options.variant);
    let named = |(line, reason)| (line, naming(&rules, reason));
    let (start, left_out) = start(raw, options).map_err(|error| (raw.line, error.into()))?;
    let (closes, all) = (closes(&raw.items), 0..raw.items.len());
    let [behind, ahead] =
        [Place::Behind, Place::Ahead].map(|place| text(raw, &closes, options.variant, place));
    let mut line = Line::new(&behind, start.clone(), raw.line);
    line.read(all.clone()).map_err(named)?;
    // The variations that leave no doubt show how the others are meant.
    if let Findings { behind: 0, ahead: 1.., either: 1.., .. } = line.findings {
        line = Line::new(&ahead, start, raw.line);
        line.read(all).map_err(named)?;
    }
    if let Some(word) = no_game(raw, &line) {
        return Err((raw.line, FaultReason::NoGame(word)));
    }
    let result = settled_result(raw, &mut line);
    let mated = line.record.boards().mated();
    if let Some(seat) = mated.filter(|seat| result.winner() == Some(seat.team())) {
        line.warn(WarningKind::ResultOfMated(result, seat));
    }
    line.settle_reason();
    let Line { mut record, findings, .. } = line;
    record.set_tags(raw.tags.iter().map(|(name, value)| (&name[..], &value[..])));
    record.set_result(result);
    let left_out = left_out.into_iter().map(WarningKind::from);
    let of_tags = left_out.chain(rules.into_iter().map(WarningKind::ForeignRule));
    let of_tags = of_tags.map(|kind| Warning { line: raw.line, kind });
    Ok((record, of_tags.chain(findings.warnings).collect()))
}

/// The first word of a text that is no game: it has words, but no tag, no result and no move among them.
fn no_game(raw: &RawGame, line: &Line<'_>) -> Option<String> {
    // A star begins lists, too.
    let has_result = line.result.is_some_and(|result| result != BpgnResult::Unfinished);
    let is_game = !raw.tags.is_empty() || has_result || !line.record.plies().is_empty();
    let unread = |warning: &Warning| match &warning.kind {
        WarningKind::Unread(word) | WarningKind::AfterEnd(word) if !is_game => Some(word.clone()),
        _ => None,
    };
    line.findings.warnings.iter().find_map(unread)
}

/// The index of the token that closes each opening parenthesis. One that nothing closes ends before
/// the result of the game, or with the tokens.
fn closes(tokens: &[Lexed]) -> Vec<usize> {
    let is_result = |lexed: &Lexed| matches!(&lexed.token, Token::Word(word) if BpgnResult::parse(word).is_some());
    let result = tokens.iter().rposition(is_result).unwrap_or(tokens.len());
    let unclosed = |at| if at < result { result } else { tokens.len() };
    let mut closes: Vec<usize> = (0..tokens.len()).map(unclosed).collect();
    let mut open = Vec::new();
    for (at, lexed) in tokens.iter().enumerate() {
        match lexed.token {
            Token::Open => open.push(at),
            Token::Close => {
                if let Some(opened) = open.pop() {
                    closes[opened] = at;
                }
            }
            _ => {}
        }
    }
    closes
}

fn text<'a>(raw: &'a RawGame, closes: &'a [usize], variant: Variant, doubtful: Place) -> Text<'a> {
    let letters = || {
        raw.items.iter().filter_map(|item| match &item.token {
            Token::Word(word) => PlyNumber::split(word)?.0.letter,
            _ => None,
        })
    };
    Text {
        tokens: &raw.items,
        closes,
        variant,
        has_letters: letters().next().is_some(),
        has_small_letters: letters().any(|letter| letter.is_ascii_lowercase()),
        doubtful,
    }
}

fn start(raw: &RawGame, options: ReadOptions) -> Result<(Boards, Vec<BfenWarning>), BfenError> {
    let ReadOptions { variant, rules } = options;
    let fen = raw.tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_str());
    let Some(fen) = fen else { return Ok((Boards::start_of(variant, rules), Vec::new())) };
    let fen = match variant {
        Variant::Bughouse => fen,
        // Text about the other board, if there is any, does not concern the game.
        Variant::Crazyhouse | Variant::Chess => fen.split('|').next().unwrap_or(fen),
    };
    let (bfen, left_out) = Bfen::start_leniently(fen, variant, rules)?;
    Ok((bfen.boards, left_out))
}

/// The tags that name a rule which we do not have, or another variant than the one that is read.
fn foreign_rules(raw: &RawGame, variant: Variant) -> Vec<String> {
    let is_foreign = |(name, value): &&(String, String)| {
        if name == "Variant" {
            return !names_variant(value, variant);
        }
        let known = RULES_LIKE_OURS.iter().find(|(rule, _)| rule == name);
        known.is_some_and(|(_, ours)| !ours.contains(&value.as_str()))
    };
    let foreign = raw.tags.iter().filter(is_foreign);
    foreign.map(|(name, value)| format!("{name} \"{value}\"")).collect()
}

/// Adds foreign rules to a fault: they may be the reason why a move was refused.
fn naming(rules: &[String], reason: FaultReason) -> FaultReason {
    match rules {
        [] => reason,
        rules => FaultReason::ForeignRule { rules: rules.join(", "), reason: Box::new(reason) },
    }
}

/// The result that the text and the tag give, with a warning if they disagree.
fn settled_result(raw: &RawGame, line: &mut Line<'_>) -> BpgnResult {
    let tag = raw.tags.iter().find(|(name, _)| name == "Result");
    let tag = tag.and_then(|(_, value)| {
        let mut plain = String::new();
        value.trim().chars().for_each(|c| push_plain(c, &mut plain));
        BpgnResult::parse(&plain)
    });
    match (tag, line.result) {
        (Some(tag), Some(text)) if tag != text => {
            line.warn(WarningKind::ResultsDisagree(tag, text));
            // The text is nearer to the game, but a star only means that no result is given.
            if text == BpgnResult::Unfinished { tag } else { text }
        }
        (tag, text) => text.or(tag).unwrap_or_default(),
    }
}

//! The phrases of partner messages and their meanings.
//!
//! The words are defined in `words`; `grammar` matches the patterns.

use tandem_rules::Millis;
use tandem_rules::talk::{PartnerMessage as M, Reason, Urgency};

use Meaning::{
    Avoid, Centiseconds, Courtesy, Indifferent, Lead, Mate, Messages, Need, Nothing, Play, Seconds,
    Signed, SignedTrades,
};
use Urgency::{Mates, Much};

/// The meaning of a phrase, to be completed by its slots.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// None: the phrase only joins others.
    Nothing,
    /// Thanks, praise or an answer.
    Courtesy,
    Messages(&'static [M]),
    /// The pieces would help the speaker; all pieces if none is named.
    Need(Urgency),
    /// The pieces would help the speaker's opponent.
    Avoid(Urgency),
    /// The pieces do not matter.
    Indifferent,
    /// Pieces after a sign.
    Signed,
    /// Exchanges after a sign.
    SignedTrades,
    /// A mate, in the number of moves if there is one.
    Mate,
    /// A lead or a deficit on time, in seconds if there is a number.
    Lead(fn(Option<u32>) -> M),
    /// A clock in hundredths of a second.
    Centiseconds(fn(Millis) -> M),
    /// A clock in seconds, as people write it.
    Seconds(fn(Millis) -> M),
    /// A move to play.
    Play,
}

/// Rows of a table: a pattern and its meaning.
type Rows = &'static [(&'static str, Meaning)];

const SIT: Meaning = Messages(&[M::Sit(None)]);
const GO: Meaning = Messages(&[M::Go(None)]);
const SITTING: Meaning = Messages(&[M::Sitting(None)]);
const MOVING: Meaning = Messages(&[M::Moving]);
const FAST: Meaning = Messages(&[M::Fast]);
const SLOW: Meaning = Messages(&[M::Slow]);
const TRADES_GOOD: Meaning = Messages(&[M::TradesGood]);
const TRADES_BAD: Meaning = Messages(&[M::TradesBad]);
const TRADES_INDIFFERENT: Meaning = Messages(&[M::TradesIndifferent]);
const DEAD: Meaning = Messages(&[M::Dead]);
const NOT_DEAD: Meaning = Messages(&[M::NotDead]);
const CANCEL: Meaning = Messages(&[M::Cancel]);
const CALL_FLAG: Meaning = Messages(&[M::CallFlag]);
const AHEAD: Meaning = Lead(M::Ahead);
const BEHIND: Meaning = Lead(M::Behind);

/// Phrases of which a clause may contain any number.
pub(super) const PHRASES: Rows = &[
    ("and", Nothing),
    ("thanks", Courtesy),
    ("thanks you|mate", Courtesy),
    ("ok|yes", Courtesy),
    ("ok|yes mate", Courtesy),
    // Sitting and going.
    ("sit", SIT),
    ("sit tight|down", SIT),
    ("you|we can? sit", SIT),
    ("can you sit", SIT),
    ("sit for P", SIT),
    ("hold|hang on", SIT),
    ("you? not go|move", SIT),
    ("stop going|moving", SIT),
    ("go", GO),
    ("go on|ahead", GO),
    ("move", GO),
    ("you can? go|move", GO),
    ("can you go|move", GO),
    ("keep going|moving", GO),
    ("you? not sit", GO),
    ("stop sit|sitting", GO),
    ("unsit", GO),
    ("i? sitting", SITTING),
    ("i sit", SITTING),
    ("i have to? sit", SITTING),
    ("i? not sitting more?", MOVING),
    ("i? no longer sitting", MOVING),
    ("i? moving|going", MOVING),
    ("i go|move", MOVING),
    ("play? fast", FAST),
    ("fast up", FAST),
    ("watch our|your? time", FAST),
    ("play? slow", SLOW),
    ("slow down", SLOW),
    ("take your time", SLOW),
    // Wanted pieces.
    ("P would? mates|mate he?", Need(Mates)),
    ("P mates|mate in #", Need(Mates)),
    ("i? need P to|for mate", Need(Mates)),
    ("i|we? need more? #? P", Need(Much)),
    ("i|we? need P bad|fast", Need(Much)),
    ("P need", Need(Much)),
    ("give|get me? #? P", Need(Much)),
    ("more P", Need(Much)),
    ("sac for P", Need(Much)),
    ("P would? wins P?", Need(Much)),
    ("i? would? want P", Need(Urgency::Some)),
    ("P would? good", Need(Urgency::Some)),
    ("P would? help|helps me?", Need(Urgency::Some)),
    ("trades P", Need(Urgency::Some)),
    ("P trades good", Need(Urgency::Some)),
    ("stuff mates|mate he?", Need(Mates)),
    ("i|we? need? blocker", Need(Much)),
    ("give me blocker", Need(Much)),
    ("i|we? need P to|for block", Need(Much)),
    ("i|we? need stuff to|for block", Need(Much)),
    ("S P", Signed),
    // Feared pieces.
    ("P would? mates|mate me", Avoid(Mates)),
    ("P mates|mate me in #", Avoid(Mates)),
    ("stuff mates|mate me", Avoid(Mates)),
    ("no more? P", Avoid(Much)),
    ("not give he|up? your? P", Avoid(Much)),
    ("not let he get|have P", Avoid(Much)),
    ("not lose|sac|hang|trades your? P", Avoid(Much)),
    ("no P trades", Avoid(Much)),
    ("P trades bad", Avoid(Much)),
    ("keep|hold your? P", Avoid(Much)),
    ("he need P", Avoid(Much)),
    ("he cant get|have P", Avoid(Much)),
    ("no blocker", Avoid(Much)),
    ("P bad", Avoid(Urgency::Some)),
    ("P hurts me?", Avoid(Urgency::Some)),
    // Irrelevant pieces.
    ("P not mates|mate me? more?", Indifferent),
    ("P no longer mates|mate me?", Indifferent),
    ("P no longer need|matter", Indifferent),
    ("P not need|matter more?", Indifferent),
    ("i? not need|want P more?", Indifferent),
    ("i? no longer need P", Indifferent),
    ("no need for? P", Indifferent),
    ("P ok|safe", Indifferent),
    ("nvm|forget|cancel P", Indifferent),
    ("never mind P", Indifferent),
    // Exchanges.
    ("trades good", TRADES_GOOD),
    ("trades helps|help me?", TRADES_GOOD),
    ("trades all|more|stuff", TRADES_GOOD),
    ("more trades", TRADES_GOOD),
    ("keep trades", TRADES_GOOD),
    ("i? need|want more? trades", TRADES_GOOD),
    ("i? need more? stuff", TRADES_GOOD),
    ("give me? more? stuff", TRADES_GOOD),
    ("stuff good|helps", TRADES_GOOD),
    ("high flow", TRADES_GOOD),
    ("yes trades", TRADES_GOOD),
    ("trades bad", TRADES_BAD),
    ("trades not good", TRADES_BAD),
    ("trades hurts me?", TRADES_BAD),
    ("no more? trades|stuff", TRADES_BAD),
    ("not trades", TRADES_BAD),
    ("stop|hold trades", TRADES_BAD),
    ("not give he? more? stuff", TRADES_BAD),
    ("give he no more stuff", TRADES_BAD),
    ("stuff bad", TRADES_BAD),
    ("low flow", TRADES_BAD),
    ("S trades", SignedTrades),
    ("trades ok", TRADES_INDIFFERENT),
    ("trades not matter more?", TRADES_INDIFFERENT),
    ("trades no longer matter", TRADES_INDIFFERENT),
    ("trades freely", TRADES_INDIFFERENT),
    ("you can trades freely?", TRADES_INDIFFERENT),
    ("you can sac", TRADES_INDIFFERENT),
    // Mates.
    ("i mate|mates he?", Mate),
    ("i? have mate", Mate),
    ("i? mate|mates in #", Mate),
    ("i? have mate in #", Mate),
    ("i mate he in #", Mate),
    ("he mated", Mate),
    ("i|we? dead", DEAD),
    ("dead lost", DEAD),
    ("i|we lost", DEAD),
    ("i? mated", DEAD),
    ("i? mated in #", DEAD),
    ("i? get mated", DEAD),
    ("he mates|mate me?", DEAD),
    ("he mates|mate me in #", DEAD),
    ("i|we? not dead|mated more?", NOT_DEAD),
    ("i|we? no longer dead|mated", NOT_DEAD),
    ("i ok|good", NOT_DEAD),
    ("i? safe", NOT_DEAD),
    // Withdrawals.
    ("nvm", CANCEL),
    ("never mind", CANCEL),
    ("forget it", CANCEL),
    ("cancel it?", Messages(&[M::Cancel, M::Moving])), // Sunsetter's, also for no longer sitting
    ("not mates|mate me more?", CANCEL),
    ("no longer mates|mate me", CANCEL),
    // Clocks.
    ("time #", Centiseconds(M::Clock)),
    ("otim #", Centiseconds(M::OpponentClock)),
    ("my time #", Seconds(M::Clock)),
    ("his|he time #", Seconds(M::OpponentClock)),
    ("i|we? up|ahead on? time", AHEAD),
    ("i|we have more time", AHEAD),
    ("i|we? up|ahead by? # s? on? time?", AHEAD),
    ("i|we? down|behind on? time", BEHIND),
    ("i|we? down|behind by? # s? on? time?", BEHIND),
    ("flag he", CALL_FLAG),
    ("call flag", CALL_FLAG),
    ("you? play|move|try M", Play),
];

/// Phrases that must be a whole clause.
pub(super) const CLAUSES: Rows = &[
    ("no no?", Courtesy),
    ("good", Courtesy),
    ("good game|move", Courtesy),
    ("my bad", Courtesy),
    // Answers and news, which ask for nothing.
    ("hard|maybe", Courtesy),
    ("hard to get", Courtesy),
    ("stuff|trades? coming", Courtesy),
    ("P coming", Courtesy),
    ("you get P", Courtesy),
    ("you get stuff", Courtesy),
    ("it bounces", Courtesy),
    ("keep check", Courtesy),
    ("give me", TRADES_GOOD),
    ("i|we up|ahead", AHEAD),
    ("i|we down|behind", BEHIND),
];

/// Phrases that must be a whole line.
pub(super) const LINES: Rows = &[
    ("M", Play),
    ("S", SignedTrades),
    ("trades", TRADES_GOOD),
    ("mate", Mate),
    ("hold", SIT),
    ("x", Messages(&[M::Cancel, M::NotDead])), // Sjeng's and Fairy-Stockfish's
    ("=", CANCEL),
    ("up|ahead", AHEAD),
    ("down|behind", BEHIND),
    ("time", FAST),
    ("flag", CALL_FLAG),
    ("abort", Messages(&[M::Abort])),
];

/// Reasons, which follow in parentheses the message that they explain.
pub(super) const REASONS: &[(&str, Reason)] = &[
    ("i? sit|sitting for stuff|P", Reason::AwaitsPiece),
    ("my? he sit|sitting", Reason::OpponentWaits),
    ("my? he sit|sitting for stuff|P", Reason::OpponentWaits),
    ("i? in? trouble", Reason::Trouble),
    ("i would mated", Reason::Trouble),
    ("i? ok|good|safe", Reason::Safe),
    ("i|we? up|ahead on? time?", Reason::AheadOnTime),
    ("i|we? down|behind on? time?", Reason::BehindOnTime),
    ("watch our? time", Reason::BehindOnTime),
];

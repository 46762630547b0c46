//! Fixed texts of programs.
//!
//! Most of them name the words that a program understands, and would be taken for these words.

use tandem_rules::talk::PartnerMessage;

use super::dialect::Dialect;
use super::heard::Heard;

/// Beginnings of lines, exact to the letter, with their meanings. The first that fits counts.
static RECITED: &[(&str, Heard)] = &[
    ("Tandem is an engine", Heard::Greeting(Dialect::Tandem)),
    ("Tandem understands", Heard::Greeting(Dialect::Tandem)),
    ("Tandem on '", Heard::Greeting(Dialect::Tandem)),
    ("partner Fairy-Stockfish may tell Tandem", Heard::Greeting(Dialect::Tandem)),
    ("partner Fairy-Stockfish", Heard::Greeting(Dialect::FairyStockfish)),
    ("I listen to the commands", Heard::Greeting(Dialect::FairyStockfish)),
    ("Tell 'help sit'", Heard::Greeting(Dialect::FairyStockfish)),
    ("After receiving '", Heard::Greeting(Dialect::FairyStockfish)),
    ("If you specify a valid move", Heard::Greeting(Dialect::FairyStockfish)),
    ("'time' together with", Heard::Greeting(Dialect::FairyStockfish)),
    ("'otim' together with", Heard::Greeting(Dialect::FairyStockfish)),
    ("E.g., 'time 1000'", Heard::Greeting(Dialect::FairyStockfish)),
    ("I sit, tell me 'go'", Heard::Message(PartnerMessage::Sitting(None))),
    ("I play fast, tell me '", Heard::Courtesy),
    ("I play at normal speed", Heard::Courtesy),
    ("I play normally again", Heard::Courtesy),
    ("Hello! I am Sjeng", Heard::Greeting(Dialect::Sjeng)),
    ("For help on some commands", Heard::Greeting(Dialect::Sjeng)),
    ("Please note : you *must*", Heard::Greeting(Dialect::Sjeng)),
    ("Commands that I understand", Heard::Greeting(Dialect::Sjeng)),
    ("Ok, I sit next move", Heard::Message(PartnerMessage::Sitting(None))),
    ("Ok, I'm moving", Heard::Message(PartnerMessage::Moving)),
    ("Ok, I'm going FAST", Heard::Courtesy),
    ("Ok, moving normally", Heard::Courtesy),
    ("Ok, trading is ", Heard::Courtesy),
    ("Ok, reverting to", Heard::Courtesy),
    // The answers to `+n` and the like. A person's "ok, knight mates" has no capital letters.
    ("Ok, Pawn ", Heard::Courtesy),
    ("Ok, Knight ", Heard::Courtesy),
    ("Ok, Bishop ", Heard::Courtesy),
    ("Ok, Rook ", Heard::Courtesy),
    ("Ok, Queen ", Heard::Courtesy),
    ("Ok, Diagonal ", Heard::Courtesy),
    ("Ok, Heavy ", Heard::Courtesy),
    ("Requesting abort", Heard::Courtesy),
    ("Flagging", Heard::Courtesy),
    ("Greetings.", Heard::Courtesy),
    ("Hi.  Thanks for being my partner", Heard::Greeting(Dialect::Sunsetter)),
    ("I understand the following commands", Heard::Greeting(Dialect::Sunsetter)),
    ("if you tell me that you are sitting", Heard::Greeting(Dialect::Sunsetter)),
    ("sit means to sit", Heard::Greeting(Dialect::Sunsetter)),
    ("Use flag to tell me", Heard::Greeting(Dialect::Sunsetter)),
    ("Use abort to make me", Heard::Greeting(Dialect::Sunsetter)),
    // Complaints, which repeat the words that were not understood.
    ("Sorry, but I", Heard::Courtesy),
    ("Sorry , I didn't understand", Heard::Courtesy),
    ("Sorry I don't have help on", Heard::Courtesy),
    ("sorry, not possible", Heard::Courtesy),
];

/// The meaning of a line that is a program's fixed text.
pub(super) fn known(line: &str) -> Option<Heard> {
    RECITED
        .iter()
        .find(|(beginning, _)| line.starts_with(beginning))
        .map(|(_, heard)| heard.clone())
}

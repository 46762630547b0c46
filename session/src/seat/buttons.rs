//! Answers to the preset messages of pychess's chat buttons: whoever presses one sees that it was
//! heard, or why it has no effect.

use tandem_protocol::ptell::{self, Dialect};
use tandem_protocol::text::Line;

use super::kind::Kind;

/// The reason why a seat does not sit when asked to; `None` if it does.
pub(crate) type NoSitting = Option<&'static str>;

/// The answer to a message that is understood.
pub(crate) const UNDERSTOOD: &str = "ok";

/// The answer to a line of the partner, if a button has sent it. Engines are not answered.
pub(crate) fn answer(
    line: &Line,
    game: Kind,
    partner: Option<Dialect>,
    no_sitting: NoSitting,
) -> Option<Line> {
    if partner.is_some_and(|dialect| dialect != Dialect::People) {
        return None;
    }
    let text = match (ptell::button(line)?, no_sitting) {
        _ if game != Kind::Bughouse => "no partners in this game",
        ("sit", Some(reason)) => reason,
        _ => UNDERSTOOD,
    };
    Some(Line::new(text))
}

//! Tandem's answer to `help`.

use crate::text::{Line, Word};

/// Limit of the quoted part of an unknown word, in characters.
const LONGEST_QUOTE: usize = 20;

/// (words, explanation)
const TOPICS: &[(&[&str], &str)] = &[
    (&["sit", "hold", "wait"], "it does not move until you say 'go'."),
    (&["go"], "it sits no longer."),
    (&["sitting", "frozen"], "it knows that nothing comes from your board until you say 'moving'."),
    (&["moving"], "it knows that you sit no longer."),
    (
        &["move", "play", "moves"],
        "it plays a move that you name, as in 'move N@f7' or 'N@f7'; 'move' alone means 'go'.",
    ),
    (&["fast", "slow"], "it moves quickly after 'fast', at its own pace after 'slow'."),
    (&["need", "+"], "'N is good', 'need N' and 'N mates' (or +n ++n +++n) ask for a piece."),
    (
        &["no", "-"],
        "'N is bad', 'no N' and 'N mates me' (or -n --n ---n) keep one from your opponent.",
    ),
    (
        &["mates"],
        "'N mates' asks for that piece at any price; 'N mates me' asks it not to lose one.",
    ),
    (&["mate"], "'mate in 2' says that you mate if your opponent gets nothing."),
    (
        &["trades", "trade"],
        "'trades good', 'trades bad' and 'trades ok' say what exchanges are to you.",
    ),
    (
        &["dead"],
        "it knows that you are lost unless something comes, until you say 'not dead' or 'x'.",
    ),
    (&["x", "=", "cancel", "nvm"], "it forgets what you asked for."),
    (
        &["time", "otim"],
        "'time 1234' is your clock and 'otim 1234' your opponent's, in hundredths.",
    ),
    (&["up", "down"], "'up 20' and 'down 20' say by how many seconds your team leads or trails."),
    (&["flag"], "it calls the flag of its opponent."),
    (&["abort"], "it asks its opponent to abort the game."),
    (&["help"], "'help' names the words, 'help WORD' explains one."),
];

/// The answer to `help`, or to `help WORD`.
pub fn help(word: Option<&Word>) -> Line {
    let Some(word) = word else {
        return Line::new(
            "Tandem understands: sit go sitting moving fast slow, need N, N mates, no N, \
             N mates me (++n +++n --n ---n), trades good/bad, mate in 2, dead, x, up/down 20, \
             time, flag, abort, moves, help WORD",
        );
    };
    let plain = word.to_lowercase();
    let plain = if plain.starts_with(['+', '-']) { &plain[..1] } else { plain.as_str() };
    let topic = TOPICS.iter().find(|(words, _)| words.contains(&plain));
    if let Some((_, explanation)) = topic {
        return Line::new(&format!("Tandem on '{plain}': {explanation}"));
    }
    let quoted: String = word.chars().take(LONGEST_QUOTE).collect();
    Line::new(&format!(
        "Tandem on '{quoted}': it has no help on that word; 'help' names those it knows."
    ))
}

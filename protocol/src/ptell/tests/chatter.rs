//! Chatter that must not be taken for a request.

use super::*;

/// Lines that are not understood at all.
const CHATTER: &[&str] = &[
    "",
    "?",
    "...",
    ":)",
    ":-)",
    ":p",
    "=)",
    "xp",
    "n1",
    "y/n",
    "1) sit",
    "no idea",
    "no way",
    "I have no time",
    "no time",
    "good luck to both of us",
    "good night",
    "go team",
    "lets go",
    "go home",
    "gotta go",
    "I have to go",
    "time to go",
    "time flies",
    "a mate told me",
    "a friend and mate",
    "need to sit?",
    "need to sit",
    "sit?",
    "should I sit?",
    "need n?",
    "is n ok?",
    "trade?",
    "dead?",
    "up for another?",
    "up for a game",
    "im up a queen",
    "if he moves sit",
    "sit if you can",
    "tell me 'go' to continue",
    "i need help",
    "who needs a queen",
    "my queen is gone",
    "he sits",
    "he is dead",
    "you are dead",
    "q mates you",
    "is it a mate in 2 or not",
    "that was fast",
    "fast game",
    "slow server",
    "fair trade",
    "b right back",
    "r u ready",
    "bishop to d4",
    "knight f3",
    "N@f7 mates",
    "p@d1 n@f4 mated",
    "qe4?!",
    "Nf3?",
    "hold my beer",
    "no n?",
    "🚫 q",
    "n 🚫",
    "need ♞",
    "keep up",
    "hard to say",
    "maybe n",
    "check",
    "block",
    "he gets n",
    "go hes dead",
    "he mates with n",
    "im mated if n",
    "sit until n",
    "take q",
    "up up",
    "mate in 300",
    "up 99999999999",
    "time 1:30",
    "winners plz guys",
    "Lag >= 1.5 seconds",
    "2 moves in 3 secs",
    "not bad",
    "in game",
    "READY FOR A POUNDING?",
    "tellics quit",
    "need king",
    "time 429496729600",
    "otim -10000000193507316",
    "otim -9223372036854775808",
    "no no no no no no no no no no no no no no no no no no no no",
];

#[test]
fn chatter_is_ignored() {
    for line in CHATTER {
        assert_eq!(hear(line), [], "{line}");
    }
}

#[test]
fn one_word_wishes_are_no_wishes_beside_other_words() {
    let lines = [
        "thanks, mate",
        "ok, mate!",
        "hello, mate",
        "good game, mate",
        "no, n",
        "well, time",
        "sorry, x",
    ];
    for line in lines {
        assert_eq!(hear(line), [Heard::Courtesy], "{line}");
    }
    assert_eq!(hear("need n, mate"), messages(&[M::Need(N, Much)]));
}

#[test]
fn a_line_is_not_heard_to_say_too_much() {
    let line = "need n. no q. ".repeat(5000);
    assert_eq!(hear(&line).len(), 32);
}

#[test]
fn long_lines_are_heard_quickly() {
    // The worst case for the grammar: clauses of the maximal length that nearly fit many patterns.
    let texts =
        ["n ", "no ", "i need more n or b and ", "(", ")", "+", "?", "n/", "i sit n mates "];
    for text in texts {
        let line: String = text.chars().cycle().take(64 * 1024).collect();
        hear(&line);
    }
}

//! The vocabulary of partner messages: words and their canonical forms.

use tandem_rules::{PieceType, PieceTypes};

/// The canonical form of a word, which is in lower case and without apostrophes. Empty for words
/// that say nothing, `None` for unknown ones.
pub(super) fn canonical(word: &str) -> Option<&'static str> {
    says_nothing(word)
        .or_else(|| grammatical(word))
        .or_else(|| of_pieces(word))
        .or_else(|| of_moving(word))
        .or_else(|| polite(word))
}

#[expect(clippy::match_same_arms, reason = "a line for each kind of words")]
fn says_nothing(word: &str) -> Option<&'static str> {
    Some(match word {
        "a" | "an" | "the" | "any" | "some" | "another" => "",
        "am" | "is" | "are" | "be" | "been" | "do" | "does" | "did" | "will" => "",
        "please" | "pls" | "plz" | "plss" | "plzz" | "tandem" => "",
        "partner" | "pard" | "pardner" | "bro" | "dude" => "",
        "now" | "again" | "still" | "already" | "also" | "here" | "there" | "yet" => "",
        "just" | "really" | "very" | "too" | "badly" | "asap" | "immediately" => "",
        _ => return None,
    })
}

fn grammatical(word: &str) -> Option<&'static str> {
    Some(match word {
        "i" | "im" | "ive" | "ill" => "i",
        "me" => "me",
        "my" => "my",
        "you" | "u" | "youre" => "you",
        "your" | "ur" => "your",
        "we" | "were" | "weve" | "lets" => "we",
        "our" => "our",
        "he" | "hes" | "she" | "shes" | "him" | "opp" | "opponent" | "enemy" => "he",
        "his" => "his",
        "it" | "that" => "it",
        "and" | "then" | "but" | "so" | "because" | "cause" | "cuz" => "and",
        "or" => "or",
        "no" | "nope" => "no",
        "not" | "dont" | "doesnt" | "didnt" | "wont" | "isnt" | "arent" => "not",
        "cant" | "cannot" => "cant",
        "never" => "never",
        "stop" => "stop",
        "can" | "could" | "should" | "must" | "may" => "can",
        "would" | "wud" => "would",
        "have" | "has" | "got" => "have",
        "get" | "gets" | "getting" => "get",
        "let" => "let",
        "keep" | "save" => "keep",
        "more" | "anymore" => "more",
        "longer" => "longer",
        "all" => "all",
        "to" => "to",
        "for" => "for",
        "in" => "in",
        "on" => "on",
        "by" => "by",
        "with" => "with",
        _ => return None,
    })
}

#[expect(clippy::match_same_arms, reason = "a line for each kind of words")]
fn of_pieces(word: &str) -> Option<&'static str> {
    Some(match word {
        "need" | "needs" | "needed" => "need",
        "want" | "wants" | "like" | "love" => "want",
        "give" | "gimme" | "send" | "pass" | "feed" => "give",
        "lose" | "loose" => "lose",
        "sac" | "sack" | "sacrifice" => "sac",
        "hang" => "hang",
        "mate" | "mating" | "checkmate" => "mate",
        "mates" | "checkmates" | "kills" => "mates",
        "mated" | "checkmated" => "mated",
        "check" | "checks" | "checking" => "check",
        "block" | "blocking" => "block",
        "blocker" | "blockers" => "blocker",
        "bounce" | "bounces" => "bounces",
        "coming" => "coming",
        "win" | "wins" => "wins",
        "helps" => "helps",
        "help" => "help",
        "hurts" => "hurts",
        "matter" | "matters" => "matter",
        "trade" | "trades" | "trading" | "exchange" | "exchanges" | "swap" | "swaps" => "trades",
        "freely" => "freely",
        "stuff" | "piece" | "pieces" | "material" => "stuff",
        "anything" | "something" | "everything" => "stuff",
        "flow" => "flow",
        "high" => "high",
        "low" => "low",
        "x" => "x",
        "=" => "=",
        "cancel" => "cancel",
        "nvm" | "nevermind" => "nvm",
        "mind" => "mind",
        "forget" => "forget",
        _ => return None,
    })
}

fn of_moving(word: &str) -> Option<&'static str> {
    Some(match word {
        "sit" | "sits" | "stall" | "wait" | "waits" | "freeze" => "sit",
        "sitting" | "stalling" | "waiting" | "frozen" => "sitting",
        "unsit" => "unsit",
        "hold" => "hold",
        "tight" => "tight",
        "go" | "gogo" | "gogogo" => "go",
        "going" => "going",
        "move" => "move",
        "moving" => "moving",
        "play" => "play",
        "try" => "try",
        "fast" | "faster" | "quick" | "quickly" | "hurry" => "fast",
        "slow" | "slowly" | "slower" => "slow",
        "take" => "take",
        "watch" | "look" => "watch",
        "time" | "clock" | "clocks" => "time",
        "otim" => "otim",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "up" => "up",
        "ahead" => "ahead",
        "down" => "down",
        "behind" => "behind",
        "dead" | "doomed" => "dead",
        "lost" => "lost",
        "trouble" => "trouble",
        "safe" | "alive" => "safe",
        "flag" => "flag",
        "call" => "call",
        "abort" => "abort",
        _ => return None,
    })
}

#[expect(clippy::match_same_arms, reason = "a line for each kind of words")]
fn polite(word: &str) -> Option<&'static str> {
    Some(match word {
        "ok" | "okay" | "okey" | "k" | "kk" | "fine" | "alright" => "ok",
        "hard" => "hard",
        "maybe" => "maybe",
        "yes" | "yeah" | "yep" | "yup" | "sure" | "roger" => "yes",
        "good" | "great" | "nice" | "cool" | "well" | "excellent" | "perfect" => "good",
        "bad" | "terrible" | "horrible" | "awful" => "bad",
        "game" | "job" | "luck" | "done" | "played" => "game",
        "hi" | "hello" | "hey" | "hiya" | "bye" | "cya" | "gl" | "hf" | "glhf" => "thanks",
        "thanks" | "thank" | "thx" | "ty" | "tks" | "np" | "yw" | "gg" | "wp" => "thanks",
        "sorry" | "sry" | "mb" | "oops" | "ops" | "ouch" | "wow" => "thanks",
        "lol" | "haha" | "hehe" | "xd" => "thanks",
        _ => return None,
    })
}

/// The piece types that a word names: one, or a group.
pub(super) fn pieces(word: &str) -> Option<PieceTypes> {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    let types: &[PieceType] = match word {
        "p" | "pawn" | "pawns" => &[Pawn],
        "n" | "knight" | "knights" | "kn" | "kt" | "horse" | "horses" | "horsey" => &[Knight],
        "b" | "bishop" | "bishops" | "bish" => &[Bishop],
        "r" | "rook" | "rooks" => &[Rook],
        "q" | "queen" | "queens" => &[Queen],
        "minor" | "minors" => &[Knight, Bishop],
        "diag" | "diags" | "diagonal" | "diagonals" => &[Bishop, Queen],
        "heavy" | "heavies" | "major" | "majors" => &[Rook, Queen],
        _ => return None,
    };
    Some(types.iter().copied().collect())
}

/// The piece types of a letter after a sign. `d` and `h`, diagonal and heavy pieces, mean something
/// only there.
pub(super) fn signed_letter(letter: char) -> Option<PieceTypes> {
    match letter {
        'd' => pieces("diagonals"),
        'h' => pieces("heavies"),
        'p' => pieces("p"),
        'n' => pieces("n"),
        'b' => pieces("b"),
        'r' => pieces("r"),
        'q' => pieces("q"),
        _ => None,
    }
}

/// The digits of a small number written as a word.
pub(super) fn number(word: &str) -> Option<&'static str> {
    Some(match word {
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        _ => return None,
    })
}

//! Laws that hold for all messages and all texts.

use proptest::option;
use proptest::prelude::*;
use tandem_rules::{Move, Square};

use super::super::grammar::whole;
use super::super::lex::clauses;
use super::super::phrases::{CLAUSES, LINES, PHRASES, REASONS};
use super::super::words::canonical;
use super::*;
use crate::text::Line;

/// Beginnings of lines that XBoard passes to the server unchanged.
const COMMANDS: [&str; 4] = ["tell", "draw", "kibitz", "whisper"];

fn reasons() -> impl Strategy<Value = Option<Reason>> {
    option::of(prop::sample::select(&Reason::ALL[..]))
}

fn pieces() -> impl Strategy<Value = (PieceType, Urgency)> {
    let pieces = prop::sample::select(&PieceType::DROPPABLE[..]);
    (pieces, prop::sample::select(&Urgency::ALL[..]))
}

/// Clocks in whole hundredths of a second, as they are told.
fn clocks() -> impl Strategy<Value = Millis> {
    (-100_000_i64..10_000_000).prop_map(|hundredths| Millis(hundredths * 10))
}

/// Any message but a suggestion, which would need a board.
fn messages_of_all_kinds() -> impl Strategy<Value = M> {
    let plain = [
        M::Moving,
        M::Fast,
        M::Slow,
        M::TradesGood,
        M::TradesBad,
        M::TradesIndifferent,
        M::Dead,
        M::NotDead,
        M::Cancel,
        M::CallFlag,
        M::Abort,
    ];
    prop_oneof![
        reasons().prop_map(M::Sit),
        reasons().prop_map(M::Go),
        reasons().prop_map(M::Sitting),
        pieces().prop_map(|(piece, urgency)| M::Need(piece, urgency)),
        pieces().prop_map(|(piece, urgency)| M::Avoid(piece, urgency)),
        pieces().prop_map(|(piece, _)| M::Indifferent(piece)),
        option::of(any::<u8>()).prop_map(M::Mate),
        option::of(any::<u32>()).prop_map(M::Ahead),
        option::of(any::<u32>()).prop_map(M::Behind),
        clocks().prop_map(M::Clock),
        clocks().prop_map(M::OpponentClock),
        prop::sample::select(plain.to_vec()),
    ]
}

fn suggestions() -> impl Strategy<Value = Word> {
    let coordinates = "[a-h][1-8][a-h][1-8][qrbn]?";
    let san = "[KQRNB]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?";
    let drop = "[PNBRQ]@[a-h][1-8]";
    prop_oneof![coordinates, san, drop, Just("O-O".to_owned())].prop_map(|text| word(&text))
}

/// Reports of reachable boards, with any clocks that can be told.
fn reports() -> impl Strategy<Value = BoardReport> {
    const FENS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r1b1kb1r/ppp2ppp/2n2n2/3qp3/3P4/2NB4/PPP2PPP/R1BQK2R[PPn] b KQkq - 0 7",
        "6k1/5ppp/8/8/8/8/8/Q~3K3[QNPPqbp] w - - 12 40",
    ];
    let clock = || any::<i32>().prop_map(|hundredths| Millis(i64::from(hundredths) * 10));
    (prop::sample::select(&FENS[..]), [clock(), clock()])
        .prop_map(|(fen, clocks)| BoardReport { fen: Line::new(fen), clocks })
}

fn sayings() -> impl Strategy<Value = Heard> {
    prop_oneof![
        8 => messages_of_all_kinds().prop_map(Heard::Message),
        2 => suggestions().prop_map(Heard::Move),
        2 => reports().prop_map(Heard::Board),
        1 => Just(Heard::Help(None)),
        1 => Just(Heard::Greeting(Dialect::Tandem)),
        1 => Just(Heard::Courtesy),
    ]
}

/// Any text, or one made of words of the vocabulary.
fn talk() -> impl Strategy<Value = String> {
    let patterns = [PHRASES, CLAUSES, LINES].concat();
    let words: Vec<String> = patterns
        .iter()
        .flat_map(|(pattern, _)| pattern.split([' ', '|', '?']))
        .map(str::to_owned)
        .chain(
            ["n", "q", "+", "--r", "12", "e2e4", ",", "?", "(", ")", "!", "help"]
                .map(str::to_owned),
        )
        .collect();
    let known = prop::collection::vec(prop::sample::select(words), 0..12);
    prop_oneof![crate::strategies::texts(), known.prop_map(|words| words.join(" "))]
}

/// The item as engines are told it.
fn without_reason(saying: &Heard) -> Heard {
    match saying {
        Heard::Message(M::Sit(_)) => Heard::Message(M::Sit(None)),
        Heard::Message(M::Go(_)) => Heard::Message(M::Go(None)),
        Heard::Message(M::Sitting(_)) => Heard::Message(M::Sitting(None)),
        other => other.clone(),
    }
}

fn may_be_printed(line: &str) -> bool {
    !line.is_empty() && !COMMANDS.iter().any(|command| line.starts_with(command))
}

proptest! {
    #[test]
    fn what_is_said_is_heard(saying in sayings(), listener in prop::sample::select(&Dialect::ALL[..])) {
        let has_reasons = matches!(listener, Dialect::People | Dialect::Tandem);
        if let Some(line) = say(&saying, listener) {
            let expected = if has_reasons { saying } else { without_reason(&saying) };
            prop_assert!(hear(&line).contains(&expected), "{line}: {:?}", hear(&line));
            prop_assert!(may_be_printed(&line), "{line}");
        }
    }

    #[test]
    fn tandem_says_to_itself_what_it_means_and_no_more(message in messages_of_all_kinds()) {
        let line = say(&Heard::Message(message), Dialect::Tandem).expect("it has a word for all");
        prop_assert_eq!(hear(&line), messages(&[message]), "{}", line);
    }

    #[test]
    fn what_is_heard_can_be_said_again(text in talk()) {
        for heard in hear(&text) {
            for listener in Dialect::ALL {
                let Some(line) = say(&heard, listener) else { continue };
                prop_assert!(may_be_printed(&line), "{line}");
                let again = hear(&line);
                let same = again.iter().any(|again| say(again, listener).as_ref() == Some(&line));
                prop_assert!(same, "{text}: {line}: {again:?}");
            }
        }
    }

    #[test]
    fn help_is_a_short_line_that_asks_for_nothing(word in crate::strategies::words()) {
        let line = help(Some(&word));
        prop_assert!(line.len() < 200, "{line}");
        prop_assert!(may_be_printed(&line), "{line}");
        prop_assert_eq!(hear(&line), [Heard::Greeting(Dialect::Tandem)], "{}", line);
    }
}

#[test]
fn an_invalid_board_is_chatter() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let good = format!("~1 {fen} 6000 -12");
    assert!(matches!(hear(&good).as_slice(), [Heard::Board(_)]), "{good}");
    for line in [
        format!("~2 {fen} 6000 6000"),
        format!("~1 {fen} 6000 6000.5"),
        format!("~1 {fen} 99999999999 6000"),
        format!("1 {fen} 6000 6000"),
        "~1 8/8[K] w - - 6000 6000".to_owned(),
        "~1 6000 6000".to_owned(),
        "~1 ".to_owned(),
    ] {
        assert!(hear(&line).iter().all(|heard| *heard == Heard::Courtesy), "{line}");
    }
}

#[test]
fn help_names_its_words_and_explains_each() {
    let line = help(None);
    assert!(line.len() < 200, "{}: {line}", line.len());
    assert_eq!(hear(&line), [Heard::Greeting(Dialect::Tandem)]);
    let names = line.split([' ', ',', ':', '/', '(', ')']).skip(2);
    let lower = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty();
    for name in names.filter(lower).filter(|name| !["me", "in", "n", "good", "bad"].contains(name))
    {
        let explained = help(Some(&word(name)));
        assert!(!explained.contains("no help"), "{name}: {explained}");
    }
    assert!(help(Some(&word("+n"))).contains("+++n"));
    assert!(help(Some(&word("castling"))).contains("no help"));
}

#[test]
fn each_dialect_gets_only_the_words_it_knows() {
    let cases = [
        (M::Need(N, Much), Dialect::FairyStockfish),
        (M::Abort, Dialect::FairyStockfish),
        (M::Clock(Millis(1000)), Dialect::Sjeng), // it would only move quickly
        (M::NotDead, Dialect::Sjeng),
        (M::Fast, Dialect::Sunsetter),
        (M::Need(PieceType::King, Much), Dialect::People),
        (M::Suggest(Move::drop(N, Square::from_index(0).expect("a1"))), Dialect::Tandem),
    ];
    for (message, listener) in cases {
        assert_eq!(say(&Heard::Message(message), listener), None, "{message:?} to {listener:?}");
    }
    assert_eq!(say(&Heard::Move(word("e2e4")), Dialect::Sjeng), None);
    assert_eq!(say(&Heard::Move(word("quit")), Dialect::People), None);
    assert_eq!(say(&Heard::Greeting(Dialect::Sjeng), Dialect::People), None);
}

#[test]
fn everybody_is_told_in_words_of_his_own() {
    use Dialect::{FairyStockfish, People, Sjeng, Sunsetter};
    let cases = [
        (M::Sit(Some(Reason::Trouble)), People, "sit (I would be mated)"),
        (M::Sit(Some(Reason::Trouble)), FairyStockfish, "sit"),
        (M::Need(N, Mates), People, "N mates"),
        (M::Need(N, Mates), Sjeng, "+++n"),
        (M::Avoid(Q, Mates), Sjeng, "---q"),
        (M::Avoid(Q, Much), People, "no Q"),
        (M::Indifferent(N), People, "N no longer matters"),
        (M::NotDead, FairyStockfish, "x"),
        (M::Clock(Millis(-5)), FairyStockfish, "time -1"),
        (M::Clock(Millis(83_456)), People, "my clock 83.45"),
        (M::Sitting(None), Sunsetter, "sitting"),
        (M::Moving, Sunsetter, "cancel"),
    ];
    for (message, listener, expected) in cases {
        let line = say(&Heard::Message(message), listener).expect("he has a word for it");
        assert_eq!(line, expected);
    }
}

#[test]
fn every_word_of_a_phrase_is_a_word_of_the_vocabulary() {
    let patterns = [PHRASES, CLAUSES, LINES].concat().into_iter().map(|(pattern, _)| pattern);
    for pattern in patterns.chain(REASONS.iter().map(|&(pattern, _)| pattern)) {
        let elements = pattern.split(' ').map(|element| element.trim_end_matches('?'));
        for word in elements.flat_map(|element| element.split('|')) {
            let is_slot = ["P", "S", "#", "M"].contains(&word);
            assert!(is_slot || canonical(word) == Some(word), "`{word}` in `{pattern}`");
        }
    }
}

#[test]
fn no_phrase_hides_behind_an_earlier_one() {
    let example = |pattern: &str| -> String {
        let spelled = |element: &str| {
            let first = element.trim_end_matches('?').split('|').next().unwrap_or("").to_owned();
            match first.as_str() {
                "P" => "n".to_owned(),
                "S" => "+".to_owned(),
                "#" => "2".to_owned(),
                "M" => "e2e4".to_owned(),
                _ => first,
            }
        };
        let needed = pattern.split(' ').filter(|element| !element.ends_with('?'));
        needed.map(spelled).collect::<Vec<_>>().join(" ")
    };
    for rows in [PHRASES, CLAUSES, LINES] {
        for (at, (pattern, _)) in rows.iter().enumerate() {
            let line = example(pattern);
            let clauses = clauses(&line);
            let [clause] = clauses.as_slice() else { panic!("`{line}` is one clause") };
            assert!(whole(&rows[..at], &clause.tokens).is_none(), "`{line}` of `{pattern}`");
            assert!(whole(&rows[at..], &clause.tokens).is_some(), "`{line}` of `{pattern}`");
        }
    }
}

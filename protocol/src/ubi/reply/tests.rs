use proptest::option;
use proptest::prelude::*;

use super::super::team::messages;
use super::super::{OptionKind, Score, ScoreValue};
use super::*;
use crate::strategies::{lines, texts, words};
use crate::uci;
use crate::uci::Choice;

fn line(text: &str) -> Line {
    Line::new(text)
}

fn word(text: &str) -> Word {
    Word::new(text).expect("the tables hold words")
}

fn moves(text: &str) -> Vec<Choice> {
    text.split_whitespace().map(|text| Choice::One(word(text))).collect()
}

/// (line, reply); printing the reply gives the line again.
fn canonical() -> Vec<(&'static str, Reply)> {
    use Reply as R;
    let info = |board, fields| R::from(Info { board, fields, ..Info::default() });
    let best = |board, best: Option<&str>| R::BestMove { board, best: best.map(word) };
    let cp = |value| Some(Score { value: ScoreValue::Centipawns(value), bound: None });
    let mate = |value| Some(Score { value: ScoreValue::Mate(value), bound: None });
    vec![
        ("id name BughouseBot 1.0", R::Name(line("BughouseBot 1.0"))),
        ("id author Alice Smith", R::Author(line("Alice Smith"))),
        ("ubiok", R::UbiOk),
        ("readyok", R::ReadyOk),
        (
            "option name OwnBook type check default false",
            R::Option(OptionSpec { name: line("OwnBook"), kind: OptionKind::Check(false) }),
        ),
        ("bestmove board A e2e4", best(BoardId::A, Some("e2e4"))),
        ("bestmove board B n@f3", best(BoardId::B, Some("n@f3"))),
        ("bestmove board A (none)", best(BoardId::A, None)),
        ("teammsg threat critical", R::TeamMessage("threat critical".parse().expect("one"))),
        (
            "info board A depth 12 score cp 45 nodes 150000 nps 75000 time 2000 pv e2e4 e7e5",
            info(
                Some(BoardId::A),
                uci::Info {
                    depth: Some(12),
                    score: cp(45),
                    nodes: Some(150_000),
                    nodes_per_second: Some(75_000),
                    time_ms: Some(2000),
                    pv: moves("e2e4 e7e5"),
                    ..uci::Info::default()
                },
            ),
        ),
        (
            "info board B score mate -5 pv n@e5",
            info(
                Some(BoardId::B),
                uci::Info { score: mate(-5), pv: moves("n@e5"), ..uci::Info::default() },
            ),
        ),
        ("info string hello board A", Info::of_string("hello board A").into()),
        ("info", R::from(Info::default())),
        (
            "info board B reserve_value 300 partner_reserve_value -5 depth 10",
            R::from(Info {
                board: Some(BoardId::B),
                reserve_value: Some(300),
                partner_reserve_value: Some(-5),
                fields: uci::Info { depth: Some(10), ..uci::Info::default() },
            }),
        ),
    ]
}

#[test]
fn lines_of_the_specification_are_read_and_written() {
    for (text, reply) in canonical() {
        assert_eq!(Reply::parse(text), reply, "{text}");
        assert_eq!(reply.to_string(), text);
    }
}

/// (line, the same line in its usual form)
const VARIATIONS: &[(&str, &str)] = &[
    (
        "info board B depth 10 score cp -20 reserve_value 300",
        "info board B reserve_value 300 depth 10 score cp -20",
    ),
    (
        "info board A depth 11 score cp 55 pv n@e5 reserve_value 300",
        "info board A reserve_value 300 depth 11 score cp 55 pv n@e5",
    ),
    ("info board A reserve_value much nodes 7", "info board A nodes 7"),
    ("info board A string reserve_value 3", "info board A string reserve_value 3"),
    (" bestmove  board A\te2e4 \r\n", "bestmove board A e2e4"),
    ("readyok thanks", "readyok"),
];

#[test]
fn fields_come_in_any_order() {
    for (text, usual) in VARIATIONS {
        assert_eq!(Reply::parse(text).to_string(), *usual, "{text}");
        assert_eq!(Reply::parse(text), Reply::parse(usual), "{text}");
    }
}

#[test]
fn a_known_reply_in_another_form_is_told_from_other_lines() {
    for text in [
        "id",
        "id elo 3000",
        "option name X type wheel",
        "info board",
        "info board C depth 1",
        "bestmove",
        "bestmove e2e4",
        "bestmove board A",
        "bestmove board A e2e4 ponder e7e5",
        "bestmove board C e2e4",
        "teammsg",
        "teammsg sit",
    ] {
        let Reply::Malformed { line, expected } = Reply::parse(text) else {
            panic!("{text}: {:?}", Reply::parse(text))
        };
        assert_eq!(line, text);
        assert!(expected.starts_with(split_word(text).0), "{text}: {expected}");
    }
    for text in ["", "uciok", "e2e4", "so bestmove board A e2e4"] {
        assert_eq!(Reply::parse(text), Reply::Other(line(text)));
    }
}

fn infos() -> impl Strategy<Value = Info> {
    let board = option::of(prop::sample::select(&BoardId::ALL[..]));
    let score = option::of(prop_oneof![
        any::<i32>().prop_map(ScoreValue::Centipawns),
        any::<i32>().prop_map(ScoreValue::Mate),
    ]);
    let pv = prop::collection::vec("[a-h][1-8][a-h][1-8]|[pnbrq]@[a-h][1-8]", 0..4);
    let counts = any::<(Option<u32>, Option<u64>, Option<u64>)>();
    let values = any::<[Option<i32>; 2]>();
    let all = (board, score, pv, counts, values, option::of(lines()));
    all.prop_map(|(board, score, pv, (depth, nodes, time_ms), values, string)| Info {
        board,
        reserve_value: values[0],
        partner_reserve_value: values[1],
        fields: uci::Info {
            depth,
            score: score.map(|value| Score { value, bound: None }),
            nodes,
            time_ms,
            pv: pv.iter().map(|text| Choice::One(word(text))).collect(),
            string,
            ..uci::Info::default()
        },
    })
}

fn replies() -> impl Strategy<Value = Reply> {
    let best = option::of(words())
        .prop_filter("a move", |best| best.as_ref().is_none_or(|best| *best != NO_MOVE));
    prop_oneof![
        lines().prop_map(Reply::Name),
        lines().prop_map(Reply::Author),
        Just(Reply::UbiOk),
        Just(Reply::ReadyOk),
        infos().prop_map(Reply::from),
        (prop::sample::select(&BoardId::ALL[..]), best)
            .prop_map(|(board, best)| Reply::BestMove { board, best }),
        messages().prop_map(Reply::TeamMessage),
    ]
}

proptest! {
    #[test]
    fn printed_replies_parse_as_themselves(reply in replies()) {
        let text = reply.to_string();
        prop_assert!(!text.contains(['\n', '\r']));
        prop_assert_eq!(Reply::parse(&text), reply);
    }

    #[test]
    fn any_text_is_a_reply_that_prints_as_itself(
        name in prop::sample::select(
            &["", "id name ", "option name ", "info ", "info board A ", "bestmove board B ", "teammsg "][..]
        ),
        words in prop::collection::vec(
            prop::sample::select(
                &["board", "A", "depth", "7", "reserve_value", "pv", "e2e4", "string", "type", "need"][..]
            ),
            0..6,
        ),
        text in texts(),
    ) {
        let reply = Reply::parse(&(name.to_owned() + &words.join(" ") + &text));
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
    }
}

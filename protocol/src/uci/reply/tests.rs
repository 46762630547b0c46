use proptest::option;
use proptest::prelude::*;

use super::super::{Bound, CurrentLine, OptionKind, Score, ScoreValue};
use super::*;
use crate::strategies::{lines, texts};
use crate::text::Word;

fn line(text: &str) -> Line {
    Line::new(text)
}

fn word(text: &str) -> Word {
    Word::new(text).expect("the tables hold words")
}

fn one(text: &str) -> Choice {
    Choice::One(word(text))
}

fn both(a: &str, b: &str) -> Choice {
    Choice::Both([a, b].map(Word::new))
}

fn ones(moves: &str) -> Vec<Choice> {
    moves.split_whitespace().map(one).collect()
}

fn options() -> Vec<(&'static str, Reply)> {
    let option = |name, kind| Reply::Option(OptionSpec { name: line(name), kind });
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let combo = |default, choices: &[&str]| OptionKind::Combo {
        default: line(default),
        choices: choices.iter().map(|text| line(text)).collect(),
    };
    vec![
        ("option name Clear Hash type button", option("Clear Hash", OptionKind::Button)),
        ("option name Ponder type check default true", option("Ponder", OptionKind::Check(true))),
        (
            "option name Hash type spin default 16 min 1 max 131072",
            option("Hash", spin(16, 1, 131_072)),
        ),
        (
            "option name Mode type combo default go var sit var go",
            option("Mode", combo("go", &["sit", "go"])),
        ),
        (
            "option name Style type combo default Very Wild var Very Wild var <empty>",
            option("Style", combo("Very Wild", &["Very Wild", ""])),
        ),
        (
            "option name Net File type string default my default min 3",
            option("Net File", OptionKind::Text(line("my default min 3"))),
        ),
        (
            "option name Log File type string default <empty>",
            option("Log File", OptionKind::Text(line(""))),
        ),
    ]
}

fn thoughts() -> Vec<(&'static str, Reply)> {
    let score = |value, bound| Some(Score { value, bound });
    let none = Info::default;
    [
        (
            "info depth 7 seldepth 12 multipv 1 score cp -44 nodes 3107 nps 388375 hashfull 3 \
             tbhits 0 time 8 pv e7e5 a2a3 N@f6",
            Info {
                depth: Some(7),
                selective_depth: Some(12),
                multi_pv: Some(1),
                score: score(ScoreValue::Centipawns(-44), None),
                nodes: Some(3107),
                nodes_per_second: Some(388_375),
                hash_full: Some(3),
                tb_hits: Some(0),
                time_ms: Some(8),
                pv: ones("e7e5 a2a3 N@f6"),
                ..none()
            },
        ),
        ("info score mate -3", Info { score: score(ScoreValue::Mate(-3), None), ..none() }),
        (
            "info score cp 25 lowerbound",
            Info { score: score(ScoreValue::Centipawns(25), Some(Bound::Lower)), ..none() },
        ),
        (
            "info score mate 2 upperbound wdl 900 90 10",
            Info {
                score: score(ScoreValue::Mate(2), Some(Bound::Upper)),
                wdl: Some([900, 90, 10]),
                ..none()
            },
        ),
    ]
    .map(|(text, info)| (text, info.into()))
    .into()
}

/// Lines with the rarer fields of `info`.
fn more_thoughts() -> Vec<(&'static str, Reply)> {
    let none = Info::default;
    let both_boards = vec![both("e2e4", ""), both("P@f7", "d7d5")];
    [
        (
            "info sbhits 1 cpuload 1000 currmove e2e4 currmovenumber 1",
            Info {
                sb_hits: Some(1),
                cpu_load: Some(1000),
                current_move: Some(one("e2e4")),
                current_move_number: Some(1),
                ..none()
            },
        ),
        (
            "info depth 3 pv (e2e4,pass) (P@f7,d7d5)",
            Info { depth: Some(3), pv: both_boards, ..none() },
        ),
        (
            "info refutation d1h5 g6h5 currline 2 d1h5",
            Info {
                refutation: ones("d1h5 g6h5"),
                current_line: Some(CurrentLine { cpu: Some(2), moves: ones("d1h5") }),
                ..none()
            },
        ),
        (
            "info currline d1h5 g6h5",
            Info {
                current_line: Some(CurrentLine { cpu: None, moves: ones("d1h5 g6h5") }),
                ..none()
            },
        ),
        ("info string a  depth 3 string", Info::of_string("a  depth 3 string")),
        ("info string", Info::of_string("")),
        ("info", none()),
    ]
    .map(|(text, info)| (text, info.into()))
    .into()
}

/// (line, reply); printing the reply gives the line again.
fn canonical() -> Vec<(&'static str, Reply)> {
    use Reply as R;
    let best = |best, ponder| R::BestMove { best, ponder };
    let rest = [
        ("id name Fairy-Stockfish 11.1", R::Name(line("Fairy-Stockfish 11.1"))),
        ("id author A, B and C", R::Author(line("A, B and C"))),
        ("uciok", R::UciOk),
        ("readyok", R::ReadyOk),
        ("bestmove e2e4", best(Some(one("e2e4")), None)),
        ("bestmove Q@g6 ponder N@g7", best(Some(one("Q@g6")), Some(one("N@g7")))),
        ("bestmove (none)", best(None, None)),
        ("bestmove (e2e4,pass)", best(Some(both("e2e4", "")), None)),
        ("bestmove (pass,pass)", best(Some(both("", "")), None)),
        (
            "bestmove (e2e4,P@f7) ponder (pass,d7d5)",
            best(Some(both("e2e4", "P@f7")), Some(both("", "d7d5"))),
        ),
        ("copyprotection checking", R::CopyProtection(Verdict::Checking)),
        ("registration error", R::Registration(Verdict::Error)),
        ("", R::Other(line(""))),
    ];
    rest.into_iter().chain(options()).chain(thoughts()).chain(more_thoughts()).collect()
}

#[test]
fn lines_become_replies_and_lines_again() {
    for (text, reply) in canonical() {
        assert_eq!(Reply::parse(text), reply, "{text}");
        assert_eq!(reply.to_string(), text);
    }
}

/// (unusual form, canonical form)
const ODD: &[(&str, &str)] = &[
    ("  bestmove e2e4 \r\n", "bestmove e2e4"),
    ("bestmove e2e4 ponder", "bestmove e2e4"),
    ("bestmove e2e4 ponder (none)", "bestmove e2e4"),
    ("bestmove e2e4 in haste", "bestmove e2e4"),
    ("bestmove", "bestmove (none)"),
    ("bestmove 0000", "bestmove (none)"),
    ("bestmove NULL", "bestmove (none)"),
    ("bestmove ( e2e4, pass ) thanks", "bestmove (e2e4,pass)"),
    ("bestmove (e2e4,0000)", "bestmove (e2e4,pass)"),
    ("bestmove (,e2e4)", "bestmove (pass,e2e4)"),
    ("uciok at last", "uciok"),
    ("id name", "id name"),
    ("copyprotection ok .", "copyprotection ok"),
    (
        "option name Hash type spin default 16",
        "option name Hash type spin default 16 min \
      -9223372036854775808 max 9223372036854775807",
    ),
    ("option name Hash type spin min 1 max 4", "option name Hash type spin default 1 min 1 max 4"),
    ("option name Log type string", "option name Log type string default <empty>"),
    ("option name Log type string default  ", "option name Log type string default <empty>"),
    ("option name Ponder type check", "option name Ponder type check default false"),
    ("info depth x time 5", "info time 5"),
    ("info depth depth 3", "info depth 3"),
    ("info nodes 1.5 nps 3", "info nps 3"),
    ("info depth 3 mood 5 score cp 1", "info depth 3 score cp 1"),
    ("info score lowerbound cp 5", "info score cp 5 lowerbound"),
    ("info score lowerbound", "info"),
    ("info pv", "info"),
    ("info pv e2e4 depth 3", "info depth 3 pv e2e4"),
    ("info wdl 1 2", "info"),
];

#[test]
fn odd_forms_mean_the_same() {
    for (odd, usual) in ODD {
        assert_eq!(Reply::parse(odd), Reply::parse(usual), "{odd:?}");
        assert_eq!(Reply::parse(odd).to_string(), *usual);
    }
}

#[test]
fn an_unknown_line_is_other() {
    let lines = "so bestmove e2e4|BESTMOVE e2e4|bestmoves e2e4|id|id e2e4|copyprotection|\
        registration later|option|option Hash type spin|option name Hash|option name type check|\
        option name X type wheel|option name X type spin default a|Unknown command: 'x'|readyok!";
    for text in lines.split('|').map(str::trim) {
        assert_eq!(Reply::parse(text), Reply::Other(line(text)), "{text}");
    }
}

#[test]
fn names_of_options_may_be_in_capitals() {
    let Reply::Option(option) = Reply::parse("option name Clear Hash type button") else {
        panic!("no option")
    };
    assert!(option.is_called("clear hash") && !option.is_called("Hash"));
}

/// Texts that contain no keyword.
fn plain_texts() -> impl Strategy<Value = Line> {
    lines().prop_filter("no keywords", |text| {
        let keywords = ["type", "value", "var", "default", "<empty>"];
        !text.split_whitespace().any(|word| keywords.contains(&word))
    })
}

fn some_texts() -> impl Strategy<Value = Line> {
    plain_texts().prop_filter("a text", |text| !text.is_empty())
}

fn kinds() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        Just(OptionKind::Button),
        any::<bool>().prop_map(OptionKind::Check),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (plain_texts(), prop::collection::vec(plain_texts(), 0..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        lines()
            .prop_filter("not taken for none", |text| *text != "<empty>")
            .prop_map(OptionKind::Text),
    ]
}

fn move_words() -> impl Strategy<Value = Word> {
    prop_oneof!["[a-h][1-8][a-h][1-8][qrbn]?", "[PNBRQ]@[a-h][1-8]"].prop_map(|text| word(&text))
}

fn choices() -> impl Strategy<Value = Choice> {
    let pair = [option::of(move_words()), option::of(move_words())];
    prop_oneof![move_words().prop_map(Choice::One), pair.prop_map(Choice::Both)]
}

fn scores() -> impl Strategy<Value = Score> {
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Centipawns),
        any::<i32>().prop_map(ScoreValue::Mate)
    ];
    let bound = option::of(prop::sample::select(&[Bound::Lower, Bound::Upper][..]));
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn infos() -> impl Strategy<Value = Info> {
    let line = (any::<Option<u32>>(), prop::collection::vec(choices(), 0..3))
        .prop_map(|(cpu, moves)| CurrentLine { cpu, moves });
    let lists = [prop::collection::vec(choices(), 0..4), prop::collection::vec(choices(), 0..3)];
    (
        any::<[Option<u32>; 6]>(),
        any::<[Option<u64>; 5]>(),
        (option::of(scores()), any::<Option<[u32; 3]>>()),
        (option::of(choices()), lists, option::of(line)),
        option::of(lines()),
    )
        .prop_map(
            |(small, large, (score, wdl), (current_move, lists, current_line), string)| {
                let [depth, selective_depth, multi_pv, hash_full, cpu_load, current_move_number] =
                    small;
                let [nodes, nodes_per_second, tb_hits, sb_hits, time_ms] = large;
                let [pv, refutation] = lists;
                Info {
                    depth,
                    selective_depth,
                    multi_pv,
                    score,
                    wdl,
                    nodes,
                    nodes_per_second,
                    hash_full,
                    tb_hits,
                    sb_hits,
                    cpu_load,
                    time_ms,
                    current_move,
                    current_move_number,
                    pv,
                    refutation,
                    current_line,
                    string,
                }
            },
        )
}

fn replies() -> impl Strategy<Value = Reply> {
    let verdict = || prop::sample::select(&Verdict::ALL[..]);
    prop_oneof![
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        lines().prop_map(Reply::Name),
        lines().prop_map(Reply::Author),
        (some_texts(), kinds()).prop_map(|(name, kind)| Reply::Option(OptionSpec { name, kind })),
        (option::of(choices()), option::of(choices()))
            .prop_map(|(best, ponder)| Reply::BestMove { best, ponder }),
        infos().prop_map(Reply::from),
        verdict().prop_map(Reply::CopyProtection),
        verdict().prop_map(Reply::Registration),
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
    fn any_text_is_a_reply_that_parses_the_same_again(
        name in prop::sample::select(
            &["", "info ", "info pv ", "option name x type ", "bestmove ", "bestmove (", "id "][..]
        ),
        words in prop::collection::vec(
            prop::sample::select(
                &["type", "default", "var", "spin", "combo", "ponder", "pv", "7", "currline", "(", "a,b)"][..]
            ),
            0..5,
        ),
        text in texts(),
    ) {
        let reply = Reply::parse(&(name.to_owned() + &words.join(" ") + &text));
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
    }
}

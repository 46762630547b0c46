use proptest::option;
use proptest::prelude::*;

use super::super::{FeatureValue, OptionKind};
use super::*;
use crate::strategies::{lines, quoted, reasons, texts, words};

fn word(text: &str) -> Word {
    Word::new(text).expect("the tables hold words")
}

fn line(text: &str) -> Line {
    Line::new(text)
}

fn illegal(reason: Option<&str>, text: &str) -> Reply {
    Reply::IllegalMove { reason: reason.map(Reason::new), text: line(text) }
}

fn error(reason: &str, text: &str) -> Reply {
    Reply::Error { reason: Reason::new(reason), text: line(text) }
}

fn thinking(pv: &str) -> Reply {
    let pv = pv.split_whitespace().map(word).collect();
    Reply::Thinking(Thinking { ply: 9, score: -15, centiseconds: 120, nodes: 4_000_000, pv })
}

fn feature(feature: Feature) -> Reply {
    Reply::Features(vec![feature])
}

/// (line, reply); printing the reply gives the line again.
fn canonical() -> Vec<(&'static str, Reply)> {
    use Reply as R;
    let tell = |to, text| R::Tell { to, text: line(text) };
    let result = |result, text| R::Result { result, text: line(text) };
    vec![
        ("move e7e8q", R::Move(word("e7e8q"))),
        ("move P@h3", R::Move(word("P@h3"))),
        ("pong 3", R::Pong(3)),
        ("tellics ptell need a knight", R::Ptell(line("need a knight"))),
        ("tellics ptell", R::Ptell(line(""))),
        ("tellics set f5 1=1", tell(Audience::Server, "set f5 1=1")),
        ("telluser hello", tell(Audience::User, "hello")),
        ("tellopponent to opp", tell(Audience::Opponent, "to opp")),
        ("resign", R::Resign),
        ("offer draw", R::OfferDraw),
        ("0-1 {Black wins}", result(GameResult::BlackWins, "Black wins")),
        ("1/2-1/2 {}", result(GameResult::Draw, "")),
        ("Illegal move: e2e5", illegal(None, "e2e5")),
        ("Illegal move (no knight held): N@f7", illegal(Some("no knight held"), "N@f7")),
        ("Error (unkown command): random", error("unkown command", "random")),
        ("Error (a): (b): c", error("a", "(b): c")),
        ("9 -15 120 4000000 e2e4 N@f6+", thinking("e2e4 N@f6+")),
        ("9 -15 120 4000000", thinking("")),
        ("Hint: e7e5", R::Hint(word("e7e5"))),
        ("# a note", R::Comment(line("a note"))),
        ("feature done=0", feature(Feature::Switch(Switch::Done, false))),
        ("feature myname=\"Sjeng 11.2\"", feature(Feature::MyName(Quoted::new("Sjeng 11.2")))),
        (
            "feature variants=\"normal,bughouse\"",
            feature(Feature::Variants(vec![word("normal"), word("bughouse")])),
        ),
        (
            "feature option=\"Hash -spin 64 1 1024\"",
            feature(Feature::Option(OptionSpec {
                name: Quoted::new("Hash"),
                kind: OptionKind::Spin { value: 64, min: 1, max: 1024 },
            })),
        ),
        ("feature", R::Features(vec![])),
        ("", R::Other(line(""))),
        ("Used time : 75", R::Other(line("Used time : 75"))),
        ("e2e4", R::Other(line("e2e4"))),
        ("*", R::Other(line("*"))),
    ]
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
    ("  move e2e4 \r\n", "move e2e4"),
    ("move e2e4 (book)", "move e2e4"),
    ("1. ... e7e5", "move e7e5"),
    ("My move is: e7e5", "move e7e5"),
    ("My move is : e7e5", "move e7e5"),
    ("tellicsnoalias ptell hi", "tellics ptell hi"),
    ("result 1-0 {mate}", "1-0 {mate}"),
    ("1-0", "1-0 {}"),
    ("Illegal move (why) : e2e5", "Illegal move (why): e2e5"),
    ("Error: no", "Error (): no"),
    ("9. -15 120 4000000 e2e4", "9 -15 120 4000000 e2e4"),
    ("9 -15 120 4000000 12 800000 0\te2e4 e7e5", "9 -15 120 4000000 e2e4 e7e5"),
    ("feature  ping=1   myname=Fish  done=1 ", "feature ping=1 myname=\"Fish\" done=1"),
    ("feature myname=\"a", "feature myname=\"a\""),
    ("feature ping=2", "feature ping=1"),
    ("feature ping", "feature ping=\"\""),
    ("feature =1 x=y", "feature x=\"y\""),
    ("feature option=\"X -wheel 3\"", "feature option=\"X -wheel 3\""),
    ("feature level=-7 san=\"1\"", "feature level=-7 san=\"1\""),
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
    let lines = "move|move to the left now|pong|pong x|resigned to lose|offer|Hint:|1. e2e4|\
        1-0 for us|* any * thing|Illegal moves are bad|Errors: 3|Time for move : 999999|9 -15 120|\
        9 0.3 120 400 e2e4|tell me more|#5|features|Nodes: 0 (-nan% qnodes)|...|1. ...";
    for text in lines.split('|').map(str::trim) {
        assert_eq!(Reply::parse(text), Reply::Other(line(text)), "{text}");
    }
}

#[test]
fn an_announcement_begins_and_ends_with_done() {
    let button = OptionSpec { name: Quoted::new("Clear Hash"), kind: OptionKind::Button };
    let lines = announcement("Tandem \"1\"\n", &["bughouse", "crazyhouse"], [button]);
    let lines: Vec<String> = lines.iter().map(Reply::to_string).collect();
    let expected = [
        "feature done=0",
        "feature ping=1 setboard=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 \
         colors=0 name=1 ics=1 san=0 memory=1 smp=1 playother=1 pause=1 nps=1 debug=1 exclude=1 otherboard=1",
        "feature myname=\"Tandem '1'\" variants=\"bughouse,crazyhouse\"",
        "feature option=\"Clear Hash -button\"",
        "feature done=1",
    ];
    assert_eq!(lines, expected);
}

fn features() -> impl Strategy<Value = Feature> {
    let name = "x[a-z]{0,8}".prop_map(|text| word(&text));
    let option = "[A-Za-z][a-z ]{0,8}".prop_map(|text| Quoted::new(&text));
    let spin = any::<(i64, i64, i64)>();
    prop_oneof![
        (prop::sample::select(Switch::ALL), any::<bool>())
            .prop_map(|(switch, on)| Feature::Switch(switch, on)),
        quoted().prop_map(Feature::MyName),
        prop::collection::vec("[a-z0-9-]{1,8}".prop_map(|text| word(&text)), 0..5)
            .prop_map(Feature::Variants),
        (option.clone(), spin).prop_map(|(name, (value, min, max))| {
            Feature::Option(OptionSpec { name, kind: OptionKind::Spin { value, min, max } })
        }),
        (option, quoted()).prop_map(|(name, text)| Feature::Option(OptionSpec {
            name,
            kind: OptionKind::Text(text)
        })),
        (name.clone(), any::<i64>())
            .prop_map(|(name, n)| Feature::Other { name, value: FeatureValue::Number(n) }),
        (name, quoted())
            .prop_map(|(name, text)| Feature::Other { name, value: FeatureValue::Text(text) }),
    ]
}

fn replies() -> impl Strategy<Value = Reply> {
    let tell = |(to, text): (Audience, Line)| match text.strip_prefix("ptell") {
        Some(_) => Reply::Ptell(Line::new("")),
        None => Reply::Tell { to, text },
    };
    let move_words = prop::collection::vec("[a-h][1-8]".prop_map(|text| word(&text)), 0..5);
    prop_oneof![
        prop::collection::vec(features(), 0..5).prop_map(Reply::Features),
        words().prop_map(Reply::Move),
        any::<u64>().prop_map(Reply::Pong),
        lines().prop_map(Reply::Ptell),
        (prop::sample::select(&Audience::ALL[..]), lines()).prop_map(tell),
        Just(Reply::Resign),
        Just(Reply::OfferDraw),
        (prop::sample::select(&GameResult::ALL[..]), lines())
            .prop_map(|(result, text)| Reply::Result { result, text }),
        (option::of(reasons()), lines())
            .prop_map(|(reason, text)| Reply::IllegalMove { reason, text }),
        (reasons(), lines()).prop_map(|(reason, text)| Reply::Error { reason, text }),
        (any::<(u32, i32, u64, u64)>(), move_words).prop_map(
            |((ply, score, centiseconds, nodes), pv)| {
                Reply::Thinking(Thinking { ply, score, centiseconds, nodes, pv })
            }
        ),
        words().prop_map(Reply::Hint),
        lines().prop_map(Reply::Comment),
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
            &["", "feature ", "feature option=\"", "tellics ", "Illegal move", "1 2 3 ", "1-0 "][..]
        ),
        text in texts(),
    ) {
        let reply = Reply::parse(&(name.to_owned() + &text));
        prop_assert_eq!(Reply::parse(&reply.to_string()), reply);
    }
}

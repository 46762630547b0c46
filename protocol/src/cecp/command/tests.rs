use proptest::option;
use proptest::prelude::*;
use tandem_rules::{Color, Holdings, PieceType};

use super::*;
use crate::strategies::{lines, texts, words};

fn word(text: &str) -> Word {
    Word::new(text).expect("the tables hold words")
}

fn line(text: &str) -> Line {
    Line::new(text)
}

fn held(letters: &str) -> Holdings {
    letters.chars().filter_map(PieceType::from_char).collect()
}

/// (line, command); printing the command gives the line again.
fn canonical() -> Vec<(&'static str, Command)> {
    use Command as C;
    let ms = |moves, base_ms, increment_ms| C::Level { moves, base_ms, increment_ms };
    let set = |name, value: Option<&str>| C::SetOption { name: line(name), value: value.map(line) };
    let result = |result, text| C::Result { result, text: line(text) };
    let holding =
        |white, black, arrived| HoldingUpdate { white: held(white), black: held(black), arrived };
    let knight = Some((Color::White, PieceType::Knight));
    vec![
        ("protover 2", C::Protover(2)),
        ("accepted usermove", C::Accepted(word("usermove"))),
        ("rejected myname", C::Rejected(word("myname"))),
        ("ping 17", C::Ping(17)),
        ("memory 68", C::Memory(68)),
        ("cores 4", C::Cores(4)),
        ("egtpath gaviota /t/a b", C::EgtPath { kind: word("gaviota"), path: line("/t/a b") }),
        ("option Clear Hash", set("Clear Hash", None)),
        ("option Hash=64", set("Hash", Some("64"))),
        ("option Net File=", set("Net File", Some(""))),
        ("option Formula=a=b", set("Formula", Some("a=b"))),
        ("variant bughouse", C::Variant(word("bughouse"))),
        (
            "setboard 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            C::SetBoard(line("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")),
        ),
        ("usermove e2e4", C::UserMove(word("e2e4"))),
        ("usermove P@h3", C::UserMove(word("P@h3"))),
        ("usermove Bxg7", C::UserMove(word("Bxg7"))),
        ("e7e8q", C::Move(word("e7e8q"))),
        ("p@e4", C::Move(word("p@e4"))),
        ("@e4", C::Move(word("@e4"))),
        ("O-O", C::Move(word("O-O"))),
        ("Nbxd7+", C::Move(word("Nbxd7+"))),
        ("result 0-1 {Probe resigns}", result(GameResult::BlackWins, "Probe resigns")),
        ("result * {}", result(GameResult::Unfinished, "")),
        ("result 1/2-1/2 {a {b} c}", result(GameResult::Draw, "a {b} c")),
        ("level 0 2 0", ms(0, 120_000, 0)),
        ("level 40 1:30 0.05", ms(40, 90_000, 50)),
        ("st 30", C::MoveTime { ms: 30_000 }),
        ("sd 12", C::Depth(12)),
        ("nps 0", C::NodesPerSecond(0)),
        ("time 12000", C::Time { centiseconds: 12_000 }),
        ("otim -5", C::OpponentTime { centiseconds: -5 }),
        ("name Oppo Nent", C::Name(line("Oppo Nent"))),
        ("name", C::Name(line(""))),
        ("rating 0 2100", C::Rating { own: 0, opponent: 2100 }),
        ("ics 127.0.0.1", C::Ics(word("127.0.0.1"))),
        ("ics -", C::Ics(word("-"))),
        ("partner Mate", C::Partner(Some(line("Mate")))),
        ("partner", C::Partner(None)),
        ("ptell sit  please", C::Ptell(line("sit  please"))),
        ("ptell", C::Ptell(line(""))),
        ("holding [] [] ", C::Holding(holding("", "", None))),
        ("holding [PN] [Q] WN", C::Holding(holding("PN", "Q", knight))),
        ("pmove d7d5", C::PartnerMove(word("d7d5"))),
        ("pholding [P] [] ", C::PartnerHolding(holding("P", "", None))),
        ("", C::Blank),
    ]
}

#[test]
fn lines_become_commands_and_lines_again() {
    for (text, command) in canonical().iter().chain(PLAIN) {
        assert_eq!(Command::parse(text), *command, "{text}");
        assert_eq!(command.to_string(), *text);
        assert_eq!(command.complaint(), None, "{text}");
    }
}

/// (unusual form, canonical form)
const ODD: &[(&str, &str)] = &[
    ("  go \r\n", "go"),
    ("\tping\t 3 ", "ping 3"),
    ("ping 007", "ping 7"),
    ("\r\n", ""),
    ("level 0 0:30 .1", "level 0 0:30 0.1"),
    ("level 0 1:90 1.50", "level 0 2:30 1.5"),
    ("st 2.50", "st 2.5"),
    ("result 1-0", "result 1-0 {}"),
    ("result 1-0 { mate } ", "result 1-0 {mate}"),
    ("result 1-0 {mate", "result 1-0 {mate}"),
    ("option  Hash = 64", "option Hash=64"),
    ("holding [pp] [qn]", "holding [PP] [NQ] "),
    ("ptell \u{7}go\u{0}fast\n", "ptell go fast"),
];

#[test]
fn odd_forms_mean_the_same() {
    for (odd, usual) in ODD {
        assert_eq!(Command::parse(odd), Command::parse(usual), "{odd:?}");
        assert_eq!(Command::parse(odd).to_string(), *usual);
    }
}

#[test]
fn known_commands_with_wrong_arguments_are_malformed() {
    let lines = "protover|protover two|accepted|rejected a b|ping|ping x|ping -1|ping 1 2|memory|\
        memory lots|cores -1|egtpath|egtpath nalimov|option|option =5|variant|variant a b|setboard|\
        usermove|usermove time 5000|result|result 2-0 {}|result won|result 1-0 mate|level|level 0|\
        level 0 2|level x 2 0|level 0 2 0 0|level 0 -2 0|level 0 2 fast|st|st soon|st -1|sd -1|\
        nps x|time|time x|otim 1.5|rating 0|rating a b|ics|holding|holding [P]|holding [K] []|\
        holding [] [] XP|pmove|pholding []|go now|quit please|new game|? ?|. x|draw ok|\
        time 9223372036854775808";
    for text in lines.split('|').map(str::trim) {
        let command = Command::parse(text);
        assert!(
            matches!(&command, Command::Malformed { line, .. } if *line == text),
            "{text}: {command:?}"
        );
        assert_eq!(command.to_string(), text);
    }
}

#[test]
fn other_lines_are_unknown() {
    let lines = "xyzzy|Go|XBOARD|e2e4 e7e5|e9|feature ping=1|#|ping1|usermovee2e4|tellics ptell hi|\
        \u{fffd}\u{fffd}|時間 5|1e2e4|go!|-1|0";
    for text in lines.split('|').map(str::trim) {
        assert_eq!(Command::parse(text), Command::Unknown(line(text)), "{text}");
    }
}

#[test]
fn complaints_read_as_the_protocol_wants_them() {
    let cases = [
        ("xyzzy 1", "Error (unknown command): xyzzy 1"),
        ("time x", "Error (bad command, expected time CENTISECONDS): time x"),
        ("go now", "Error (bad command, expected no argument): go now"),
    ];
    for (text, complaint) in cases {
        let reply = Command::parse(text).complaint().expect("the table holds bad lines");
        assert_eq!(reply.to_string(), complaint);
    }
}

#[test]
fn a_long_line_is_only_a_long_line() {
    let text = "ptell ".to_owned() + &"a b".repeat(1 << 18);
    assert_eq!(Command::parse(&text).to_string(), text);
    let digits = "9".repeat(1 << 18);
    for name in ["ping", "time", "level 0", "st", "sd", "nps", "memory", "usermove", "holding"] {
        let text = format!("{name} {digits}");
        assert_eq!(Command::parse(&text).to_string(), text, "{name}");
    }
}

fn some_lines() -> impl Strategy<Value = Line> {
    lines().prop_filter("a text", |text| !text.is_empty())
}

fn updates() -> impl Strategy<Value = HoldingUpdate> {
    let piece = || prop::sample::select(&PieceType::DROPPABLE[..]);
    let holdings = || prop::collection::vec(piece(), 0..20).prop_map(Holdings::from_iter);
    let color = prop::sample::select(&Color::ALL[..]);
    (holdings(), holdings(), option::of((color, piece())))
        .prop_map(|(white, black, arrived)| HoldingUpdate { white, black, arrived })
}

fn commands() -> impl Strategy<Value = Command> {
    let names = some_lines().prop_map(|text| line(&text.replace('=', "")));
    let names = names.prop_filter("a name", |name| !name.is_empty());
    prop_oneof![
        prop::sample::select(PLAIN).prop_map(|(_, command)| command),
        words().prop_map(Command::Accepted),
        words().prop_map(Command::UserMove),
        any::<u64>().prop_map(Command::Ping),
        (words(), some_lines()).prop_map(|(kind, path)| Command::EgtPath { kind, path }),
        (names, option::of(lines())).prop_map(|(name, value)| Command::SetOption { name, value }),
        some_lines().prop_map(Command::SetBoard),
        (prop::sample::select(&GameResult::ALL[..]), lines())
            .prop_map(|(result, text)| Command::Result { result, text }),
        any::<(u32, u64, u64)>().prop_map(|(moves, base_ms, increment_ms)| Command::Level {
            moves,
            base_ms,
            increment_ms
        }),
        any::<u64>().prop_map(|ms| Command::MoveTime { ms }),
        any::<i64>().prop_map(|centiseconds| Command::Time { centiseconds }),
        any::<(i32, i32)>().prop_map(|(own, opponent)| Command::Rating { own, opponent }),
        lines().prop_map(Command::Name),
        option::of(some_lines()).prop_map(Command::Partner),
        lines().prop_map(Command::Ptell),
        updates().prop_map(Command::Holding),
        updates().prop_map(Command::PartnerHolding),
    ]
}

proptest! {
    #[test]
    fn printed_commands_parse_as_themselves(command in commands()) {
        let text = command.to_string();
        prop_assert!(!text.contains(['\n', '\r']));
        prop_assert_eq!(Command::parse(&text), command);
    }

    #[test]
    fn any_text_is_a_command_that_prints_as_itself(
        name in prop::sample::select(&["", "ping ", "level ", "option ", "result ", "holding "][..]),
        text in texts(),
    ) {
        let command = Command::parse(&(name.to_owned() + &text));
        prop_assert_eq!(Command::parse(&command.to_string()), command);
    }
}

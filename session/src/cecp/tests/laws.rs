//! Laws for any lines in any order: no panic, and no move that is not legal.

use proptest::prelude::*;
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Line;
use tandem_rules::{Move, Position};

use super::Stage;

/// Lines that have an effect, so that a random order of them goes far.
const LINES: &[&str] = &[
    "new",
    "force",
    "go",
    "playother",
    "undo",
    "remove",
    "hard",
    "easy",
    "analyze",
    "exit",
    "?",
    "pause",
    "resume",
    "ping 1",
    "post",
    "nopost",
    "hint",
    ".",
    "variant bughouse",
    "variant crazyhouse",
    "variant normal",
    "variant fischerandom",
    "result 1-0 {}",
    "level 0 1 0",
    "level 40 5 3",
    "st 1",
    "sd 3",
    "nps 1000",
    "time 100",
    "time -100",
    "otim 500",
    "holding [] []",
    "holding [P] [] WP",
    "holding [PNBRQ] [PNBRQ]",
    "holding [N] [QQ] BQ",
    "setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1",
    "setboard 1r4kr/8/8/8/8/8/8/1R4KR[NPqp] w HBhb - 0 1",
    "setboard nonsense",
    "usermove e2e4",
    "usermove e7e5",
    "usermove P@e6",
    "usermove Nf3",
    "usermove O-O",
    "d7d5",
    "e4d5",
    "partner Mate",
    "ptell Tandem is an engine.",
    "ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Qn] b KQkq - 0 1 6000 -100",
    "ptell ~1 4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 2000000000 -2000000000",
    "ptell ~1 8/8/8/8/8/8/8/8[] w - - 0 1 1 1",
];

/// An event of a conversation.
#[derive(Clone, Debug)]
enum Happening {
    Line(String),
    /// A legal move of the side to move, told to the session whichever side that is.
    TellMove(prop::sample::Index),
    /// The end of the last search or of an earlier one, with a move or none.
    Decide {
        ago: u64,
        choice: Option<prop::sample::Index>,
    },
    /// The opening (`true`) or closing of the link to the partner.
    Link(bool),
    /// A line over the link.
    LinkTold(String),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let line = prop_oneof![
        8 => prop::sample::select(LINES).prop_map(str::to_owned),
        1 => ".{0,40}",
        1 => "(setboard|holding|usermove|level|time|memory|option|ptell|ping) .{0,30}",
    ];
    let reports = LINES.iter().filter_map(|line| line.strip_prefix("ptell ")).collect::<Vec<_>>();
    let link_line =
        prop_oneof![prop::sample::select(reports).prop_map(str::to_owned), "(~1 )?.{0,40}"];
    let decide = (0u64..3, proptest::option::weighted(0.9, any::<prop::sample::Index>()));
    let happening = prop_oneof![
        3 => line.prop_map(Happening::Line),
        2 => any::<prop::sample::Index>().prop_map(Happening::TellMove),
        2 => decide.prop_map(|(ago, choice)| Happening::Decide { ago, choice }),
        1 => any::<bool>().prop_map(Happening::Link),
        1 => link_line.prop_map(Happening::LinkTold),
    ];
    prop::collection::vec(happening, 0..120)
}

/// A move and a reply to it, as far as there are legal ones.
fn line(position: &Position, choice: prop::sample::Index) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while line.len() < 2 && position.count_legal() > 0 {
        let moves = position.legal_moves();
        let m = moves[choice.index(moves.len())];
        let _nothing = position.make(m, &mut ());
        line.push(m);
    }
    line
}

/// Tells the session of an event, and checks the moves among the replies against the position
/// before it.
fn happen(stage: &mut Stage, happening: &Happening) -> Result<(), TestCaseError> {
    let before = stage.session.record.position().clone();
    let moves = before.legal_moves();
    let replies = match happening {
        Happening::Line(line) => stage.tell(line),
        Happening::Link(true) => stage.session.link_opened(stage.now),
        Happening::Link(false) => stage.session.link_closed(stage.now),
        Happening::LinkTold(line) => stage.session.link_told(&Line::new(line), stage.now),
        Happening::TellMove(_) if moves.is_empty() => return Ok(()),
        Happening::TellMove(index) => {
            let m = moves[index.index(moves.len())];
            stage.tell(&format!("usermove {}", stage.session.record.write(m)))
        }
        Happening::Decide { ago, choice } => {
            let Some((view, _)) = &stage.session.mind.script().last else { return Ok(()) };
            let line = choice.map_or_else(Vec::new, |index| line(&view.own, index));
            stage.end_search(stage.session.mind.script().searches.saturating_sub(*ago), line)
        }
    };
    for reply in &replies {
        if let Reply::Move(text) = reply {
            let m = before.parse_coordinate(text);
            prop_assert!(m.is_ok_and(|m| before.is_legal(m)), "{text} in {before:?}");
        }
        let printed = reply.to_string();
        for word in ["tell ", "draw", "kibitz", "whisper"] {
            prop_assert!(!printed.starts_with(word), "{printed}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_order_of_events_leads_to_a_panic_or_an_illegal_move(happenings in happenings()) {
        let mut stage = Stage::new();
        for happening in &happenings {
            happen(&mut stage, happening)?;
        }
        // After any events, it plays on.
        stage.tell_all(&["force", "new", "variant bughouse", "go"]);
        let replies = stage.decide("e2e4");
        prop_assert!(replies.iter().any(|reply| reply.to_string() == "move e2e4"));
        prop_assert!(stage.tell("ping 5").iter().any(|reply| reply.to_string() == "pong 5"));
    }
}

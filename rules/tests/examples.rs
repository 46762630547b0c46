//! The examples do what they promise.

#[expect(dead_code, reason = "their `main` functions are for people")]
#[path = "../examples/drops.rs"]
mod drops;
#[expect(dead_code, reason = "their `main` functions are for people")]
#[path = "../examples/perft_two_boards.rs"]
mod perft_two_boards;
#[expect(dead_code, reason = "their `main` functions are for people")]
#[path = "../examples/replay_bpgn.rs"]
mod replay_bpgn;

use tandem_rules::{Boards, MoveRules};

fn text(written: Vec<u8>) -> String {
    String::from_utf8(written).expect("examples write text")
}

#[test]
fn drops_are_listed_by_piece_with_their_checks() {
    let position = "4k3/8/8/8/4r3/8/8/4K3[NPp] w - - 0 1".parse().expect("sound");
    let mut out = Vec::new();
    drops::list(&position, &mut out).expect("a vector takes all");
    assert_eq!(text(out), "1 pawn: P@e2 P@e3\n1 knight: N@e2 N@e3\n");
    let position = "4k3/3p1p2/8/8/8/8/8/4K3[Q] w - - 0 1".parse().expect("sound");
    let mut out = Vec::new();
    drops::list(&position, &mut out).expect("a vector takes all");
    assert!(text(out).contains(" Q@a8+ "));
}

#[test]
fn a_record_is_replayed_to_its_last_position() {
    let file: &[u8] = include_bytes!("../examples/short.bpgn");
    let mut out = Vec::new();
    replay_bpgn::replay(file, &mut out).expect("a vector takes all");
    let text = text(out);
    assert!(text.starts_with("A: Ann - Bob\nr1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/"), "{text}");
    assert!(text.contains("[Pp] b KQkq - 0 4") || text.contains("b KQkq - 0 4"), "{text}");
    assert!(text.ends_with("1-0 after 10 moves: Bob checkmated\n"), "{text}");
}

#[test]
fn sequences_on_two_boards_are_counted_with_their_order() {
    let mut out = Vec::new();
    let start = Boards::start(MoveRules::default());
    perft_two_boards::count(&start, 2, &mut out).expect("a vector takes all");
    // Twice 400 on one board, and twice 20 * 20 with one move on each.
    let text = text(out);
    assert!(text.contains("\nB h2h4: 40\n") && text.ends_with(": 40\n1600\n"), "{text}");
}

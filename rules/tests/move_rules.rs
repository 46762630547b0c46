//! Every field of `MoveRules`, by positions in which rule sets disagree.

use tandem_rules::Permission::{Accepted, No, Yes};
use tandem_rules::notation::Fen;
use tandem_rules::{Move, MoveKind, MoveRules, Permission, PieceType, Position, Variant};

/// The permission of one move at the end of a line, under several rule sets.
struct Case {
    name: &'static str,
    fen: &'static str,
    /// Moves in coordinates, with castling as king takes rook.
    line: &'static str,
    asked: &'static str,
    /// The permissions under FIDE, USCF, WBN and FICS.
    expected: [Permission; 4],
}

const PRESETS: [MoveRules; 4] = [MoveRules::FIDE, MoveRules::USCF, MoveRules::WBN, MoveRules::FICS];

const CASTLING_WITH_DROPPED_ROOK: &[Case] = &[
    Case {
        name: "the original rook stands at home",
        fen: "4k3/p7/8/8/8/8/P7/4K2R[] w K - 0 1",
        line: "a2a3 a7a6",
        asked: "e1h1",
        expected: [Yes, Yes, Yes, Yes],
    },
    Case {
        name: "the original rook was taken",
        fen: "4k3/p7/8/8/8/6n1/P7/4K2R[R] b K - 0 1",
        line: "g3h1 a2a3 h1g3 R@h1 g3h5",
        asked: "e1h1",
        expected: [Yes, No, No, Accepted],
    },
    Case {
        name: "the same on the queen's side, for Black",
        fen: "r3k3/7p/1N6/8/8/8/P7/4K3[r] w q - 0 1",
        line: "b6a8 h7h6 a8b6 h6h5 b6c4 R@a8 a2a3",
        asked: "e8a8",
        expected: [Yes, No, No, Accepted],
    },
    Case {
        name: "the original rook moved away",
        fen: "4k3/p7/8/8/8/8/P7/4K2R[R] w K - 0 1",
        line: "h1h5 a7a6 R@h1 a6a5",
        asked: "e1h1",
        expected: [Yes, No, No, No],
    },
    Case {
        name: "the original rook moved out and back",
        fen: "4k3/p7/8/8/8/8/P7/4K2R[] w K - 0 1",
        line: "h1h5 a7a6 h5h1 a6a5",
        asked: "e1h1",
        expected: [No, No, No, No],
    },
    Case {
        name: "the dropped rook moved out and back",
        fen: "4k3/pp6/8/8/8/6n1/P7/4K2R[R] b K - 0 1",
        line: "g3h1 a2a3 h1g3 R@h1 g3e4 h1h2 a7a6 h2h1 b7b6",
        asked: "e1h1",
        expected: [No, No, No, No],
    },
    Case {
        name: "a rook took back on the home square, where none was dropped",
        fen: "4k3/p7/8/8/8/6n1/7R/4K2R[] b K - 0 1",
        line: "g3h1 h2h1 a7a6",
        asked: "e1h1",
        expected: [No, No, No, Accepted],
    },
    Case {
        name: "the king has moved",
        fen: "4k3/p7/8/8/8/6n1/P7/4K2R[R] b K - 0 1",
        line: "g3h1 e1e2 h1g3 e2e1 g3h5 R@h1 a7a6",
        asked: "e1h1",
        expected: [No, No, No, No],
    },
    Case {
        name: "a dropped rook stands elsewhere",
        fen: "4k3/p7/8/8/8/6n1/P7/4K2R[R] b K - 0 1",
        line: "g3h1 a2a3 h1g3 R@g1 g3h5",
        asked: "e1g1",
        expected: [No, No, No, No],
    },
];

const EN_PASSANT_AFTER_DROPS: &[Case] = &[
    Case {
        name: "at once",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1",
        line: "e2e4",
        asked: "d4e3",
        expected: [Yes, Yes, Yes, Yes],
    },
    Case {
        name: "a drop by each side came in between",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3[Pp] w - - 0 1",
        line: "e2e4 P@a6 P@a3",
        asked: "d4e3",
        expected: [No, No, No, Accepted],
    },
    Case {
        name: "two drops by each side came in between",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3[PPpp] w - - 0 1",
        line: "e2e4 P@a6 P@a3 P@b6 P@b3",
        asked: "d4e3",
        expected: [No, No, No, Accepted],
    },
    Case {
        name: "the capturing pawn was dropped after the double step",
        fen: "4k3/8/8/8/8/8/4P3/4K3[Np] w - - 0 1",
        line: "e2e4 P@d4 N@a1",
        asked: "d4e3",
        expected: [No, No, No, Accepted],
    },
    Case {
        name: "a move on the board came in between",
        fen: "4k3/8/8/8/3p4/8/4P3/4K3[Pp] w - - 0 1",
        line: "e2e4 P@a6 e1e2",
        asked: "d4e3",
        expected: [No, No, No, No],
    },
    Case {
        name: "a double step came in between",
        fen: "4k3/8/8/8/1p1p4/8/2P1P3/4K3[p] w - - 0 1",
        line: "e2e4 P@a6 c2c4",
        asked: "d4e3",
        expected: [No, No, No, No],
    },
    Case {
        name: "that double step itself",
        fen: "4k3/8/8/8/1p1p4/8/2P1P3/4K3[p] w - - 0 1",
        line: "e2e4 P@a6 c2c4",
        asked: "b4c3",
        expected: [Yes, Yes, Yes, Yes],
    },
];

const PROMOTIONS: &[Case] = &[
    Case {
        name: "to a queen",
        fen: "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
        line: "",
        asked: "a7a8q",
        expected: [Yes, Yes, Yes, Yes],
    },
    Case {
        name: "to a knight, with a capture",
        fen: "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
        line: "",
        asked: "a7b8n",
        expected: [Yes, Yes, Yes, Yes],
    },
    Case {
        name: "to a rook",
        fen: "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
        line: "",
        asked: "a7a8r",
        expected: [Yes, Yes, No, Yes],
    },
    Case {
        name: "to a bishop, with a capture",
        fen: "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
        line: "",
        asked: "a7b8b",
        expected: [Yes, Yes, No, Yes],
    },
];

fn position(fen: &str, rules: MoveRules) -> Position {
    Fen::position(fen, Variant::Bughouse, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The move with this text that is not refused; `None` if there is none.
fn find(position: &Position, text: &str) -> Option<Move> {
    (0..=u16::MAX)
        .filter_map(Move::from_bits)
        .filter(|&m| position.is_accepted(m))
        .find(|m| format!("{m:?}") == text)
}

fn play(position: &mut Position, line: &str) {
    for text in line.split_whitespace() {
        let m = find(position, text).unwrap_or_else(|| panic!("{text} in {}", position.to_fen()));
        let _partner_elsewhere = position.make(m, &mut ());
    }
}

fn permission(position: &Position, text: &str) -> Permission {
    find(position, text).map_or(No, |m| position.permission(m))
}

fn check_all(cases: &[Case]) {
    for case in cases {
        let found = PRESETS.map(|rules| {
            let mut position = position(case.fen, rules);
            play(&mut position, case.line);
            permission(&position, case.asked)
        });
        assert_eq!(found, case.expected, "{}: {} after {}", case.name, case.asked, case.line);
    }
}

#[test]
fn a_dropped_rook_castles_where_the_rules_have_it() {
    check_all(CASTLING_WITH_DROPPED_ROOK);
}

#[test]
fn en_passant_outlives_drops_where_the_rules_have_it() {
    check_all(EN_PASSANT_AFTER_DROPS);
}

#[test]
fn a_pawn_becomes_what_the_rules_have_it() {
    check_all(PROMOTIONS);
}

#[test]
fn hawaii_plays_like_fide_and_scholastic_like_us_chess() {
    assert_eq!(MoveRules::HAWAII, MoveRules::FIDE);
    assert_eq!(MoveRules::SCHOLASTIC, MoveRules::USCF);
}

/// A remembered right is used up by a capture like any other.
#[test]
fn en_passant_that_is_merely_accepted_takes_the_pawn() {
    let mut position = position("4k3/8/8/8/3p4/8/4P3/4K3[Pp] w - - 0 1", MoveRules::FICS);
    play(&mut position, "e2e4 P@a6 P@a3");
    let m = find(&position, "d4e3").expect("a server accepts it");
    let handoff = position.make(m, &mut ()).expect("a pawn was taken");
    assert_eq!(handoff.piece, PieceType::Pawn);
    assert_eq!(position.to_fen(), "4k3/8/p7/8/8/P3p3/8/4K3[] w - - 0 3");
}

/// Squares of king and rook after castling; `None` if it is refused.
type Castled = Option<(&'static str, &'static str)>;

/// The king is on d1 with a rook in each corner. That is a crossed set-up, or Chess960 if the
/// letters of the rooks say so or the rules have no crossed set-up.
#[test]
fn a_crossed_king_goes_two_squares_towards_the_rook() {
    const LETTERS: &str = "3k4/8/8/8/8/8/8/R2K3R[] w KQ - 0 1";
    const FILES: &str = "3k4/8/8/8/8/8/8/R2K3R[] w HA - 0 1";
    const BLACK: &str = "r2k3r/8/8/8/8/8/8/3K4[] b kq - 0 1";
    const USUAL: &str = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    let crossed = MoveRules::USCF;
    let plain = MoveRules::FIDE;
    let cases: [(&str, MoveRules, &str, Castled); 12] = [
        (LETTERS, crossed, "d1a1", Some(("b1", "c1"))),
        (LETTERS, crossed, "d1h1", Some(("f1", "e1"))),
        (LETTERS, plain, "d1a1", Some(("c1", "d1"))),
        (LETTERS, plain, "d1h1", Some(("g1", "f1"))),
        (FILES, crossed, "d1a1", Some(("c1", "d1"))),
        (FILES, crossed, "d1h1", Some(("g1", "f1"))),
        (BLACK, crossed, "d8a8", Some(("b8", "c8"))),
        (BLACK, crossed, "d8h8", Some(("f8", "e8"))),
        (BLACK, plain, "d8a8", Some(("c8", "d8"))),
        (USUAL, crossed, "e1a1", Some(("c1", "d1"))),
        (USUAL, crossed, "e1h1", Some(("g1", "f1"))),
        (USUAL, crossed, "e1b1", None),
    ];
    for (fen, rules, text, expected) in cases {
        assert_eq!(castled(&position(fen, rules), text), expected_names(expected), "{text} {fen}");
    }
}

fn expected_names(castled: Castled) -> Option<(String, String)> {
    castled.map(|(king, rook)| (king.to_owned(), rook.to_owned()))
}

fn castled(position: &Position, text: &str) -> Option<(String, String)> {
    let m = find(position, text)?;
    let MoveKind::Castle { .. } = m.kind() else { return None };
    let us = position.side_to_move();
    let mut next = position.clone();
    let rooks_before = position.pieces(us, PieceType::Rook);
    assert_eq!(next.make(m, &mut ()), None, "castling takes nothing");
    let moved = next.pieces(us, PieceType::Rook).without(rooks_before);
    let rook = moved.first().expect("the rook has moved");
    Some((next.king(us).to_string(), rook.to_string()))
}

/// A crossed king is a slip in setting up. If the other king can only be that of Chess960, there
/// was no slip. It must not matter which of the two is White's.
#[test]
fn a_chess960_king_on_one_side_makes_both_castle_as_in_chess960() {
    let white = position("rkr5/ppp5/8/8/8/8/8/R2K3R[] w KQca - 0 1", MoveRules::USCF);
    let black = position("r2k3r/8/8/8/8/8/PPP5/RKR5[] b CAkq - 0 1", MoveRules::USCF);
    let letters = position("rkr5/ppp5/8/8/8/8/8/R2K3R[] w KQkq - 0 1", MoveRules::USCF);
    let mirrored = position("r2k3r/8/8/8/8/8/PPP5/RKR5[] b KQkq - 0 1", MoveRules::USCF);
    for (position, text, expected) in [
        (white, "d1a1", ("c1", "d1")),
        (black, "d8a8", ("c8", "d8")),
        (letters, "d1a1", ("c1", "d1")),
        (mirrored, "d8a8", ("c8", "d8")),
    ] {
        let fen = position.to_fen();
        assert_eq!(castled(&position, text), expected_names(Some(expected)), "{text} {fen}");
    }
}

#[test]
fn crossed_castling_may_be_merely_accepted() {
    let fen = "3k4/8/8/8/8/8/8/R2K3R[] w KQ - 0 1";
    for (rule, expected) in [(Yes, Yes), (Accepted, Accepted)] {
        let rules = MoveRules { crossed_castling: rule, ..MoveRules::FIDE };
        assert_eq!(permission(&position(fen, rules), "d1a1"), expected);
        assert_eq!(permission(&position(fen, rules), "d1h1"), expected);
    }
}

#[test]
fn a_crossed_king_may_not_pass_an_attacked_square() {
    let fen = "2rk4/8/8/8/8/8/8/R2K3R[] w KQ - 0 1";
    let position = position(fen, MoveRules::USCF);
    assert_eq!(permission(&position, "d1a1"), No);
    assert_eq!(permission(&position, "d1h1"), Yes);
}

#[test]
fn a_dropped_pawn_steps_twice_where_the_rules_have_it() {
    for rule in [Yes, Accepted, No] {
        let rules = MoveRules { dropped_pawn_double_step: rule, ..MoveRules::FIDE };
        let mut position = position("4k3/8/8/8/3p4/8/2P5/4K3[P] w - - 0 1", rules);
        play(&mut position, "P@e2 e8e7");
        assert_eq!(permission(&position, "e2e4"), rule, "a pawn that was dropped");
        assert_eq!(permission(&position, "e2e3"), Yes, "a single step");
        assert_eq!(permission(&position, "c2c4"), Yes, "a pawn that was not dropped");
        if rule != No {
            play(&mut position, "e2e4");
            assert_eq!(permission(&position, "d4e3"), Yes, "in passing");
        }
    }
}

#[test]
fn the_mark_of_a_dropped_pawn_goes_when_it_goes() {
    let rules = MoveRules { dropped_pawn_double_step: No, ..MoveRules::FIDE };
    let mut dropped = position("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", rules);
    play(&mut dropped, "P@e2 e8e7 e2e3 e7e8");
    let mut stepped = position("8/4k3/8/8/8/8/4P3/4K3[] w - - 0 1", rules);
    play(&mut stepped, "e2e3 e7e8");
    assert_eq!(dropped.key(), stepped.key());
}

#[test]
fn every_preset_lets_a_dropped_pawn_step_twice() {
    for rules in PRESETS {
        assert_eq!(rules.dropped_pawn_double_step, Yes);
    }
}

//! Values survive JSON.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use serde_json::{from_str, to_string};
use tandem_rules::notation::Fen;
use tandem_rules::notation::bpgn::BpgnResult;
use tandem_rules::talk::{PartnerMessage, Urgency};
use tandem_rules::{
    BoardId, Boards, Clock, Color, Ending, FirstMove, Handoff, Holdings, Millis, Move, MoveRules,
    Outcome, Piece, PieceType, Position, Preset, RuleSet, Seat, Square, Team, TeamAction,
    TimeControl, Variant,
};

fn survives<T>(value: &T) -> String
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let text = to_string(value).expect("values have a text");
    let read: T = from_str(&text).expect("what is written is read");
    assert_eq!(read, *value, "{text}");
    text
}

#[test]
fn small_values_are_their_texts() {
    let seat = BoardId::B.seat(Color::White);
    let square: Square = "e4".parse().expect("a square");
    assert_eq!(survives(&square), "\"e4\"");
    assert_eq!(survives(&Color::White), "\"White\"");
    assert_eq!(survives(&Piece::new(Color::Black, PieceType::Knight)), "\"n\"");
    assert_eq!(survives(&PieceType::Knight), "\"knight\"");
    assert_eq!(survives(&seat), "\"White on B\"");
    assert_eq!(survives(&Team::Two), "\"team 2\"");
    assert_eq!(survives(&Preset::Wbn.rules()), "\"wbn\"");
    assert_eq!(survives(&"QPP".parse::<Holdings>().expect("holdings")), "\"QPP\"");
    assert_eq!(survives(&BpgnResult::Draw), "\"1/2-1/2\"");
    assert_eq!(survives(&Millis(-5)), "-5");
    for variant in Variant::ALL {
        survives(&variant);
    }
    assert!(from_str::<Square>("\"e9\"").is_err());
    assert!(from_str::<RuleSet>("\"wbn last-drop=maybe\"").is_err());
}

#[test]
fn every_move_survives() {
    for m in (0..=u16::MAX).filter_map(Move::from_bits) {
        let text = to_string(&m).expect("moves have a text");
        assert_eq!(from_str::<Move>(&text).expect("what is written is read"), m);
    }
    let m: Move = "N@f3".parse().expect("a move");
    assert_eq!(survives(&m), r#"{"drop":{"piece":"knight","to":"f3"}}"#);
    survives(&TeamAction::Move { board: BoardId::A, m });
    survives(&PartnerMessage::Suggest(m));
    survives(&PartnerMessage::Need(PieceType::Queen, Urgency::Mates));
    assert!(from_str::<Move>(r#"{"drop":{"piece":"king","to":"f3"}}"#).is_err());
}

#[test]
fn positions_and_boards_survive_with_variant_and_rules() {
    let fen = "4k2r/8/8/3pP3/8/8/8/1R2K3[Qn] w Bh d6 0 1";
    for variant in Variant::ALL {
        for rules in [MoveRules::FICS, MoveRules::WBN] {
            let position = Fen::position(fen, variant, rules).expect("sound");
            survives(&position);
            survives(&Boards::beside_start(position));
        }
    }
    let position: Position = from_str(&format!(r#"{{"fen":"{fen}"}}"#)).expect("defaults");
    assert_eq!(position, fen.parse().expect("sound"));
    let refused = from_str::<Position>(r#"{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}"#);
    let error = refused.expect_err("no kings").to_string();
    assert!(error.starts_with("White has 0 kings, expected one; Black has 0 kings"), "{error}");
}

#[test]
fn clocks_and_outcomes_survive() {
    let control: TimeControl = "180+2".parse().expect("a control");
    let control = TimeControl { first_move: FirstMove::Free, ..control };
    survives(&control);
    let mut clock = Clock::new(control);
    clock.stop(Millis(700));
    survives(&clock);
    survives(&Handoff { color: Color::White, piece: PieceType::Rook });
    for seat in Seat::ALL {
        survives(&Outcome { winner: Some(seat.team()), ending: Ending::Mate(seat) });
    }
    let draw = Outcome { winner: None, ending: Ending::Repetition(BoardId::A) };
    assert_eq!(survives(&draw), r#"{"winner":null,"ending":{"repetition":"A"}}"#);
}

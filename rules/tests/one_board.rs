//! Rules that are different in a game on one board.

use tandem_rules::notation::Fen;
use tandem_rules::{
    BoardId, Boards, Claim, ClaimError, Color, Game, Millis, MoveRules, PlayError, Position,
    Preset, Seat, TimeControl, Variant,
};

fn position(fen: &str, variant: Variant) -> Position {
    Fen::position(fen, variant, MoveRules::FICS).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// (variant, two positions, true if one repeats the other).
const SAME: &[(Variant, &str, &str, bool)] = &[
    // holdings
    (
        Variant::Bughouse,
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        true,
    ),
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        false,
    ),
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 4 9",
        true,
    ),
    // promoted marks
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/3QK3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/3Q~K3[] w - - 0 1",
        false,
    ),
    (Variant::Chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3Q~K3 w - - 0 1", true),
    // turn and castling
    (Variant::Chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1", false),
    (Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
    // en passant: possible, without a pawn beside, and with a pawn that is pinned
    (
        Variant::Chess,
        "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1",
        "4k3/8/8/1Pp5/8/8/8/4K3 w - - 0 1",
        false,
    ),
    (Variant::Chess, "4k3/8/8/P1p5/8/8/8/4K3 w - c6 0 1", "4k3/8/8/P1p5/8/8/8/4K3 w - - 0 1", true),
    (Variant::Chess, "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "4k3/8/8/KPp4r/8/8/8/8 w - - 0 1", true),
];

#[test]
fn a_position_repeats_another_if_the_same_can_be_played() {
    for &(variant, one, other, expected) in SAME {
        let [first, second] = [one, other].map(|fen| position(fen, variant).repetition_key());
        assert_eq!(first == second, expected, "{one} and {other}");
    }
}

#[test]
fn a_chess_position_is_written_as_chess_programs_write_it() {
    let before = "3Q~4/P5k1/8/8/8/8/8/4K3[] w - - 0 1";
    for (variant, expected) in [
        (Variant::Crazyhouse, "Q~2Q~4/6k1/8/8/8/8/8/4K3[] b - - 0 1"),
        (Variant::Chess, "Q2Q4/6k1/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        let mut position = position(before, variant);
        let m = position.parse_san("a8=Q").expect("legal");
        let _nobody_gets_it = position.make(m, &mut ());
        assert_eq!(position.to_fen(), expected);
    }
}

const WHITE: Seat = BoardId::A.seat(Color::White);
const BLACK: Seat = BoardId::A.seat(Color::Black);
const NOBODY: Seat = BoardId::B.seat(Color::White);

/// A game of one board under the outcome rules of any preset, half a minute for each player.
fn game(variant: Variant, rules: Preset, fen: &str) -> Game {
    let controls = [TimeControl::sudden_death(Millis::from_seconds(30)); 4];
    let boards = Boards::beside_start(position(fen, variant));
    Game::new(boards, rules.rules().outcomes, Some(controls))
}

/// Plays moves a second apart, up to the end of the game.
fn play(game: &mut Game, moves: &str) {
    for (seconds, text) in (1..).zip(moves.split_ascii_whitespace()) {
        let m = game.position(BoardId::A).parse_san(text).unwrap_or_else(|e| panic!("{e}"));
        let seat = game.on_turn(BoardId::A);
        assert_eq!(game.play(seat, m, Millis::from_seconds(seconds)), Ok(None), "{text}");
    }
}

fn ending(game: &Game) -> String {
    game.outcome().map_or_else(
        || "none".to_owned(),
        |outcome| format!("{} {}", outcome.result(), outcome.ending),
    )
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATED: &str = "1-0 Black on A is mated";
const STALEMATED: &str = "1/2-1/2 Black on A is stalemated";
const REPEATED: &str = "1/2-1/2 a position is repeated on A";
const FIFTY: &str = "1/2-1/2 fifty moves without progress on A";
const BARE: &str = "1/2-1/2 insufficient material on A";

/// Moves that return to the first position twice.
const TO_AND_FRO: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
/// The same, but each time a knight is captured and another is dropped in its place.
const AROUND_DROPS: &str = "Rxe4 Kc1 Re8 Kd1 Kh8 N@e4 Kh7 Kc1 Kg8 Kd1 \
                            Rxe4 Kc1 Re8 Kd1 Kh8 N@e4 Kh7 Kc1 Kg8 Kd1";

/// (preset, start position, moves, outcome).
const GAMES: &[(Preset, &str, &str, &str)] = &[
    (Preset::Chess, START, "f3 e5 g4 Qh4", "0-1 White on A is mated"),
    (Preset::Crazyhouse, START, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", MATED),
    // on the back rank, with nothing to put in between, a pawn that may not stand there, a knight
    (Preset::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", MATED),
    (Preset::Crazyhouse, "6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1", "Ra8", MATED),
    (Preset::Crazyhouse, "6k1/5ppp/8/8/8/8/8/R3K3[p] w - - 0 1", "Ra8", MATED),
    (Preset::Crazyhouse, "6k1/5ppp/8/8/8/8/8/R3K3[n] w - - 0 1", "Ra8", "none"),
    // the rook that is taken is no piece of the side that is mated
    (Preset::Crazyhouse, "r5k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1", "Rxa8", MATED),
    // a pawn in the holdings is a move
    (Preset::Chess, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6", STALEMATED),
    (Preset::Crazyhouse, "7k/8/5K2/8/8/8/8/6Q1[] w - - 0 1", "Qg6", STALEMATED),
    (Preset::Crazyhouse, "7k/8/5K2/8/8/8/8/6Q1[p] w - - 0 1", "Qg6", "none"),
    (Preset::Chess, START, TO_AND_FRO, REPEATED),
    (Preset::Crazyhouse, START, TO_AND_FRO, REPEATED),
    (Preset::Crazyhouse, "4r1k1/8/8/8/4N3/8/8/3K4[NNN] b - - 0 1", AROUND_DROPS, "none"),
    (Preset::Chess, "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ke2", FIFTY),
    (Preset::Chess, "7k/8/6K1/8/8/8/Q7/8 w - - 99 80", "Qa8", MATED),
    (Preset::Crazyhouse, "4k3/8/8/8/8/8/8/R3K3[] w - - 99 80", "Ke2", "none"),
    (Preset::Chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", BARE),
    (Preset::Crazyhouse, "4k3/8/8/8/8/8/4r3/4K3[] w - - 0 1", "Kxe2", "none"),
];

#[test]
fn games_of_one_board_end_as_the_table_says() {
    for &(preset, fen, moves, expected) in GAMES {
        let mut game = game(preset.variant(), preset, fen);
        play(&mut game, moves);
        assert_eq!(ending(&game), expected, "{moves} from {fen}, {}", preset.name());
    }
}

#[test]
fn a_capture_goes_to_the_own_hand_or_out_of_the_game() {
    for (preset, held) in [(Preset::Crazyhouse, ["P", "p"]), (Preset::Chess, ["", ""])] {
        let mut game = game(preset.variant(), preset, START);
        play(&mut game, "e4 d5 exd5 Qxd5");
        let position = game.position(BoardId::A);
        assert_eq!(Color::ALL.map(|color| position.holdings(color).letters(color)), held);
    }
}

#[test]
fn without_partners_no_rule_set_lets_anybody_wait() {
    for preset in Preset::ALL {
        for variant in [Variant::Crazyhouse, Variant::Chess] {
            for (fen, m, expected) in [
                ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", MATED),
                ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6", STALEMATED),
            ] {
                let mut game = game(variant, preset, fen);
                play(&mut game, m);
                assert_eq!(ending(&game), expected, "{variant:?}, {}", preset.name());
            }
        }
    }
}

#[test]
fn seats_that_are_not_in_play_cannot_move_claim_offer_or_resign() {
    for preset in [Preset::Crazyhouse, Preset::Wbn] {
        let mut game = game(Variant::Crazyhouse, preset, START);
        assert_eq!(game.boards_in_play(), [BoardId::A]);
        let m = game.position(BoardId::B).parse_san("e4").expect("legal, if somebody played");
        assert_eq!(game.play(NOBODY, m, Millis::ZERO), Err(PlayError::NotOnTurn(NOBODY)));
        let claim = game.claim(NOBODY, Claim::Repetition(BoardId::B), Millis::ZERO);
        assert_eq!(claim, Err(ClaimError::NotEntitled(NOBODY)));
        game.resign(NOBODY, Millis::ZERO);
        game.forfeit_by_illegal_move(NOBODY, Millis::ZERO);
        game.offer_draw(NOBODY, Millis::ZERO);
        game.offer_draw(NOBODY.opponent(), Millis::ZERO);
        assert_eq!((ending(&game).as_str(), game.offers_draw(NOBODY)), ("none", false));
        assert_eq!((game.clock(NOBODY), game.time_left(NOBODY, Millis::ZERO)), (None, None));
        assert_eq!(game.diagonal_lead(WHITE, Millis::ZERO), None);
    }
}

#[test]
fn two_players_agree_to_a_draw_under_every_rule_set() {
    for preset in Preset::ALL {
        let mut game = game(Variant::Crazyhouse, preset, START);
        game.offer_draw(WHITE, Millis::ZERO);
        assert_eq!(ending(&game), "none");
        game.offer_draw(BLACK, Millis::ZERO);
        assert_eq!(ending(&game), "1/2-1/2 a draw is agreed", "{}", preset.name());
    }
}

#[test]
fn a_draw_that_was_declined_is_to_be_offered_again() {
    for preset in Preset::ALL {
        let mut game = game(Variant::Crazyhouse, preset, START);
        game.offer_draw(WHITE, Millis::ZERO);
        game.decline_draw(BLACK, Millis::ZERO);
        game.offer_draw(BLACK, Millis::ZERO);
        assert_eq!((ending(&game).as_str(), game.offers_draw(WHITE)), ("none", false));
        game.decline_draw(BLACK, Millis::ZERO); // one's own offer stands
        game.offer_draw(WHITE, Millis::ZERO);
        assert_eq!(ending(&game), "1/2-1/2 a draw is agreed", "{}", preset.name());
    }
}

#[test]
fn a_flag_wins_if_the_other_side_could_mate() {
    const LOST: &str = "0-1 White on A forfeits on time";
    const DRAWN: &str = "1/2-1/2 White on A runs out of time against insufficient material";
    for (preset, fen, expected) in [
        (Preset::Chess, START, LOST),
        (Preset::Chess, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", DRAWN),
        (Preset::Chess, "4kn2/8/8/8/8/8/8/R3K3 w - - 0 1", LOST),
        (Preset::Chess, "4kn2/8/8/8/8/8/8/Q3K3 w - - 0 1", DRAWN),
        (Preset::Crazyhouse, "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1", LOST),
    ] {
        let mut game = game(preset.variant(), preset, fen);
        assert_eq!(game.next_flag(), Some((Millis::from_seconds(30), WHITE)));
        game.tick(Millis::from_seconds(40));
        assert_eq!(ending(&game), expected, "{fen}");
    }
}

//! Games in which a player may overstep the clock by a margin.

use tandem_rules::{Boards, Ending, Game, Millis, MoveRules, OutcomeRules, Seat, TimeControl};

const WHITE: Seat = Seat::ALL[0];

/// A game in which White on A has this control, and all others have time.
fn game(control: &str) -> Game {
    let [control, long]: [TimeControl; 2] =
        [control, "60"].map(|text| text.parse().expect("a control"));
    let controls = [control, long, long, long];
    Game::new(Boards::start(MoveRules::FICS), OutcomeRules::FICS, Some(controls))
}

#[test]
fn a_flag_falls_at_the_end_of_the_margin() {
    for (control, flag) in [("1", 1000), ("1 margin=0.05", 1050), ("1d2 margin=0.05", 3050)] {
        let mut game = game(control);
        assert_eq!(game.next_flag().map(|(at, _)| at), Some(Millis(flag)), "{control}");
        game.tick(Millis(flag - 1));
        assert_eq!(game.outcome(), None, "{control}");
        game.tick(Millis(flag));
        let ending = game.outcome().map(|outcome| outcome.ending);
        assert_eq!(ending, Some(Ending::Flag(WHITE)), "{control}");
    }
}

#[test]
fn a_move_within_the_margin_is_played_and_leaves_no_time() {
    let mut game = game("1+0.1 margin=0.05");
    let m = game.position(WHITE.board).legal_moves()[0];
    let handoff = game.play(WHITE, m, Millis(1040)).expect("it is legal and in time");
    assert!(handoff.is_none());
    assert_eq!(game.time_left(WHITE, Millis(1040)), Some(Millis(100)), "only the increment");
}

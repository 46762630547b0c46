//! Games between scripted players, on the node clock.

mod support;
mod wound_back;

use support::{Script, minute, play, play_on, play_with};
use tandem_arbiter::{Close, Lag, PlayerFault, Timing};
use tandem_rules::{
    Boards, DrawAgreement, Ending, Game, Millis, MoveRules, Outcome, OutcomeRules, RuleSet, Seat,
    Team, TimeControl, Variant, notation::Fen,
};

#[test]
fn a_mate_on_one_board_ends_both_and_times_are_the_nodes_spent() {
    let (played, _) = play(
        Game::start(&RuleSet::default(), Some(minute())),
        [
            &[("e2e4", 1000), ("d1h5", 1000), ("f1c4", 1000), ("h5f7", 1000)],
            &[("e7e5", 2000), ("b8c6", 500), ("g8f6", 500)],
            &[("e2e4", 30_000)],
            &[],
        ],
    );
    let mated = Seat::ALL[1];
    let outcome = Outcome { winner: Some(Team::One), ending: Ending::Mate(mated) };
    assert_eq!(played.close, Close::Outcome(outcome));
    assert_eq!(played.close.winner(), Some(Team::One));
    let times: Vec<i64> = played.game.plies().iter().map(|ply| ply.at.0).collect();
    assert_eq!(times, [1000, 3000, 4000, 4500, 5500, 6000, 7000]);
}

/// A game in which Black on A is checked along the back rank and waits; its partner can take a
/// knight.
fn blocked_game() -> Game {
    let board = |fen| {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a sound position")
    };
    let boards = Boards::new(
        board("3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1"),
        board("6k1/5ppp/8/4n3/3P4/8/5PPP/6K1[] w - - 0 1"),
    );
    Game::new(boards, OutcomeRules::FICS, Some([minute(); 4]))
}

#[test]
fn a_sitting_seat_goes_on_when_a_piece_arrives_and_gets_it_at_once() {
    let (played, arrivals) = play(
        blocked_game(),
        [&[("d8f8", 1)], &[("sit", 10), ("N@f8", 700)], &[("d4e5", 5000)], &[("resign", 1000)]],
    );
    // Both players of a board see a piece that arrives on it.
    let heard = |seat: usize, text: &str| (Seat::ALL[seat], text.to_owned());
    let to_a = [heard(1, "knight for Black on A"), heard(0, "knight for Black on A")];
    let to_b = [heard(3, "knight for Black on B"), heard(2, "knight for Black on B")];
    assert_eq!(arrivals, [to_a, to_b].concat());
    let plies: Vec<_> = played.game.plies().iter().map(|ply| (ply.seat, ply.at.0)).collect();
    // The piece came at 5.0 s, the drop took 0.7 s; White captured it, and Black on B got it at
    // 5.701 s.
    assert_eq!(plies, [(Seat::ALL[2], 5000), (Seat::ALL[1], 5700), (Seat::ALL[0], 5701)]);
    assert_eq!(played.close.winner(), Some(Team::Two));
}

#[test]
fn a_piece_that_arrives_before_a_seat_has_said_that_it_sits_wakes_it_all_the_same() {
    let (played, _) = play(
        blocked_game(),
        // It is still thinking whether to sit when the knight comes at 5 s.
        [&[("resign", 1)], &[("sit", 9000), ("N@f8", 700)], &[("d4e5", 5000)], &[("sit", 1)]],
    );
    let last = played.game.plies().last().expect("moves were made");
    assert_eq!((last.seat, last.at.0), (Seat::ALL[1], 9700));
}

#[test]
fn a_seat_that_sits_to_the_end_flags_and_the_earlier_flag_counts() {
    let (played, _) = play(
        Game::start(&RuleSet::default(), Some(minute())),
        [&[], &[], &[("e2e4", 10_000)], &[]],
    );
    let flagged = Seat::ALL[0];
    let outcome = Outcome { winner: Some(Team::Two), ending: Ending::Flag(flagged) };
    assert_eq!(played.close, Close::Outcome(outcome));
}

#[test]
fn a_seat_that_sits_is_told_the_time_often_enough_to_move_at_its_last_moment() {
    for seconds in [1, 10, 60, 600] {
        let control = TimeControl::sudden_death(Millis::from_seconds(seconds));
        let game = Game::start(&RuleSet::default(), Some(control));
        let (played, _) = play(game, [&[("late e2e4", 1)], &[], &[], &[]]);
        let moved: Vec<Seat> = played.game.plies().iter().map(|ply| ply.seat).collect();
        assert_eq!(moved, [Seat::ALL[0]], "{seconds} s");
    }
}

#[test]
fn a_seat_that_fails_loses_for_its_team_with_the_reason() {
    let (played, _) =
        play(Game::start(&RuleSet::default(), Some(minute())), [&[], &[], &[("fail", 10)], &[]]);
    let reason = PlayerFault::Own("it fell over".to_owned());
    assert_eq!(played.close, Close::Fault { seat: Seat::ALL[2], reason });
    assert_eq!(played.close.winner(), Some(Team::One));
}

/// A game of FIDE's rules in which White on A takes a knight and is mated then; Black on B could
/// mate with that knight.
fn game_with_a_last_drop() -> Game {
    let board =
        |fen| Fen::position(fen, Variant::Bughouse, MoveRules::FIDE).expect("a sound position");
    let boards = Boards::new(
        board("n5q1/8/8/8/8/5k2/8/R6K[] w - - 0 1"),
        board("k7/8/8/8/8/8/6PP/6RK[] b - - 0 1"),
    );
    Game::new(boards, OutcomeRules::FIDE, Some([minute(); 4]))
}

#[test]
fn a_move_that_crosses_a_mate_is_no_fault_while_a_last_drop_is_awaited() {
    let (played, _) = play(
        game_with_a_last_drop(),
        [&[("a1a8", 100), ("again", 50)], &[("g8g2", 100)], &[], &[("sit", 10), ("N@f2", 5000)]],
    );
    let mated = Seat::ALL[0];
    let outcome = Outcome { winner: None, ending: Ending::LastDrop(mated) };
    assert_eq!(played.close, Close::Outcome(outcome));
    assert_eq!(played.game.plies().len(), 3, "the move is not played");
}

#[test]
fn a_game_without_clocks_in_which_everybody_sits_is_broken_off() {
    let (played, _) = play(Game::start(&RuleSet::default(), None), [&[], &[], &[], &[]]);
    assert_eq!(played.close, Close::Standstill);
    assert!(played.close.is_broken_off());
}

/// A script in which White on B takes, at 5.0 s, the knight for which Black on A sits.
const BLOCKED: Script =
    [&[("d8f8", 1)], &[("sit", 10), ("N@f8", 700)], &[("d4e5", 5000)], &[("resign", 2000)]];

#[test]
fn the_time_that_a_seat_sits_is_counted() {
    let (played, _) = play(blocked_game(), BLOCKED);
    // Black on A has no move from the start until the knight comes. At the end it has one, but says
    // at 5.702 s that it sits, and its partner resigns at 7.0 s. Twice until then it is told how
    // time passes, and says after a millisecond that it still sits.
    assert_eq!(played.sat.map(|time| time.0), [0, 6296, 0, 0]);
    let nodes: Vec<u64> = played.efforts.iter().map(|effort| effort.nodes).collect();
    assert_eq!(nodes, [5000, 710, 1], "all thoughts of a turn count");
}

#[test]
fn news_that_take_their_time_are_acted_upon_when_they_come() {
    let lag = "moves=40,holdings=300".parse().expect("a lag");
    let (played, _) = play_with(blocked_game(), BLOCKED, lag);
    let plies: Vec<_> = played.game.plies().iter().map(|ply| (ply.seat, ply.at.0)).collect();
    let expected = [(Seat::ALL[2], 5000), (Seat::ALL[1], 6000), (Seat::ALL[0], 6041)];
    assert_eq!(plies, expected, "the knight comes 0.3 s later, the drop is seen 40 ms later");
    // It is told once how time passes, which takes it a millisecond.
    assert_eq!(played.sat[1].0, 5300 + 957, "until the knight comes, and from 6.082 s on");
}

#[test]
fn words_are_said_at_their_time_and_by_who_is_not_on_turn_at_its_next_turn() {
    let script: Script = [
        &[("good", 300), ("ask", 400), ("e2e4", 1000), ("resign", 6000)],
        &[("e7e5", 1000)],
        &[("e2e4", 2000)],
        &[("good", 100), ("e7e5", 500)],
    ];
    for _ in 0..20 {
        let (played, _) = play(Game::start(&RuleSet::default(), Some(minute())), script);
        let said: Vec<_> = played
            .messages
            .iter()
            .map(|told| (told.seat.index(), told.at.0, told.text.as_str()))
            .collect();
        // Black on B is asked at 0.4 s and is to move from 2.0 s on.
        let expected = [(0, 300, "good"), (0, 400, "ask"), (3, 2000, "answer"), (3, 2100, "good")];
        assert_eq!(said, expected);
    }
}

#[test]
fn a_wall_clock_can_jump_to_the_flag_when_all_wait() {
    let begun = std::time::Instant::now();
    let (played, _) = play_on(Timing::Wall, blocked_game(), [&[]; 4], Lag::default());
    let flags = [Seat::ALL[1], Seat::ALL[2]].map(|seat| {
        let ending = Ending::Flag(seat);
        Close::Outcome(Outcome { winner: Some(seat.team().other()), ending })
    });
    assert!(flags.contains(&played.close), "{}", played.close);
    assert_eq!(played.ended_at, Millis::from_seconds(60));
    assert!(begun.elapsed() < std::time::Duration::from_secs(50));
}

#[test]
fn a_seat_that_dies_before_the_game_begins_has_lost_it_for_its_own_reason() {
    for timing in [Timing::Wall, "nodes:1000".parse().expect("a clock")] {
        let script: Script = [&[], &[], &[("die before it begins", 0)], &[]];
        let game = Game::start(&RuleSet::default(), Some(minute()));
        let (played, _) = play_on(timing, game, script, Lag::default());
        let reason = PlayerFault::Own("it fell over early".to_owned());
        assert_eq!(played.close, Close::Fault { seat: Seat::ALL[2], reason });
    }
}

#[test]
fn a_free_first_move_that_never_comes_is_a_fault() {
    let control = TimeControl { first_move: tandem_rules::FirstMove::Free, ..minute() };
    let game = Game::start(&RuleSet::default(), Some(control));
    let script: Script = [&[("nothing", 0)], &[], &[("sit", 0)], &[]];
    let (played, _) = play_on(Timing::Wall, game, script, Lag::default());
    let reason = PlayerFault::Silent;
    assert_eq!(played.close, Close::Fault { seat: Seat::ALL[0], reason });
}

/// Cases: the rule, the seats that agree, and whether that is enough.
const AGREEMENTS: &[(DrawAgreement, &[usize], bool)] = &[
    (DrawAgreement::Board, &[1], true),
    (DrawAgreement::Board, &[2, 3], false),
    (DrawAgreement::Teams, &[2], true),
    (DrawAgreement::Teams, &[3], false),
    (DrawAgreement::AllFour, &[1, 2, 3], true),
    (DrawAgreement::AllFour, &[1, 2], false),
];

#[test]
fn a_draw_is_offered_to_those_whose_agreement_counts() {
    for &(draw_agreement, agree, is_enough) in AGREEMENTS {
        let rules = OutcomeRules { draw_agreement, ..OutcomeRules::FICS };
        let game = Game::new(Boards::start(MoveRules::default()), rules, Some([minute(); 4]));
        let agreed = |seat: usize| match agree.contains(&seat) {
            true if seat == 2 => &[("agree", 0), ("e2e4", 1000)][..],
            true => &[("agree", 0)],
            false => &[],
        };
        let script = [&[("offer a draw", 10), ("e2e4", 20)][..], agreed(1), agreed(2), agreed(3)];
        let (played, _) = play(game, script);
        let is_drawn = matches!(
            played.close,
            Close::Outcome(Outcome { winner: None, ending: Ending::Agreement })
        );
        assert_eq!(is_drawn, is_enough, "{draw_agreement:?} {agree:?}: {}", played.close);
    }
}

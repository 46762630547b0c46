use tandem_rules::notation::Fen;
use tandem_rules::talk::{PartnerMessage as P, Urgency};
use tandem_rules::{
    BoardId, Clock, Color, Millis, MoveRules, OutcomeRules, PieceType, Position, Seat, TimeControl,
    Variant,
};

use super::*;
use crate::{Decision, Info, Score, View};

const SEAT: Seat = BoardId::A.seat(Color::White);

/// White to move mates with a queen on h7, guarded from d3.
const NEEDS: &str = "r1bq1rk1/pppp1pp1/2n2p2/4p3/8/3B4/PPP2PPP/R3K2R[] w KQ - 0 1";

fn view(fen: &str, seconds: [i64; 2]) -> View {
    let own = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position");
    let mut view = View::of_board(SEAT, own, OutcomeRules::default());
    let control = TimeControl::sudden_death(Millis::from_seconds(120));
    for (seat, seconds) in [(SEAT, seconds[0]), (SEAT.opponent(), seconds[1])] {
        view.clocks[seat.index()] =
            Some(Clock::new(control).showing(Millis::from_seconds(seconds)));
    }
    view
}

fn found(view: &View, score: Score) -> (Decision, Info) {
    let m = view.own.legal_moves().first().copied();
    let info = Info { score, depth: 5, pv: m.into_iter().collect(), ..Info::default() };
    (m.map_or(Decision::Sit, Decision::Play), info)
}

/// Lets a team decide on a search with this score, at second `now`.
fn decide(team: &mut Team, view: &View, score: Score, now: i64) -> (Stance, Option<P>) {
    let (decision, info) = found(view, score);
    team.decide(
        (decision, &info),
        Moment { view, now: Millis::from_seconds(now), lateness: Millis::ZERO },
    )
}

fn team(words: &[P], view: &View) -> Team {
    let mut team = Team::new(Habits::default());
    team.meet(Vocabulary::ALL);
    for &word in words {
        team.hear(word, Moment { view, now: Millis::ZERO, lateness: Millis::ZERO });
    }
    team
}

#[test]
fn a_piece_that_mates_is_asked_for_and_waited_for_but_not_for_long() {
    let mut view = view(NEEDS, [60, 60]);
    let mut team = team(&[], &view);
    let (stance, said) = decide(&mut team, &view, Score::evaluation(-300), 0);
    let Stance::AwaitingPiece { piece, until } = stance else { panic!("{stance:?}") };
    assert_eq!(said, Some(P::Need(piece, Urgency::Mates)));
    assert!(until < Millis::from_seconds(60) && until > Millis::from_seconds(50));
    let clock = view.clocks[SEAT.index()].expect("the clock");
    view.clocks[SEAT.index()] = Some(clock.showing(until));
    let (stance, said) = decide(&mut team, &view, Score::evaluation(-300), 5);
    assert_eq!((stance, said), (Stance::Playing, Some(P::Indifferent(piece))));
}

#[test]
fn a_winning_seat_does_not_wait_for_a_piece_that_seldom_comes() {
    let view = view(NEEDS, [60, 60]);
    let mut team = team(&[], &view);
    assert_eq!(decide(&mut team, &view, Score::evaluation(900), 0), (Stance::Playing, None));
}

#[test]
fn a_mate_is_played_at_once_whatever_was_asked() {
    let view = view(NEEDS, [60, 60]);
    let mut team = team(&[P::Sit(None)], &view);
    let (stance, _) = decide(&mut team, &view, -Score::mated(3), 1);
    assert_eq!(stance, Stance::Playing);
}

const QUIET: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

#[test]
fn the_partner_is_listened_to_as_long_as_the_clock_allows() {
    // (words, our clock in seconds, how many seconds ago they were said, we sit)
    let cases: &[(&[P], i64, i64, bool)] = &[
        (&[], 60, 1, false),
        (&[P::Sit(None)], 60, 1, true),
        (&[P::Sit(None)], 60, 30, true),
        (&[P::Sit(None)], 1, 0, false),
        (&[P::Sit(None), P::Go(None)], 60, 1, false),
        (&[P::Sit(None), P::Cancel], 60, 1, false),
        (&[P::Mate(Some(3))], 60, 1, true),
        (&[P::Mate(Some(3))], 60, 20, false),
        (&[P::Mate(Some(3)), P::Go(None)], 60, 1, false),
        (&[P::Dead], 60, 1, false),
    ];
    for (words, seconds, now, sits) in cases {
        let view = view(QUIET, [*seconds, 60]);
        let mut team = team(words, &view);
        let (stance, said) = decide(&mut team, &view, Score::evaluation(10), *now);
        assert_eq!((stance.sits(), said), (*sits, None), "{words:?} {seconds} {now}");
    }
}

/// The partner's board at its start, where White is the diagonal.
fn start_board(diagonal_is_on_turn: bool) -> Position {
    let mut board = Position::start(Variant::Bughouse, MoveRules::default());
    if !diagonal_is_on_turn {
        board.make_null();
    }
    board
}

/// (the diagonal is on turn, its clock, we sit), with 60 s on our clock and a mate told 20 s ago
const MATED_DIAGONALS: &[(bool, i64, bool)] =
    &[(true, 50, true), (true, 59, false), (true, 70, false), (false, 50, false)];

#[test]
fn a_seat_that_is_ahead_on_time_sits_as_long_as_the_mated_diagonal_does() {
    for &(is_on_turn, diagonal, sits) in MATED_DIAGONALS {
        let mut view = view(QUIET, [60, 60]);
        let mut team = team(&[P::Mate(Some(5))], &view);
        view.other = Some(start_board(is_on_turn));
        for now in [20, 40] {
            let moment =
                Moment { view: &view, now: Millis::from_seconds(now), lateness: Millis::ZERO };
            team.see_clock(Millis::from_seconds(diagonal), is_on_turn, moment);
            let (stance, _) = decide(&mut team, &view, Score::evaluation(-40), now);
            assert_eq!(stance.sits(), sits, "{is_on_turn} {diagonal} {now}");
        }
    }
}

/// (the score here, that of the partner's board, the diagonal is on turn, its clock, we sit), with 60 s
/// on our clock
const BOARDS: &[(i32, i32, bool, i64, bool)] = &[
    (-1100, 900, true, 50, true),
    (-1100, 900, true, 59, false),
    (-1100, 900, false, 50, false),
    (-1100, 200, true, 50, false),
    (-200, 900, true, 50, false),
    (-300, 300, true, 50, true),
];

#[test]
fn a_seat_that_is_worse_lets_the_better_board_go_on_while_the_diagonal_has_to_move() {
    for &(here, there, is_on_turn, diagonal, sits) in BOARDS {
        let mut view = view(QUIET, [60, 60]);
        let mut team = team(&[], &view);
        view.other = Some(start_board(is_on_turn));
        let moment = Moment { view: &view, now: Millis::ZERO, lateness: Millis::ZERO };
        team.see_clock(Millis::from_seconds(diagonal), is_on_turn, moment);
        let (decision, info) = found(&view, Score::evaluation(here));
        let info = Info { elsewhere: Score::evaluation(there), ..info };
        let (stance, _) = team.decide((decision, &info), moment);
        assert_eq!(stance.sits(), sits, "{here} {there} {is_on_turn} {diagonal}");
    }
}

#[test]
fn a_seat_that_every_move_mates_sits_to_the_last_moment_and_says_so() {
    let mut view = view(QUIET, [60, 60]);
    let mut team = team(&[], &view);
    let (stance, said) = decide(&mut team, &view, Score::mated(4), 0);
    assert!(matches!(stance, Stance::Lost { .. }));
    assert_eq!(said, Some(P::Dead));
    let clock = view.clocks[SEAT.index()].expect("the clock");
    view.clocks[SEAT.index()] = Some(clock.showing(Millis(370)));
    assert_eq!(decide(&mut team, &view, Score::mated(4), 59).0, Stance::Playing);
    // A piece has arrived.
    let (stance, said) = decide(&mut team, &view, Score::evaluation(0), 60);
    assert_eq!((stance, said), (Stance::Playing, Some(P::NotDead)));
    // The opponent may not have seen a far mate.
    assert_eq!(decide(&mut team, &view, Score::mated(20), 61).0, Stance::Playing);
}

/// (the diagonal's clock, we sit), with 60 s on our clock
const GIVEN_MATES: &[(i64, bool)] = &[(50, true), (70, false)];

#[test]
fn a_seat_ahead_on_time_sits_if_every_move_gives_the_diagonal_its_mate() {
    let view = view(QUIET, [60, 60]);
    for &(diagonal, sits) in GIVEN_MATES {
        let mut team = team(&[], &view);
        let moment = Moment { view: &view, now: Millis::ZERO, lateness: Millis::ZERO };
        team.see_clock(Millis::from_seconds(diagonal), true, moment);
        let (decision, info) = found(&view, Score::evaluation(500));
        let info = Info { gives_mate: true, ..info };
        let (stance, _) = team.decide((decision, &info), moment);
        assert_eq!(stance.sits(), sits, "{diagonal}");
    }
}

#[test]
fn a_seat_that_may_not_sit_moves_and_one_that_may_not_talk_is_silent() {
    let view = view(NEEDS, [60, 60]);
    let mut team = team(&[P::Sit(None)], &view);
    team.set_habits(Habits { talks: false, sitting: Sitting::Never });
    assert_eq!(decide(&mut team, &view, Score::mated(2), 1), (Stance::Playing, None));
}

#[test]
fn a_seat_that_sits_only_when_asked_waits_neither_for_a_piece_nor_for_a_mate() {
    let view = view(NEEDS, [60, 60]);
    let mut team = team(&[], &view);
    team.set_habits(Habits { sitting: Sitting::WhenAsked, ..Habits::default() });
    for score in [Score::evaluation(-300), Score::mated(2)] {
        assert_eq!(decide(&mut team, &view, score, 0).0, Stance::Playing);
    }
    team.hear(P::Sit(None), Moment { view: &view, now: Millis::ZERO, lateness: Millis::ZERO });
    assert!(decide(&mut team, &view, Score::evaluation(0), 0).0.sits());
}

#[test]
fn what_would_mate_us_is_banned_in_the_turn_of_the_opponent() {
    let given = NEEDS.replace(" w ", " b ");
    let flipped = view(&given, [60, 60]);
    let mut team = team(&[], &flipped);
    // From Black's side White needs a piece to mate; for White nothing is banned.
    assert_eq!(
        team.moved(Moment { view: &flipped, now: Millis::ZERO, lateness: Millis::ZERO }),
        None
    );
    let black = View { seat: SEAT.opponent(), ..view(NEEDS, [60, 60]) };
    let said = team.moved(Moment { view: &black, now: Millis::ZERO, lateness: Millis::ZERO });
    assert!(matches!(said, Some(P::Avoid(_, Urgency::Mates))), "{said:?}");
}

#[test]
fn one_clock_of_the_other_board_tells_the_other_and_the_lead() {
    let view = view(QUIET, [50, 40]);
    let moment =
        |now| Moment { view: &view, now: Millis::from_seconds(now), lateness: Millis::ZERO };
    let mut clocks = clocks::OtherClocks::default();
    assert_eq!(clocks.lead(&moment(0)), None);
    clocks.partner_shows(Millis::from_seconds(60), moment(0));
    assert_eq!(clocks.lead(&moment(0)), Some(Millis::from_seconds(20)));
    clocks.captured(true, moment(2));
    assert_eq!(clocks.lead(&moment(4)), Some(Millis::from_seconds(22)));
    clocks.diagonal_shows(Millis::from_seconds(55), moment(4));
    clocks.captured(false, moment(5));
    assert_eq!(clocks.lead(&moment(9)), Some(Millis::from_seconds(-4)));
    assert_eq!(clocks.lead(&moment(30)), None, "that was too long ago");
}

#[test]
fn who_is_up_on_time_is_said_once_and_again_when_it_changes() {
    let view = view(QUIET, [50, 40]);
    let mut team = team(&[P::Clock(Millis::from_seconds(70))], &view);
    let say = |team: &mut Team, now| decide(team, &view, Score::evaluation(10), now).1;
    assert_eq!(say(&mut team, 1), Some(P::Ahead(None)));
    assert_eq!(say(&mut team, 3), None);
    let moment = Moment { view: &view, now: Millis::from_seconds(4), lateness: Millis::ZERO };
    team.hear(P::OpponentClock(Millis::from_seconds(52)), moment);
    assert_eq!(say(&mut team, 5), None, "two seconds are nothing");
    team.hear(P::OpponentClock(Millis::from_seconds(80)), moment);
    assert_eq!(say(&mut team, 6), Some(P::Behind(None)));
}

#[test]
fn a_suggestion_may_cost_a_little_but_not_the_game() {
    for (suggested, best, accepted) in [
        (Score::evaluation(20), Score::evaluation(50), true),
        (Score::evaluation(-200), Score::evaluation(50), false),
        (Score::mated(6), Score::mated(8), false),
        (-Score::mated(3), Score::evaluation(100), true),
        (Score::evaluation(300), -Score::mated(5), false),
    ] {
        assert_eq!(accepts_suggestion(suggested, best), accepted, "{suggested} beside {best}");
    }
}

#[test]
fn the_words_for_a_piece_type_become_prices() {
    let view = view(QUIET, [60, 60]);
    let team = team(&[P::Need(PieceType::Knight, Urgency::Much)], &view);
    assert_eq!(team.prices(Millis::ZERO).gain(PieceType::Knight), 150);
}

#[test]
fn a_mating_piece_that_the_partner_can_take_at_once_is_worth_the_wait() {
    // Ahead in material, a piece that seldom arrives is not waited for; one that can be taken now
    // is.
    let mut view = view(NEEDS, [60, 60]);
    let stance = |view: &View| decide(&mut team(&[], view), view, Score::evaluation(300), 0).0;
    assert_eq!(stance(&view), Stance::Playing);
    for (other, expected) in [
        ("5k2/8/8/3p4/4Q3/8/8/4K3[] b - - 0 1", Some(PieceType::Queen)),
        ("5k2/8/8/3p4/4Q3/8/8/4K3[] w - - 0 1", None),
        ("4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", None),
    ] {
        let other = Fen::position(other, Variant::Bughouse, MoveRules::default());
        view.other = Some(other.expect("a position"));
        let awaited = match stance(&view) {
            Stance::AwaitingPiece { piece, .. } => Some(piece),
            _ => None,
        };
        assert_eq!(awaited, expected);
    }
}

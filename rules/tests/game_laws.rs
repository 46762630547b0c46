//! Laws of a whole game, over random play under every preset: bughouse, crazyhouse and chess.

use proptest::prelude::*;
use tandem_rules::{
    BoardId, Boards, Claim, Claims, Clock, FirstMove, Game, Millis, Move, MoveKind, Outcome,
    PlayError, Ply, Position, Preset, Seat, Team, TimeControl,
};

/// Enough for most random games to end.
const MOST_STEPS: usize = 400;

/// An event: its kind, the choice among its possibilities, and the pause before it in
/// milliseconds.
#[derive(Clone, Copy, Debug)]
struct Step {
    what: u8,
    choice: u16,
    pause: u16,
}

#[derive(Clone, Debug)]
struct Plan {
    preset: Preset,
    claims: Claims,
    controls: Option<[TimeControl; 4]>,
    steps: Vec<Step>,
}

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let pause = prop_oneof![3 => 0..30u16, 1 => 0..2000u16, 1 => Just(0)];
    let step = (any::<u8>(), any::<u16>(), pause);
    let step = step.prop_map(|(what, choice, pause)| Step { what, choice, pause });
    prop::collection::vec(step, 1..MOST_STEPS)
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let millis = |range: std::ops::Range<i64>| range.prop_map(Millis);
    (millis(0..20_000), 0..4u8, millis(0..3000), any::<bool>(), millis(0..200)).prop_map(
        |(base, kind, bonus, free, smallest_charge)| {
            let base = TimeControl::sudden_death(base);
            let control = match kind {
                0 => base,
                1 => base.with_increment(bonus),
                2 => base.with_us_delay(bonus),
                _ => base.with_bronstein(bonus),
            };
            let first_move = if free { FirstMove::Free } else { FirstMove::Timed };
            TimeControl { first_move, smallest_charge, ..control }
        },
    )
}

fn any_preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL.to_vec())
}

/// Plans under the presets of bughouse only, for laws of two boards.
fn any_bughouse() -> impl Strategy<Value = Plan> {
    (any_plan(), prop::sample::select(&Preset::BUGHOUSE[..]))
        .prop_map(|(plan, preset)| Plan { preset, ..plan })
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let claims = prop_oneof![Just(Claims::Automatic), Just(Claims::Players)];
    let control = any_control();
    let controls =
        prop::option::weighted(0.8, [control, any_control(), any_control(), any_control()]);
    (any_preset(), claims, controls, any_steps())
        .prop_map(|(preset, claims, controls, steps)| Plan { preset, claims, controls, steps })
}

fn begin(plan: &Plan) -> Game {
    let rules = plan.preset.rules();
    let start = Boards::start_of(plan.preset.variant(), rules.moves);
    Game::new(start, rules.outcomes, plan.controls).with_claims(plan.claims)
}

/// Carries out a plan and calls `look` after each step.
fn follow(game: &mut Game, steps: &[Step], mut look: impl FnMut(&Game, Millis)) -> Millis {
    let mut now = Millis::ZERO;
    for &step in steps {
        now = now + Millis(step.pause.into());
        act(game, step, now);
        look(game, now);
    }
    now
}

/// Carries out one step: mostly a move, sometimes a claim, an offer, a pause, or any 16 bits as
/// a move.
fn act(game: &mut Game, Step { what, choice, .. }: Step, now: Millis) {
    let board = BoardId::ALL[usize::from(choice & 1)];
    let seat = Seat::ALL[usize::from(choice >> 1 & 3)];
    let choice = usize::from(choice >> 3);
    match what {
        0..4 => {
            let claims = [
                Claim::Flag,
                Claim::IllegalMove,
                Claim::Repetition(board),
                Claim::FiftyMoves(board),
            ];
            let _turned_down = game.claim(seat, claims[choice % 4], now);
        }
        4..6 => game.offer_draw(seat, now),
        6 if choice % 8 == 0 => game.resign(seat, now),
        7..14 => game.tick(now),
        14..18 => {
            if let Some(m) = Move::from_bits((choice * 8 + usize::from(what) % 8) as u16) {
                let _refused = game.play(seat, m, now);
            }
        }
        18..22 => {
            let seat = game.on_turn(board);
            let moves = illegal_moves(game.position(board));
            if !moves.is_empty() {
                let _refused = game.play(seat, moves[choice % moves.len()], now);
            }
        }
        _ => play_legal(game, board, choice, now),
    }
}

/// Plays a legal move, captures twice as often as others; it may only be refused because the
/// game is over or waits for a last drop.
fn play_legal(game: &mut Game, board: BoardId, choice: usize, now: Millis) {
    let position = game.position(board);
    let all = position.legal_moves();
    let captures: Vec<Move> = all
        .iter()
        .copied()
        .filter(|m| !m.is_drop() && position.piece_at(m.to()).is_some())
        .collect();
    let moves = if choice & 1 == 0 && !captures.is_empty() { &captures[..] } else { &all[..] };
    if moves.is_empty() {
        return;
    }
    let m = moves[choice / 2 % moves.len()];
    let seat = game.on_turn(board);
    let is_idle = !game.boards_in_play().contains(&board);
    let waits = game.last_drop().is_some();
    let was_over = game.outcome().is_some();
    match game.play(seat, m, now) {
        Ok(_) => {}
        Err(PlayError::Over) => assert!(game.outcome().is_some(), "refused in a running game"),
        Err(PlayError::LastDropOnly(_)) => assert!(waits, "nobody waits for a last drop"),
        Err(error) => assert!(was_over || is_idle, "a legal move is refused: {error}"),
    }
}

/// Captures of a king, and where there are none, moves that leave the own king in check.
fn illegal_moves(position: &Position) -> Vec<Move> {
    let normal = || (0..1u16 << 12).filter_map(Move::from_bits);
    let captures: Vec<Move> = normal().filter(|&m| position.captures_king(m)).collect();
    match captures.is_empty() {
        false => captures,
        true => {
            normal().filter(|&m| position.is_pseudo_legal(m) && !position.is_accepted(m)).collect()
        }
    }
}

/// Everything that undo has to restore and that can be seen from outside.
#[derive(PartialEq, Debug)]
struct Shown {
    boards: Boards,
    clocks: [Option<Clock>; 4],
    offers: [bool; 4],
    outcome: Option<Outcome>,
    keys: [Vec<tandem_rules::Key>; 2],
    flag: Option<(Millis, Seat)>,
}

fn shown(game: &Game) -> Shown {
    Shown {
        boards: game.boards().clone(),
        clocks: Seat::ALL.map(|seat| game.clock(seat)),
        offers: Seat::ALL.map(|seat| game.offers_draw(seat)),
        outcome: game.outcome(),
        keys: BoardId::ALL.map(|board| game.reversible_keys(board)),
        flag: game.next_flag(),
    }
}

fn plies_on(game: &Game, board: BoardId) -> i64 {
    let on_board = |ply: &&Ply| ply.seat.board == board;
    i64::try_from(game.plies().iter().filter(on_board).count()).expect("a short game")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn whatever_is_played_and_claimed_an_outcome_once_reached_stands(plan in any_plan()) {
        let mut game = begin(&plan);
        let mut ended: Option<(Outcome, Millis)> = None;
        follow(&mut game, &plan.steps, |game, now| {
            if let Some((outcome, at)) = ended {
                let both = game.rules().both_end == tandem_rules::BothEnd::SameTeamWinsElseDraw;
                let may_change = both && at == now;
                assert!(may_change || game.outcome() == Some(outcome), "{outcome:?}");
            }
            ended = game.outcome().map(|outcome| (outcome, ended.map_or(now, |(_, at)| at)));
        });
    }

    #[test]
    fn no_game_with_clocks_outlives_them(mut plan in any_plan(), control in any_control()) {
        plan.claims = Claims::Automatic;
        plan.controls = Some([TimeControl { first_move: FirstMove::Timed, ..control }; 4]);
        let mut game = begin(&plan);
        let now = follow(&mut game, &plan.steps, |_, _| {});
        game.tick(now + Millis::from_seconds(1_000_000));
        prop_assert!(game.outcome().is_some());
    }

    #[test]
    fn undo_brings_back_every_moment(mut plan in any_plan()) {
        plan.claims = Claims::Automatic; // an unclaimed flag falls between two steps
        let mut game = begin(&plan);
        let (mut now, mut moments) = (Millis::ZERO, Vec::new());
        for &step in &plan.steps {
            now = now + Millis(step.pause.into());
            game.tick(now);
            let before = shown(&game);
            act(&mut game, step, now);
            if game.plies().len() > moments.len() {
                moments.push(before);
            }
        }
        while let Some(moment) = moments.pop() {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(shown(&game), moment);
        }
        prop_assert!(game.undo().is_none());
    }

    #[test]
    fn the_same_calls_give_the_same_game_also_after_taking_all_back(plan in any_plan()) {
        let mut game = begin(&plan);
        follow(&mut game, &plan.steps, |_, _| {});
        let mut again = begin(&plan);
        follow(&mut again, &plan.steps, |_, _| {});
        let whole = shown(&game);
        prop_assert_eq!(shown(&again), whole);
        while again.undo().is_some() {}
        let start = begin(&plan);
        prop_assert_eq!(again.boards(), start.boards());
        for ply in game.plies() {
            let _refused_after_the_end = again.play(ply.seat, ply.m, ply.at);
        }
        prop_assert!(again.plies().len() <= game.plies().len());
    }

    #[test]
    fn all_men_are_always_accounted_for(plan in any_bughouse()) {
        let mut game = begin(&plan);
        follow(&mut game, &plan.steps, |game, _| {
            let over = game.outcome().is_some() && !game.rules().final_capture_handed_over;
            if !over {
                assert!(game.boards().is_two_sets(), "{:?}", game.plies().last());
                return;
            }
            let men = BoardId::ALL.map(|board| {
                let position = game.position(board);
                position.occupied().count()
                    + tandem_rules::Color::ALL
                        .map(|color| position.holdings(color).total())
                        .into_iter()
                        .sum::<usize>()
            });
            let taken = game.plies().last().is_some_and(|ply| ply.handoff.is_none());
            let missing = 64 - men[0] - men[1];
            assert!(missing == 0 || missing == 1 && taken, "{missing} men are missing");
        });
    }

    #[test]
    fn on_one_board_nothing_happens_to_the_other(
        plan in any_plan(),
        preset in prop::sample::select(&[Preset::Crazyhouse, Preset::Chess][..]),
    ) {
        let mut game = begin(&Plan { preset, ..plan.clone() });
        let (idle, start) = (BoardId::B, game.position(BoardId::B).clone());
        follow(&mut game, &plan.steps, |game, now| {
            assert_eq!(game.position(idle), &start);
            for seat in Seat::ALL.into_iter().filter(|seat| seat.board == idle) {
                assert_eq!((game.clock(seat), game.time_left(seat, now)), (None, None));
                assert!(!game.offers_draw(seat));
            }
            assert!(game.plies().iter().all(|ply| ply.seat.board != idle && ply.handoff.is_none()));
            assert!(game.next_flag().is_none_or(|(_, seat)| seat.board != idle));
        });
        if let (Preset::Crazyhouse, position) = (preset, game.position(BoardId::A)) {
            let held = tandem_rules::Color::ALL.map(|color| position.holdings(color).total());
            prop_assert_eq!(position.occupied().count() + held[0] + held[1], 32);
        }
    }

    #[test]
    fn a_handoff_is_what_the_partner_holds_more(plan in any_plan()) {
        let mut game = begin(&plan);
        let mut before = game.boards().clone();
        let mut plies = 0;
        follow(&mut game, &plan.steps, |game, _| {
            if let Some(ply) = game.plies().get(plies) {
                let partner = ply.seat.partner();
                let held = |boards: &Boards| {
                    boards.position(partner.board).holdings(partner.color)
                };
                let mut expected = held(&before);
                if let Some(handoff) = ply.handoff {
                    assert_eq!(handoff.color, partner.color);
                    expected.add(handoff.piece);
                }
                assert_eq!(held(game.boards()), expected);
                if let MoveKind::Drop { piece, .. } = ply.m.kind() {
                    let had = before.position(ply.seat.board).holdings(ply.seat.color).count(piece);
                    let has = game.position(ply.seat.board).holdings(ply.seat.color).count(piece);
                    assert_eq!(has + 1, had);
                }
                plies += 1;
            }
            before = game.boards().clone();
        });
    }

    #[test]
    fn with_plain_clocks_both_diagonal_leads_are_one(
        mut plan in any_bughouse(),
        base in 1..60_000i64,
        later in 0..500i64,
    ) {
        plan.controls = Some([TimeControl::sudden_death(Millis(base)); 4]);
        let mut game = begin(&plan);
        follow(&mut game, &plan.steps, |game, now| assert_leads(game, now + Millis(later), 0));
    }

    #[test]
    fn with_an_increment_the_leads_differ_by_it_for_each_ply_more(
        mut plan in any_bughouse(),
        base in 1..60_000i64,
        increment in 1..5000i64,
    ) {
        let control = TimeControl::sudden_death(Millis(base)).with_increment(Millis(increment));
        plan.controls = Some([control; 4]);
        let mut game = begin(&plan);
        follow(&mut game, &plan.steps, |game, now| assert_leads(game, now, increment));
    }

    #[test]
    fn the_next_flag_is_when_time_alone_ends_the_game(mut plan in any_plan()) {
        plan.claims = Claims::Automatic;
        let mut game = begin(&plan);
        follow(&mut game, &plan.steps, |game, now| {
            let Some((at, seat)) = game.next_flag() else { return };
            let after = |moment: Millis| {
                let mut later = game.clone();
                later.tick(moment);
                later
            };
            assert!(after(at - Millis(1)).outcome().is_none() || at <= now);
            let over = after(at);
            assert!(over.outcome().is_some(), "{seat} at {at}");
            assert_eq!(over.outcome(), after(at + Millis(5000)).outcome());
            assert!(over.time_left(seat, at).is_some_and(|left| left <= Millis::ZERO));
        });
    }
}

/// Asserts the leads of both seats of a team while no seat is mated: then one clock runs on each
/// board.
fn assert_leads(game: &Game, now: Millis, increment: i64) {
    if game.last_drop().is_some() || game.outcome().is_some() {
        return;
    }
    for team in Team::ALL {
        let [on_a, on_b] = BoardId::ALL
            .map(|board| game.diagonal_lead(team.seat(board), now).expect("there are clocks").0);
        let more = plies_on(game, BoardId::A) - plies_on(game, BoardId::B);
        assert_eq!(on_a - on_b, increment * more, "{team}");
    }
}

//! Games of engines from other projects.

use std::num::NonZeroU64;

use tandem_arbiter::{
    Adjudication, Close, Engine, GamePlan, Invocation, Lag, Mailroom, Past, Played, Protocol,
    Timing, play_game,
};
use tandem_rules::{Boards, Game, Preset, RuleSet, Seat};

/// Plays a game of Fairy-Stockfish against itself on this clock.
fn play(preset: Preset, timing: Timing) -> Played {
    let invocation = Invocation::new("/usr/games/fairy-stockfish", &[]);
    let engine = Engine {
        memory_mebibytes: 4,
        node_rate: timing.node_rate(),
        nodes_per_move: timing.node_rate().and(NonZeroU64::new(2000)),
        ..Engine::new("fairy", invocation, Protocol::Uci)
    };
    let mailroom = Mailroom::default();
    let seated = |_| engine.clone().start("fairy", mailroom.outbox()).expect("it is installed");
    let mut endpoints: Vec<_> = Seat::ALL.into_iter().map(seated).collect();
    let RuleSet { moves, outcomes } = preset.rules();
    let boards = Boards::start_of(preset.variant(), moves);
    let control = "3".parse().expect("a control");
    let game = Game::new(boards, outcomes, Some([control; 4]));
    let plan = GamePlan {
        game,
        past: Past::default(),
        timing,
        seats: [0, 1, 2, 3],
        most_plies: 1000,
        adjudication: Adjudication::default(),
        opening: Vec::new(),
        lag: Lag::default(),
        fast_forward: true,
        patience: crate::support::LONG.into(),
    };
    play_game(plan, &mut endpoints, &mailroom, &mut ())
}

fn assert_sound(played: &Played) {
    let Close::Outcome(outcome) = played.close else { panic!("{}", played.close) };
    assert!(!outcome.ending.to_string().contains("illegal"), "{}", played.close);
    assert!(played.game.plies().len() > 10, "{}", played.close);
    let told = played.efforts.iter().filter(|effort| effort.nodes > 0 && effort.thought.depth > 0);
    assert!(told.count() * 10 > played.efforts.len() * 9, "nearly all thoughts are told");
}

/// One rule set for each variant.
const PRESETS: [Preset; 3] = [Preset::Fics, Preset::Crazyhouse, Preset::Chess];

#[test]
#[ignore = "needs fairy-stockfish and sjeng"]
fn an_engine_that_speaks_uci_plays_in_all_seats_of_every_game() {
    for preset in PRESETS {
        assert_sound(&play(preset, Timing::Wall));
    }
}

#[test]
#[ignore = "needs fairy-stockfish and sjeng"]
fn on_the_node_clock_games_in_uci_repeat() {
    for preset in PRESETS {
        let timing = || "nodes:100000".parse().expect("a clock");
        let [first, second] = [play(preset, timing()), play(preset, timing())];
        assert_sound(&first);
        let moves = |played: &Played| -> Vec<_> {
            played.game.plies().iter().map(|ply| (ply.seat, ply.m, ply.at)).collect()
        };
        assert_eq!(moves(&first), moves(&second));
    }
}

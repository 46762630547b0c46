//! Limits of a search, as sent with `go`.

use std::num::NonZeroU32;

use tandem_protocol::uci::Go;
use tandem_rules::{BoardId, Clock, Color, Seat, Team};

use crate::Snapshot;
use crate::process::Engine;
use crate::process::wording::{increment_ms, move_time_ms};

/// The limits for one seat: both clocks of its board, an exact time, or a number of nodes.
pub(super) fn for_seat(engine: &Engine, seat: Seat, snapshot: &Snapshot) -> Go {
    let depth = engine.overrides.depth.map(NonZeroU32::get);
    if let Some(nodes) = engine.nodes_per_move {
        return Go { nodes: Some(nodes.get()), depth, ..Go::default() };
    }
    let exact = snapshot.clocks[seat.index()].as_ref().and_then(move_time_ms);
    if exact.is_some() {
        return Go { move_time_ms: exact, depth, ..Go::default() };
    }
    let clocks = Color::ALL.map(|color| snapshot.clocks[seat.board.seat(color).index()]);
    Go {
        time_ms: clocks.map(|clock| clock.as_ref().map(left_ms)),
        increment_ms: clocks.map(|clock| clock.map(|clock| increment_ms(clock.control()))),
        depth,
        ..Go::default()
    }
}

/// Number of moves over which a team's remaining time is spread.
const MOVES_TO_GO: i64 = 30;

/// The limits for a team: a time or a number of nodes, as UCI has no command for the clocks of two
/// boards. The time is that of the seat in `on_turn` that can spend least.
pub(super) fn for_team(engine: &Engine, on_turn: &[Seat], snapshot: &Snapshot) -> Go {
    let depth = engine.overrides.depth.map(NonZeroU32::get);
    if let Some(nodes) = engine.nodes_per_move {
        return Go { nodes: Some(nodes.get()), depth, ..Go::default() };
    }
    let clocks = on_turn.iter().filter_map(|seat| snapshot.clocks[seat.index()]);
    Go { move_time_ms: clocks.map(|clock| budget_ms(&clock)).min(), depth, ..Go::default() }
}

fn budget_ms(clock: &Clock) -> u64 {
    if let Some(exact) = move_time_ms(clock) {
        return exact;
    }
    let left = left_ms(clock);
    let increment = increment_ms(clock.control()).min(i64::MAX as u64) as i64;
    let share = (left / MOVES_TO_GO).saturating_add(increment / 2);
    share.min(left / 2).max(1).cast_unsigned()
}

/// True if a team can afford to sit: its clocks show more in total than those of the other team.
pub(super) fn has_time(team: Team, snapshot: &Snapshot) -> bool {
    let shown = |team: Team| -> i64 {
        let clocks = BoardId::ALL.map(|board| snapshot.clocks[team.seat(board).index()]);
        clocks.iter().flatten().map(left_ms).sum()
    };
    shown(team) > shown(team.other())
}

/// Remaining time in milliseconds, at least one: a flag that has fallen is called by the arbiter,
/// or has no effect.
fn left_ms(clock: &Clock) -> i64 {
    clock.remaining().0.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Invocation, Protocol};
    use std::num::NonZeroU64;
    use tandem_rules::{Boards, Game, Millis, RuleSet};

    fn engine(nodes: Option<u64>) -> Engine {
        let nodes_per_move = nodes.and_then(NonZeroU64::new);
        Engine { nodes_per_move, ..Engine::new("", Invocation::new("", &[]), Protocol::Uci) }
    }

    /// A snapshot at the start of a game with these clocks, in the order of [`Seat::ALL`].
    fn snapshot(controls: [&str; 4]) -> Snapshot {
        let RuleSet { moves, outcomes } = RuleSet::default();
        let controls = controls.map(|text| text.parse().expect("a control"));
        let game = Game::new(Boards::start(moves), outcomes, Some(controls));
        Snapshot::of(&game, Millis::ZERO)
    }

    #[test]
    fn a_seat_is_told_both_clocks_of_its_board_or_a_number_of_nodes() {
        let clocks = snapshot(["60", "59+1", "10+2", "180d2"]);
        let [white_on_a, black_on_a, white_on_b, black_on_b] = Seat::ALL;
        let told = |nodes, seat| for_seat(&engine(nodes), seat, &clocks).to_string();
        for seat in [white_on_a, black_on_a] {
            assert_eq!(told(None, seat), "go wtime 60000 btime 59000 winc 0 binc 1000");
        }
        for seat in [white_on_b, black_on_b] {
            assert_eq!(told(None, seat), "go wtime 10000 btime 180000 winc 2000 binc 0");
        }
        assert_eq!(told(Some(5000), black_on_b), "go nodes 5000");
    }

    #[test]
    fn a_seat_with_an_exact_time_is_told_what_is_left_of_it() {
        let mut clocks = snapshot(["60", "59+1", "10+2", "2b2"]);
        let [_, _, other, exact] = Seat::ALL;
        let told = |nodes, seat, clocks: &_| for_seat(&engine(nodes), seat, clocks).to_string();
        assert_eq!(told(None, exact, &clocks), "go movetime 2000");
        assert_eq!(told(Some(5000), exact, &clocks), "go nodes 5000");
        let by_clock = "go wtime 10000 btime 2000 winc 2000 binc 0";
        assert_eq!(told(None, other, &clocks), by_clock, "its own time is not exact");
        let clock = clocks.clocks[exact.index()].as_mut().expect("a clock");
        *clock = clock.showing(Millis(700));
        assert_eq!(told(None, exact, &clocks), "go movetime 700", "a piece restarts the search");
    }

    #[test]
    fn a_team_is_told_a_time_that_each_of_its_seats_on_turn_can_spend() {
        let clocks = snapshot(["60", "60", "60", "9+2"]);
        let [a, _, _, b] = Seat::ALL;
        let told = |nodes, seats: &[Seat]| for_team(&engine(nodes), seats, &clocks).to_string();
        assert_eq!(told(None, &[a]), "go movetime 2000");
        assert_eq!(told(None, &[a, b]), "go movetime 1300");
        assert_eq!(told(Some(5000), &[a, b]), "go nodes 5000");
        let short = snapshot(["0.1+5", "60", "60", "60"]);
        assert_eq!(for_team(&engine(None), &[a], &short).move_time_ms, Some(50), "half of it");
        let exact = snapshot(["2b2", "60", "60", "1.5b1.5"]);
        assert_eq!(for_team(&engine(None), &[a, b], &exact).move_time_ms, Some(1500));
    }

    #[test]
    fn a_team_can_sit_when_its_clocks_show_more() {
        for (controls, teams) in [
            (["60", "60", "60", "60"], [false, false]),
            (["61", "60", "60", "60"], [true, false]),
            (["60", "60", "61", "60"], [false, true]),
            (["70", "60", "75", "60"], [false, true]),
        ] {
            let clocks = snapshot(controls);
            assert_eq!(Team::ALL.map(|team| has_time(team, &clocks)), teams, "{controls:?}");
        }
    }
}

//! Games that are broken off, wound back, and continued.

use tandem_arbiter::{
    Close, Endpoint, GamePlan, Mailroom, News, Outbox, Past, Played, Said, Timing, Watcher,
    play_game,
};
use tandem_rules::{Game, Millis, RuleSet, Seat};

use super::support::{Script, minute, plan, play_plan};

/// A script in which White on A breaks the game off after moves on both boards; partners have
/// talked before.
const BROKEN_OFF: Script = [
    &[("e2e4", 1000), ("good", 200), ("g1f3", 1000), ("break off", 3000)],
    &[("e7e5", 2000), ("b8c6", 700)],
    &[("good", 300), ("d2d4", 2500), ("d4e5", 9000)],
    &[("e7e5", 500)],
];

/// A watcher that records the time on all clocks after each move.
#[derive(Default)]
struct Clocks(Vec<[Option<Millis>; 4]>);

impl Watcher for Clocks {
    fn moved(&mut self, game: &Game, now: Millis) {
        self.0.push(Seat::ALL.map(|seat| game.time_left(seat, now)));
    }
}

fn broken_off() -> (Played, Clocks) {
    let mut clocks = Clocks::default();
    let game = Game::start(&RuleSet::default(), Some(minute()));
    let (played, _) = play_plan(plan(game, Past::default()), BROKEN_OFF, &mut clocks);
    (played, clocks)
}

#[test]
fn a_game_that_a_seat_breaks_off_has_no_winner() {
    let (played, _) = broken_off();
    assert_eq!(played.close, Close::BrokenOff(Seat::ALL[0]));
    assert_eq!(played.close.to_string(), "White on A broke the game off");
    assert!(played.close.is_broken_off());
    assert_eq!((played.close.winner(), played.close.kind()), (None, "broken off"));
}

#[test]
fn a_seat_that_is_not_on_turn_can_break_a_game_off_at_once() {
    struct Leaves(Outbox);
    impl Endpoint for Leaves {
        fn name(&self) -> String {
            "whoever has to go".to_owned()
        }
        fn hear(&mut self, news: &News) {
            if let News::Start(seat, _) = news {
                self.0.say(*seat, Said::BreakOff, 0);
            }
        }
    }
    for timing in [Timing::Wall, "nodes:1000".parse().expect("a clock")] {
        let mailroom = Mailroom::default();
        let mut everybody: [Box<dyn Endpoint>; 1] = [Box::new(Leaves(mailroom.outbox()))];
        let game = Game::start(&RuleSet::default(), Some(minute()));
        let plan = GamePlan { seats: [0; 4], timing, ..plan(game, Past::default()) };
        let played = play_game(plan, &mut everybody, &mailroom, &mut ());
        assert!(matches!(played.close, Close::BrokenOff(_)), "{}", played.close);
    }
}

#[test]
fn a_game_wound_back_has_the_boards_and_clocks_that_it_had() {
    let (played, clocks) = broken_off();
    let plies = played.game.plies().to_vec();
    assert!(plies.len() > 5);
    for (count, ply) in plies.iter().enumerate() {
        let (game, past) = played.clone().back_to(count).expect("there is such a ply");
        assert_eq!((past.since, game.plies().len()), (ply.at, count));
        let shown = Seat::ALL.map(|seat| game.time_left(seat, past.since));
        assert_eq!(shown, clocks.0[count], "before ply {count}, as right after it");
        assert_eq!(past.efforts, played.efforts[..count]);
        assert!(past.messages.iter().all(|told| told.at <= past.since));
        let mut again = game;
        again.play(ply.seat, ply.m, ply.at).expect("it was played before");
        assert_eq!(again.boards().to_fen(), {
            let mut after = played.game.clone();
            while after.plies().len() > count + 1 {
                after.undo();
            }
            after.boards().to_fen()
        });
    }
    assert!(played.clone().back_to(plies.len()).is_none());
}

#[test]
fn a_game_wound_back_goes_on_from_there_and_keeps_what_was_said_and_thought() {
    let (played, _) = broken_off();
    let knight = played.game.plies().iter().rposition(|ply| ply.seat == Seat::ALL[0]);
    let (game, past) = played.clone().back_to(knight.expect("it moved")).expect("a ply");
    let (since, told) = (past.since, past.messages.len());
    let script: Script =
        [&[("f1c4", 1500), ("resign", 0)], &[("good", 5), ("b8c6", 100)], &[], &[]];
    let (again, _) = play_plan(plan(game, past), script, &mut ());
    let new: Vec<_> = again.game.plies().iter().filter(|ply| ply.at > since).collect();
    assert_eq!(new[0].at, since + Millis(1500));
    let spent = Millis(1000) + (since - Millis(3000)) + Millis(1500);
    assert_eq!(new[0].clock, Some(Millis::from_seconds(60) - spent));
    assert_eq!(again.efforts.len(), again.game.plies().len());
    assert_eq!(again.efforts[..told], played.efforts[..told]);
    assert_eq!(again.messages[..told], played.messages[..told]);
    assert_eq!(again.messages.len(), told + 1);
}

#[test]
fn a_wall_clock_goes_on_from_where_a_game_was() {
    let (played, _) = broken_off();
    let (game, past) = played.back_to(4).expect("a ply");
    let since = past.since;
    let plan = GamePlan { timing: Timing::Wall, ..plan(game, past) };
    let script: Script =
        [&[("break off", 0)], &[("break off", 0)], &[("break off", 0)], &[("break off", 0)]];
    let (again, _) = play_plan(plan, script, &mut ());
    assert!(again.ended_at >= since && again.ended_at < since + Millis::from_seconds(50));
}

//! Players with known habits, and what a study of their games finds.

use tandem_analysis::players::{Report, Study, of_report};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord, RecordedPly};
use tandem_rules::{BoardId, Boards, Move, MoveRules, PieceType, Position, Seat, Team};

/// A player with habits.
#[derive(Clone, Copy)]
struct Player {
    name: &'static str,
    /// Percent of the turns in which the player sits.
    sits: u64,
    /// Percent of the turns in which the player leaves the queen to be taken, if possible.
    gives_queen: u64,
}

const fn player(name: &'static str, sits: u64, gives_queen: u64) -> Player {
    Player { name, sits, gives_queen }
}

/// Hilda never sits, and Quentin gives queens.
const MIXED: [Player; 4] =
    [player("Hilda", 0, 0), player("Quentin", 4, 20), player("Ann", 4, 0), player("Bob", 4, 0)];
const ALIKE: [Player; 4] =
    [player("Hilda", 4, 2), player("Quentin", 4, 2), player("Ann", 4, 2), player("Bob", 4, 2)];

/// Time of a usual turn and of one that is sat, in milliseconds.
const USUAL: u64 = 1000;
const SAT: u64 = 18_000;
const BASE: i64 = 180_000;
const MOST_PLIES: usize = 80;

/// Numbers from a seed.
struct Lottery(u64);

impl Lottery {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

fn games(players: [Player; 4], count: u64, seed: u64) -> Vec<GameRecord> {
    let mut lottery = Lottery(seed);
    (0..count).map(|_| game(players, &mut lottery)).collect()
}

/// A game in which each board goes on at its own pace, until a mate or after so many moves.
fn game(mut seated: [Player; 4], lottery: &mut Lottery) -> GameRecord {
    for at in (1..4).rev() {
        seated.swap(at, lottery.below(at as u64 + 1) as usize);
    }
    let mut record = GameRecord::new(Boards::start(MoveRules::default()));
    for (tag, player) in ["WhiteA", "BlackA", "WhiteB", "BlackB"].into_iter().zip(seated) {
        record.set_tag(tag, player.name);
    }
    record.set_tag("TimeControl", "180+0");
    let (mut clocks, mut boards) = ([BASE; 4], [0_u64; 2]);
    for _ in 0..MOST_PLIES {
        let board = if boards[0] <= boards[1] { BoardId::A } else { BoardId::B };
        let seat = record.boards().on_turn(board);
        let player = seated[seat.index()];
        let Some(m) = choice(record.boards(), seat, player, lottery) else {
            record.end(BpgnResult::of(Some(seat.team().other())), &format!("{seat} is mated"));
            return record;
        };
        let took =
            if lottery.happens(player.sits) { SAT } else { USUAL / 2 + lottery.below(USUAL) };
        boards[board.index()] += took;
        clocks[seat.index()] -= took as i64;
        let ply = RecordedPly::new(seat, m).with_clock(clocks[seat.index()]);
        record.push(ply).expect("it is legal");
    }
    let winner = Team::ALL[lottery.below(2) as usize];
    record.end(BpgnResult::of(Some(winner)), "resignation");
    record
}

/// A legal move: whoever can takes a queen, and leaves the own one to be taken only by habit.
fn choice(boards: &Boards, seat: Seat, player: Player, lottery: &mut Lottery) -> Option<Move> {
    let position = boards.position(seat.board);
    let legal = position.legal_moves();
    let taking = legal.iter().find(|m| position.captured(**m) == Some(PieceType::Queen));
    if let Some(m) = taking {
        return Some(*m);
    }
    let (giving, keeping): (Vec<Move>, Vec<Move>) =
        legal.iter().copied().partition(|m| leaves_queen(position, *m));
    let wanted = if lottery.happens(player.gives_queen) { &giving } else { &keeping };
    let moves = if wanted.is_empty() { &legal[..] } else { &wanted[..] };
    let at = lottery.below(moves.len().max(1) as u64) as usize;
    moves.get(at).copied()
}

fn leaves_queen(position: &Position, m: Move) -> bool {
    let mut next = position.clone();
    let mover = position.side_to_move();
    let _no_partner = next.make(m, &mut ());
    let mut queens = next.pieces(mover, PieceType::Queen).into_iter();
    queens.any(|square| next.is_attacked(square, !mover, next.occupied()))
}

fn report<'a>(name: &str, games: impl IntoIterator<Item = &'a GameRecord>) -> Report {
    let mut study = Study::new(name, 0);
    for (at, record) in games.into_iter().enumerate() {
        study.add(record, &format!("game {at}"));
    }
    study.report()
}

#[test]
fn the_habits_of_players_are_found() {
    let games = games(MIXED, 200, 1);
    let of = |name| report(name, &games);
    let about = |report: &Report| -> Vec<&str> {
        report.findings.iter().map(|finding| finding.about).collect()
    };
    let hilda = of("hilda");
    assert_eq!((hilda.games, hilda.player.as_str()), (200, "Hilda"));
    assert_eq!(hilda.findings[0].about, "sat");
    assert!(hilda.findings[0].text.starts_with("Sat 0 times in 200 games; the others sat "));
    assert_eq!(hilda.findings[0].examples.len(), 3);
    assert!(!hilda.findings[0].shows_player, "she has no positions of it");

    let quentin = of("QUENTIN");
    assert!(about(&quentin).contains(&"queens_given"), "{:?}", quentin.findings);
    assert_eq!(quentin.findings[0].examples.len(), 3);
    assert!(quentin.findings[0].shows_player);
    let of_sitting = quentin.measures.iter().find(|measure| measure.name == "times sat a game");
    assert!(of_sitting.and_then(|measure| measure.own).is_some_and(|own| own > 0.3));
}

#[test]
fn players_who_are_alike_have_no_habits() {
    let games = games(ALIKE, 200, 2);
    for player in ALIKE {
        let found = report(player.name, &games);
        assert_eq!(found.findings, [], "{}", player.name);
        assert!(of_report(&found).contains("In nothing, as far as these games show."));
    }
}

#[test]
fn few_games_show_no_habit() {
    let games = games(MIXED, 15, 3);
    for player in MIXED {
        assert_eq!(report(player.name, &games).findings, [], "{}", player.name);
    }
}

#[test]
fn the_order_of_the_games_changes_nothing() {
    let games = games(MIXED, 40, 4);
    let places: Vec<String> = (0..40).map(|at| format!("game {at}")).collect();
    let study = |order: &[usize]| {
        let mut study = Study::new("Quentin", 30);
        for &at in order {
            assert!(study.add(&games[at], &places[at]));
        }
        let sampled = study.sample();
        let seats: Vec<_> = sampled.iter().map(|sampled| sampled.seat().to_string()).collect();
        (of_report(&study.report()), seats)
    };
    let forwards: Vec<usize> = (0..40).collect();
    let backwards: Vec<usize> = (0..40).rev().collect();
    let (report, sampled) = study(&forwards);
    assert_eq!((report, sampled.clone()), study(&backwards));
    assert_eq!(sampled.len(), 30, "half of them are of the player");
}

#[test]
fn games_of_others_do_not_count() {
    let games = games(MIXED, 3, 5);
    let mut study = Study::new("Nobody", 10);
    assert!(games.iter().all(|record| !study.add(record, "-")));
    assert_eq!((study.games(), study.sample().len()), (0, 0));
}

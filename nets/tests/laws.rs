//! The evaluation of a position depends neither on the moves that led to it nor on the arithmetic.

use std::sync::Arc;

use tandem_nets::architecture::{FEATURES, OUTPUTS, THREATS, WIDTH};
use tandem_nets::{Arithmetic, Evaluator, Network, Networks, Row, ThreatRow};
use tandem_rules::{Color, Handoff, Move, MoveRules, PieceType, Position, Setup, Variant};

/// Moves made in the whole test.
const MOVES: usize = 1_000_000;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// A network with random weights as large as trained ones.
fn network(random: &mut Random) -> Network {
    let mut row = |size: usize| {
        Row(std::array::from_fn(|_: usize| (random.below(2 * size + 1) as i16) - size as i16))
    };
    let features = (0..FEATURES).map(|_| row(60)).collect();
    let bias = row(100);
    let threats =
        (0..2 * THREATS).map(|_| ThreatRow(*row(30).0.first_chunk().expect("a wider row")));
    let threats = threats.collect();
    let outputs = (0..OUTPUTS).map(|_| [row(127), row(127)]).collect();
    Network::new(features, bias, threats, outputs, [7; OUTPUTS])
}

fn start(random: &mut Random) -> Position {
    let variant = [Variant::Bughouse, Variant::Bughouse, Variant::Crazyhouse][random.below(3)];
    let setup = match random.below(3) {
        0 => Setup::chess960(random.below(960) as u16).expect("a number below 960"),
        _ => Setup::start(),
    };
    Position::from_setup(&setup, variant, MoveRules::default()).expect("a sound start")
}

/// A line of moves with its positions, and an evaluator along it for each kind of arithmetic.
struct Line {
    positions: Vec<Position>,
    evaluators: Vec<Evaluator>,
}

impl Line {
    fn last(&self) -> &Position {
        self.positions.last().expect("a line has a beginning")
    }

    fn play(&mut self, m: Move) {
        let mut next = self.last().clone();
        for evaluator in &mut self.evaluators {
            next = self.positions.last().expect("a line has a beginning").clone();
            let _elsewhere = next.make(m, &mut evaluator.push());
        }
        self.positions.push(next);
    }

    /// Appends the arrival of a piece from the other board as a change of its own.
    fn receive(&mut self, handoff: Handoff) {
        let mut next = self.last().clone();
        for evaluator in &mut self.evaluators {
            next = self.positions.last().expect("a line has a beginning").clone();
            next.receive(handoff, &mut evaluator.push());
        }
        self.positions.push(next);
    }

    fn take_back(&mut self) {
        if self.positions.len() > 1 {
            self.positions.pop();
            self.evaluators.iter_mut().for_each(Evaluator::pop);
        }
    }

    fn check(&mut self, network: &Arc<Network>) {
        let position = self.positions.last().expect("a line has a beginning");
        let mut fresh =
            Evaluator::with_arithmetic(Arc::clone(network), position, Arithmetic::SCALAR);
        let expected = fresh.evaluate(position);
        for evaluator in &mut self.evaluators {
            assert_eq!(evaluator.evaluate(position), expected, "{}", position.to_fen());
        }
    }
}

#[test]
fn updated_accumulators_equal_fresh_ones_in_every_arithmetic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let network = Arc::new(network(&mut random));
    let mut made = 0;
    let lacking = Arithmetic::lacking();
    eprintln!("with {:?}; this machine lacks {lacking:?}", Arithmetic::all());
    while made < MOVES {
        let position = start(&mut random);
        let evaluators = Arithmetic::all()
            .into_iter()
            .map(|way| Evaluator::with_arithmetic(Arc::clone(&network), &position, way))
            .collect();
        let mut line = Line { positions: vec![position], evaluators };
        for _ in 0..200 {
            let moves = line.last().legal_moves();
            match random.below(10) {
                0 | 1 => line.take_back(),
                2 if line.last().variant() == Variant::Bughouse => line.receive(Handoff {
                    color: Color::ALL[random.below(2)],
                    piece: PieceType::DROPPABLE[random.below(5)],
                }),
                _ if moves.is_empty() => line.take_back(),
                _ => {
                    line.play(moves[random.below(moves.len())]);
                    made += 1;
                }
            }
            // Not every position is evaluated: skipped ones must be caught up with.
            if random.below(3) > 0 {
                line.check(&network);
            }
        }
    }
}

/// Hashes of the networks for bughouse, crazyhouse and chess.
fn hashes(networks: &Networks) -> [Option<u32>; 3] {
    [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess]
        .map(|variant| networks.of(variant).map(|network| network.hash()))
}

#[test]
fn networks_are_read_as_they_were_written_one_for_all_variants_or_one_for_each() {
    let [one, two, three] = [1, 2, 3].map(|seed| network(&mut Random(seed)));
    let [a, b, c] = [&one, &two, &three].map(|network| Some(network.hash()));
    let all = Networks::from(one);
    let each = all.with(Variant::Crazyhouse, two).expect("a variant with drops");
    let other = all.with(Variant::Bughouse, three.clone()).expect("a variant with drops");
    let latest = each.with(Variant::Bughouse, three.clone()).expect("a variant with drops");
    assert!(each.with(Variant::Chess, three).is_none());
    for (networks, expected) in
        [(all, [a, a, None]), (each, [a, b, None]), (other, [c, a, None]), (latest, [c, b, None])]
    {
        let bytes = networks.to_bytes();
        let read = Networks::parse(&bytes).expect("its own bytes");
        assert_eq!((hashes(&networks), hashes(&read)), (expected, expected));
        assert_eq!((read.name(), read.to_bytes() == bytes), (networks.name(), true));
    }
}

#[test]
fn anything_else_is_refused_as_a_network() {
    let network = network(&mut Random(1));
    let twice = Networks::from(network.clone()).with(Variant::Crazyhouse, network.clone());
    let twice = twice.expect("a variant with drops").to_bytes();
    let bytes = Networks::from(network).to_bytes();
    let message = |bytes: &[u8]| Networks::parse(bytes).err().expect("no network").to_string();
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        message(&bytes)
    };
    let header = 8 + 4 * 5;
    assert_eq!(message(b""), "not a network of Tandem: it begins with ``");
    assert_eq!(message(b"MZ\x90\0"), r"not a network of Tandem: it begins with `MZ\x90\x00`");
    let earlier =
        "a network of another version of Tandem: it begins with `TandemN3`, expected `TandemN4`";
    assert_eq!(message(b"TandemN3\0\0"), earlier);
    for length in [8, 20, 24, header - 1] {
        let expected = format!("a network of {length} bytes, which ends within its header");
        assert_eq!(message(&bytes[..length]), expected);
    }
    assert!(message(&bytes[..header]).starts_with("a network of 0 weights, expected "));
    assert!(message(&bytes[..bytes.len() - 1]).contains(" weights, expected "));
    assert!(message(&twice[..twice.len() - 1]).contains(" weights, expected "));
    for bytes in [&bytes, &twice] {
        let message = message(&[&bytes[..], b"x"].concat());
        assert_eq!(message, "a network with 1 bytes after its last weight");
    }
    assert!(changed(12).contains(&format!("expected {FEATURES} features, {WIDTH} neurons")));
    assert_eq!(changed(20), "a file of 0 networks, expected 1 or 2");
    assert!(changed(header - 1).starts_with("a damaged network: its hash is "));
    // The lowest bit of a number's only byte changes its value alone.
    let whole = (header..bytes.len()).find(|&at| bytes[at - 1] < 0x80 && bytes[at] < 0x80);
    assert!(changed(whole.expect("a weight of one byte")).starts_with("a damaged network: "));
}

#[test]
fn a_bias_at_the_end_of_its_range_is_evaluated() {
    let mut random = Random(3);
    let network = network(&mut random);
    let position = start(&mut random);
    for (bias, sign) in [(i32::MAX, 1), (i32::MIN, -1)] {
        let row = |row: &Row| Row(row.0);
        let features = network.features().iter().map(row).collect();
        let outputs = network.outputs().iter().map(|[own, other]| [row(own), row(other)]).collect();
        let threats = network.threats().into();
        let extreme =
            Network::new(features, row(network.bias()), threats, outputs, [bias; OUTPUTS]);
        let score = Evaluator::new(Arc::new(extreme), &position).evaluate(&position);
        assert_eq!(score.signum(), sign, "{score}");
    }
}

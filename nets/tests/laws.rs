//! The evaluation of a position depends neither on the moves that led to it nor on the arithmetic.

use std::sync::Arc;

use tandem_nets::architecture::{FEATURES, OUTPUTS, WIDTH};
use tandem_nets::{Arithmetic, Evaluator, Network, Row};
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
    let outputs = (0..OUTPUTS).map(|_| [row(127), row(127)]).collect();
    Network::new(features, bias, outputs, [7; OUTPUTS])
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

#[test]
fn a_network_is_read_as_it_was_written_and_nothing_else_is() {
    let network = network(&mut Random(1));
    let bytes = network.to_bytes();
    let read = Network::parse(&bytes).expect("its own bytes");
    assert_eq!(read.hash(), network.hash());
    let message = |bytes: &[u8]| Network::parse(bytes).err().expect("no network").to_string();
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        message(&bytes)
    };
    assert_eq!(message(b""), "not a network of Tandem: it begins with ``");
    assert_eq!(message(b"MZ\x90\0"), r"not a network of Tandem: it begins with `MZ\x90\x00`");
    assert_eq!(message(&bytes[..20]), "a network of 20 bytes, which ends within its header");
    assert!(message(&bytes[..bytes.len() - 1]).contains(" weights, expected "));
    assert_eq!(
        message(&[&bytes[..], b"x"].concat()),
        "a network with 1 bytes after its last weight"
    );
    assert!(changed(12).contains(&format!("expected {FEATURES} features, {WIDTH} neurons")));
    assert!(changed(23).starts_with("a damaged network: its hash is "));
    // The lowest bit of a number's first byte changes its value alone.
    let whole = (24..bytes.len()).find(|&at| bytes[at - 1] < 0x80 && bytes[at] < 0x80);
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
        let extreme = Network::new(features, row(network.bias()), outputs, [bias; OUTPUTS]);
        let score = Evaluator::new(Arc::new(extreme), &position).evaluate(&position);
        assert_eq!(score.signum(), sign, "{score}");
    }
}

//! A row of the suite.

use tandem_rules::notation::Bfen;
use tandem_rules::{BoardId, Clock, Color, Millis, Move, MoveRules, PieceType, Seat, TimeControl};

use super::boards::Scene;
use super::handoffs::Length;

/// A position, the expected answer, and the proof of that answer.
pub(crate) struct Row {
    pub(crate) theme: &'static str,
    /// The game, board and move; `made` if it is from no game.
    pub(crate) source: &'static str,
    pub(crate) scene: Scene,
    /// The clocks' readings, in the order of [`Seat::ALL`].
    pub(crate) clocks: [Millis; 4],
    pub(crate) answer: Answer,
    pub(crate) proof: Proof,
}

/// The expected answer.
#[derive(Debug)]
pub(crate) enum Answer {
    /// One of these moves is played.
    Play(Vec<Move>),
    /// None of these moves is played; another one may be, and so may none.
    Not(Vec<Move>),
    /// The seat sits though it could move, and means to do so for this long at least.
    Sit(Millis),
    /// Any move is played.
    Go,
}

/// The reason that the answer follows from the rules.
///
/// A proof of moves that lose (leaks, mated) has three answers: not to play them; to sit, if all
/// moves do and there is time; to play one of the others, if there is no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// These moves, and no others, mate at once.
    MatesAtOnce,
    /// These moves mate by checks, whatever arrives; without the piece, if one is named, none does.
    Mates(Option<PieceType>),
    /// These moves, and no others, mate at once or give the partner a piece with which it mates.
    Gives(Length),
    /// The partner can capture at once a piece with which we mate; nothing else mates or gives.
    Awaits(Length),
    /// The moves that let the opponent capture a piece with which the diagonal mates at once.
    Leaks,
    /// The moves that are mated within this many moves, whatever arrives.
    Mated(u32),
    /// The partner has to wait for the diagonal, who has no less time than we do.
    Behind,
    /// These moves, and no others, give the partner a piece that answers the check which it cannot
    /// answer now; otherwise its flag falls, since our opponent has more time.
    Saves,
}

impl Row {
    /// The rows of the suite.
    pub(crate) fn all() -> Vec<Self> {
        let lines = include_str!("suite.tsv").lines();
        lines.filter(|line| !line.starts_with('#')).map(Self::parse).collect()
    }

    /// Parses a line of the suite.
    ///
    /// # Panics
    /// If it is no line of the suite.
    pub(crate) fn parse(text: &'static str) -> Self {
        let [theme, source, boards, seat, clocks, answer, proof, _reason] =
            text.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("eight columns: {text}")
        };
        let boards = Bfen::parse(boards, MoveRules::FICS).expect(text).boards;
        let scene = Scene { boards, seat: parse_seat(seat) };
        let answer = Answer::parse(answer, &scene);
        let clocks: Vec<Millis> = clocks.split(' ').map(parse_seconds).collect();
        let clocks = clocks.try_into().expect("four clocks");
        Self { theme, source, scene, clocks, answer, proof: Proof::parse(proof) }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}: {}, {}", self.theme, self.source, self.scene.seat)
    }

    pub(crate) fn shows(&self, seat: Seat) -> Millis {
        self.clocks[seat.index()]
    }

    /// True if sitting does not lose on time: help may come meanwhile, or the diagonal, on turn, has
    /// less time.
    pub(crate) fn may_sit(&self) -> bool {
        let seat = self.scene.seat;
        self.scene.partner_is_on_turn() || self.shows(seat) > self.shows(seat.diagonal())
    }

    /// The clocks as they show, of a game of three minutes.
    pub(crate) fn timed(&self) -> [Option<Clock>; 4] {
        let clock = Clock::new(TimeControl::sudden_death(Self::BASE));
        self.clocks.map(|shown| Some(clock.showing(shown)))
    }

    pub(crate) const BASE: Millis = Millis::from_seconds(180);
}

impl Answer {
    fn parse(text: &str, scene: &Scene) -> Self {
        let moves = |list: &str| -> Vec<Move> {
            list.split(',').map(|word| scene.own().parse_coordinate(word).expect(word)).collect()
        };
        let all_but = |list: &str| {
            let spared = moves(list);
            scene.moves().into_iter().filter(|m| !spared.contains(m)).collect()
        };
        match text.split_once(' ') {
            Some(("play", list)) => Self::Play(moves(list)),
            Some(("not", list)) => {
                Self::Not(list.strip_prefix("all but ").map_or_else(|| moves(list), all_but))
            }
            Some(("sit", seconds)) => {
                let seconds = seconds.strip_prefix(">= ").expect("at least how long");
                Self::Sit(parse_seconds(seconds))
            }
            None if text == "sit" => Self::Sit(Millis::ZERO),
            None if text == "go" => Self::Go,
            _ => panic!("no answer: {text}"),
        }
    }
}

impl Proof {
    fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |word: &str| word.parse().expect("a number of moves");
        match words[..] {
            ["mates", "at", "once"] => Self::MatesAtOnce,
            ["mates"] => Self::Mates(None),
            ["mates", "with", piece] => {
                let piece = piece.chars().next().and_then(PieceType::from_char);
                Self::Mates(Some(piece.expect("a piece")))
            }
            ["gives"] => Self::Gives(Length::AtOnce),
            ["gives", "longer"] => Self::Gives(Length::ByChecks),
            ["awaits"] => Self::Awaits(Length::AtOnce),
            ["awaits", "longer"] => Self::Awaits(Length::ByChecks),
            ["leaks"] => Self::Leaks,
            ["saves"] => Self::Saves,
            ["mated", within] => Self::Mated(number(within)),
            ["behind"] => Self::Behind,
            _ => panic!("no proof: {text}"),
        }
    }
}

fn parse_seat(text: &str) -> Seat {
    let named = |seat: &Seat| {
        let color = if seat.color == Color::White { "White" } else { "Black" };
        let board = if seat.board == BoardId::A { "A" } else { "B" };
        text.strip_prefix(color) == Some(board)
    };
    Seat::ALL.into_iter().find(named).expect("a seat")
}

fn parse_seconds(text: &str) -> Millis {
    Millis::from_seconds(text.parse().expect("whole seconds"))
}

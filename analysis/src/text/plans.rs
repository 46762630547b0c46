//! Plans and their facts as sentences.

use tandem_rules::{BoardId, Boards, Millis, PieceType, Seat};

use crate::plans::{Certainty, Fact, Fault, Plan, Purpose, Step, Unless, Worth};

/// The names by which sentences call the players.
pub struct Names {
    names: [String; 4],
    /// The player who is spoken to.
    you: Option<Seat>,
}

impl Names {
    /// Players without names: `White on A` and so on.
    pub fn of_seats() -> Self {
        Self { names: Seat::ALL.map(|seat| seat.to_string()), you: None }
    }

    /// Players with these names, in the order of [`Seat::ALL`]; one without a name is called by its
    /// seat.
    pub fn of_players(names: [String; 4]) -> Self {
        let mut called = Self::of_seats();
        for (known, name) in called.names.iter_mut().zip(names) {
            if !name.trim().is_empty() && name != "?" {
                *known = name;
            }
        }
        called
    }

    /// The same names, spoken to one of the players.
    #[must_use]
    pub fn spoken_to(self, you: Seat) -> Self {
        Self { you: Some(you), ..self }
    }

    /// A player as the subject of a sentence, with the verb in its form for it, given as in `takes`.
    fn does(&self, seat: Seat, verb: &str) -> String {
        match self.is_you(seat) {
            true => format!("you {}", plain(verb)),
            false => format!("{} {verb}", self.names[seat.index()]),
        }
    }

    /// A player as an object.
    fn object(&self, seat: Seat) -> &str {
        if self.is_you(seat) { "you" } else { &self.names[seat.index()] }
    }

    fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }
}

/// A verb in the form for `you`.
fn plain(verb: &str) -> String {
    match verb {
        "has" => "have".to_owned(),
        "is" => "are".to_owned(),
        _ => verb
            .strip_suffix("es")
            .filter(|stem| stem.ends_with("ss"))
            .map_or_else(|| verb.strip_suffix('s').unwrap_or(verb).to_owned(), str::to_owned),
    }
}

/// The facts of a plan as sentences, each with a capital letter and a full stop.
pub fn why(plan: &Plan, names: &Names) -> Vec<String> {
    plan.facts.iter().map(|fact| capital(&sentence(fact, names))).collect()
}

fn sentence(fact: &Fact, names: &Names) -> String {
    match fact {
        Fact::MatesNow { seat, san } => format!("{} with {san}.", names.does(*seat, "mates")),
        Fact::Gift { from, piece, gives, purpose, drop } => {
            gift(names, (*from, *piece, *gives), *purpose, drop.as_deref())
        }
        Fact::MatesSoon { seat, moves, unless, gives } => {
            let mates = format!("{} in {moves}", mates_soon(names, *seat, *gives));
            match unless {
                Unless::Nothing => format!("{mates}, whatever arrives."),
                Unless::Helped => format!("{mates}, unless a piece arrives."),
                Unless::Waits => {
                    format!("{mates}; {} only sit and wait.", names.does(seat.opponent(), "can"))
                }
            }
        }
        Fact::Lost { moves, is_certain } => lost(*moves, *is_certain),
        Fact::EveryMoveLoses { seat, lead } => {
            let longer = longer(*lead, names.object(seat.diagonal()));
            format!(
                "every move of {} loses, so {}: {longer}.",
                names.object(*seat),
                names.does(*seat, "sits")
            )
        }
        Fact::TheyMustMove { seat, lead, loses } => they_must_move(names, *seat, *lead, *loses),
        Fact::MustMove { seat, by } => {
            let by = by.map(|by| format!(" {} s", seconds(by))).unwrap_or_default();
            format!(
                "{} to move, since {} can sit{by} longer.",
                names.does(*seat, "has"),
                names.object(seat.diagonal())
            )
        }
        Fact::Keeps { seat, piece, trade } => {
            let victim = names.object(seat.partner());
            let mates = names.does(seat.diagonal(), "mates");
            match trade {
                Some(san) => format!(
                    "{san} would trade the {piece}, and with a {piece} {mates} {victim} at once."
                ),
                None => format!("no {piece} may be lost: with one {mates} {victim} at once."),
            }
        }
        Fact::Meets { seat, san } => {
            format!("otherwise {} by {san}.", names.does(seat.opponent(), "mates") + " at once")
        }
        Fact::Rushes { seat, left } => {
            format!("{} in check with {} s left.", names.does(*seat, "is"), seconds(*left))
        }
        Fact::Sends { from, piece } => format!(
            "{} the {piece}, and {} it.",
            names.does(*from, "takes"),
            names.does(from.partner(), "gets")
        ),
    }
}

/// The fact that a player misses who does not play this plan, as a sentence; `None` if there is none
/// that is about the plan itself.
pub fn missed(plan: &Plan, names: &Names) -> Option<String> {
    let fact = plan.facts.iter().find(|fact| {
        matches!(
            fact,
            Fact::MatesNow { .. }
                | Fact::Gift { .. }
                | Fact::MatesSoon { .. }
                | Fact::EveryMoveLoses { .. }
                | Fact::TheyMustMove { .. }
        )
    })?;
    Some(capital(&sentence(fact, names)))
}

/// The faults of a plan as sentences.
pub fn why_not(plan: &Plan, names: &Names) -> Vec<String> {
    plan.faults.iter().map(|fault| capital(&complaint(fault, names))).collect()
}

fn complaint(fault: &Fault, names: &Names) -> String {
    match fault {
        Fault::GivesMate { seat, piece } => format!(
            "{} a {piece}, and with it {} {} at once.",
            names.does(*seat, "loses"),
            names.does(seat.diagonal(), "mates"),
            names.object(seat.partner())
        ),
        Fault::AllowsMate { seat, moves: 1 } => {
            format!("{} mated by the next move.", names.does(*seat, "is"))
        }
        Fault::AllowsMate { seat, moves } => {
            format!("{} mated in {moves}.", names.does(*seat, "is"))
        }
        Fault::MissesMate { seat, san } => {
            format!("{} a mate at once: {san}.", names.does(*seat, "misses"))
        }
        Fault::SitsBehind { seat } => format!(
            "{}, but {} can sit longer.",
            names.does(*seat, "sits"),
            names.object(seat.diagonal())
        ),
    }
}

fn lost(moves: i32, is_certain: bool) -> String {
    let soon = if moves == 0 { String::new() } else { format!(" in {moves}") };
    let unless = if is_certain { ", whatever arrives" } else { " unless a piece arrives" };
    format!("the game is lost{soon}{unless}; this lasts longest.")
}

fn mates_soon(names: &Names, seat: Seat, gives: Option<PieceType>) -> String {
    match gives {
        None => names.does(seat, "mates"),
        Some(piece) => {
            let mates = if names.is_you(seat) { "mate" } else { "mates" };
            format!("{} up the {piece} and {mates}", names.does(seat, "gives"))
        }
    }
}

fn gift(
    names: &Names,
    (from, piece, gives): (Seat, PieceType, Option<PieceType>),
    purpose: Purpose,
    drop: Option<&str>,
) -> String {
    let takes = match gives {
        Some(gives) => format!("{} the {gives} for the {piece}", names.does(from, "gives")),
        None => format!("{} the {piece}", names.does(from, "takes")),
    };
    let receiver = from.partner();
    let with = drop.map_or_else(|| " with it".to_owned(), |san| format!(" with {san}"));
    let uses = match purpose {
        Purpose::Mates => format!("{}{with}", names.does(receiver, "mates")),
        Purpose::MatesIn(moves, unless) => {
            let mates = format!("{} in {moves}{with}", names.does(receiver, "mates"));
            match unless {
                Unless::Waits => {
                    format!("{mates}, unless {}", names.does(receiver.opponent(), "sits"))
                }
                Unless::Nothing | Unless::Helped => mates,
            }
        }
        Purpose::Saves => format!("{} the check{with}", names.does(receiver, "answers")),
    };
    format!("{takes}: {uses}.")
}

fn they_must_move(
    names: &Names,
    seat: Seat,
    lead: Option<Millis>,
    loses: Option<PieceType>,
) -> String {
    let diagonal = seat.diagonal();
    let up = match lead {
        Some(lead) => format!("{} {} s up", names.does(seat, "is"), seconds(lead)),
        None => format!("{} ahead on the clock", names.does(seat, "is")),
    };
    match loses {
        Some(piece) => {
            format!("{up}, and {} to give up a {piece} or the flag.", names.does(diagonal, "has"))
        }
        None => format!("{up}, and {} to move first.", names.does(diagonal, "has")),
    }
}

fn longer(lead: Option<Millis>, whom: &str) -> String {
    match lead {
        Some(lead) => format!("the clock lasts {} s longer than that of {whom}", seconds(lead)),
        None => format!("the clock lasts longer than that of {whom}"),
    }
}

/// A time in seconds, with tenths below ten.
fn seconds(time: Millis) -> String {
    match time.0 {
        ..10_000 => format!("{:.1}", time.seconds()),
        _ => format!("{:.0}", time.seconds()),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The parts of a plan in SAN, as in `A Nxf6, B sit`.
pub fn parts(plan: &Plan, boards: &Boards) -> String {
    let part = |board| plan.part_san(boards, board).map(|san| format!("{board} {san}"));
    BoardId::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
}

/// The share of a plan, as in `72 %`, `mates in 2` and `lost in 3 unless helped`.
pub fn share(worth: Worth) -> String {
    match worth.certainty {
        Certainty::Mates(0) => "mate".to_owned(),
        Certainty::Mates(moves) => format!("mate in {moves}"),
        Certainty::WinsUnlessHelped(moves) => format!("wins in {moves} unless a piece arrives"),
        Certainty::Mated(moves) => format!("mated in {moves}"),
        Certainty::LosesUnlessHelped(moves) => format!("loses in {moves} unless a piece arrives"),
        Certainty::Estimated(_) => format!("{:.0} %", worth.wins * 100.0),
    }
}

/// The moves of a line with the letters of their boards, as in `A Nxf6 B N@f7#`.
pub fn line(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut last: Option<BoardId> = None;
    for step in steps {
        if !text.is_empty() {
            text.push(' ');
        }
        if last != Some(step.seat.board) {
            text.extend([step.seat.board.to_string().as_str(), " "]);
            last = Some(step.seat.board);
        }
        text.push_str(&step.san);
    }
    text
}

//! The kinds of puzzles about pieces that cross the boards, as questions to the mate solver.

use tandem_rules::{Boards, Move, MoveList, PieceType, PieceTypes, Position, Seat};

use super::kinds::{LONGEST, Question};
use super::prover::{Answer, Prover, after, replies, san_line, with_piece};
use super::{Solution, Theme};

/// "Mate with a piece that your partner can take", where `seat` and its partner are on turn and
/// neither mates: with the pieces of one type that the partner can take there is a mate, with those
/// of every other type there is none. The captures of the answer do not get the partner mated.
pub(super) fn take(prover: &mut Prover, boards: &Boards, seat: Seat) -> Option<Question> {
    let partner = seat.partner();
    if !boards.is_on_turn(seat) || !boards.is_on_turn(partner) {
        return None;
    }
    let there = boards.position(partner.board);
    let captures = captures(there);
    let types: PieceTypes = captures.iter().map(|&(_, piece)| piece).collect();
    let position = boards.position(seat.board);
    if types.iter().count() < 2 || !matches!(prover.ask(position), Answer::NoMate) {
        return None;
    }
    let mut mating = None;
    for piece in types.iter() {
        let given = with_piece(position, seat.color, piece);
        match prover.ask(&given) {
            Answer::Mate(proof) if mating.is_none() => mating = Some((piece, given, proof)),
            Answer::Mate(_) | Answer::Open => return None,
            Answer::NoMate => {}
        }
    }
    let (piece, given, proof) = mating.filter(|(.., proof)| proof.plies <= LONGEST)?;
    let right = captures.into_iter().filter(|&(_, taken)| taken == piece);
    let right: Vec<Move> = right.map(|(m, _)| m).collect();
    let is_quiet = matches!(prover.ask(there), Answer::NoMate)
        && right.iter().all(|&m| matches!(prover.ask(&after(there, m)), Answer::NoMate));
    is_quiet.then(|| Question {
        plies: proof.plies,
        nodes: proof.nodes,
        theme: Theme::of(&given, &proof.line),
        solution: Solution {
            answers: right.iter().map(|&m| there.coordinate(m).to_string()).collect(),
            lines: vec![san_line(&given, &proof.line)],
            pieces: vec![piece.to_char().to_string()],
        },
    })
}

/// "Capture, and do not give", where `seat` and its diagonal are on turn and neither mates: after
/// one capture the opponent can take no piece with which the diagonal mates, and the capture does
/// not get the player mated; after each other capture it can, at once.
pub(super) fn give(prover: &mut Prover, boards: &Boards, seat: Seat) -> Option<Question> {
    let diagonal = seat.diagonal();
    if !boards.is_on_turn(seat) || !boards.is_on_turn(diagonal) {
        return None;
    }
    let position = boards.position(seat.board);
    let exchanges = exchanges(position);
    let all = exchanges.iter().fold(PieceTypes::NONE, |all, exchange| all.union(exchange.gives));
    // Where every capture gives the same, none can be the answer.
    if exchanges.len() < 2 || exchanges.iter().all(|exchange| exchange.gives == all) {
        return None;
    }
    let there = boards.position(diagonal.board);
    let is_quiet = matches!(prover.ask(there), Answer::NoMate)
        && matches!(prover.ask(position), Answer::NoMate);
    if !is_quiet {
        return None;
    }
    let dangers = dangers(prover, there, all)?;
    let answer = only_safe(prover, position, &exchanges, &dangers)?;
    let longest = dangers.iter().max_by_key(|danger| danger.plies)?;
    Some(Question {
        plies: longest.plies,
        nodes: dangers.iter().map(|danger| danger.nodes).sum(),
        theme: longest.theme,
        solution: Solution {
            answers: vec![position.coordinate(answer).to_string()],
            lines: dangers.iter().map(|danger| danger.line.clone()).collect(),
            pieces: dangers.iter().map(|danger| danger.piece.to_char().to_string()).collect(),
        },
    })
}

/// The only capture that gives no danger; `None` if there are several, or one of them all is neither
/// proved safe nor proved wrong.
fn only_safe(
    prover: &mut Prover,
    position: &Position,
    exchanges: &[Exchange],
    dangers: &[Danger],
) -> Option<Move> {
    let mating: PieceTypes = dangers.iter().map(|danger| danger.piece).collect();
    let mut safe = None;
    for exchange in exchanges {
        let next = after(position, exchange.m);
        if exchange.may_give.iter().all(|piece| !mating.contains(piece)) {
            let is_second = safe.replace(exchange.m).is_some();
            if is_second || !matches!(prover.ask(&next), Answer::NoMate) {
                return None;
            }
        } else if !loses(prover, &next, mating) {
            return None;
        }
    }
    safe
}

/// True if the side to move can take a piece of one of these types and does not get mated on this
/// board for it.
fn loses(prover: &mut Prover, next: &Position, mating: PieceTypes) -> bool {
    let replies = next.legal_moves();
    let mut takes = replies
        .iter()
        .filter(|&&reply| next.captured(reply).is_some_and(|piece| mating.contains(piece)));
    takes.any(|&reply| matches!(prover.ask(&after(next, reply)), Answer::NoMate))
}

/// A piece with which a player mates.
struct Danger {
    piece: PieceType,
    plies: usize,
    nodes: u64,
    theme: Theme,
    line: Vec<String>,
}

/// The types among these with which the side to move mates; `None` if one is not decided, or none
/// mates.
fn dangers(prover: &mut Prover, position: &Position, types: PieceTypes) -> Option<Vec<Danger>> {
    let mut dangers = Vec::new();
    for piece in types.iter() {
        let given = with_piece(position, position.side_to_move(), piece);
        match prover.ask(&given) {
            Answer::Mate(proof) if proof.plies <= LONGEST => dangers.push(Danger {
                piece,
                plies: proof.plies,
                nodes: proof.nodes,
                theme: Theme::of(&given, &proof.line),
                line: san_line(&given, &proof.line),
            }),
            Answer::Mate(_) | Answer::Open => return None,
            Answer::NoMate => {}
        }
    }
    (!dangers.is_empty()).then_some(dangers)
}

/// The captures of the side to move, each with the type of the piece that its partner gets.
pub(super) fn captures(position: &Position) -> Vec<(Move, PieceType)> {
    let moves = position.legal_moves();
    moves.iter().filter_map(|&m| Some((m, position.captured(m)?))).collect()
}

/// A capture, and the types that the opponent can take after it.
struct Exchange {
    m: Move,
    /// By legal moves.
    gives: PieceTypes,
    /// By all moves that the rules accept.
    may_give: PieceTypes,
}

fn exchanges(position: &Position) -> Vec<Exchange> {
    let exchange = |(m, _)| {
        let next = after(position, m);
        let taken = |moves: MoveList| -> PieceTypes {
            moves.iter().filter_map(|&reply| next.captured(reply)).collect()
        };
        Exchange { m, gives: taken(next.legal_moves()), may_give: taken(replies(&next)) }
    };
    captures(position).into_iter().map(exchange).collect()
}

#[cfg(test)]
mod tests {
    use tandem_rules::BoardId;

    use super::*;

    /// Black's king is smothered by a knight that White has not; other pieces give no check.
    const LACKS_KNIGHT: &str = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
    /// Black can take a knight and a rook.
    const TAKES: &str = "k7/8/2p5/1N1R4/8/8/8/K7[] b - - 0 1";
    /// White can take a pawn with a pawn or with a knight; Black takes back.
    const CAPTURES: &str = "4k3/8/4p3/3p4/4P3/2N5/8/4K3[] w - - 0 1";

    type Ask = fn(&mut Prover, &Boards, Seat) -> Option<Question>;

    /// The answers, the pieces and the first line, for White on A.
    fn asked(ask: Ask, a: &str, b: &str) -> Option<String> {
        let position = |fen: &str| fen.parse().expect("a position");
        let boards = Boards::new(position(a), position(b));
        let seat = BoardId::A.seat(tandem_rules::Color::White);
        let solution = ask(&mut Prover::new(), &boards, seat)?.solution;
        let [answers, pieces] = [&solution.answers, &solution.pieces].map(|texts| texts.join(" "));
        Some(format!("{answers}, {pieces}: {}", solution.lines[0].join(" ")))
    }

    #[test]
    fn a_partner_takes_the_one_piece_that_mates() {
        assert_eq!(asked(take, LACKS_KNIGHT, TAKES).as_deref(), Some("c6b5, N: N@f7#"));
        for (why, a, b) in [
            ("the partner is not on turn", LACKS_KNIGHT, TAKES.replace(" b ", " w ")),
            ("nothing else can be taken", LACKS_KNIGHT, TAKES.replace("1N1R4", "1N6")),
            ("no knight can be taken", LACKS_KNIGHT, TAKES.replace("1N1R4", "1B1R4")),
            ("White has the knight", "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", TAKES.to_owned()),
        ] {
            assert_eq!(asked(take, a, &b), None, "{why}");
        }
    }

    #[test]
    fn one_capture_does_not_give_the_piece_that_mates() {
        assert_eq!(asked(give, CAPTURES, LACKS_KNIGHT).as_deref(), Some("e4d5, N: N@f7#"));
        for (why, a, b) in [
            ("the diagonal is not on turn", CAPTURES, LACKS_KNIGHT.replace(" w ", " b ")),
            ("it has the knight", CAPTURES, LACKS_KNIGHT.replace("[]", "[N]")),
            ("nothing mates", CAPTURES, LACKS_KNIGHT.replace("6rk", "5r1k")),
            (
                "there is one capture",
                "4k3/8/4p3/3p4/8/2N5/8/4K3[] w - - 0 1",
                LACKS_KNIGHT.to_owned(),
            ),
            (
                "the knight is taken in any case",
                "4k3/8/4p3/3p4/1p2P3/2N5/8/4K3[] w - - 0 1",
                LACKS_KNIGHT.to_owned(),
            ),
        ] {
            assert_eq!(asked(give, a, &b), None, "{why}");
        }
    }
}

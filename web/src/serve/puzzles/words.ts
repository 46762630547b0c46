import { pieceName } from "../../game/fen.ts";
import { boardOf, seatName, type Seat } from "../../game/seats.ts";
import { diagonalOf, leadInWords, leadOf, opponentOf, partnerOf } from "../../live/lead.ts";
import type { PuzzleKind, PuzzleRecord, PuzzleSolution, PuzzleSource, PuzzleState } from "../../wire/messages.ts";

/** Where puzzles are from, in the order in which it is offered. */
export const SOURCES: readonly (readonly [PuzzleSource, string])[] = [["set", "Collection"], ["games", "Games here"], ["losses", "Your losses"]];

/** The kinds of puzzles in the order in which they are offered, with their short names. */
export const KINDS: readonly (readonly [PuzzleKind, string])[] = [["mate", "Mate"], ["take", "Partner takes"], ["need", "Which piece"], ["give", "Do not give"], ["sit", "Sit or move"]];

type Asked = Pick<PuzzleState, "kind" | "seat" | "moves" | "position">;

/** The question as a heading. */
export function questionOf({ kind }: Pick<PuzzleState, "kind">): string {
  switch (kind) {
    case "mate": return "Mate with what you hold";
    case "take": return "What does your partner take?";
    case "need": return "Which piece do you need?";
    case "give": return "Take, and do not give";
    case "sit": return "Sit or move?";
  }
}

/** The question in full: whose it is, and what counts as its answer. */
export function taskOf({ kind, seat, moves, position }: Asked): string {
  const boards = position.fens.length;
  const [you, opponent] = [seatName(seat, boards), seatName(opponentOf(seat), boards)];
  const arrives = boards === 2 ? `, and no piece that reaches ${opponent} helps` : "";
  switch (kind) {
    case "mate": return `${you} to play and mate in ${moves}. Every move is a check${arrives}.`;
    case "take": return `You play ${you}, and your partner, ${seatName(partnerOf(seat), boards)}, is to move too. With one of the pieces that can be taken there you force mate: every move is a check${arrives}. Take it on your partner's board, or choose it.`;
    case "give": return `You play ${you}, and want to take something. ${seatName(diagonalOf(seat), boards)} is to move, and mates your partner with a piece that ${opponent} takes from you. After one capture ${opponent} cannot take it at once. Which one?`;
    case "need": return `You play ${you}. With one more piece in hand you force mate: every move is a check${arrives}. Which piece do you ask your partner for?`;
    case "sit": return `You play ${you}, and ${seatName(diagonalOf(seat), 2)}, your diagonal, is to move too. ${leadText(seat, position.clocks_ms)}`;
  }
}

function leadText(seat: Seat, clocks: readonly number[] | null): string {
  const lead = clocks ? leadOf(clocks, seat) : undefined;
  if (lead === undefined) return "";
  const { amount } = leadInWords(lead, false, "");
  return lead > 0 ? `You are ${amount}: if both sit, their flag falls first.` : `You are ${amount}: if both sit, your flag falls first.`;
}

/** The solution in sentences, each with the places of its lines. */
export function solutionOf({ kind, seat, moves, position }: Asked, { answers, lines, pieces }: Pick<PuzzleSolution, "answers" | "lines" | "pieces">): { text: string; lines: readonly number[] }[] {
  const boards = position.fens.length;
  const opponent = seatName(opponentOf(seat), boards);
  switch (kind) {
    case "mate": return [{ text: `Mate in ${moves}:`, lines: [0] }];
    case "take": return [{ text: `${seatName(partnerOf(seat), boards)} takes the ${pieceName(pieces[0] ?? "")} (${answers.map(captureText).join(" or ")}). Then it is mate in ${moves}:`, lines: [0] }];
    case "give": return [
      { text: `${captureText(answers[0] ?? "")} gives nothing that mates.`, lines: [] },
      ...pieces.map((letter, at) => ({ text: `${seatName(diagonalOf(seat), boards)} with a ${pieceName(letter)}:`, lines: [at] })),
    ];
    case "need": return answers.map((letter, at) => ({ text: `With a ${pieceName(letter)}:`, lines: [at] }));
    case "sit": {
      if (answers.includes("sit")) {
        return [{ text: `Sit. Whatever you play, ${opponent} mates; this holds out longest:`, lines: [0] }];
      }
      const safe = lines.length === 1 ? "Only this move does not get you mated" : "These moves do not get you mated";
      return [{ text: `Move. If you sit, your flag falls first. ${safe}:`, lines: lines.map((_, at) => at) }];
    }
  }
}

/** A hint in words: first what moves, or where to look; then half of the answer. */
export function hintOf({ kind, seat, position }: Asked, { squares, piece }: Hint, level: 1 | 2): string {
  const boards = position.fens.length;
  switch (kind) {
    case "mate": {
      if (piece !== null) return level === 1 ? `It begins with a piece from your hand: the ${pieceName(piece)}.` : `The ${pieceName(piece)} goes to ${squares[0] ?? ""}.`;
      return level === 1 ? `It begins with the man on ${squares[0] ?? ""}.` : `The man on ${squares[0] ?? ""} goes to ${squares[1] ?? ""}.`;
    }
    case "take": return level === 1 ? "Look at your own board first: which piece would give a check that cannot be answered?" : piece === null ? `The mate begins with the man on ${squares[0] ?? ""}.` : `The new piece comes to ${squares.at(-1) ?? ""}.`;
    case "give": return level === 1 ? `Look at ${seatName(diagonalOf(seat), boards)}: which piece is missing for a mate?` : `That mate begins on ${squares.at(-1) ?? ""}. Then see where ${seatName(opponentOf(seat), boards)} could take such a piece.`;
    case "need": return level === 1 ? "Look at the squares around the king: from where would a new piece give a check that cannot be answered?" : `The piece comes to ${squares.at(-1) ?? ""}.`;
    case "sit": {
      const opponent = seatName(opponentOf(seat), boards);
      return level === 1 ? `Look at what ${opponent} threatens: is there a move after which it does not mate you?` : "Then look at the clocks: if both of you sit, whose flag falls first?";
    }
  }
}

/** The first move of a solution; no squares where the answer is no move. */
export interface Hint {
  squares: readonly string[];
  piece: string | null;
}

/** The record of a kind in words. */
export function recordText({ puzzles, solved, failed }: PuzzleRecord): string {
  return puzzles === 0 ? "none yet" : `${solved} of ${puzzles} solved${failed > 0 ? `, ${failed} failed` : ""}`;
}

/** A capture in words, from its coordinates: from where to where. */
function captureText(coordinates: string): string {
  return `${coordinates.slice(0, 2)}\u00D7${coordinates.slice(2, 4)}${coordinates.length > 4 ? `=${coordinates.slice(4).toUpperCase()}` : ""}`;
}

/** The board on which the answer is a move: that of the partner, if it takes. */
export function answerBoard({ kind, seat }: Pick<PuzzleState, "kind" | "seat">): "A" | "B" {
  return boardOf(kind === "take" ? partnerOf(seat) : seat);
}

/** The board of the lines of the solution: that of the partner, if it gets mated. */
export function lineBoard({ kind, seat }: Pick<PuzzleState, "kind" | "seat">): "A" | "B" {
  return boardOf(kind === "give" ? partnerOf(seat) : seat);
}

/** The name of the board that is asked about. */
export function askedBoard({ seat }: Pick<PuzzleState, "seat">): "A" | "B" {
  return boardOf(seat);
}

import { pieceName } from "../../game/fen.ts";
import { boardOf, seatName, type Seat } from "../../game/seats.ts";
import { diagonalOf, leadInWords, leadOf, opponentOf } from "../../live/lead.ts";
import type { PuzzleKind, PuzzleRecord, PuzzleSolution, PuzzleState } from "../../wire/messages.ts";

/** The kinds of puzzles in the order in which they are offered, with their short names. */
export const KINDS: readonly (readonly [PuzzleKind, string])[] = [["mate", "Mate"], ["need", "Which piece"], ["sit", "Sit or move"]];

type Asked = Pick<PuzzleState, "kind" | "seat" | "moves" | "position">;

/** The question as a heading. */
export function questionOf({ kind }: Pick<PuzzleState, "kind">): string {
  switch (kind) {
    case "mate": return "Mate with what you hold";
    case "need": return "Which piece do you need?";
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
export function solutionOf({ kind, seat, moves, position }: Asked, { answers, lines }: Pick<PuzzleSolution, "answers" | "lines">): { text: string; lines: readonly number[] }[] {
  const boards = position.fens.length;
  const opponent = seatName(opponentOf(seat), boards);
  switch (kind) {
    case "mate": return [{ text: `Mate in ${moves}:`, lines: [0] }];
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

/** The name of the board that is asked about. */
export function askedBoard({ seat }: Pick<PuzzleState, "seat">): "A" | "B" {
  return boardOf(seat);
}

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
  const arrives = boards === 2 ? `, whatever arrives for ${opponent}` : "";
  switch (kind) {
    case "mate": return `You are ${you}. Mate in ${moves}, by checks alone${arrives}.`;
    case "need": return `You are ${you}, and do not mate with what you hold. With one more piece you do, by checks alone${arrives}. With which?`;
    case "sit": return `You are ${you}. ${seatName(diagonalOf(seat), 2)}, your diagonal, is on turn as well. ${leadText(seat, position.clocks_ms)}`;
  }
}

function leadText(seat: Seat, clocks: readonly number[] | null): string {
  const lead = clocks ? leadOf(clocks, seat) : undefined;
  if (lead === undefined) return "";
  const { amount } = leadInWords(lead, false, "");
  return lead > 0 ? `You are ${amount}: if both sit, their flag falls first.` : `You are ${amount}: if both sit, your flag falls first.`;
}

/** The solution in sentences, each with a line of moves if there is one. */
export function solutionOf({ kind, seat, moves, position }: Asked, { answers, lines }: PuzzleSolution): { text: string; line: string }[] {
  const lineOf = (at: number) => (lines[at] ?? []).join(" ");
  const boards = position.fens.length;
  const opponent = seatName(opponentOf(seat), boards);
  switch (kind) {
    case "mate": return [{ text: `Mate in ${moves}:`, line: lineOf(0) }];
    case "need": return answers.map((letter, at) => ({ text: `With a ${pieceName(letter)}:`, line: lineOf(at) }));
    case "sit": {
      if (answers.includes("sit")) {
        return [{ text: `Sit. Whatever you play, ${opponent} mates; this holds out longest:`, line: lineOf(0) }];
      }
      const safe = lines.length === 1 ? "One move is safe" : "These moves are safe";
      return [{ text: `Move. Sitting loses on time. ${safe} from a mate by checks:`, line: lines.map(([san]) => san).join(", ") }];
    }
  }
}

/** The record of a kind in words. */
export function recordText({ puzzles, solved, failed }: PuzzleRecord): string {
  return puzzles === 0 ? "none yet" : `${solved} of ${puzzles} solved${failed > 0 ? `, ${failed} failed` : ""}`;
}

/** The name of the board that is asked about. */
export function askedBoard({ seat }: Pick<PuzzleState, "seat">): "A" | "B" {
  return boardOf(seat);
}

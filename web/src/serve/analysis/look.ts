import type { AnalysisPosition, FromPage, RuleSetName, ToPage } from "../../wire/messages.ts";
import { readFen } from "../../game/fen.ts";
import { boardsOf } from "../start/choices.ts";
import type { BoardMove, Node } from "./tree.ts";

export type Looked = Extract<ToPage, { type: "looked" }>;

/** The usual start of a game on each board. */
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

export function startOf(rules: string, ruleSets: readonly RuleSetName[]): AnalysisPosition {
  return { rules, fens: Array<string>(boardsOf(rules, ruleSets)).fill(START), clocks_ms: null };
}

/** The question for a position, and for a move in it. */
export function lookAt(id: number, position: AnalysisPosition, move: BoardMove | null): FromPage {
  return { type: "look", id, position, move };
}

/** The node that an answer stands for, after a move in a position. */
export function nodeOf(answer: Looked, before: AnalysisPosition, move: BoardMove | undefined): Pick<Node, "move" | "position" | "boards" | "outcome"> {
  const { position, boards, ply, outcome } = answer;
  if (!move || !ply) return { move: undefined, position, boards, outcome };
  return { move: { ...move, san: ply.san, squares: ply.squares, number: moveNumber(before, move.board) }, position, boards, outcome };
}

/** The number of the next move on a board, as in `12a.`; on one board `12\u2026`. */
export function moveNumber({ fens }: AnalysisPosition, board: BoardMove["board"]): string {
  const { number, onTurn } = readFen(fens[board === "A" ? 0 : 1] ?? "");
  const isWhite = onTurn === "white";
  return fens.length === 1 ? `${number}${isWhite ? "." : "\u2026"}` : `${number}${isWhite ? board : board.toLowerCase()}.`;
}


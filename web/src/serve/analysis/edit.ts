import { isWhite, readFen, type Man, type Position } from "../../game/fen.ts";
import type { ColorName } from "../../game/record.ts";
import { placement, signOf } from "../../live/moves.ts";

/** The tool in the hand of who sets up a position: a man to put down, or the eraser. */
export type Tool = { kind: "man"; man: Man } | { kind: "eraser" } | undefined;

/** The squares of king and rook for each castling right. */
const HOMES: Record<string, readonly [number, number]> = { K: [60, 63], Q: [60, 56], k: [4, 7], q: [4, 0] };

/** A FEN with its men, holdings or turn changed. Castling stays where king and rook are at home. */
export function edited(fen: string, change: (position: Position) => Position): string {
  const position = change(readFen(fen));
  const [, , castling = "-", , halfmoves = "0", number = "1"] = fen.split(" ");
  const rights = [...castling].filter((right) => {
    const homes = HOMES[right];
    if (!homes) return false;
    return position.men[homes[0]]?.sign === signOf("k", isWhite(right) ? "white" : "black")
      && position.men[homes[1]]?.sign === signOf("r", isWhite(right) ? "white" : "black");
  }).join("");
  return `${placement(position)}[${position.held}] ${position.onTurn === "white" ? "w" : "b"} ${rights || "-"} - ${halfmoves} ${number}`;
}

/** The castling rights that a board can have where its men stand, as in `KQkq`. */
export function possibleRights(fen: string): string[] {
  const { men } = readFen(fen);
  return Object.entries(HOMES).flatMap(([right, [king, rook]]) => {
    const color = isWhite(right) ? "white" : "black";
    return men[king]?.sign === signOf("k", color) && men[rook]?.sign === signOf("r", color) ? [right] : [];
  });
}

/** True if a FEN has a castling right. */
export function hasRight(fen: string, right: string): boolean {
  return fen.split(" ")[2]?.includes(right) ?? false;
}

/** A FEN with a castling right, or without it. */
export function withRight(fen: string, right: string, isOn: boolean): string {
  const fields = fen.split(" ");
  const rights = Object.keys(HOMES).filter((known) => (known === right ? isOn : hasRight(fen, known))).join("");
  return fields.with(2, rights || "-").join(" ");
}

/** Uses a tool on a square: puts the man there, or takes away what is there. */
export function used(position: Position, tool: Tool, square: number): Position {
  if (!tool) return position;
  const men = position.men.with(square, tool.kind === "eraser" ? undefined : tool.man);
  return { ...position, men };
}

export function shifted(position: Position, from: number, to: number): Position {
  return { ...position, men: position.men.with(from, undefined).with(to, position.men[from]) };
}

/** One more piece in a hand, or one fewer. */
export function handed(position: Position, color: ColorName, kind: string, isMore: boolean): Position {
  const sign = signOf(kind, color);
  return { ...position, held: isMore ? position.held + sign : position.held.replace(sign, "") };
}

/** An empty board with two kings, on which a position is begun. */
export const BARE = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

/** Reads the boards of a BFEN or of FENs, one a line or joined by `|`. */
export function readBoards(text: string): string[] {
  return text.split(/\||\n/).map((part) => part.trim()).filter(Boolean);
}

/** A clock as people type it, `2:05` or `125`, in milliseconds. */
export function readClock(text: string): number | undefined {
  const [, minutes = "0", seconds = ""] = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return seconds === "" ? undefined : Math.round(1000 * (60 * Number(minutes) + Number(seconds)));
}

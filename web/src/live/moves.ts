import { isWhite, squareAt, squareName, type Man, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";

/** A move in coordinates, as the wire has it: `e2e4`, `e7e8q`, `N@f3`; castling is the king's move. */
export type MoveText = string;

/** The parts of a move: `from` of a drop is missing, and so is what it promotes to of most. */
export interface MoveParts {
  /** The kind of the piece that is dropped, in upper case. */
  drop?: string;
  from?: number;
  to: number;
  promotion?: string;
}

/** Reads a move in coordinates; `undefined` if it is none. */
export function partsOf(text: MoveText): MoveParts | undefined {
  const [, piece, target = ""] = /^([PNBRQ])@([a-h][1-8])$/.exec(text) ?? [];
  const to = squareAt(target);
  if (piece !== undefined && to !== undefined) return { drop: piece, to };
  const [, origin = "", goal = "", promotion] = /^([a-h][1-8])([a-h][1-8])([nbrq]?)$/.exec(text) ?? [];
  const [start, end] = [squareAt(origin), squareAt(goal)];
  if (start === undefined || end === undefined) return undefined;
  return { from: start, to: end, ...(promotion ? { promotion } : {}) };
}

export function dropText(piece: string, to: number): MoveText {
  return `${piece.toUpperCase()}@${squareName(to)}`;
}

/** The squares that a move touches, for marks on a board. */
export function squaresOf(text: MoveText): string[] {
  const parts = partsOf(text);
  if (!parts) return [];
  return [...(parts.from === undefined ? [] : [squareName(parts.from)]), squareName(parts.to)];
}

/** A sign of a color: upper case is White's. */
export function signOf(kind: string, color: ColorName): string {
  return color === "white" ? kind.toUpperCase() : kind.toLowerCase();
}

/** True if a move of a man from one square to another makes a pawn something else. */
export function promotes(position: Position, from: number, to: number): boolean {
  const sign = position.men[from]?.sign;
  return sign !== undefined && sign.toLowerCase() === "p" && (isWhite(sign) ? to < 8 : to >= 56);
}

/**
 * The position as a player imagines it after a move of theirs: men go where they are told, whatever
 * the rules say. The turn stays, so that one imagined move can follow another.
 */
export function imagined(position: Position, color: ColorName, text: MoveText): Position {
  const parts = partsOf(text);
  if (!parts) return position;
  const men = [...position.men];
  if (parts.drop !== undefined) {
    const sign = signOf(parts.drop, color);
    men[parts.to] = { sign, promoted: false };
    return { ...position, men, held: position.held.replace(sign, "") };
  }
  const man = parts.from === undefined ? undefined : men[parts.from];
  if (man === undefined || parts.from === undefined) return position;
  men[parts.from] = undefined;
  const kind = man.sign.toLowerCase();
  if (kind === "k" && castles(men, man, parts.from, parts.to)) return { ...position, men };
  if (kind === "p" && parts.from % 8 !== parts.to % 8 && men[parts.to] === undefined) {
    men[8 * Math.floor(parts.from / 8) + (parts.to % 8)] = undefined; // in passing
  }
  men[parts.to] = parts.promotion ? { sign: signOf(parts.promotion, color), promoted: true } : man;
  return { ...position, men };
}

/** Moves king and rook if the king goes two files from e, or onto a rook of its own. */
function castles(men: (Man | undefined)[], king: Man, from: number, to: number): boolean {
  const rank = from - (from % 8);
  if (to - (to % 8) !== rank) return false;
  const rook = signOf("r", isWhite(king.sign) ? "white" : "black");
  const ontoRook = men[to]?.sign === rook;
  if (!ontoRook && (from % 8 !== 4 || Math.abs(to - from) !== 2)) return false;
  const right = to > from;
  const rookFrom = ontoRook ? to : rank + (right ? 7 : 0);
  if (men[rookFrom]?.sign !== rook) return false;
  men[rookFrom] = undefined;
  men[rank + (right ? 6 : 2)] = king;
  men[rank + (right ? 5 : 3)] = { sign: rook, promoted: false };
  return true;
}

/** The men of a position as the first field of a FEN. */
export function placement({ men }: Position): string {
  const ranks = Array.from({ length: 8 }, (_, rank) => {
    let text = "";
    let empty = 0;
    for (const man of men.slice(8 * rank, 8 * rank + 8)) {
      if (man === undefined) empty += 1;
      else {
        text += `${empty > 0 ? empty : ""}${man.sign}${man.promoted ? "~" : ""}`;
        empty = 0;
      }
    }
    return text + (empty > 0 ? String(empty) : "");
  });
  return ranks.join("/");
}

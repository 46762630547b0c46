import { isWhite, squareAt, squareName, type Position } from "../game/fen.ts";
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
 * All that a move of a color says: the kind of the man and its squares, or the king and the rook of castling. Two moves that do the
 * same are equal by it, however castling is written. `undefined` if the color has no man there.
 */
export function intentOf(position: Position, color: ColorName, text: MoveText): string | undefined {
  const parts = partsOf(text);
  if (parts?.from === undefined) return parts && text;
  const man = position.men[parts.from];
  if (man === undefined || isWhite(man.sign) !== (color === "white")) return undefined;
  const rook = castlesWith(position, parts.from, parts.to);
  const squares = squareName(parts.from) + squareName(rook ?? parts.to);
  return `${man.sign.toUpperCase()}${rook === undefined ? "" : "+R"} ${squares}${parts.promotion ?? ""}`;
}

/** The square of the rook with which a move castles: the king goes onto it, or from the e-file two files towards it. */
export function castlesWith({ men, castling }: Position, from: number, to: number): number | undefined {
  const king = men[from]?.sign;
  if (king?.toLowerCase() !== "k" || rankOf(from) !== rankOf(to)) return undefined;
  const own = castling.filter((at) => rankOf(at) === rankOf(from) && men[at]?.sign === signOf("r", isWhite(king) ? "white" : "black"));
  if (own.includes(to)) return to;
  return from % 8 === 4 && Math.abs(to - from) === 2 ? own.find((at) => at > from === to > from) : undefined;
}

function rankOf(at: number): number {
  return Math.floor(at / 8);
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
  const isOver = (rook: number) => rook === parts.from || rook === parts.to || (kind === "k" && isWhite(men[rook]?.sign ?? "") === isWhite(man.sign));
  const castling = position.castling.filter((rook) => !isOver(rook));
  const rook = castlesWith(position, parts.from, parts.to);
  if (rook !== undefined) {
    const first = rook - (rook % 8);
    const right = rook > parts.from;
    const other = men[rook];
    men[rook] = undefined;
    men[first + (right ? 6 : 2)] = man;
    men[first + (right ? 5 : 3)] = other;
    return { ...position, men, castling };
  }
  const beside = 8 * rankOf(parts.from) + (parts.to % 8);
  const isInPassing = kind === "p" && men[parts.to] === undefined && men[beside]?.sign === signOf("p", isWhite(man.sign) ? "black" : "white");
  if (isInPassing) men[beside] = undefined;
  men[parts.to] = parts.promotion ? { sign: signOf(parts.promotion, color), promoted: true } : man;
  return { ...position, men, castling };
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

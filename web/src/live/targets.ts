import { premove } from "chessground/premove";
import type { Key, Piece, Role } from "chessground/types";
import { isWhite, pieceName, squareAt, squareName, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import type { Dests } from "./Ground.tsx";
import { castlesWith, partsOf, signOf, type MoveText } from "./moves.ts";

/** The squares that each man can go to: by the rules, or ahead of its turn by what men do at all. */
export function destsOf(position: Position, mover: ColorName | undefined, legal: readonly MoveText[] | "ahead"): Dests {
  if (mover === undefined) return new Map();
  if (legal === "ahead") return aheadDests(position, mover);
  const dests = new Map<string, string[]>();
  for (const parts of legal.map(partsOf)) {
    if (parts?.from === undefined) continue;
    const [from, to] = [squareName(parts.from), squareName(parts.to)];
    const known = dests.get(from) ?? [];
    if (!known.includes(to)) dests.set(from, [...known, to]);
  }
  return dests;
}

function aheadDests(position: Position, mover: ColorName): Dests {
  const { men } = position;
  const pieces = new Map(men.flatMap((man, at): [Key, Piece][] =>
    man ? [[squareName(at) as Key, { role: pieceName(man.sign) as Role, color: isWhite(man.sign) ? "white" : "black" }]] : []));
  const own = [...pieces].filter(([, { color }]) => color === mover);
  return new Map(own.map(([from]) => [from, [...premove(pieces, from, false), ...castlings(position, from)]]));
}

/** The squares by which a king castles that are no step of it. */
function castlings(position: Position, from: string): string[] {
  const at = squareAt(from) ?? 0;
  const file = at % 8;
  const isStep = (to: number) => Math.abs((to % 8) - file) === 1;
  return position.men.flatMap((_, to) => (!isStep(to) && castlesWith(position, at, to) !== undefined ? [squareName(to)] : []));
}

/** The squares that a piece can be dropped on. */
export function dropsOf(
  { men, held }: Position, mover: ColorName | undefined, legal: readonly MoveText[] | "ahead", kind: string,
): ReadonlySet<string> {
  if (mover === undefined) return new Set();
  if (legal !== "ahead") {
    const found = legal.map(partsOf).flatMap((parts) => (parts?.drop === kind ? [squareName(parts.to)] : []));
    if (found.length > 0 || held.includes(signOf(kind, mover))) return new Set(found);
  }
  // Ahead of the turn, or of the piece: the squares without an own man, for pawns not the last ranks.
  const free = men.flatMap((man, at) => (man && isWhite(man.sign) === (mover === "white") ? [] : [at]));
  const allowed = free.filter((at) => kind !== "P" || (at >= 8 && at < 56));
  return new Set(allowed.map(squareName));
}

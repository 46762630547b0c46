import { isWhite, pieceName, squareName, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { castlesWith, intentOf, partsOf, promotes, signOf, type MoveText } from "./moves.ts";
import { destsOf, dropsOf } from "./targets.ts";

/** What a typed text says on a board: one move, several, or none, for a reason. */
export type Typed =
  | { kind: "move"; move: MoveText }
  | { kind: "ambiguous"; names: readonly string[] }
  | { kind: "none"; why: string };

/** A board on which moves are typed. */
export interface Board {
  position: Position;
  mover: ColorName;
  /** The legal moves, or `ahead` if moves are made before their turn. */
  legal: readonly MoveText[] | "ahead";
  /** True if a piece may be dropped that is still to come. */
  mayReceive: boolean;
}

const KINDS = ["P", "N", "B", "R", "Q"];
const PROMOTIONS = ["q", "n", "r", "b"];

/** Reads a move in SAN or in coordinates, among those that can be made on a board. It guesses nothing. */
export function readTyped(text: string, board: Board): Typed {
  const bare = text.trim().replace(/\s*e\.?p\.?$/i, "").replace(/[+#!?]+$/, "").replaceAll(/\s+/g, "");
  if (bare === "") return none("type a move such as Nf3, exd5 or N@f7");
  const asked = askedCastling(bare) ?? askedCoordinates(bare) ?? askedDrop(bare) ?? askedMan(bare);
  if (!asked) return none(`\u201C${text.trim()}\u201D is no move; moves look like Nf3, exd5, e8=Q, O-O or N@f7`);
  const fitting = unlike(movesOf(board).filter((move) => fits(asked, move, board)), board);
  const [only] = fitting;
  if (only === undefined) return none(whyNone(asked, text.trim(), board));
  if (fitting.length === 1) return { kind: "move", move: only };
  return { kind: "ambiguous", names: fitting.map((move) => longName(move, board)) };
}

function none(why: string): Typed {
  return { kind: "none", why };
}

/** What a text asks for. */
type Asked =
  | { by: "castling"; side: "king" | "queen" }
  | { by: "coordinates"; move: MoveText }
  | { by: "drop"; piece: string; to: string }
  | { by: "man"; kind: string; file: string; rank: string; takes: boolean; to: string; promotion: string };

function askedCastling(text: string): Asked | undefined {
  if (/^([o0])-?\1$/i.test(text)) return { by: "castling", side: "king" };
  return /^([o0])-?\1-?\1$/i.test(text) ? { by: "castling", side: "queen" } : undefined;
}

function askedCoordinates(text: string): Asked | undefined {
  const [, from, to, promotion = ""] = /^([a-h][1-8])[-x]?([a-h][1-8])(?:=?([nbrq]))?$/i.exec(text) ?? [];
  return from && to ? { by: "coordinates", move: `${from}${to}${promotion}`.toLowerCase() } : undefined;
}

function askedDrop(text: string): Asked | undefined {
  const [, piece = "", to] = /^([pnbrq]?)@([a-h][1-8])$/i.exec(text) ?? [];
  return to ? { by: "drop", piece: piece.toUpperCase() || "P", to: to.toLowerCase() } : undefined;
}

/** A small `b` is the file; other letters of pieces may be small. */
function askedMan(text: string): Asked | undefined {
  const [, kind = "", file = "", rank = "", takes, to, promotion = ""] = /^([NBRQKPnrqkp]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=?\(?([NBRQnbrq])\)?)?$/.exec(text) ?? [];
  return to ? { by: "man", kind: kind.toUpperCase() || "P", file, rank, takes: takes === "x", to, promotion: promotion.toLowerCase() } : undefined;
}

/** All moves that can be entered on a board: by the rules, or ahead of their turn. */
function movesOf(board: Board): MoveText[] {
  const { position, mover, legal, mayReceive } = board;
  const men = legal !== "ahead" ? legal.filter((move) => !move.includes("@")) : [...destsOf(position, mover, legal)].flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const parts = partsOf(from + to);
      const isPromotion = parts?.from !== undefined && promotes(position, parts.from, parts.to);
      return isPromotion ? PROMOTIONS.map((kind) => from + to + kind) : [from + to];
    }));
  const droppable = KINDS.filter((kind) => mayReceive || position.held.includes(signOf(kind, mover)));
  return [...men, ...droppable.flatMap((kind) => [...dropsOf(position, mover, legal, kind)].map((to) => `${kind}@${to}`))];
}

function fits(asked: Asked, move: MoveText, { position, mover, legal }: Board): boolean {
  const parts = partsOf(move);
  if (!parts) return false;
  if (asked.by === "drop") return parts.drop === asked.piece && squareName(parts.to) === asked.to;
  if (parts.from === undefined) return false;
  if (asked.by === "coordinates") return intentOf(position, mover, move) === intentOf(position, mover, asked.move);
  const rook = castlesWith(position, parts.from, parts.to);
  if (asked.by === "castling") return rook !== undefined && (rook > parts.from) === (asked.side === "king");
  const from = squareName(parts.from);
  const kind = position.men[parts.from]?.sign.toUpperCase();
  if (rook !== undefined || kind !== asked.kind || squareName(parts.to) !== asked.to) return false;
  if ((asked.file && !from.startsWith(asked.file)) || (asked.rank && !from.endsWith(asked.rank))) return false;
  if ((parts.promotion ?? "") !== asked.promotion) return false;
  const changesFile = from.charAt(0) !== asked.to.charAt(0);
  // A pawn that changes its file takes, and says from which file.
  if (kind === "P") return changesFile ? asked.file !== "" : !asked.takes;
  // What is there before its turn may have changed by then.
  return !asked.takes || legal === "ahead" || position.men[parts.to] !== undefined;
}

/** Moves of which no two do the same, as castling can be written in two ways. */
function unlike(moves: readonly MoveText[], { position, mover }: Board): MoveText[] {
  const intents = moves.map((move) => intentOf(position, mover, move) ?? move);
  return moves.filter((_, at) => intents.indexOf(intents[at] ?? "") === at);
}

/** The reason for which a text that can be read is no move here. */
function whyNone(asked: Asked, text: string, board: Board): string {
  const here = `\u201C${text}\u201D cannot be played here`;
  const { position, mover, legal } = board;
  if (asked.by === "drop" && !position.held.includes(signOf(asked.piece, mover))) return `you hold no ${pieceName(asked.piece)}`;
  if (isBareArrival(asked, position)) return `say what the pawn becomes: ${text}=Q`;
  if (asked.by === "man" && asked.file === "b" && asked.kind === "P") {
    const bishop = readTyped(`B${text.slice(1)}`, board);
    if (bishop.kind === "move") return `${here}; the bishop is a capital B: B${text.slice(1)}`;
  }
  if (asked.by === "coordinates") {
    const man = position.men[partsOf(asked.move)?.from ?? -1];
    if (man === undefined || isWhite(man.sign) !== (mover === "white")) return `${here}: you have no man on ${asked.move.slice(0, 2)}`;
  }
  return legal === "ahead" ? `${here}, nor ahead of your turn` : here;
}

/** True for a pawn on the last rank of which nothing says what it becomes. */
function isBareArrival(asked: Asked, position: Position): boolean {
  if (asked.by === "man") return asked.kind === "P" && asked.promotion === "" && /[18]$/.test(asked.to);
  const parts = asked.by === "coordinates" ? partsOf(asked.move) : undefined;
  return parts?.from !== undefined && parts.promotion === undefined && promotes(position, parts.from, parts.to);
}

/** A move with the square from which it comes, so that it is like no other: `Nbd2` as `Nb1d2`. */
function longName(move: MoveText, { position }: Board): string {
  const parts = partsOf(move);
  if (parts?.from === undefined) return move;
  const kind = position.men[parts.from]?.sign.toUpperCase() ?? "";
  return `${kind === "P" ? "" : kind}${squareName(parts.from)}${squareName(parts.to)}${parts.promotion ? `=${parts.promotion.toUpperCase()}` : ""}`;
}

/** The refusal of a typed text in words; nothing for a move. */
export function refusalOf(typed: Typed): string | undefined {
  switch (typed.kind) {
    case "move": return undefined;
    case "none": return typed.why.charAt(0).toUpperCase() + typed.why.slice(1);
    case "ambiguous": return `That can be ${listed(typed.names)}: type one of them`;
  }
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

const WORDS: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** A move in SAN as it is said aloud: `knight takes f 3, check`. */
export function sanInWords(san: string): string {
  const end = san.endsWith("#") ? ", mate" : san.endsWith("+") ? ", check" : "";
  const bare = san.replace(/[+#!?]+$/, "");
  if (/^O-O-O$/.test(bare)) return `castles queenside${end}`;
  if (/^O-O$/.test(bare)) return `castles kingside${end}`;
  const [, dropped, square] = /^([PNBRQ])@([a-h][1-8])$/.exec(bare) ?? [];
  if (dropped && square) return `${WORDS[dropped]} dropped on ${square}${end}`;
  const [, kind = "", from = "", takes = "", to = "", promotion] = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?$/.exec(bare) ?? [];
  if (!to) return san;
  const who = WORDS[kind || "P"];
  const start = from && kind ? `${who} ${from}` : kind || !takes ? who : `${who} ${from}`;
  return `${start} ${takes ? "takes " : ""}${to}${promotion ? `, becomes a ${WORDS[promotion]}` : ""}${end}`;
}

import type { ColorName } from "./record.ts";

/** A piece on a square; upper case is White's. */
export interface Man {
  sign: string;
  /** True for a promoted pawn, which changes boards as a pawn. */
  promoted: boolean;
}

/** A position of one board. */
export interface Position {
  /** The 64 squares from a8, b8 to h1. */
  men: (Man | undefined)[];
  /** The signs of the pieces in hand of both colors. */
  held: string;
  onTurn: ColorName;
  /** The squares of the rooks that may still castle, of both colors. */
  castling: readonly number[];
  /** The number of the next move. */
  number: number;
}

/** Reads a FEN that has the holdings in brackets. */
export function readFen(fen: string): Position {
  const fields = fen.split(" ");
  const [board = "", held = ""] = (fields[0] ?? "").replace("]", "").split("[");
  const men: (Man | undefined)[] = [];
  for (const sign of board.replaceAll("/", "")) {
    const last = men.at(-1);
    if (sign === "~" && last) last.promoted = true;
    else if (/\d/.test(sign)) for (let empty = Number(sign); empty > 0; empty--) men.push(undefined);
    else men.push({ sign, promoted: false });
  }
  const onTurn = fields[1] === "b" ? "black" : "white";
  return { men, held, onTurn, castling: rooksOf(fields[2] ?? "-", men), number: Number(fields.at(-1)) || 1 };
}

/** The rooks of castling rights: `K` and `Q` are the outermost ones on a side of the king, other letters name their file. */
function rooksOf(rights: string, men: readonly (Man | undefined)[]): number[] {
  return [...rights].flatMap((right) => {
    const [rook, king] = isWhite(right) ? ["R", "K"] : ["r", "k"];
    const first = isWhite(right) ? 56 : 0;
    const signs = men.slice(first, first + 8).map((man) => man?.sign);
    const side = right.toUpperCase();
    const file = side === "K" ? signs.lastIndexOf(rook) : side === "Q" ? signs.indexOf(rook) : "ABCDEFGH".indexOf(side);
    return signs[file] === rook && signs.includes(king) ? [first + file] : [];
  });
}

export function isWhite(sign: string): boolean {
  return sign === sign.toUpperCase();
}

/** The pieces in hand of a color, the heaviest first, each with its count. */
export function handOf(position: Position, color: ColorName): [sign: string, count: number][] {
  const signs = color === "white" ? "QRBNP" : "qrbnp";
  const count = (sign: string) => position.held.split(sign).length - 1;
  return [...signs].map((sign): [string, number] => [sign, count(sign)]).filter(([, n]) => n > 0);
}

/** The number of a square such as `e4` in `men`; `undefined` for anything else. */
export function squareAt(name: string): number | undefined {
  if (!/^[a-h][1-8]$/.test(name)) return undefined;
  return "abcdefgh".indexOf(name.charAt(0)) + 8 * (8 - Number(name.charAt(1)));
}

export function squareName(at: number): string {
  return `${"abcdefgh".charAt(at % 8)}${8 - Math.floor(at / 8)}`;
}

const NAMES: Record<string, string> = {
  k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn",
};

export function pieceName(sign: string): string {
  return NAMES[sign.toLowerCase()] ?? sign;
}

/** A position in words for those who hear the page. */
export function describe(position: Position): string {
  const side = (color: ColorName) => {
    const mine = (sign: string) => isWhite(sign) === (color === "white");
    const men = [..."kqrbnp"].flatMap((kind) => {
      const squares = position.men.flatMap((man, at) =>
        man && mine(man.sign) && man.sign.toLowerCase() === kind ? [squareName(at)] : []);
      return squares.length > 0 ? [`${pieceName(kind)} ${squares.join(" ")}`] : [];
    });
    const hand = handOf(position, color).map(([sign, count]) => `${count} ${pieceName(sign)}`);
    const held = hand.length > 0 ? `; in hand ${hand.join(", ")}` : "";
    return `${color === "white" ? "White" : "Black"}: ${men.join(", ")}${held}.`;
  };
  const turn = position.onTurn === "white" ? "White" : "Black";
  return `${turn} to move. ${side("white")} ${side("black")}`;
}

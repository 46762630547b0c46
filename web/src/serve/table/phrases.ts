/** What a player says of pieces, as all programs of bughouse understand it. */
export const PIECE_WORDS = ["need", "no", "mates", "mates me"] as const;

export type PieceWord = (typeof PIECE_WORDS)[number];

/** What each way to speak of a piece means. */
export const PIECE_MEANINGS: Record<PieceWord, string> = {
  need: "A piece that would help you",
  no: "A piece that your opponent must not get",
  mates: "A piece with which you mate",
  "mates me": "A piece with which your opponent mates you",
};

/** The line that is said of a piece. */
export function pieceLine(word: PieceWord, kind: string): string {
  return word === "need" || word === "no" ? `${word} ${kind}` : `${kind} ${word}`;
}

/** A button: its words, the line that is said, and what it means. */
type Phrase = readonly [name: string, line: string, meaning: string];

export const LINES: readonly Phrase[] = [
  ["sit", "sit", "Do not move until I say go"],
  ["go", "go", "Move, and sit no longer"],
  ["fast", "fast", "Move quickly"],
  ["dead", "dead", "I am lost unless something comes"],
  ["thanks", "thanks", "Thanks"],
];

export const TRADES: readonly Phrase[] = [
  ["trades good", "trades good", "Exchanges help me"],
  ["trades bad", "trades bad", "Exchanges hurt me"],
];

export function mateLine(moves: number): string {
  return `mate in ${moves}`;
}

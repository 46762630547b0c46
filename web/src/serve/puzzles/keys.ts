import type { PuzzleAnswer, PuzzleKind } from "../../wire/messages.ts";

/** What a key says: a letter chooses a piece, S sits, M moves, N goes on. A key that is held says it once: N would answer the next puzzle. */
export function meantBy({ key, repeat }: Pick<KeyboardEvent, "key" | "repeat">, kind: PuzzleKind, isOpen: boolean, isSolved: boolean): PuzzleAnswer | "next" | undefined {
  const letter = key.toUpperCase();
  if (repeat) return undefined;
  if (isOpen && (kind === "need" || kind === "take") && /^[PNBRQ]$/.test(letter)) return { by: "piece", piece: letter };
  if (isOpen && kind === "sit" && (letter === "S" || letter === "M")) return { by: "sitting", sits: letter === "S" };
  return isSolved && letter === "N" ? "next" : undefined;
}

import { squareName } from "../game/fen.ts";
import type { DropRow, ScoreRow, Unit } from "./report.ts";

const SPACE = "\u00A0";
const DASH = "\u2013";

/** A mean in its unit, as the program prints it too. */
export function inUnit(value: number | null, unit: Unit): string {
  if (value === null) return DASH;
  const size = Math.abs(value);
  switch (unit) {
    case "count": return value === 0 ? "0" : value.toFixed(size < 0.995 ? 2 : 1);
    case "share": return `${(100 * value).toFixed(size < 0.0995 ? 1 : 0)}${SPACE}%`;
    case "seconds": return `${value.toFixed(size < 0.995 ? 2 : 1)}${SPACE}s`;
  }
}

/** A difference with its sign and the half of its interval. */
export function differenceText(value: number | null, within: number | null, unit: Unit): string {
  if (value === null || within === null) return DASH;
  const sign = value > 0 ? "+" : value < 0 ? "\u2212" : "";
  return `${sign}${inUnit(Math.abs(value), unit)} \u00B1 ${inUnit(within, unit)}`;
}

/** A share of points in whole percent. */
export function shareText(share: number | null): string {
  return share === null ? DASH : `${Math.round(100 * share)}${SPACE}%`;
}

/** The results of a row in words. */
export function resultsText({ won, drawn, lost }: ScoreRow): string {
  return `${won} won, ${drawn} drawn, ${lost} lost`;
}

export function counted(number: number, one: string, more = `${one}s`): string {
  return `${number}${SPACE}${number === 1 ? one : more}`;
}

/** The squares of the most drops, as in `f2 12, e6 9`. */
export function mostDropped({ squares }: DropRow, most = 3): string {
  const named = squares.map((drops, at) => ({ drops, name: squareName(at ^ 56) }));
  const best = named.filter(({ drops }) => drops > 0).toSorted((one, other) => other.drops - one.drops);
  return best.slice(0, most).map(({ drops, name }) => `${name}${SPACE}${drops}`).join(", ");
}

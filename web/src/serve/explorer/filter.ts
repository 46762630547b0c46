import type { BoardName } from "../../game/record.ts";
import type { ExplorerFilter, ExplorerScope } from "../../wire/messages.ts";

/** The part of the position that is looked up. */
export interface Scope {
  of: "both" | BoardName;
  /** Of one board: true if the pieces in hand count. */
  held: boolean;
}

export const BOTH: Scope = { of: "both", held: true };

/** The part as the server is asked for it. */
export function scopeOf({ of, held }: Scope): ExplorerScope {
  if (of === "both") return { of: "both" };
  return { of: held ? "board" : "structure", board: of };
}

/** The filter without what was left empty. */
export function trimmed(filter: ExplorerFilter): ExplorerFilter {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const some = Object.fromEntries(said) as ExplorerFilter;
  // A color alone is that of nobody.
  if (some.player === undefined) delete some.color;
  return some;
}

/** The number of conditions that are set, a range as one. */
export function conditions(filter: ExplorerFilter): number {
  const { player, color: _, least_rating, most_rating, least_seconds, most_seconds, since, until, result, rules } = trimmed(filter);
  const groups = [[player], [least_rating, most_rating], [least_seconds, most_seconds], [since, until], [result], [rules]];
  return groups.filter((values) => values.some((value) => value !== undefined)).length;
}

/** A number that somebody types; `undefined` for anything else. */
export function typedNumber(text: string, most: number): number | undefined {
  return /^\d+$/.test(text.trim()) ? Math.min(Number(text), most) : undefined;
}

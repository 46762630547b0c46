import type { Level } from "../wire/messages.ts";

/** Levels as people call them, the weakest first; `null` is the full strength. */
const LEVELS: readonly (readonly [elo: number | null, name: string])[] = [
  [500, "beginner"],
  [800, "novice"],
  [1100, "casual player"],
  [1400, "club player"],
  [1700, "strong club player"],
  [2000, "expert"],
  [2300, "master"],
  [2600, "grandmaster"],
  [2850, "world class"],
  [null, "full strength"],
];

/** The level of a club player, with which a new table begins. */
export const USUAL_ELO = 1400;

/** The levels that a server has, each with its name. */
export function levelChoices([least, most]: readonly [number, number]): { elo: number | null; label: string }[] {
  const known = LEVELS.filter(([elo]) => elo === null || (elo >= least && elo <= most));
  return known.map(([elo, name]) => ({ elo, label: elo === null ? name : `${name}, ${elo}` }));
}

/** A level in words: `club player`; one between two names has its number. */
export function levelName({ elo }: Level): string {
  return LEVELS.find(([known]) => known === elo)?.[1] ?? `${elo} Elo`;
}

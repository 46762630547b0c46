import type { Ply } from "./record.ts";

/** The grades of a mistake, as in the text of `tandem analyze`. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

export const GRADES: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

const MARKS: Record<Grade, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const LEAST: Record<Grade, number> = { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 };

export function gradeOf({ lost }: Pick<Ply, "lost">): Grade | undefined {
  return GRADES.findLast((grade) => lost >= LEAST[grade]);
}

export function markOf(grade: Grade): string {
  return MARKS[grade];
}

/**
 * The ply, counted from 1, of the next mistake or blunder after a ply (`step` 1) or before it (-1);
 * `undefined` if there is none.
 */
export function nextMistake(plies: Ply[], from: number, step: 1 | -1): number | undefined {
  for (let at = from + step; at >= 1 && at <= plies.length; at += step) {
    const ply = plies[at - 1];
    const grade = ply && gradeOf(ply);
    if (grade === "mistake" || grade === "blunder") return at;
  }
  return undefined;
}

import type { GameRecord, Mark, Ply } from "./record.ts";

/** The grades of a mistake, as in the text of `tandem analyze`. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

export const GRADES: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

const MARKS: Record<Grade, Mark> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** The least loss for each grade in games without marks. */
const LEAST: Record<Grade, number> = { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 };

/** A game with marks, by what the moves cost where the record has none. */
export function marked(record: GameRecord): GameRecord {
  if (record.scale !== undefined || record.plies.some(({ mark }) => mark)) return record;
  const plies = record.plies.map((ply): Ply => {
    const grade = GRADES.findLast((grade) => ply.lost >= LEAST[grade]);
    return grade ? { ...ply, mark: MARKS[grade] } : ply;
  });
  return { ...record, plies };
}

export function gradeOf({ mark }: Pick<Ply, "mark">): Grade | undefined {
  return GRADES.find((grade) => MARKS[grade] === mark);
}

export function markOf(grade: Grade): Mark {
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

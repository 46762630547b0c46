import { GRADES, gradeOf, type Grade } from "./mistakes.ts";
import type { Seat } from "./seats.ts";
import type { Timeline } from "./timeline.ts";

/** A player's game in a few numbers. */
export interface Summary {
  seat: Seat;
  moves: number;
  grades: Record<Grade, number>;
  /** The mean share of a game that a move cost; `undefined` without moves. */
  averageLoss: number | undefined;
  /** The time of the turns in which the player sat; `undefined` where no clock is known. */
  satMs: number | undefined;
}

export function summaryOf({ moves }: Timeline, seat: Seat): Summary {
  const mine = moves.filter((move) => move.seat === seat);
  const count = (grade: Grade) => mine.filter(({ ply }) => gradeOf(ply) === grade).length;
  const grades = Object.fromEntries(GRADES.map((grade) => [grade, count(grade)]));
  const lost = mine.reduce((sum, { ply }) => sum + ply.lost, 0);
  const isTimed = mine.some(({ spentMs }) => spentMs !== undefined);
  const sat = mine.reduce((sum, move) => sum + (move.sat ? move.spentMs ?? 0 : 0), 0);
  return {
    seat,
    moves: mine.length,
    grades: grades as Record<Grade, number>,
    averageLoss: mine.length > 0 ? lost / mine.length : undefined,
    satMs: isTimed ? sat : undefined,
  };
}

import { boardOf } from "./seats.ts";
import type { Timeline } from "./timeline.ts";

/** A gap that is longer is shortened to this, in milliseconds: nobody waits for a clock that stood. */
const LONGEST_MS = 60_000;
/** The time between moves whose clocks are unknown. */
const UNKNOWN_MS = 1000;

/**
 * The wait before each move at the pace at which the game was played, in milliseconds. Both boards
 * begin at once, and the time that has passed on a board is the time that its players took.
 */
export function waitsOf({ moves }: Timeline): number[] {
  const passed = { A: 0, B: 0 };
  let now = 0;
  return moves.map(({ seat, spentMs }) => {
    const board = boardOf(seat);
    passed[board] += spentMs ?? UNKNOWN_MS;
    const wait = Math.min(LONGEST_MS, Math.max(0, passed[board] - now));
    now = Math.max(now, passed[board]);
    return wait;
  });
}

/** Puzzles that were solved one after the other, without a hint. */
export interface Streak {
  now: number;
  best: number;
}

const KEY = "tandem-streak";
const NONE: Streak = { now: 0, best: 0 };

/** A streak after an answer. A puzzle that took a hint neither counts nor ends it. */
export function after({ now, best }: Streak, isSolved: boolean, tookHint: boolean): Streak {
  if (!isSolved) return { now: 0, best };
  const next = tookHint ? now : now + 1;
  return { now: next, best: Math.max(best, next) };
}

export function streakText({ now, best }: Streak): string {
  if (best === 0) return "";
  return best > now ? `${now} in a row, ${best} at best` : `${now} in a row, your best`;
}

export function savedStreak(): Streak {
  try {
    const { now, best } = (JSON.parse(localStorage.getItem(KEY) ?? "null") ?? NONE) as Partial<Streak>;
    return Number.isInteger(now) && Number.isInteger(best) ? { now: now as number, best: best as number } : NONE;
  } catch {
    return NONE; // a browser may refuse storage
  }
}

export function keepStreak(streak: Streak): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(streak));
  } catch {
    // it holds until the page is closed
  }
}

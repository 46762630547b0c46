/** Below this much a clock shows tenths. */
const TENTHS_BELOW = 20_000;

/** A running clock as people read it: `2:26`, and `0:19.4` once it matters. */
export function liveClock(ms: number): string {
  const left = Math.max(0, ms);
  const tenths = Math.floor(left / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${front}:${two(seconds % 60)}${left < TENTHS_BELOW ? `.${tenths % 10}` : ""}`;
}

/** An answer to a ping: when it was asked and heard by the page's clock, and the server's time between. */
export interface Sample {
  asked: number;
  heard: number;
  server: number;
}

/** The server's clock as seen from the page. */
export interface ServerTime {
  /** To be added to the page's clock. */
  offset: number;
  /** The way there and back, in milliseconds. */
  lag: number | undefined;
  samples: readonly Sample[];
}

export const UNKNOWN_TIME: ServerTime = { offset: 0, lag: undefined, samples: [] };

/** How many answers are remembered; the quickest of them tells the time best. */
const KEPT = 30;

export function heardPing(time: ServerTime, sample: Sample): ServerTime {
  const samples = [...time.samples, sample].slice(-KEPT);
  const best = samples.reduce((least, one) => (one.heard - one.asked < least.heard - least.asked ? one : least));
  const lags = samples.map(({ asked, heard }) => heard - asked).toSorted((one, other) => one - other);
  return {
    samples,
    offset: best.server - (best.asked + best.heard) / 2,
    lag: lags[Math.floor(lags.length / 2)],
  };
}

/** A clock now, from its value at a moment of the server's time. */
export function runningClock(ms: number, runs: boolean, at: number, now: number): number {
  return runs ? ms - Math.max(0, now - at) : ms;
}

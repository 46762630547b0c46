/** A clock as people write it: `2:26.7`, `1:02:03.4`, with a minus once the flag has fallen. */
export function clockText(ms: number): string {
  const tenths = Math.floor(Math.abs(ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  const sign = ms < 0 && tenths > 0 ? "\u2212" : "";
  return `${sign}${front}:${two(seconds % 60)}.${tenths % 10}`;
}

/** A clock to the second: `2:27`. */
export function roundClock(ms: number): string {
  return clockText(1000 * Math.round(ms / 1000)).replace(/\.\d$/, "");
}

/** A length of time, as in `3.2 s` and `1:05 min`. */
export function durationText(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}\u00A0s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}\u00A0min`;
}

/** What a player starts with and gains by each move, from a tag such as `180+2`. */
export interface TimeControl {
  baseMs: number;
  incrementMs: number;
}

export function readTimeControl(text: string | undefined): TimeControl | undefined {
  const found = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/.exec(text ?? "");
  if (!found) return undefined;
  return { baseMs: Number(found[1]) * 1000, incrementMs: Number(found[2] ?? 0) * 1000 };
}

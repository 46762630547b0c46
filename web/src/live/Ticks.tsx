import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { liveClock, runningClock } from "./time.ts";

/** The parts of the page that change with time alone, ten and more times a second. */
const EVERY_MS = 50;

/** Runs a function now, after each drawing, and again and again while `runs`. */
export function useTicks(runs: boolean, tick: () => void): void {
  const latest = useRef(tick);
  latest.current = tick;
  useLayoutEffect(() => latest.current());
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => latest.current(), EVERY_MS);
    return () => clearInterval(timer);
  }, [runs]);
}

export interface LiveClockProps {
  /** The time left at a moment of the server's clock. */
  ms: number;
  runs: boolean;
  at: number;
  /** The server's time now. */
  now: () => number;
  /** Called once when little time is left. */
  onLow?: (() => void) | undefined;
}

/** From here on a clock is red, and warns its player once. */
const LOW_MS = 10_000;

/** A clock that runs smoothly; it is written into the page past the components, for it changes often. */
export function LiveClock({ ms, runs, at, now, onLow }: LiveClockProps) {
  const element = useRef<HTMLSpanElement>(null);
  const warned = useRef(ms < LOW_MS);
  useTicks(runs, () => {
    const left = runningClock(ms, runs, at, now());
    const span = element.current;
    if (!span) return;
    const text = liveClock(left);
    if (span.textContent !== text) span.textContent = text;
    span.classList.toggle("low", left < LOW_MS);
    if (left >= LOW_MS) warned.current = false;
    else if (runs && !warned.current) {
      warned.current = true;
      onLow?.();
    }
  });
  return <span class={`clock live-clock${runs ? " runs" : ""}`} role="timer" aria-label="clock" ref={element} />;
}

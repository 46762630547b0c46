import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat, TableState } from "../../wire/messages.ts";

/** The time for which it is said that a draw was declined, in milliseconds. */
const SAID_MS = 6000;

/** True if an own offer of a draw is gone while the game goes on: an opponent has moved, which declines it. */
export function isDeclined(before: readonly Seat[], now: readonly Seat[], own: readonly Seat[], isPlaying: boolean): boolean {
  const offered = (seats: readonly Seat[]) => own.some((seat) => seats.includes(seat));
  return isPlaying && offered(before) && !offered(now);
}

/** True for a while after an own offer of a draw was declined. */
export function useDeclined({ you, phase, game }: TableState): boolean {
  const offers = game?.draw_offers ?? [];
  const before = useRef<readonly Seat[]>(offers);
  const [declined, setDeclined] = useState(0);
  useEffect(() => {
    if (isDeclined(before.current, offers, you.seats, phase === "playing")) setDeclined((count) => count + 1);
    before.current = offers;
  }, [offers, phase]);
  useEffect(() => {
    if (declined === 0) return undefined;
    const timer = setTimeout(() => setDeclined(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [declined]);
  return declined > 0 && phase === "playing";
}

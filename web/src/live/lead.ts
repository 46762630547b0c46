import type { Seat } from "../game/seats.ts";

/** The clocks of the four seats in milliseconds; missing without clocks. */
export type Clocks = readonly (number | undefined)[];

/** Below this many milliseconds a lead is none. */
const EVEN = 50;

/** The seat of the same color on the other board: the clock that a player races. */
export function diagonalOf(seat: Seat): Seat {
  return ((seat + 2) % 4) as Seat;
}

export function partnerOf(seat: Seat): Seat {
  return (3 - seat) as Seat;
}

export function opponentOf(seat: Seat): Seat {
  return (seat ^ 1) as Seat;
}

/** How much longer a seat can wait than its diagonal, in milliseconds. */
export function leadOf(clocks: Clocks, seat: Seat): number | undefined {
  const [own, other] = [clocks[seat], clocks[diagonalOf(seat)]];
  return own === undefined || other === undefined ? undefined : own - other;
}

/** A lead as people say it, and whether it is one. */
export interface Lead {
  kind: "up" | "down" | "even";
  /** `up 4.2 s` */
  amount: string;
  /** `you may sit`; empty for a player who is not on turn. */
  advice: string;
}

/** The lead of a player in words; `who` is the player, as in `you`, or empty. */
export function leadInWords(lead: number, onTurn: boolean, who: string): Lead {
  const kind = Math.abs(lead) < EVEN ? "even" : lead > 0 ? "up" : "down";
  const amount = kind === "even" ? "even" : `${kind} ${lengthOf(Math.abs(lead))}`;
  const advice = `${who ? `${who} ` : ""}${kind === "up" ? "may sit" : "must move"}`;
  return { kind, amount, advice: onTurn ? advice : "" };
}

function lengthOf(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}\u00A0s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

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

/** A lead of this length is told in words and in color; a smaller one is only drawn. */
const TOLD = 3000;
/** In a scramble less matters, and tenths of a short lead do. */
const TOLD_IN_SCRAMBLE = 1000;
/** A game is a scramble once one of its clocks is this low. */
const SCRAMBLE = 20_000;
/** The lead that fills its half of the bar. */
const FULL = 20_000;

/** A lead during a game: a bar from the middle to one side, with words once it is worth any. */
export interface LeadBar {
  /** From -1, all to the rival's side, to 1, all to the player's own. */
  share: number;
  /** `even` also stands for a lead that is not told. */
  kind: "up" | "down" | "even";
  /** `4 s`; empty for `even`. */
  amount: string;
  /** What follows for a player on turn; empty for others, and for `even`. */
  advice: "may sit" | "must move" | "";
}

/** The lead of a seat as the page shows it; missing without clocks. */
export function leadBar(clocks: Clocks, seat: Seat, onTurn: boolean): LeadBar | undefined {
  const lead = leadOf(clocks, seat);
  if (lead === undefined) return undefined;
  const isScramble = clocks.some((clock) => clock !== undefined && clock < SCRAMBLE);
  const share = Math.max(-1, Math.min(1, lead / FULL));
  if (Math.abs(lead) < (isScramble ? TOLD_IN_SCRAMBLE : TOLD)) return { share, kind: "even", amount: "", advice: "" };
  const isUp = lead > 0;
  return {
    share,
    kind: isUp ? "up" : "down",
    amount: isScramble && Math.abs(lead) < 10_000 ? lengthOf(Math.abs(lead)) : roundLengthOf(Math.abs(lead)),
    advice: !onTurn ? "" : isUp ? "may sit" : "must move",
  };
}

/** A length to the second, never more than it is. */
function roundLengthOf(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1000)}\u00A0s` : lengthOf(ms);
}

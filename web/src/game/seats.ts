import type { BoardName, ColorName } from "./record.ts";
import { isolated } from "./text.ts";

/** A player's place: 0 White on A, 1 Black on A, 2 White on B, 3 Black on B. */
export type Seat = 0 | 1 | 2 | 3;

/** Team one is White on A and Black on B. On one board it is White. */
export type Team = "one" | "two";

/** The words for the teams: their colors on the page, or on one board those of the men. */
export type TeamNames = Record<Team, string>;

export function teamNames(boards: number): TeamNames {
  return boards === 2 ? { one: "Blue", two: "Orange" } : { one: "White", two: "Black" };
}

export function seatOf(board: BoardName, color: ColorName): Seat {
  return ((board === "A" ? 0 : 2) + (color === "white" ? 0 : 1)) as Seat;
}

export function teamOf(seat: Seat): Team {
  return seat === 0 || seat === 3 ? "one" : "two";
}

export function boardOf(seat: Seat): BoardName {
  return seat < 2 ? "A" : "B";
}

export function colorOf(seat: Seat): ColorName {
  return seat % 2 === 0 ? "white" : "black";
}

/** The seats of a team in the order of the boards. */
export function seatsOf(team: Team, boards: number): Seat[] {
  const seats: Seat[] = team === "one" ? [0, 3] : [1, 2];
  return seats.slice(0, boards);
}

/** A seat in words, as in `White on A`; on one board `White`. */
export function seatName(seat: Seat, boards: number): string {
  const color = colorOf(seat) === "white" ? "White" : "Black";
  return boards === 2 ? `${color} on ${boardOf(seat)}` : color;
}

/** The name of a player, or of the seat where the record has none. */
export function playerName(players: string[], seat: Seat, boards: number): string {
  const name = players[seat];
  return name === undefined || name === "" || name === "?" ? seatName(seat, boards) : isolated(name);
}

/** The names of a team, as in `Anna & Dora`. */
export function teamPlayers(players: string[], team: Team, boards: number): string {
  return seatsOf(team, boards).map((seat) => playerName(players, seat, boards)).join(" & ");
}

/** A player's rating, if the record has a number for it. */
export function ratingOf(ratings: (string | null)[] | undefined, seat: Seat): string | undefined {
  const rating = ratings?.[seat];
  return rating && /^\d+$/.test(rating) ? rating : undefined;
}

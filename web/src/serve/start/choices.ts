import { seatName, teamOf, type Seat } from "../../game/seats.ts";
import { opponentOf, partnerOf } from "../../live/lead.ts";
import type { Level, Pace, RuleSetName, Setup, Sitter } from "../../wire/messages.ts";
import { levelName, USUAL_ELO } from "../levels.ts";

/** Who sits in a seat, as chosen on the page; the level is that of the Tandem there, if need be. */
export interface SeatChoice {
  who: "me" | "tandem" | "guest";
  elo: number | null;
  pace: Pace;
}

/** The choices for a new table. */
export interface Choices {
  name: string;
  /** Minutes and increment in seconds. */
  minutes: number;
  increment: number;
  rules: string;
  seats: readonly SeatChoice[];
}

/** The usual clocks: minutes and increment. */
export const CLOCKS: readonly (readonly [minutes: number, increment: number])[] = [[1, 0], [3, 0], [5, 0], [3, 2]];

/** The usual table: White on A with a Tandem, against two Tandems of a club player's level. */
export const USUAL: Choices = {
  name: "Guest",
  minutes: 3,
  increment: 0,
  rules: "fics",
  seats: [0, 1, 2, 3].map((seat) => ({ who: seat === 0 ? "me" : "tandem", elo: USUAL_ELO, pace: "human" })),
};

const KEY = "tandem-table";

/** The choices of the last table in this browser. */
export function savedChoices(): Choices {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isChoices(saved) ? saved : USUAL;
  } catch {
    return USUAL;
  }
}

function isChoices(saved: unknown): saved is Choices {
  const { name, minutes, increment, rules, seats } = (saved ?? {}) as Partial<Choices>;
  return typeof name === "string" && typeof minutes === "number" && typeof increment === "number" && typeof rules === "string"
    && Array.isArray(seats) && seats.length === 4 && seats.every((seat) => seat && ["me", "tandem", "guest"].includes(seat.who));
}

export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // the choices hold until the page is closed
  }
}

/** The number of boards of a rule set. */
export function boardsOf(rules: string, ruleSets: readonly RuleSetName[]): number {
  return (ruleSets.find(({ name }) => name === rules)?.variant ?? "bughouse") === "bughouse" ? 2 : 1;
}

export function clockName(minutes: number, increment: number): string {
  return `${Math.round(100 * minutes) / 100}+${increment}`;
}

/** The clock of a table, as in `180+2`, as people name it: `3+2`, also if the first move is free. Others are shown as they are. */
export function clockInWords(clock: string): string {
  const [, seconds, increment = "0"] = /^(\d+)(?:\+(\d+))?(?: free-first-move)?$/.exec(clock) ?? [];
  return seconds === undefined ? clock : clockName(Number(seconds) / 60, Number(increment));
}

/** The setup of a table, from the usual start or from the boards of a position. */
export function setupOf({ minutes, increment, rules, seats }: Choices, fens?: readonly string[]): Setup {
  const [a, b, c, d] = seats.map(sitterOf);
  const clock = `${Math.round(60 * minutes)}${increment > 0 ? `+${increment}` : ""}`;
  return { rules, clock, start: fens?.join(" | ") ?? null, seats: [a, b, c, d] as [Sitter, Sitter, Sitter, Sitter] };
}

function sitterOf({ who, elo, pace }: SeatChoice): Sitter {
  const level: Level = { elo, pace };
  return who === "me" ? { who } : { who, level };
}

/** The choices with one seat, or two of a team, as the own; the seats that were the own are Tandem's. */
export function seated(choices: Choices, own: readonly Seat[]): Choices {
  const seats = choices.seats.map((seat, at): SeatChoice => {
    if (own.includes(at as Seat)) return { ...seat, who: "me" };
    return seat.who === "me" ? { ...seat, who: "tandem" } : seat;
  });
  return { ...choices, seats };
}

export function ownSeats({ seats }: Choices, boards: number): Seat[] {
  return ([0, 1, 2, 3] as Seat[]).slice(0, 2 * boards).filter((seat) => seats[seat]?.who === "me");
}

/** The choices with a friend beside one own seat: the partner, or the opponent on one board. All others are Tandem's. */
export function withFriend(choices: Choices, boards: number): { choices: Choices; friend: Seat } {
  const own = ownSeats(choices, boards)[0] ?? 0;
  const friend = boards === 1 ? opponentOf(own) : partnerOf(own);
  const seats = seated(choices, [own]).seats.map((seat, at): SeatChoice => (at === own ? seat : { ...seat, who: at === friend ? "guest" : "tandem" }));
  return { choices: { ...choices, seats }, friend };
}

/** The table in a sentence: who sits where once it is made. */
export function inWords(choices: Choices, boards: number): string {
  const own = ownSeats(choices, boards);
  const others = ([0, 1, 2, 3] as Seat[]).slice(0, 2 * boards).filter((seat) => !own.includes(seat));
  const you = own.length === 0 ? "You watch" : `You are ${own.map((seat) => seatName(seat, boards)).join(" and ")}`;
  const sitters = (seats: Seat[]) => sittersInWords(seats.flatMap((seat) => choices.seats[seat] ?? []));
  const [first] = own;
  if (first === undefined) return `${you} ${sitters(others)}.`;
  const partners = others.filter((seat) => boards === 2 && teamOf(seat) === teamOf(first));
  const partner = partners.length === 0 ? "" : `, with ${sitters(partners)} as your partner`;
  return `${you}${partner}, against ${sitters(others.filter((seat) => teamOf(seat) !== teamOf(first)))}.`;
}

const COUNTS = ["", "", "two", "three", "four"];

/** Who sits in some seats: `Tandem (expert) and a person with the link`. */
function sittersInWords(seats: readonly SeatChoice[]): string {
  const guests = seats.filter(({ who }) => who === "guest").length;
  const levels = seats.filter(({ who }) => who === "tandem").map(levelName);
  const tandems = [...new Set(levels)].map((level) => {
    const count = levels.filter((other) => other === level).length;
    return count === 1 ? `Tandem (${level})` : `${COUNTS[count]} Tandems (${level})`;
  });
  const people = guests === 0 ? [] : [guests === 1 ? "a person with the link" : `${COUNTS[guests]} people with links`];
  return [...tandems, ...people].join(" and ");
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { announcement } from "../src/serve/table/Announcer.tsx";
import { titleOf } from "../src/serve/table/useTitle.ts";
import type { GameState, PlyState, Seat, SeatState, TableState } from "../src/wire/messages.ts";

const played = (seat: Seat, san: string, handed: string | null): PlyState =>
  ({ seat, coordinates: "a1a2", san, squares: ["a1", "a2"], at_ms: 0, clock_ms: 0, handed, fen: "" });
const game: GameState = {
  number: 1, start: [], plies: [], words: [], draw_offers: [], archived: null, clocks: [], result: null,
  boards: [{ board: "A", fen: "", on_turn: 0, check: false, legal: [] }, { board: "B", fen: "", on_turn: 2, check: false, legal: [] }],
};
const level = { elo: 2000, pace: "engine" } as const;
const seats: SeatState[] = [
  { seat: 0, name: "Anna", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
  { seat: 1, name: "Bert", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
  { seat: 2, name: "Tandem", standing: { who: "tandem", level }, sits: false },
  { seat: 3, name: "Dora", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
];
const table: TableState = {
  table: "abc", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180+2", boards: 2, seats, onlookers: 0, phase: "playing", game, rematch: null,
};

test("moves of the others are announced with what they bring", () => {
  const say = (seat: Seat, san: string, handed: string | null = null, own: Seat[] = [0]) => announcement(played(seat, san, handed), { you: { ...table.you, seats: own }, boards: 2 });
  assert.equal(say(1, "Nxf3+"), "Opponent: knight takes f3, check");
  assert.equal(say(3, "Bxc4", "N"), "Partner: bishop takes c4; you get a knight");
  assert.equal(say(2, "Bxc4", "N"), "Partner's opponent: bishop takes c4");
  assert.equal(say(1, "e5", null, [0, 3]), "Black on A: pawn e5");
});

test("the title calls a player on turn who looks elsewhere, and else names the players", () => {
  const names = "You & Dora \u2013 Bert & Tandem \u00B7 Tandem";
  assert.equal(titleOf(undefined, true), "Tandem");
  assert.equal(titleOf({ ...table, phase: "gathering" }, true), "Tandem");
  assert.equal(titleOf(table, false), names);
  assert.equal(titleOf(table, true), "Your turn \u2013 Tandem");
  assert.equal(titleOf({ ...table, phase: "over" }, true), names);
  assert.equal(titleOf({ ...table, you: { ...table.you, seats: [1] } }, true), "You & Tandem \u2013 Anna & Dora \u00B7 Tandem");
});

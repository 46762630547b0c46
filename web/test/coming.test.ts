// Coming to a table and back to it: who says ready, which refusals are news, and what became of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSame, savedText } from "../src/serve/table/BrokenGame.tsx";
import { followed } from "../src/serve/table/keptGame.ts";
import { isNews, isReadyAtOnce } from "../src/serve/table/state.ts";
import type { ArchivedGame, GameState, Seat, SeatState, Standing, TableState } from "../src/wire/messages.ts";

const level = { elo: 1400, pace: "human" } as const;
const person = (ready: boolean): Standing => ({ who: "person", connected: true, ready, lag_ms: null });
const TANDEM: Standing = { who: "tandem", level };
const OPEN: Standing = { who: "open", invitation: null, level };
const seats = (...standings: Standing[]): SeatState[] => standings.map((standing, seat) => ({ seat: seat as Seat, name: `P${seat}`, standing, sits: false }));
const game = (some: Partial<GameState> = {}): GameState =>
  ({ number: 1, start: [], boards: [], clocks: [], plies: [], words: [], draw_offers: [], result: null, archived: 7, ...some });
const table = (some: Partial<TableState> = {}): TableState => ({
  table: "t", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180", boards: 2, seats: seats(person(false), TANDEM, TANDEM, TANDEM), onlookers: 0, phase: "gathering", rematch: null, game: null, ...some,
});

test("the owner is ready at once if nobody else has to be, and for the next game that the owner has asked for", () => {
  assert.ok(isReadyAtOnce(undefined, table()));
  assert.ok(isReadyAtOnce(table({ phase: "over" }), table()), "a rematch against programs");
  assert.ok(!isReadyAtOnce(table(), table({ phase: "starting" })), "the game begins already");
  assert.ok(!isReadyAtOnce(undefined, table({ seats: seats(person(true), TANDEM, TANDEM, TANDEM) })), "once");
  assert.ok(!isReadyAtOnce(undefined, table({ you: { key: "k", owner: false, seats: [0] } })), "a guest says so");
  const friends = seats(person(false), person(false), TANDEM, TANDEM);
  assert.ok(!isReadyAtOnce(undefined, table({ seats: friends })));
  assert.ok(!isReadyAtOnce(table(), table({ seats: friends })));
  assert.ok(isReadyAtOnce(table({ phase: "over" }), table({ seats: friends })), "a rematch among friends");
  assert.ok(isReadyAtOnce(table({ phase: "over" }), table({ seats: seats(person(false), person(true), TANDEM, TANDEM) })), "the friend was quicker");
  assert.ok(!isReadyAtOnce(table({ phase: "over", table: "other" }), table({ seats: friends })), "another table");
  assert.ok(!isReadyAtOnce(undefined, table({ seats: seats(person(false), OPEN, TANDEM, TANDEM) })), "a seat is free");
  assert.ok(isReadyAtOnce(undefined, table({ you: { key: "k", owner: true, seats: [] }, seats: seats(TANDEM, TANDEM, TANDEM, TANDEM) })), "who only watches");
});

test("a refusal is no news where a message and the end of the game have crossed, or the door says it", () => {
  const [runs, over] = [table({ phase: "playing" }), table({ phase: "over" })];
  for (const what of ["move", "tell", "sit", "offer_draw", "resign"]) {
    assert.deepEqual([isNews(what, runs), isNews(what, over), isNews(what, undefined)], [true, false, false], what);
  }
  for (const what of ["accept", "return", "watch", "record"]) assert.ok(!isNews(what, undefined), what);
  for (const what of ["create", "ready", "rematch", "set_seat", ""]) assert.ok(isNews(what, over), what);
});

const archived = (some: Partial<ArchivedGame> = {}): ArchivedGame =>
  ({ game: 7, name: null, date: "", players: ["P0", "P1", "P2", "P3"], result: "*", reason: "the server has stopped", rules: "fics", clock: "180", plies: 14, ...some });

test("a running game is kept in mind until it is over, and said to be saved as far as the archive has it", () => {
  const runs = table({ phase: "playing", game: game({ plies: Array.from({ length: 14 }, () => ({}) as never) }) });
  const kept = followed(runs, "first");
  assert.ok("run" in kept);
  assert.deepEqual(followed(table({ phase: "over", game: game() }), "first"), { table: "t" });
  assert.equal(savedText(kept, archived()), "Your game was saved up to move 14. It has no result; nobody has lost.");
  assert.equal(savedText(kept, archived({ plies: 13 })), "Your game was saved up to move 13. The last move came too late. It has no result; nobody has lost.");
  assert.equal(savedText({ ...kept, isOwn: false }, archived({ result: "1-0" })), "The game was saved up to move 14.");
  assert.equal(savedText({ ...kept, plies: 0 }, archived({ plies: 0 })), "Your game was saved before its first move. It has no result; nobody has lost.");
  assert.ok(isSame(kept, archived()));
  assert.ok(!isSame(kept, archived({ players: ["Q0", "P1", "P2", "P3"] })), "another archive");
});

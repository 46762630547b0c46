import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { isolated, readJson, withoutTurns } from "../src/game/text.ts";
import { playerName, teamPlayers } from "../src/game/seats.ts";
import { placeText, readPlace } from "../src/serve/place.ts";
import { PartnerPanel } from "../src/serve/table/PartnerPanel.tsx";
import { Lobby } from "../src/serve/table/Lobby.tsx";
import { heardAtTable } from "../src/serve/table/state.ts";
import type { TableState, ToPage } from "../src/wire/messages.ts";

/** Every character that turns others around, each after a letter. */
const TURNING = [..."\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"].map((turn, at) => `${"abcdefghi".charAt(at)}${turn}`).join("");
const HEBREW = "\u05E9\u05E8\u05D4";

test("a text keeps all but what turns others around", () => {
  const kept = ["Anna", HEBREW, "caf\u00E9 \u{1F600}", "\u0646\u0627\u0645\u200C\u0647\u0627", "1-0\u200E", "two\nlines"];
  for (const text of kept) assert.equal(withoutTurns(text), text);
  assert.equal(withoutTurns(TURNING), "abcdefghi");
});

test("no message brings a character that turns others around, written raw or escaped, but in a record for a file", () => {
  const raw = JSON.stringify({ name: TURNING, list: [{ text: TURNING }], bpgn: TURNING });
  const escaped = raw.replaceAll(/[\u2000-\u20FF]/g, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
  assert.notEqual(raw, escaped);
  for (const text of [raw, escaped]) assert.deepEqual(readJson(text), { name: "abcdefghi", list: [{ text: "abcdefghi" }], bpgn: TURNING });
});

test("no link brings one", () => {
  const place = readPlace(placeText({ at: "analysis", position: { rules: "fics", fens: ["8/8/8/8/8/8/8/8 w - - 0 1"], clocks_ms: null }, moves: [], notes: `0 ${TURNING}` }));
  assert.ok("notes" in place && place.notes === "0 abcdefghi", JSON.stringify(place));
});

test("a name from right to left moves nothing around it", () => {
  assert.equal(isolated("Anna"), "Anna");
  assert.equal(isolated(HEBREW), `\u2068${HEBREW}\u2069`);
  assert.equal(playerName([HEBREW], 0, 1), `\u2068${HEBREW}\u2069`);
  assert.equal(teamPlayers(["Anna", "Bert", "Cleo", HEBREW], "one", 2), `Anna & \u2068${HEBREW}\u2069`);
});

test("what the page shows of people turns nothing around", () => {
  const level = { elo: 1400, pace: "human" } as const;
  const told = (name: string): ToPage => ({
    type: "table", table: "abc", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180+2", boards: 2, onlookers: 0, phase: "playing", rematch: null,
    seats: [
      { seat: 0, name, standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
      { seat: 1, name, standing: { who: "tandem", level }, sits: false },
      { seat: 2, name, standing: { who: "person", connected: false, ready: false, lag_ms: null }, sits: false },
      { seat: 3, name, standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
    ],
    game: { number: 1, start: [], boards: [], clocks: [], plies: [], words: [{ seat: 3, text: name, at_ms: 0, plies: 0 }], draw_offers: [], result: null, archived: null },
  });
  const pages = (name: string) => {
    const table = heardAtTable(undefined, readJson(JSON.stringify(told(name))) as ToPage) as TableState;
    return [render(<Lobby table={table} addresses={["http://h"]} send={() => true} />), render(<PartnerPanel table={table} send={() => true} isOpen={false} onClose={() => undefined} />)];
  };
  for (const page of pages(TURNING)) assert.doesNotMatch(page, /[\u202A-\u202E\u2066-\u2069]/);
  for (const page of pages(HEBREW)) assert.ok(page.includes(`\u2068${HEBREW}\u2069`));
});

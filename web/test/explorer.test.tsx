import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { conditions, scopeOf, trimmed, typedNumber } from "../src/serve/explorer/filter.ts";
import { Moves } from "../src/serve/explorer/Played.tsx";
import type { Explored } from "../src/serve/explorer/useExplorer.ts";
import { placeText, readPlace } from "../src/serve/place.ts";
import type { ExplorerFilter, ExplorerMove } from "../src/wire/messages.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

test("a part of the position is asked for with or without what is held", () => {
  assert.deepEqual(scopeOf({ of: "both", held: false }), { of: "both" });
  assert.deepEqual(scopeOf({ of: "A", held: true }), { of: "board", board: "A" });
  assert.deepEqual(scopeOf({ of: "B", held: false }), { of: "structure", board: "B" });
});

test("a filter has what was filled in, and a range is one condition", () => {
  const filter: ExplorerFilter = { player: "ann", color: "white", least_rating: 1500, most_rating: 2000, since: "" };
  assert.deepEqual(trimmed(filter), { player: "ann", color: "white", least_rating: 1500, most_rating: 2000 });
  assert.equal(conditions(filter), 2);
  assert.deepEqual(trimmed({ color: "white" }), {});
  assert.equal(conditions({}), 0);
});

test("numbers are read up to a limit", () => {
  for (const [text, number] of [["120", 120], [" 7 ", 7], ["99999", 9999], ["", undefined], ["-1", undefined], ["1e3", undefined]] as const) {
    assert.equal(typedNumber(text, 9999), number, text);
  }
});

test("the address of a game of the explorer leads to its review", () => {
  assert.equal(placeText({ at: "review", explored: 17 }), "#/review/board/17");
  assert.deepEqual(readPlace("#/review/board/17"), { at: "review", explored: 17 });
  assert.deepEqual(readPlace("#/review/board/x"), { at: "review" });
});

const move = (more: Partial<ExplorerMove>): ExplorerMove => (
  { board: "A", coordinates: "e2e4", san: "e4", is_legal: true, games: 3, won: 2, drawn: 0, lost: 1, seconds: 1.25, rating: 1800, examples: [], ...more }
);

const explored = (moves: ExplorerMove[], more: Partial<Explored> = {}): Explored => ({
  question: { position: { rules: "fics", fens: [START, START], clocks_ms: null }, scope: { of: "both", held: true }, filter: {} },
  answer: { games: 4, whatever_held: null, moves }, wins: {}, ...more,
});

const shown = (explored: Explored): string => render(<Moves explored={explored} onPlay={() => undefined} onStructure={() => undefined} />).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("a move has its games, its results for the mover, its time and the engine's opinion", () => {
  const text = shown(explored([move({})], { wins: { Ae2e4: 0.53 } }));
  assert.match(text, /A e4 3 75 % 67 % 1.3 s 53 %/);
});

test("a move that cannot be made is shown and not offered", () => {
  const page = render(<Moves explored={explored([move({ san: "N@f7", is_legal: false, seconds: null, won: 0, lost: 0 })])} onPlay={() => undefined} onStructure={() => undefined} />);
  assert.match(page, /<button[^>]*disabled[^>]*>/);
});

test("a position without games says so, and tells of those whatever the players hold", () => {
  const question = { ...explored([]).question, scope: { of: "A" as const, held: true } };
  assert.match(shown(explored([], { question, answer: { games: 0, whatever_held: 12, moves: [] } })), /No game came to this position. 12 boards whatever/);
});

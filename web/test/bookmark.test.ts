import assert from "node:assert/strict";
import { test } from "node:test";
import { bookmarkAddress, playersIn } from "../src/serve/review/bookmark.ts";

test("a bookmark is one address with a program of its own text", () => {
  const address = bookmarkAddress("http://127.0.0.1:8080");
  assert.match(address, /^javascript:[^\s"<>]+$/);
  const program = decodeURIComponent(address.slice("javascript:".length));
  assert.doesNotThrow(() => new Function(`return ${program.replace(/\)\("[^"]*"\)$/, ")")}`));
  assert.ok(program.endsWith('("http://127.0.0.1:8080")'), program.slice(-40));
});

test("two boards name their players team against team", () => {
  const board = (White: string, Black: string) => JSON.stringify({ game: { pgnHeaders: { White, Black } }, players: {} });
  for (const [text, players] of [
    [`${board("ann", "bob")}\r\n${board("cid", "dan")}`, "ann and dan against bob and cid"],
    [board("ann", "bob"), undefined],
    ["<script>", undefined],
    ["{}\n{}", undefined],
    ["", undefined],
  ] as const) assert.equal(playersIn(text), players, text);
});

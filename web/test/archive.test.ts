import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { test } from "node:test";
import { addedInWords, counted, NOTHING_ADDED } from "../src/serve/archive/added.ts";
import { divided, packed, readFile, readFiles } from "../src/serve/files.ts";
import { isTooLong } from "../src/serve/connection.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const game = (number: number) => `[Event "game ${number}"]\n[WhiteA "Anna"]\n\n${"1A. e4 {59.1} 1a. e5 {58.2} ".repeat(120)}*\n\n`;

test("a compressed file is sent as its bytes, another one as text", () => {
  assert.deepEqual(readFile("a.bpgn", bytes("1A. e4 *")), { pieces: [{ name: "a.bpgn", text: "1A. e4 *" }] });
  assert.deepEqual(readFile("a.gz", new Uint8Array([0x1f, 0x8b, 0xff])), { pieces: [{ name: "a.gz", text: "H4v/", base64: true }] });
  assert.deepEqual(readFile("a.zst", new Uint8Array([0x28, 0xb5, 0x2f, 0xfd])), { pieces: [{ name: "a.zst", text: "KLUv/Q==", base64: true }] });
  const wide = new Uint8Array([0xff, 0xfe, ...[..."1A. e4 *"].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  assert.deepEqual(readFile("wide.bpgn", wide), { pieces: [{ name: "wide.bpgn", text: "1A. e4 *" }] });
});

test("a picture is no file of games", async () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  assert.deepEqual(readFile("cat.png", picture), { fault: "cat.png is not a file of games." });
  const { parts, faults } = await readFiles([new File([picture], "cat.png"), new File(["1A. e4 *"], "a.bpgn")]);
  assert.deepEqual([parts, faults], [[[{ name: "a.bpgn", text: "1A. e4 *" }]], ["cat.png is not a file of games."]]);
});

test("a file of five megabytes is compressed, and divided between games so that each message is taken", async () => {
  const text = Array.from({ length: 1600 }, (_, at) => game(at)).join("");
  assert.ok(text.length > 5_000_000);
  assert.equal(divided(text).join(""), text);
  const { parts } = await readFiles([new File([text], "many.bpgn")]);
  const texts = parts.flat().map(({ text, base64 }) => {
    assert.equal(base64, true);
    return gunzipSync(Buffer.from(text, "base64")).toString();
  });
  assert.equal(texts.join(""), text);
  for (const piece of texts) assert.ok(piece.startsWith("[Event ") && piece.split("[Event ").length <= 401);
  for (const part of parts) assert.ok(!isTooLong(JSON.stringify({ type: "add_to_archive", files: part })));
});

test("short files stay together, and short texts as they are", async () => {
  const boards = ["a", "b"].map((name) => new File([`{"game": "${name}"}`], `${name}.json`));
  const { parts } = await readFiles(boards);
  assert.deepEqual(parts.map((part) => part.map(({ name }) => name)), [["a.json", "b.json"]]);
  assert.deepEqual(await packed({ name: "x", text: "1A. e4 *" }), { name: "x", text: "1A. e4 *" });
});

test("what was added is said in numbers, and what was there already too", () => {
  const says = (games: number, known: number, ...faults: string[]) => addedInWords(counted(NOTHING_ADDED, { games, known, faults }));
  assert.equal(says(1, 0), "1 game added.");
  assert.equal(says(0, 12), "12 games were there already.");
  assert.equal(says(2, 1, "x:1: game 3: no move"), "2 games added; 1 game was there already. x:1: game 3: no move");
  assert.equal(says(0, 0, "cat.png is not a file of games."), "cat.png is not a file of games.");
});

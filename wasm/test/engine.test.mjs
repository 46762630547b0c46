// The engine in node, by the client code of a front-end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Client, INFO, bench } from "./client.mjs";

const Tandem = createRequire(import.meta.url)("../npm/tandem.js");
const file = (name) => new URL(`../npm/${name}`, import.meta.url);
const SIGNATURE = 766716;

async function started(options) {
  return new Client(await Tandem(options));
}

test("the commands of pychess are answered as it expects", async () => {
  const client = await started();
  await client.ask(/^uciok$/, "uci");
  client.tell("load <<EOF\n[paradigm:chess]\npieceToCharTable = PNBRQ\nquit\nEOF");
  client.tell("setoption name UCI_AnalyseMode value true", "setoption name Use NNUE value true");
  client.tell("setoption name UCI_Variant value bughouse", "setoption name MultiPV value 1");
  await client.ask(/^readyok$/, "isready");
  const fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pp] w KQkq - 0 3";
  await client.ask(/^bestmove \S+/, `position fen ${fen} moves P@e4 P@d4`, "go depth 6");
  const scored = client.lines.filter((line) => line.includes(" score "));
  assert.ok(scored.length >= 6 && scored.every((line) => INFO.test(line)), scored.join("\n"));
  client.tell("quit");
});

for (const [name, locate] of [["vectors", "tandem-simd.wasm"], ["no vectors", "tandem.wasm"]]) {
  test(`the bench with ${name} counts the nodes of the native program`, async () => {
    const locateFile = (asked) => file(asked.endsWith(".wasm") ? locate : asked).pathname;
    const client = await started({ locateFile });
    assert.equal((await bench(client)).nodes, SIGNATURE);
    client.tell("quit");
  });
}

for (const shared of [true, false]) {
  test(`a search is stopped within 50 ms ${shared ? "with" : "without"} shared memory`, async () => {
    const kept = globalThis.SharedArrayBuffer;
    if (!shared) delete globalThis.SharedArrayBuffer;
    const client = await started();
    globalThis.SharedArrayBuffer = kept;
    client.tell("setoption name UCI_Variant value bughouse", "position startpos");
    await client.ask(/^info depth 8 /, "go infinite");
    const begin = performance.now();
    await client.ask(/^bestmove /, "stop");
    const late = performance.now() - begin;
    client.tell("quit");
    assert.ok(late < 50, `${late.toFixed(1)} ms`);
  });
}

test("two engines search for a second at once", async () => {
  const clients = await Promise.all([started(), started()]);
  const answers = clients.map(async (client) => {
    client.tell("setoption name UCI_Variant value bughouse", "position startpos moves e2e4");
    const begin = performance.now();
    await client.ask(/^bestmove /, "go movetime 1000");
    client.tell("quit");
    return performance.now() - begin;
  });
  for (const time of await Promise.all(answers)) assert.ok(time > 900 && time < 1500, `${time} ms`);
});

test("a module is under 500 kB by brotli, and under 650 kB by gzip", () => {
  for (const name of ["tandem-simd.wasm", "tandem.wasm"]) {
    const bytes = readFileSync(file(name));
    const sizes = { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
    assert.ok(sizes.brotli < 500_000 && sizes.gzip < 650_000, `${name}: ${JSON.stringify(sizes)}`);
  }
});

// The engine in node, by the client code of a front-end.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads"; // before a test hides what it is made of
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Client, INFO, bench } from "./client.mjs";

const Tandem = createRequire(import.meta.url)("../npm/tandem.js");
const file = (name) => new URL(`../npm/${name}`, import.meta.url);
const SIGNATURE = 531464;

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

/** An engine where memory cannot be shared. */
async function startedAlone(options) {
  const kept = globalThis.SharedArrayBuffer;
  delete globalThis.SharedArrayBuffer;
  const client = started(options);
  globalThis.SharedArrayBuffer = kept;
  return client;
}

/** The nodes of a search of the start position, the table empty, with this many threads. */
async function nodes(client, threads, limits) {
  await client.ask(/^readyok$/, `setoption name Threads value ${threads}`, "ucinewgame", "isready");
  await client.ask(/^bestmove /, "position startpos", `go ${limits}`);
  return Number(INFO.exec(client.lines.findLast((line) => INFO.test(line)))[6]);
}

for (const [name, start, module] of [
  ["threads", started, "tandem-threads.wasm"], ["vectors", startedAlone, "tandem-simd.wasm"], ["neither", startedAlone, "tandem.wasm"],
]) {
  test(`the bench with ${name} counts the nodes of the native program`, async () => {
    const locateFile = (asked) => file(asked.endsWith(".wasm") ? module : asked).pathname;
    const client = await start({ locateFile });
    assert.equal((await bench(client)).nodes, SIGNATURE);
    client.tell("quit");
  });
}

for (const [where, start, threads] of [["without shared memory", startedAlone, 1], ["with it", started, 1], ["in two threads", started, 2]]) {
  test(`a search is stopped within 50 ms ${where}`, async () => {
    const client = await start();
    client.tell("setoption name UCI_Variant value bughouse", `setoption name Threads value ${threads}`, "position startpos");
    await client.ask(/^info depth 8 /, "go infinite");
    const begin = performance.now();
    await client.ask(/^bestmove /, "stop");
    const late = performance.now() - begin;
    client.tell("quit");
    assert.ok(late < 50, `${late.toFixed(1)} ms`);
  });
}

test("a second thread searches nodes of its own, in another worker, until it is taken away", async (t) => {
  const client = await started();
  client.tell("setoption name UCI_Variant value bughouse");
  const alone = await nodes(client, 1, "depth 9");
  // Its worker starts beside the search and takes part when it is there.
  let together = alone;
  while (together === alone) together = await nodes(client, 2, "depth 9");
  assert.equal(await nodes(client, 1, "depth 9"), alone);

  const rates = [];
  for (const threads of [1, 2]) rates.push(await nodes(client, threads, "movetime 1000"));
  client.tell("quit");
  t.diagnostic(`nodes in a second: ${rates[0]} with one thread, ${rates[1]} with two, ${(rates[1] / rates[0]).toFixed(2)} times as many`);
});

test("threads come and go", async () => {
  for (let round = 0; round < 12; round += 1) {
    const client = await started();
    client.tell("setoption name UCI_Variant value bughouse");
    for (let search = 0; search < 12; search += 1) await nodes(client, 1 + (round + search) % 3, `depth ${5 + search % 3}`);
    client.tell("quit");
  }
});

test("two engines search with two threads each", async () => {
  const clients = await Promise.all([started(), started()]);
  await Promise.all(clients.map(async (client) => {
    client.tell("setoption name UCI_Variant value bughouse", "setoption name Threads value 2");
    for (const move of ["e2e4", "d2d4", "g1f3"]) {
      await client.ask(/^bestmove [a-h]/, "ucinewgame", `position startpos moves ${move}`, "go movetime 100");
    }
    client.tell("quit");
  }));
});

test("threads that memory cannot be shared with are refused in a line", async () => {
  const client = await startedAlone();
  const refusal = await client.ask(/^info string no more than/, "setoption name Threads value 4", "isready");
  assert.match(refusal, /^info string no more than 1 of 4 threads: /);
  await client.ask(/^bestmove /, "position startpos", "go depth 3");
  client.tell("quit");
});

for (const [where, start] of [["with", started], ["without", startedAlone]]) {
  test(`a table beyond the memory becomes a smaller one, in a line, ${where} shared memory`, async () => {
    const client = await start();
    await client.ask(/^info string no memory for a table of 4096 MiB, only for \d{4} MiB$/, "setoption name Hash value 4096", "isready");
    client.tell("setoption name UCI_Variant value bughouse", "setoption name Threads value 2");
    await client.ask(/^bestmove /, "position startpos", "go depth 6");
    await client.ask(/^readyok$/, "setoption name Hash value 16", "isready");
    client.tell("quit");
  });
}

test("a thread that fails ends the engine with a reason", async () => {
  const broken = join(mkdtempSync(join(tmpdir(), "tandem-")), "tandem.worker.js");
  const code = readFileSync(file("tandem.worker.js"), "utf8");
  const fails = code.replace("exports.run_thread(number)", 'throw new WebAssembly.RuntimeError("unreachable")');
  assert.notEqual(fails, code);
  writeFileSync(broken, fails);
  const client = await started({ locateFile: (asked) => (asked === "tandem.worker.js" ? broken : file(asked).pathname) });
  const told = await client.ask(/^info string the engine has ended/, "setoption name Threads value 2", "go infinite");
  assert.equal(told, "info string the engine has ended: a thread of its search: RuntimeError: unreachable");
});

for (const [end, code] of [["quit", 'engine.postMessage("quit")'], ["terminate", "engine.terminate()"]]) {
  test(`${end} ends the workers of all threads`, () => {
    const program = `require(${JSON.stringify(file("tandem.js").pathname)})().then((engine) => {
      engine.addMessageListener((line) => { if (line.startsWith("info depth 9 ")) ${code}; });
      for (const line of ["setoption name UCI_Variant value bughouse", "setoption name Threads value 3", "position startpos", "go infinite"]) engine.postMessage(line);
    })`;
    const { status, signal, stderr } = spawnSync(process.execPath, ["--eval", program], { timeout: 60_000, encoding: "utf8" });
    assert.deepEqual([status, signal, stderr], [0, null, ""]); // otherwise the program lives as long as a worker does
  });
}

test("a worker thread starts an engine, and ends with it", async () => {
  const program = `require(${JSON.stringify(file("tandem.js").pathname)})().then((engine) => {
    engine.addMessageListener((line) => require("node:worker_threads").parentPort.postMessage(line));
    engine.postMessage("uci");
    engine.postMessage("quit");
  })`;
  const worker = new Worker(program, { eval: true });
  const lines = [];
  worker.on("message", (line) => lines.push(line));
  await once(worker, "exit");
  assert.ok(lines.includes("uciok"), lines.join("\n"));
});

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

test("a module is under 520 kB by brotli, and under 650 kB by gzip", () => {
  for (const name of ["tandem-threads.wasm", "tandem-simd.wasm", "tandem.wasm"]) {
    const bytes = readFileSync(file(name));
    const sizes = { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
    assert.ok(sizes.brotli < 520_000 && sizes.gzip < 650_000, `${name}: ${JSON.stringify(sizes)}`);
  }
});

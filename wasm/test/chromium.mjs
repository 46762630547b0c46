// The package in Chromium, on a page that is cross-origin isolated and on one that is not.
//
//     node wasm/test/chromium.mjs      # after `npm ci` in web/; CHROMIUM names another than /usr/bin/chromium
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const SIGNATURE = 531464;
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** Serves the package; below /isolated/ its pages are cross-origin isolated. */
const server = createServer(async ({ url }, response) => {
  const name = url.replace(/^\/(isolated|plain)\//, "");
  const headers = url.startsWith("/isolated/") ? ISOLATION : {};
  try {
    const body = await readFile(new URL(`../npm/${name}`, import.meta.url));
    response.writeHead(200, { "Content-Type": TYPES[name.split(".").pop()], ...headers }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

/** Runs in the page: two boards at once, stops, threads, and the bench. */
async function measure() {
  const until = (engine, pattern, ...lines) => new Promise((resolve) => {
    const listener = (line) => {
      if (!pattern.test(line)) return;
      engine.removeMessageListener(listener);
      resolve(line);
    };
    engine.addMessageListener(listener);
    for (const line of lines) engine.postMessage(line);
  });
  const engines = await Promise.all([Tandem(), Tandem()]);
  const both = await Promise.all(engines.map(async (engine, board) => {
    await until(engine, /^uciok$/, "uci");
    await until(engine, /^readyok$/, "setoption name UCI_Variant value bughouse", "isready");
    const begin = performance.now();
    const answer = await until(engine, /^bestmove /, `position startpos moves ${["e2e4", "d2d4"][board]}`, "go movetime 1000");
    return { answer, time: performance.now() - begin };
  }));
  const stops = [];
  const stop = async () => {
    await until(engines[0], /^info depth 8 /, "ucinewgame", "position startpos", "go infinite");
    const begin = performance.now();
    await until(engines[0], /^bestmove /, "stop");
    stops.push(performance.now() - begin);
  };
  for (let count = 0; count < 5; count++) await stop();
  const bench = await until(engines[0], / nps$/, "bench");

  const nodes = async (engine, threads, limits) => {
    let last;
    const listener = (line) => { last = /^info depth .* nodes (\d+) /.exec(line)?.[1] ?? last; };
    engine.addMessageListener(listener);
    await until(engine, /^readyok$/, `setoption name Threads value ${threads}`, "ucinewgame", "isready");
    await until(engine, /^bestmove /, "position startpos", `go ${limits}`);
    engine.removeMessageListener(listener);
    return Number(last);
  };
  const told = [];
  engines[0].addMessageListener((line) => { if (line.startsWith("info string")) told.push(line); });
  const alone = await nodes(engines[0], 1, "depth 9");
  // The worker of the second thread starts beside the search, and adds its nodes when it is there.
  while (await nodes(engines[0], 2, "depth 9") === alone && crossOriginIsolated);
  const rates = [];
  for (const threads of [1, 2]) rates.push(await nodes(engines[0], threads, "movetime 1000"));
  for (let count = 0; count < 5; count++) await stop();
  await Promise.all(engines.map((engine) => nodes(engine, 2, "movetime 300")));
  engines[0].postMessage("quit");
  engines[1].terminate();
  return { isolated: crossOriginIsolated, both, stops, bench, rates, told };
}

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"],
});
for (const kind of ["isolated", "plain"]) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`${kind}: ${error}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/${kind}/example.html`);
  await page.waitForFunction(() => document.querySelector("pre").textContent === ""); // the engine of the page is there
  const own = page.workers();
  const found = await page.evaluate(measure);
  console.log(kind, JSON.stringify(found));
  assert.equal(found.isolated, kind === "isolated");
  assert.equal(Number(found.bench.split(" ")[0]), SIGNATURE);
  for (const { answer, time } of found.both) assert.ok(/^bestmove [a-h]/.test(answer) && time > 900 && time < 1500, `${answer} after ${time} ms`);
  assert.ok(Math.max(...found.stops) < 50, `stopped after ${found.stops} ms`);
  const refused = found.told.some((line) => line.startsWith("info string no more than 1 of 2 threads"));
  assert.equal(refused, kind === "plain", found.told.join("\n"));
  // The engines have ended, and the workers of all their threads with them.
  const left = page.workers().filter((worker) => !own.includes(worker));
  await Promise.all(left.map((worker) => worker.waitForEvent("close")));
  await page.close();
}
await browser.close();
server.close();

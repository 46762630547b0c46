// What it takes to load the page: bytes, and the time until it can be used on a slow way and machine.
//
//   node check/load.mjs TANDEM [bytes]
//
// The way has 1.6 Mbit/s and 150 ms, the processor a quarter of its speed. The command fails if the
// first load takes more than 70 kB, a reload any byte of a body, or it takes more than 1.5 s to be usable.
// With `bytes` it measures no time, which an idle machine is needed for.
import { openBrowser } from "./faults.mjs";
import { serve } from "./server.mjs";

const WAY = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
const MOST_BYTES = 70_000;
const MOST_MS = 1500;

const PLACES = { play: "", analysis: "#/analysis", review: "#/review", games: "#/archive", puzzles: "#/puzzles" };
/** What can be used of a place, once it can. */
const USABLE = { play: "button.primary.big:not([disabled])", analysis: ".cg-wrap", review: "textarea", games: "[type=search]", puzzles: "input[type=radio]" };

/** Counts what is asked for and what comes, until the next call. */
async function counted(session) {
  let requests = new Map();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => requests.set(requestId, { url: request.url, body: 0, all: 0 }));
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => { const one = requests.get(requestId); if (one) one.body += encodedDataLength; });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => { const one = requests.get(requestId); if (one) one.all = encodedDataLength; });
  return () => {
    const all = [...requests.values()].filter(({ url }) => url.startsWith("http"));
    requests = new Map();
    return { number: all.filter(({ all }) => all > 0).length, body: all.reduce((sum, { body }) => sum + body, 0), whole: all.reduce((sum, { all }) => sum + all, 0) };
  };
}

/** Loads a place of the page twice, as a browser that takes these codings. */
async function load(browser, address, place, codings, isSlow) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const count = await counted(session);
  if (!codings.includes("br")) await session.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": codings.join(", ") } });
  if (isSlow) {
    await session.send("Network.emulateNetworkConditions", WAY);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  await page.addInitScript((usable) => {
    const look = () => {
      if (document.querySelector(usable)) globalThis.usableAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  }, USABLE[place]);
  const usable = async () => {
    await page.waitForFunction(() => globalThis.usableAt !== undefined);
    return page.evaluate(() => Math.round(globalThis.usableAt));
  };
  await page.goto(`${address}${PLACES[place]}`, { waitUntil: "networkidle" });
  const first = { ms: await usable(), ...count() };
  await page.reload({ waitUntil: "networkidle" });
  const again = { ms: await usable(), ...count() };
  await context.close();
  return { first, again };
}

const [program, only] = process.argv.slice(2);
if (!program) throw new Error("usage: load.mjs TANDEM [bytes]");
const server = await serve(program);
const browser = await openBrowser();
const faults = [];
try {
  for (const codings of [["br", "gzip"], ["gzip"]]) {
    for (const place of Object.keys(PLACES)) {
      const { first, again } = await load(browser, server.address, place, codings, false);
      console.log(`${codings[0].padEnd(4)} ${place.padEnd(8)} first ${first.body} bytes (${first.whole} with headers) in ${first.number} answers; again ${again.body} (${again.whole} in ${again.number})`);
      if (place === "play" && first.body > MOST_BYTES) faults.push(`${codings[0]}: the first load has ${first.body} bytes`);
      if (again.body > 0) faults.push(`${codings[0]}, ${place}: a reload has ${again.body} bytes`);
    }
    if (only === "bytes") continue;
    const times = [];
    for (let at = 0; at < 5; at++) times.push((await load(browser, server.address, "play", codings, true)).first.ms);
    times.sort((one, other) => one - other);
    console.log(`${codings[0].padEnd(4)} usable after ${times.join(", ")} ms on a slow way and machine`);
    if (times[2] > MOST_MS) faults.push(`${codings[0]}: usable after ${times[2]} ms`);
  }
} finally {
  await browser.close();
  await server.end();
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

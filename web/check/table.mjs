// Plays at tables as people do, in browsers, against the real server.
//
//   node check/table.mjs OUT TANDEM [SCENE...]
//
// TANDEM is the program. The command fails if something cannot be done, if axe finds anything, if a
// page complains in its log or asks another host, or if a target on a phone is smaller than a fingertip.
import { mkdir } from "node:fs/promises";
import { openBrowser, remembering } from "./faults.mjs";
import { LANES } from "./scenes.mjs";
import { serve } from "./server.mjs";

const [out, program, ...chosen] = process.argv.slice(2);
if (!out || !program) throw new Error("usage: table.mjs OUT TANDEM [SCENE...]");
await mkdir(out, { recursive: true });
const server = await serve(program);
const browser = await openBrowser();
const found = [];

/** Plays a scene with browsers of its own. */
async function play(name, scene) {
  const start = performance.now();
  const own = remembering(browser);
  try {
    await scene({ browser: own, address: server.address, program, out, found });
  } catch (error) {
    found.push(`${name}: ${error.stack ?? error}`);
    for (const [at, page] of own.contexts.flatMap((context) => context.pages()).entries()) {
      await page.screenshot({ path: `${out}/failed-${name}-${at}.png`, fullPage: true }).catch(() => undefined);
    }
  }
  await own.closeAll();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const begun = performance.now();
try {
  await Promise.all(LANES.map(async (lane) => {
    for (const [name, scene] of Object.entries(lane)) {
      if (chosen.length === 0 || chosen.includes(name)) await play(name, scene);
    }
  }));
} finally {
  await browser.close();
  await server.end();
}
for (const fault of found) console.error(fault);
console.log(`${found.length} faults, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exitCode = found.length > 0 ? 1 : 0;

// The package in Chromium where it is not a script of a page: bundled by each of the common bundlers, and in a Web Worker.
//
//     node wasm/test/apps.mjs      # after `npm ci` in web/, and the installation that bundles.mjs names
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BUNDLERS, MISSING, bundled } from "./bundles.mjs";

assert.equal(MISSING, undefined);
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };
const npm = new URL("../npm", import.meta.url).pathname;

const START = "Tandem().then((engine) => { engine.addMessageListener((line) => { if (line === 'uciok') postMessage(line); }); engine.postMessage('uci'); });";
const page = (options) => `<!DOCTYPE html><link rel="icon" href="data:,"><title>loading</title><script>new Worker("worker.js", ${options}).onmessage = ({ data }) => { document.title = data; };</script>`;
/** Pages by name: the folder of their files, and files of their own. */
const pages = {
  "a module in a Web Worker": [npm, { "index.html": page("{ type: 'module' }"), "worker.js": `import Tandem from "./tandem.mjs"; ${START}` }],
  "a script in a Web Worker": [npm, { "index.html": page("{}"), "worker.js": `importScripts("tandem.js"); ${START}` }],
};
for (const name of Object.keys(BUNDLERS)) pages[`bundled by ${name}`] = [await bundled(name), {}];

const server = createServer(async ({ url }, response) => {
  const [, name, file] = /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(url)) ?? [];
  const [folder, files] = pages[name] ?? [npm, {}];
  try {
    const body = files[file] ?? await readFile(join(folder, file));
    response.writeHead(200, { "Content-Type": TYPES[file.split(".").pop()] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"],
});
for (const name of Object.keys(pages)) {
  const tab = await browser.newPage();
  tab.on("pageerror", (error) => console.error(`${name}: ${error}`));
  tab.on("console", (message) => console.error(`${name}: ${message.text()}`));
  await tab.goto(`http://127.0.0.1:${server.address().port}/${encodeURIComponent(name)}/index.html`);
  await tab.waitForFunction(() => document.title === "uciok", undefined, { timeout: 30_000 });
  console.log(`${name}: uciok`);
  await tab.close();
}
await browser.close();
server.close();

// Opens pages in a browser as people do, looks for faults, and takes pictures to be looked at.
//
//   node check/screens.mjs OUT NAME=FILE.html[#game=1&ply=20]...
//
// Each page is seen at three widths, light and dark, and printed. The command fails if axe finds
// anything, if the page complains in its log, scrolls sideways, asks the network for anything, or
// has a target on a phone that is smaller than a fingertip.
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { faults, openBrowser, watched } from "./faults.mjs";

const WIDTHS = [[390, 844], [1024, 768], [1400, 900]];

/** Faults that show when the page is used: a move is chosen in the list, and the keys step on. */
async function use(page, height) {
  const found = [];
  const last = page.locator(".move").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  for (const board of await page.locator(".squares").all()) {
    const box = await board.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > height) found.push(`a board leaves the view when the last move is chosen: ${JSON.stringify(box)}`);
  }
  const shown = () => page.locator(".where").textContent();
  const [, end] = (await shown()).split(" of ");
  if (await shown() !== `${end} of ${end}`) found.push(`the last move is not shown when it is chosen: ${await shown()}`);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  if (await shown() !== `1 of ${end}`) found.push(`the keys do not step: ${await shown()}`);
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".curves").hover();
  return found;
}

async function look(browser, out, name, address) {
  const found = [];
  for (const [width, height] of WIDTHS) {
    for (const colorScheme of ["light", "dark"]) {
      const isPhone = width < 720;
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme, hasTouch: isPhone, isMobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1,
      });
      const page = await context.newPage();
      const where = `${name} ${width} ${colorScheme}`;
      watched(page, where, /^(file|data):/, found);
      await page.goto(address);
      await page.waitForSelector(".board");
      found.push(...(await faults(page, isPhone)).map((fault) => `${where}: ${fault}`));
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
      if (isPhone) await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}-whole.png`, fullPage: true });
      if (width === 1024) { // paper does not depend on the width of the screen
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize({ width: 690, height: 1000 }); // A4 within its margins
        await page.screenshot({ path: `${out}/${name}-${colorScheme}-printed.png`, fullPage: true });
        await page.emulateMedia({ media: null });
        await page.setViewportSize({ width, height });
        await page.pdf({ path: `${out}/${name}-${colorScheme}.pdf`, format: "A4" });
      }
      found.push(...(await use(page, height)).map((fault) => `${where}: ${fault}`));
      found.push(...(await faults(page, isPhone)).map((fault) => `${where}, used: ${fault}`));
      await context.close();
    }
  }
  return found;
}

const [out, ...pages] = process.argv.slice(2);
if (!out || pages.length === 0) throw new Error("usage: screens.mjs OUT NAME=FILE.html...");
await mkdir(out, { recursive: true });
const browser = await openBrowser();
const all = [];
for (const given of pages) {
  const [, name, file, place = ""] = /^([^=]+)=([^#]+)(#.*)?$/.exec(given) ?? [];
  if (!file) throw new Error(`expected NAME=FILE.html, found \`${given}\``);
  all.push(...await look(browser, out, name, pathToFileURL(resolve(file)).href + place));
}
await browser.close();
for (const fault of all) console.error(fault);
console.log(`${pages.length} pages, ${all.length} faults`);
process.exitCode = all.length > 0 ? 1 : 0;

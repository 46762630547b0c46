// Looks for faults of a page as it stands, and opens browsers that tell when one complains.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

/** The least size of a target on a phone, in pixels. */
const FINGERTIP = 44;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function openBrowser(more = []) {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", ...more] });
}

/** Faults of the page as it stands: of axe, of its width, and of its targets on a phone. */
export async function faults(page, isPhone) {
  // The policy of the page keeps scripts out that are added as elements; this one is evaluated.
  await page.evaluate(axe);
  return page.evaluate(async ({ isPhone, FINGERTIP }) => {
    const { violations } = await globalThis.axe.run();
    const found = violations.map(({ id, nodes }) => `axe: ${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5).join("; ")}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`);
    for (const target of isPhone ? document.querySelectorAll("button, select, a.button, nav a, summary, input:not([type=radio], [type=file])") : []) {
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && (width < FINGERTIP || height < FINGERTIP)) {
        found.push(`small target ${Math.round(width)}x${Math.round(height)}: ${target.outerHTML.slice(0, 90)}`);
      }
    }
    return found;
  }, { isPhone, FINGERTIP });
}

/** Reports what a page says in its log, and each request to another host than those allowed. */
export function watched(page, where, mayAsk, found) {
  page.on("console", (message) => found.push(`${where}: ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => found.push(`${where}: ${error}`));
  page.on("request", (request) => {
    if (!mayAsk.test(request.url())) found.push(`${where}: asks for ${request.url()}`);
  });
}

/** A browser that remembers the contexts that it makes, so that they can be closed together. */
export function remembering(browser) {
  const contexts = [];
  return {
    contexts,
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    closeAll: async () => { for (const context of contexts) await context.close(); },
  };
}

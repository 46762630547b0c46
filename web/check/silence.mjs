// A network that falls silent in the middle of a game, without closing anything.
//
//   node check/silence.mjs OUT TANDEM [SECONDS...]
//
// As a program it plays a game for each length of silence, 3, 12, 40 and 90 s without others, and says
// what the page showed and when.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./faults.mjs";
import { Person } from "./person.mjs";
import { Proxy } from "./proxy.mjs";
import { serve } from "./server.mjs";

/** What a browser says of a connection that ends is no fault here. */
const OF_CONNECTIONS = /WebSocket connection to/;
/** Seconds within which the page says that nothing is heard, and lets the connection go: the page's own at most, and as much as a machine is late. */
const SAYS_SO = 7;
const LETS_GO = 11.5;
/** Longest time from the end of the silence until the game is there again: an attempt may just have begun to hang. */
const BACK = 9;

/** What the page says of its connection, and of the game. */
const shown = (page) => page.evaluate(() => ({
  status: document.querySelector(".connected").className.replace("connected ", ""),
  words: document.querySelector(".connected").textContent.replace("lag ", ""),
  toasts: [...document.querySelectorAll(".toast span")].map(({ textContent }) => textContent),
  clocks: [...document.querySelectorAll(".live-clock")].map(({ textContent }) => textContent),
}));

const seconds = (clock) => clock.replace("\u2212", "-").split(":").reduce((sum, part) => 60 * sum + Number(part), 0);

/** Notes what the page says, whenever it says something else, until it is stopped. */
function watch(page) {
  const begun = performance.now();
  const notes = [];
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      const { status, words, toasts, clocks } = await shown(page);
      const says = [status, status === "good" || status === "slow" ? "" : words, ...toasts].filter(Boolean).join(" | ");
      if (notes.at(-1)?.says !== says) notes.push({ at: (performance.now() - begun) / 1000, status, says, clocks });
      await new Promise((done) => setTimeout(done, 100));
    }
  })();
  return { notes, since: () => (performance.now() - begun) / 1000, end: async () => { state.isOver = true; await watching; } };
}

/** The seat of the player who hears nothing. */
const OWN = "White on A";

/** A game with a silence of so many seconds, in which a move is entered. */
export const silence = (length, clock = "3+0") => async ({ browser, address, out, found }) => {
  const proxy = await Proxy.to(address);
  const said = [];
  try {
    const anna = await Person.at(browser, proxy.address, `silence of ${length} s`, said);
    await anna.page.getByLabel("Your name").fill("Anna");
    await anna.page.getByRole("radio", { name: clock }).check();
    await anna.press(`Play ${clock} as White on A`);
    await anna.untilTurn("A");
    await anna.move("A", "e2", "e4");
    await anna.untilMoved("e4", OWN);
    assert.ok(await anna.untilTurn("A"), "the game goes on");
    const onlooker = await Person.at(browser, anna.page.url().replace(proxy.address, address), "silence, onlooker", said);
    await onlooker.board("A").waitFor();
    const dialled = proxy.dialled;
    proxy.fallSilent();
    const watched = watch(anna.page);
    await anna.page.waitForTimeout(1000);
    await anna.move("A", "h2", "h3"); // after that nothing gives check but a sacrifice
    if (length >= 12) {
      await anna.page.waitForTimeout(5000);
      await anna.page.screenshot({ path: `${out}/silence-${length}.png` });
    }
    while (watched.since() < length) await anna.page.waitForTimeout(50);
    proxy.speak();
    const spoke = watched.since();
    await anna.page.waitForFunction(() => document.querySelector(".connected.good, .connected.slow"), undefined, { timeout: 15_000 });
    await anna.untilMoved("h3", OWN);
    const [own, others] = await Promise.all([shown(anna.page), shown(onlooker.page)]);
    if (length >= 12) await anna.page.screenshot({ path: `${out}/silence-${length}-back.png` });
    const back = watched.since();
    await anna.page.waitForTimeout(4000); // what was held back has arrived, and the notice has gone
    await watched.end();
    for (const { at, says, clocks } of watched.notes) console.log(`  ${at.toFixed(1).padStart(5)} s: ${says}   ${clocks.join(" ")}`);
    console.log(`  ${length} s: silent until ${spoke.toFixed(1)} s, the move was there after ${back.toFixed(1)} s, ${proxy.dialled - dialled} new connections, clocks ${own.clocks.join(" ")}, an onlooker's ${others.clocks.join(" ")}`);
    judge(watched.notes, length, proxy.dialled - dialled, back - spoke);
    own.clocks.forEach((clock, at) => assert.ok(Math.abs(seconds(clock) - seconds(others.clocks[at])) <= 1.01, `clocks right after: ${own.clocks} and ${others.clocks}`));
    const moves = await onlooker.moves();
    assert.deepEqual((await onlooker.moves(OWN)).slice(0, 2), ["e4", "h3"], `the move is made once: ${moves}`);
    assert.equal((await onlooker.moves(OWN)).filter((san) => san === "h3").length, 1, `the move is made once: ${moves}`);
    const seen = await anna.moves();
    const both = Math.min(seen.length, moves.length);
    assert.deepEqual(seen.slice(0, both), moves.slice(0, both), "both see the same moves");
    if (await anna.untilTurn("A")) {
      await anna.move("A", "a2", "a3");
      await anna.untilMoved("a3", OWN);
    }
    assert.deepEqual(watched.notes.filter(({ says }) => /moved already|not at a table|may not/.test(says)), [], "nothing is refused");
  } finally {
    proxy.end();
    found.push(...said.filter((fault) => !OF_CONNECTIONS.test(fault)));
  }
};

/** Checks that the page said what happened, when it did. */
function judge(notes, length, dialled, back) {
  const first = (status) => notes.find((note) => note.status === status)?.at;
  const [silent, lost] = [first("silent"), first("lost")];
  assert.ok(back < BACK, `back after ${back} s`);
  if (length < 4) {
    assert.deepEqual([lost, dialled], [undefined, 0], "a short silence costs nothing");
    return;
  }
  assert.ok(silent !== undefined && silent > 2.5 && silent < SAYS_SO, `the page says after ${silent} s that nothing is heard`);
  assert.ok(lost !== undefined && lost > 7 && lost < LETS_GO, `the connection is let go after ${lost} s`);
  assert.ok(notes.some(({ says }) => says.includes("back in the game")), "the page says that it is back");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out, program, ...lengths] = process.argv.slice(2);
  if (!out || !program) throw new Error("usage: silence.mjs OUT TANDEM [SECONDS...]");
  await mkdir(out, { recursive: true });
  const server = await serve(program);
  const browser = await openBrowser();
  const found = [];
  try {
    for (const length of lengths.length > 0 ? lengths.map(Number) : [3, 12, 40, 90]) {
      await silence(length, length > 30 ? "5+0" : "3+0")({ browser, address: server.address, out, found }).catch((error) => found.push(`${length} s: ${error.stack}`));
    }
  } finally {
    await browser.close();
    await server.end();
  }
  for (const fault of found) console.error(fault);
  process.exitCode = found.length > 0 ? 1 : 0;
}

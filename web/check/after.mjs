// A game that has ended is stepped through on its boards, a quick review finds its moments, and it is tried again.
import assert from "node:assert/strict";
import { Person, untilReviewed } from "./person.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]_w_KQkq_-_0_1";

// Whatever Black replies, White loses the queen by taking the pawn on d5, which a queen and a pawn defend, and with it a game
// that was not lost before: Black has a knight less.
const QUEENS = "r1bqkbnr/ppp2ppp/4p3/3p4/3Q4/8/PPP1PPPP/RNB1KBNR[]_w_KQkq_-_0_1";

/** A short game as White on A: two moves, of which the second throws the queen away. */
async function shortGame(person) {
  await person.press(/^Play/);
  for (const [from, to, san] of [["a2", "a3", "a3"], ["d4", "d5", "Qxd5"]]) {
    await person.untilTurn("A");
    await person.move("A", from, to);
    await person.untilMoved(san, "White on A");
  }
  await person.untilTurn("A");
  await resigns(person);
}

const panel = (person) => person.page.getByRole("complementary", { name: "The game that has ended" });
const lessons = (person) => person.page.getByRole("region", { name: "Quick review" });

export async function after({ browser, address, out, found }) {
  for (const [width, height, colorScheme] of [[1400, 900, "light"], [1024, 768, "dark"], [390, 844, "light"]]) {
    const isPhone = width < 720;
    const name = `${width}-${colorScheme}`;
    const anna = await Person.at(browser, `${address}#/play?A=${QUEENS}&B=${START}`, `after ${name}`, found, { width, height, colorScheme, isPhone });
    await shortGame(anna);
    const whole = await anna.page.locator(".after .record .move").count();
    await anna.look(out, `after-ended-${name}`);
    // Back to the start, by buttons and by keys; the boards follow.
    await anna.press("First position (Home)");
    await shows(anna, "a2", "white pawn");
    await anna.page.keyboard.press("End");
    await anna.page.keyboard.press("ArrowLeft");
    await anna.page.getByText(`${whole - 1} of ${whole}`, { exact: true }).waitFor();
    const first = anna.page.locator(".after .record .move").filter({ hasText: /1A\.a3/ });
    await (isPhone ? first.tap() : first.click());
    await shows(anna, "a3", "white pawn");
    await untilReviewed(lessons(anna).getByRole("heading", { name: /worst moment/ }));
    await anna.look(out, `after-reviewed-${name}`);
    if (isPhone) {
      await anna.page.keyboard.press("End");
      await anna.press("Your worst moment");
      await anna.page.locator(".brief").getByText("better:").waitFor();
      await anna.look(out, `after-brief-${name}`);
    }
    const worst = panel(anna).locator(".moment").filter({ hasText: "Qxd5" }).first();
    await (isPhone ? worst.tap() : worst.click());
    await anna.page.locator('svg.cg-shapes [stroke="#882020"]').first().waitFor({ state: "attached" });
    await anna.page.locator('svg.cg-shapes [stroke="#15781B"]').first().waitFor({ state: "attached" });
    await anna.look(out, `after-moment-${name}`);
    const fens = await men(anna);
    const before = anna.page.url();
    await anna.press("Try again from here");
    await anna.page.waitForURL((url) => url.href !== before && url.hash.startsWith("#/t/"));
    await panel(anna).waitFor({ state: "detached" });
    await anna.untilTurn("A");
    assert.equal(await men(anna), fens, "the new game begins where the other was shown");
    assert.equal(await anna.page.locator('.record .move[title$=" on A"]').count(), 0, "without moves");
    await anna.press("Resign");
    await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" })[isPhone ? "tap" : "click"]();
    await anna.page.getByText("You lost").waitFor();
    await panel(anna).getByText(/Step through the game with|quick review/i).first().waitFor();
    await anna.close();
  }
}

/** Waits until a man stands on a square of board A, which is only looked at. */
async function shows(person, square, man) {
  const [color, kind] = man.split(" ");
  const label = new RegExp(`${color === "white" ? "White" : "Black"}: [^.]*${kind} [^,.;]*\\b${square}\\b`);
  await person.page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector("#board-A .key-grid")?.getAttribute("aria-label") ?? ""), { source: label.source }, { timeout: 10_000 });
}

/** The men of board A by their squares, whether it is played on or looked at. */
function men(person) {
  return person.page.locator("#board-A").evaluate((board) => {
    const names = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };
    const size = board.querySelector("cg-board").clientWidth / 8;
    return [...board.querySelectorAll("piece:not(.ghost)")].map((piece) => {
      const [, x, y] = /translate\(([\d.]+)px,\s*([\d.]+)px\)/.exec(piece.style.transform) ?? [];
      const kind = [...piece.classList].find((name) => names[name]);
      return `${piece.classList.contains("white") ? names[kind].toUpperCase() : names[kind]}${Math.round(x / size)}${Math.round(y / size)}`;
    }).toSorted().join(" ");
  });
}

/** The types of the messages that a page sends from now on; it is loaded anew, so that it connects again. */
async function sentBy(person) {
  const sent = [];
  person.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload).type)));
  await person.page.reload();
  return sent;
}

/** Chess on one board: its player gets a review, an onlooker none; a rematch at once asks for none, and a late one gives it up. */
export async function afterOthers({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/play?rules=chess&A=${START}`, "after, chess", found, { width: 1280, height: 800 });
  await anna.press(/^Play/);
  await anna.untilTurn("");
  const onlooker = await Person.at(browser, anna.page.url(), "after, onlooker", found, { width: 360, height: 640, isPhone: true, colorScheme: "dark" });
  const [own, others] = [await sentBy(anna), await sentBy(onlooker)];
  for (const [from, to] of [["e2", "e4"], ["f1", "a6"], ["e1", "e2"]]) {
    await anna.untilTurn("");
    await anna.move("", from, to);
    await anna.untilOn("", to, "white").catch(() => undefined);
  }
  await anna.untilTurn("");
  await resigns(anna);
  await untilReviewed(lessons(anna).getByText(/worst moment|No move of yours/).first());
  await anna.look(out, "after-chess-1280-light");
  assert.equal(own.filter((type) => type === "review").length, 1, "one review for the player");
  await lessons(onlooker).getByText("Step through the game").waitFor();
  await onlooker.press("First position (Home)");
  await onlooker.look(out, "after-onlooker-360-dark");
  assert.ok(!others.includes("review"), "none for an onlooker");
  assert.equal(await onlooker.button("Try again from here").count(), 0);
  // A rematch at once.
  await anna.press("Rematch");
  await panel(anna).waitFor({ state: "detached" });
  await anna.untilTurn("");
  await resigns(anna);
  await anna.press("Rematch");
  await panel(anna).waitFor({ state: "detached" });
  assert.equal(own.filter((type) => type === "review").length, 1, "no review of a game that a rematch follows at once");
  await anna.untilTurn("");
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await panel(anna).getByRole("link", { name: "Whole review" }).click();
  await anna.page.getByRole("region", { name: "Forecast" }).or(anna.page.getByText(/Analyzing|Reading/)).or(anna.page.getByRole("alert")).first().waitFor();
}

async function resigns(person) {
  await person.press("Resign");
  const resign = person.page.getByRole("dialog").getByRole("button", { name: "Resign" });
  await (person.isPhone ? resign.tap() : resign.click());
  await person.page.getByText("You lost").waitFor();
}

// Moves are typed, announced and confirmed; the settings are changed and kept.
import assert from "node:assert/strict";
import { Person } from "./person.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]_w_KQkq_-_0_1";

const field = (person) => person.page.getByRole("textbox", { name: /^Type a move/ }).first();

async function types(person, text) {
  await person.page.keyboard.press("/");
  await field(person).fill(text);
  await person.page.keyboard.press("Enter");
}

async function resign(person) {
  await person.page.keyboard.press("Escape");
  await person.press("Resign");
  const yes = person.page.getByRole("dialog").getByRole("button", { name: "Resign" });
  await (person.isPhone ? yes.tap() : yes.click());
  await person.page.getByText("You lost").waitFor();
}

/** A game by typing alone: moves, one ahead of its turn, and what is refused; the focus stays on the page. */
export async function typing({ browser, address, out, found }) {
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [390, 844, "dark"]]) {
    const isPhone = width < 720;
    const anna = await Person.at(browser, `${address}#/play?A=${START}&B=${START}`, `typing ${width}`, found, { width, height, colorScheme, isPhone });
    await settings(anna, async (dialog) => {
      await dialog.getByRole("switch", { name: /Announce moves/ }).check();
    });
    await anna.press(/^Play/);
    await anna.untilTurn("A");
    assert.match(await anna.page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? ""), /^[a-h][1-8]$/, "the focus is on the board when the game begins");
    await anna.page.waitForFunction(() => document.title.startsWith("You & "));
    await types(anna, "Nd4");
    await anna.page.getByRole("alert").getByText("cannot be played here").waitFor();
    await anna.look(out, `typing-refused-${width}-${colorScheme}`);
    assert.equal(await anna.page.locator(".record li.left").count(), 0, "nothing was sent");
    await anna.page.keyboard.press("Escape");
    await types(anna, "nf3");
    await anna.untilMoved("Nf3", "White on A");
    assert.equal(await field(anna).inputValue(), "", "the field is empty after a move");
    await types(anna, "g3"); // ahead of the turn, or on it
    await anna.untilMoved("g3", "White on A");
    const log = anna.page.getByRole("log", { name: "Moves of the others" });
    await log.getByText(/^Opponent: /).first().waitFor({ state: "attached" });
    const said = await log.locator("p").allTextContents();
    assert.ok(said.every((text) => /^(Opponent|Partner|Partner's opponent): [a-z]/.test(text)), said.join("; "));
    await resign(anna);
    await anna.close();
  }
}

/** Moves on both boards of an analysis: `/` leads from one field to the other. */
export async function typingTwo({ browser, address, found }) {
  const anna = await Person.at(browser, `${address}#/analysis`, "typing on two boards", found, { width: 1280, height: 800 });
  await anna.board("B").waitFor();
  await types(anna, "e4");
  await anna.untilOn("A", "e4", "white pawn");
  await anna.page.keyboard.press("/");
  await anna.page.keyboard.type("d2d4");
  await anna.page.keyboard.press("Enter");
  await anna.untilOn("B", "d4", "white pawn");
}

/** The dialog of the settings: everything in it, by mouse and keys, kept over a reload, on all pages. */
export async function choices({ browser, address, out, found }) {
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [1280, 800, "dark"], [390, 844, "light"], [360, 640, "dark"]]) {
    const isPhone = width < 720;
    const name = `${width}-${colorScheme}`;
    const anna = await Person.at(browser, `${address}#/play?A=${START}&B=${START}`, `settings ${name}`, found, { width, height, colorScheme, isPhone });
    await settings(anna, async (dialog) => {
      await anna.look(out, `settings-${name}`);
      await dialog.getByRole("slider", { name: "Sounds" }).fill("30");
      await dialog.locator("label", { hasText: "Solid" }).click();
      await dialog.locator("label", { hasText: "Wood" }).click();
      await dialog.getByRole("switch", { name: /Confirm each move/ }).check();
      await dialog.getByRole("switch", { name: /Zen/ }).check();
      await anna.look(out, `settings-changed-${name}`);
    });
    await anna.page.reload();
    const root = anna.page.locator("html");
    await anna.page.locator("html[data-board]").waitFor({ state: "attached" });
    assert.deepEqual([await root.getAttribute("data-pieces"), await root.getAttribute("data-board")], ["solid", "wood"]);
    assert.equal(await anna.page.evaluate(() => JSON.parse(localStorage.getItem("tandem-settings")).volume), 30);
    await anna.press(/^Play/);
    await anna.untilTurn("A");
    await anna.move("A", "e2", "e4");
    const ask = anna.page.getByRole("group", { name: "Confirm the move" });
    await ask.getByRole("button", { name: "Play pawn e4" }).waitFor();
    await anna.look(out, `confirm-${name}`);
    assert.equal(await anna.page.locator(".record li.left").count(), 0, "nothing is sent before the second press");
    await ask.getByRole("button", { name: /Take it back/ })[isPhone ? "tap" : "click"]();
    await ask.waitFor({ state: "detached" });
    await types(anna, "d4");
    await ask.getByRole("button", { name: "Play pawn d4" }).waitFor();
    await anna.page.keyboard.press("Enter");
    await anna.page.waitForFunction(() => document.querySelector("#board-A .key-grid [data-square='d4']")?.getAttribute("aria-label")?.startsWith("d4 white pawn"));
    await ask.waitFor({ state: "detached" });
    assert.equal(await anna.page.getByRole("link", { name: "Analyze" }).count(), 0, "zen hides the parts of the page");
    await anna.look(out, `zen-${name}`);
    await anna.page.keyboard.press("Escape");
    await anna.page.evaluate(() => document.activeElement?.blur());
    await anna.page.keyboard.press("z");
    await anna.page.getByRole("link", { name: "Analyze" }).waitFor();
    await resign(anna);
    await anna.page.evaluate(() => localStorage.setItem("tandem-settings", "{broken"));
    await anna.page.goto(`${address}#/analysis`);
    await anna.page.reload();
    await anna.board("A").waitFor();
    assert.equal(await root.getAttribute("data-board"), "slate", "settings that cannot be read are the usual ones");
    await anna.close();
  }
}

/** Opens the settings, does something there, and closes them. */
async function settings(person, change) {
  await person.press("Settings");
  const dialog = person.page.getByRole("dialog", { name: "Settings" });
  await dialog.waitFor();
  await change(dialog);
  await person.press("Done");
  await dialog.waitFor({ state: "detached" });
}

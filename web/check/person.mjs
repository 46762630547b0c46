// A person at a page: finds things by role and by name, and uses them by mouse, fingers or keys.
import assert from "node:assert/strict";
import { faults, watched } from "./faults.mjs";

const FILES = "abcdefgh";

export class Person {
  /** Opens a page in a browser of its own, so that nothing is shared with other people. */
  static async at(browser, address, where, found, { width = 1400, height = 900, colorScheme = "light", isPhone = false } = {}) {
    const context = await browser.newContext({
      viewport: { width, height }, colorScheme, hasTouch: isPhone, isMobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1, reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const { host } = new URL(address);
    watched(page, where, new RegExp(`^(https?://${host}/|data:|blob:|ws://${host}/)`), found);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(address);
    return new Person(context, page, where, found, isPhone);
  }

  constructor(context, page, where, found, isPhone) {
    Object.assign(this, { context, page, where, found, isPhone });
  }

  button(name) {
    return this.page.getByRole("button", { name });
  }

  async press(name) {
    const button = this.button(name).first();
    await (this.isPhone ? button.tap() : button.click());
  }

  /** Looks for faults, and takes a picture. */
  async look(out, name) {
    await this.page.waitForTimeout(150); // what moves comes to rest
    this.found.push(...(await faults(this.page, this.isPhone)).map((fault) => `${this.where}, ${name}: ${fault}`));
    await this.page.screenshot({ path: `${out}/${name}.png` });
  }

  /** A board by its name; the only one has none. */
  board(name) {
    return this.page.getByRole("region", { name: `Board ${name}`.trim(), exact: true });
  }

  /** The middle of a square on the screen. */
  async square(board, square) {
    const ground = this.board(board).locator("cg-board");
    await ground.scrollIntoViewIfNeeded();
    const box = await ground.boundingBox();
    const isWhite = await this.board(board).locator(".cg-wrap.orientation-white").count() > 0;
    const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
    const [column, row] = isWhite ? [file, 7 - rank] : [7 - file, rank];
    return { x: box.x + (column + 0.5) * box.width / 8, y: box.y + (row + 0.5) * box.height / 8 };
  }

  async touch(board, square) {
    const { x, y } = await this.square(board, square);
    await (this.isPhone ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  /** Moves a man by two presses. */
  async move(board, from, to) {
    await this.touch(board, from);
    await this.touch(board, to);
  }

  /** Moves a man by dragging it. */
  async drag(board, from, to) {
    const [start, end] = [await this.square(board, from), await this.square(board, to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  slot(board, piece) {
    return this.board(board).getByRole("button", { name: new RegExp(`${piece}: [1-9]\\d* in hand`) });
  }

  /** Takes a piece from the own hand, and puts it on a square by a second press. */
  async drop(board, piece, square) {
    const slot = this.slot(board, piece);
    await (this.isPhone ? slot.tap() : slot.click());
    await this.touch(board, square);
  }

  /** Drags a piece from the own hand onto a square. */
  async dragDrop(board, piece, square) {
    const box = await this.slot(board, piece).boundingBox();
    const end = await this.square(board, square);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 6 });
    await this.page.mouse.up();
  }

  /** Moves by the keyboard alone: from the square that has the focus to others by arrows. */
  async type(board, from, to) {
    await this.board(board).locator('[role="gridcell"][tabindex="0"]').focus();
    for (const square of [from, to]) {
      await this.arrowsTo(board, square);
      await this.page.keyboard.press("Enter");
      await this.page.waitForTimeout(30);
    }
  }

  async arrowsTo(board, square) {
    const isWhite = await this.board(board).locator(".cg-wrap.orientation-white").count() > 0;
    for (let steps = 0; steps < 16; steps++) {
      const now = await this.page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? "");
      if (now === square) return;
      const [files, ranks] = [FILES.indexOf(square[0]) - FILES.indexOf(now[0]), Number(square[1]) - Number(now[1])];
      const right = isWhite ? files > 0 : files < 0;
      const up = isWhite ? ranks > 0 : ranks < 0;
      await this.page.keyboard.press(files !== 0 ? (right ? "ArrowRight" : "ArrowLeft") : (up ? "ArrowUp" : "ArrowDown"));
    }
    throw new Error(`${this.where}: the arrows do not lead to ${square}`);
  }

  /** Waits until the moves of the list are a number at least, or the game is over. */
  async untilMoves(number) {
    await this.page.waitForFunction((number) => document.querySelectorAll(".record .move").length >= number || document.querySelector(".result-panel"), number, { timeout: 60_000 });
  }

  /** The moves of the list, or those of one seat such as `White on A`: players of both boards make moves of one name. */
  moves(seat) {
    return this.page.locator(`.record .move${seat ? `[title="${seat}"]` : ""} .san`).allTextContents();
  }

  /** Waits until a man, such as `white pawn`, stands on a square. */
  async untilOn(board, square, man) {
    await this.board(board).locator(`[data-square="${square}"][aria-label^="${square} ${man}"]`).waitFor({ state: "attached", timeout: 60_000 });
  }

  /** Waits until a move is in the list, as in `Nf3`, with or without a sign after it: of anybody, or of one seat. */
  async untilMoved(san, seat) {
    await this.page.waitForFunction(([san, seat]) => [...document.querySelectorAll(".record .move")].some((move) =>
      (!seat || move.title === seat) && move.querySelector(".san")?.textContent?.replace(/[+#]$/, "") === san), [san, seat], { timeout: 60_000 });
  }

  /** Waits for the own turn; false once the game is over. Who is to move may sit until its flag falls, three minutes at most. */
  async untilTurn(board) {
    const own = this.board(board).locator(".player").last();
    const result = this.page.locator(".result-panel");
    await own.locator(".live-clock.runs").or(result).first().waitFor({ timeout: 200_000 }).catch(async (error) => {
      const clocks = await this.page.locator(".live-clock").allTextContents();
      throw new Error(`${this.where}: no turn on board ${board}, clocks ${clocks.join(" ")}, moves ${(await this.moves()).join(" ")}`, { cause: error });
    });
    return await result.count() === 0;
  }

  close() {
    return this.context.close();
  }
}

/** Waits for a part of a review as long as the review gets on: players of other scenes come first, on a slow machine for minutes. */
export async function untilReviewed(part) {
  const page = part.page();
  const progress = page.getByText(/^(Analyzing|Judging|Quick review): /);
  let [seen, since] = ["", performance.now()];
  while (!(await part.isVisible())) {
    const now = (await progress.allTextContents()).join();
    if (now !== seen) [seen, since] = [now, performance.now()];
    assert.ok(performance.now() - since < 120_000, `the review does not get on: ${seen}`);
    await page.waitForTimeout(500);
  }
}

// Analysis and review on every size: what is seen at once, what scrolls, the end of a game, and the archive.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Person, untilReviewed } from "./person.mjs";

const GAMES = fileURLToPath(new URL("puzzles.bpgn", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../docs/examples/bughouse.bpgn", import.meta.url));
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]_w_KQkq_-_0_1";
/** The player on turn is mated by a knight, whatever arrives. */
const MATED = { black: "6rk/5Npp/8/8/8/8/5PPP/6K1[]_b_-_-_0_1", white: "4k3/8/8/8/8/8/5nPP/6RK[]_w_-_-_0_1" };
const SIZES = [[360, 640], [390, 844], [1280, 800]];

/** A mated position says who has won; nobody sits there, and nothing is searched. */
export async function mated({ browser, address, out, found }) {
  for (const [board, color, team, share] of [["A", "black", "Blue", 100], ["A", "white", "Orange", 0], ["B", "black", "Orange", 0]]) {
    const [a, b] = board === "A" ? [MATED[color], START] : [START, MATED[color]];
    const anna = await Person.at(browser, `${address}#/analysis?A=${a}&B=${b}&clocks=9000,5000,8000,6000`, `mated ${board} ${color}`, found, { width: 1280, height: 800 });
    const name = color === "black" ? "Black" : "White";
    await anna.page.getByText(`${name} on ${board} is mated: team ${team} wins`).waitFor({ timeout: 20_000 });
    for (const bar of await anna.page.locator(".gauge .one").all()) assert.equal(Number(await bar.getAttribute("height")), share, "the gauge is full to the winner");
    for (const gone of [".plans", "section.lines", ".may-sit", ".sit-mark"]) assert.equal(await anna.page.locator(gone).count(), 0, `no ${gone} at the end`);
    assert.equal(await anna.page.getByText("may sit").count(), 0);
    await anna.look(out, `mated-${board}-${color}-1280-light`);
    await anna.close();
  }
}

/** The boards, then the best plan, then lines: on a phone as well, where a swipe scrolls unless it begins on a man that can move. */
export async function analysisSizes({ browser, address, out, found }) {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const isPhone = width < 720;
      const anna = await Person.at(browser, `${address}#/analysis`, `analysis ${width} ${colorScheme}`, found, { width, height, colorScheme, isPhone });
      const plan = anna.page.locator(".plans .plan").first();
      await plan.waitFor({ timeout: 60_000 });
      await anna.page.locator(".lines .line-move").first().waitFor({ timeout: 60_000 });
      const ends = await bottoms(anna.page, ["#board-A", "#board-B", ".plans .plan", "section.lines"]);
      if (isPhone) assert.deepEqual(ends, ends.toSorted((one, other) => one - other), "boards, plans, lines");
      if (height > 640) assert.ok(ends[2] <= height, `the best plan is seen at ${width} x ${height}: ${ends[2]}`);
      await anna.look(out, `analysis-${width}-${colorScheme}`);
      if (isPhone && colorScheme === "light") await swipes(anna);
      await anna.close();
    }
  }
}

/** Where the first of each kind of part ends, all at one moment: while the engine searches, a plan may take another place. */
async function bottoms(page, selectors) {
  return page.evaluate((selectors) => selectors.map((selector) => document.querySelector(selector).getBoundingClientRect().bottom), selectors);
}

async function swipes(anna) {
  for (const [board, square] of [["A", "e5"], ["A", "e7"], ["A", "a1"], ["B", "e5"]]) {
    const point = await anna.square(board, square);
    assert.ok(Math.abs(await swipe(anna, point, -60)) > 20, `a swipe from ${square} on ${board} scrolls`);
  }
  const { x, y, width, height } = await anna.board("A").locator("button.slot").first().boundingBox();
  assert.ok(Math.abs(await swipe(anna, { x: x + width / 2, y: y + height / 2 }, -60)) > 20, "a swipe from an empty hand scrolls");
  const man = await anna.square("A", "e2");
  const { width: side } = await anna.board("A").locator("cg-board").boundingBox();
  assert.equal(await swipe(anna, man, -side / 4), 0, "a man that can move is dragged");
  await anna.untilOn("A", "e4", "white pawn");
}

/** How far the page scrolls under a finger. */
async function swipe(anna, { x, y }, dy) {
  const before = await anna.page.evaluate(() => scrollY);
  const cdp = await anna.context.newCDPSession(anna.page);
  const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 8; step++) {
    await touch("touchMove", [{ x, y: y + (dy * step) / 8 }]);
    await anna.page.waitForTimeout(16);
  }
  await touch("touchEnd", []);
  await anna.page.waitForTimeout(400);
  return await anna.page.evaluate(() => scrollY) - before;
}

/** Measures a review that is shown: one row of a header, boards at the top that use the room. */
export async function reviewSizes(anna, out) {
  const { page } = anna;
  for (const [width, height] of [[360, 640], [390, 844], [1024, 768], [1280, 800], [1366, 650], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(250);
    const box = async (selector) => page.locator(selector).first().boundingBox();
    const [header, board, controls] = [await box(".review-header"), await box(".squares"), await box(".controls")];
    assert.ok(header.height <= 64, `the header is a row at ${width}: ${header.height}`);
    assert.ok(board.y <= 200, `the boards are at the top at ${width}: ${board.y}`);
    assert.ok(controls.y + controls.height <= height + 1, `the steps are in view at ${width} x ${height}`);
    if (width === 1280) assert.ok(board.width >= 380, `the boards use the room: ${board.width}`);
    await anna.look(out, `review-${width}-light`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Report" }).waitFor();
  await anna.look(out, "review-menu-390-light");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Report" }).waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 1400, height: 900 });
}

/** Games are added twice, deleted and brought back; an analysis is kept under a name and opens as it was; a picture is no game. */
export async function archive({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/archive`, "archive", found);
  const input = anna.page.getByLabel("Files of games to add");
  const says = anna.page.locator(".add-games [role=status]");
  await input.setInputFiles(GAMES);
  await says.getByText(/3 games (added|were there already)\./).waitFor();
  await input.setInputFiles(GAMES);
  await says.getByText("3 games were there already.").waitFor();
  await input.setInputFiles({ name: "cat.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) });
  await anna.page.getByText("cat.png is not a file of games.").waitFor();
  assert.equal(await anna.page.getByText("cat.png is not a file of games.").count(), 1, "it is said once");
  const sent = [];
  anna.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await anna.page.reload();
  const game = (number) => `[Event "many"]\n[WhiteA "Player ${number}"]\n[Date "2020.01.02"]\n\n1A. e4 {${"a long remark on the first move ".repeat(280)}} 1a. e5 *\n\n`;
  await input.setInputFiles({ name: "many.bpgn", mimeType: "text/plain", buffer: Buffer.from(Array.from({ length: 600 }, (_, at) => game(at)).join("")) });
  await says.getByText("600 games added.").waitFor({ timeout: 60_000 });
  const files = sent.map((text) => JSON.parse(text)).filter(({ type }) => type === "add_to_archive").flatMap(({ files }) => files);
  assert.ok(files.length > 1 && files.every(({ base64 }) => base64), "five megabytes are compressed and divided");
  assert.ok(gunzipSync(Buffer.from(files[0].text, "base64")).toString().startsWith("[Event"));
  await anna.page.getByLabel("Player or name").fill("Player 12");
  const row = anna.page.getByRole("listitem").filter({ hasText: "Player 120" });
  await row.getByRole("button", { name: /^Delete/ }).click();
  await anna.page.getByText(/^Deleted: .*Player 120/).waitFor();
  await anna.look(out, "games-deleted-1400-light");
  await anna.press("Undo");
  await row.getByRole("button", { name: /^Delete/ }).waitFor();
  await kept(browser, address, out, found);
}

/** A report on a player is there at once, and the engine judges a sample of the moves; a phone shows it as well. */
export async function report({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/archive`, "report", found, { width: 1280, height: 800 });
  await anna.page.getByLabel("Files of games to add").setInputFiles(EXAMPLES);
  await anna.page.locator(".add-games [role=status]").getByText(/games? (added|were there already)/).waitFor();
  await anna.page.goto(`${address}#/player/anna`);
  const mistakes = anna.page.getByRole("heading", { name: "Mistakes" }).locator("..");
  await mistakes.getByText(/^Judging: \d+ of \d+ moves/).waitFor();
  await anna.look(out, "report-judging-1280-light");
  await untilReviewed(mistakes.getByText("drawn by lot"));
  await anna.look(out, "report-judged-1280-light");
  const bert = await Person.at(browser, `${address}#/player/anna`, "report on a phone", found, { width: 390, height: 844, colorScheme: "dark", isPhone: true });
  await bert.page.getByText(/^Judging: \d+ of \d+ moves/).waitFor();
  await bert.look(out, "report-judging-390-dark");
  await bert.close();
}

async function kept(browser, address, out, found) {
  const bert = await Person.at(browser, `${address}#/analysis`, "kept", found);
  await bert.move("A", "e2", "e4");
  await bert.untilOn("A", "e4", "white pawn");
  await bert.page.getByLabel("Comment on the move").fill("the usual one");
  await bert.press(/^Back/);
  await bert.move("A", "d2", "d4");
  await bert.untilOn("A", "d4", "white pawn");
  await bert.press("Keep");
  await bert.page.getByLabel("Name", { exact: true }).fill("Two first moves");
  await bert.look(out, "keep-1400-light");
  await bert.press("Keep it");
  await bert.page.getByText("Kept with the games of this server as").waitFor();
  await bert.page.getByRole("link", { name: "all games" }).click();
  await bert.page.getByLabel("Player or name").fill("Two first");
  await bert.page.getByRole("link", { name: /Two first moves/ }).click();
  await bert.page.locator(".tree .variation").waitFor();
  await bert.page.locator(".tree").getByText("the usual one").waitFor();
  await bert.press(/^Next/);
  await bert.press(/^Delete from/);
  await bert.page.getByRole("button", { name: "Undo the deletion" }).click();
  await bert.page.locator(".tree .variation").waitFor();
}

// What people do at tables, scene by scene. Each one is given a browser, the server's address
// and program, a folder for pictures, and the list of faults.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, afterOthers } from "./after.mjs";
import { bookmark } from "./bookmark.mjs";
import { friend } from "./friends.mjs";
import { lesson, lessonSizes, newcomer } from "./newcomer.mjs";
import { notes } from "./notes.mjs";
import { Person, untilReviewed } from "./person.mjs";
import { puzzles } from "./puzzles.mjs";
import { restart } from "./restart.mjs";
import { analysisSizes, archive, mated, report, reviewSizes } from "./study.mjs";
import { bothSeats, drawAgreed, oneBoard, premove, request } from "./seats.mjs";
import { silence } from "./silence.mjs";
import { otherSizes, sizes } from "./sizes.mjs";
import { choices, typing, typingTwo } from "./typing.mjs";

/** White on A has a pawn to promote, pieces in hand, and then a mate; on the other board nothing can be captured. */
const NEARLY_WON = "7k/P4ppp/8/8/8/8/5PPP/6K1[RN] w - - 0 1 | 4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3[] w - - 0 1";

/** Black on B takes a queen with which White on A mates. */
const MATE_BY_GIFT = "r1b3r1/ppP1k1pp/2nNpp1r/4P1B1/2PP1N2/4PPPB/PPbbpB2/5RK1[Nqbp] w - - 0 32 | r6k/ppp2Rp1/5npp/n3p1n1/4P3/2P2pBP/P1P2PQP/R4RK1[QNq] b - - 0 35";

/**
 * The scenes in lanes: those of one lane follow each other, lanes go on beside each other, since most
 * scenes wait for Tandem. A small machine has few analyses at once, so all that analyze are in one lane.
 */
export const LANES = [
  { game, request, drawAgreed, premove, bothSeats },
  { people, friend, newcomer, lesson, lessonSizes, phone, oneBoard, typing, choices },
  { silence3: silence(3), silence12: silence(12), restart, sizes, otherSizes },
  { review, bookmark, puzzles, notes, promotion, analysis, plans, mated, analysisSizes, archive, report, after, afterOthers, typingTwo },
];

/** A whole game as White on A with a Tandem partner against two Tandems, by mouse and keys. */
async function game({ browser, address, out, found }) {
  const anna = await Person.at(browser, address, "game", found);
  await anna.button("Play 3+0 as White on A").waitFor();
  await anna.look(out, "start-1400-light");
  await anna.page.getByLabel("Your name").fill("Anna");
  await anna.page.getByLabel("Level of the others").selectOption("2300");
  await anna.press("Play 3+0 as White on A");
  await anna.board("A").waitFor();
  await anna.untilTurn("A");
  await anna.type("A", "e2", "e4");
  await anna.untilMoved("e4", "White on A");
  await anna.press("need knight");
  const talk = anna.page.getByRole("list", { name: "Said so far" });
  await talk.getByText("need N").waitFor();
  // Two premoves while the opponent thinks, or moves if it was quick.
  await anna.drag("A", "g1", "f3");
  await anna.move("A", "b1", "c3");
  await anna.untilMoved("Nf3", "White on A");
  await anna.untilMoved("Nc3", "White on A");
  await anna.look(out, "play-1400-light");
  await anna.untilTurn("A");
  await anna.press(/^Sit/);
  await anna.button(/^You sit/).waitFor();
  await talk.getByText("sitting").waitFor();
  await anna.look(out, "sit-1400-light");
  await anna.press(/^You sit/);
  // Any move: who sat may be in check now.
  const dropped = await playOn(anna, "A");
  await anna.page.getByRole("region", { name: "Result" }).waitFor();
  const moves = await anna.moves();
  assert.ok(moves.length > 8, "a game has moves");
  assert.ok((await anna.moves("White on A")).length > 3, "who sat moves again");
  console.log(`  ${moves.length} moves on both boards, ${dropped} drops by the person; ${await anna.page.locator(".result-panel h2, .result-panel p").allTextContents()}`);
  await anna.look(out, "result-1400-light");
  await anna.press("Other color");
  await anna.board("A").locator(".cg-wrap.orientation-black").waitFor({ timeout: 30_000 });
  assert.equal((await anna.page.getByRole("complementary", { name: "Notices" }).textContent()).trim(), "", "a rematch begins without a word");
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByText("You lost").waitFor();
}

/** Plays to the end: drops what there is to drop, and moves whatever can move. */
async function playOn(person, board) {
  let dropped = 0;
  while (await person.untilTurn(board)) {
    const before = (await person.moves()).length;
    if (await dropSomewhere(person, board)) dropped += 1;
    else await moveSomething(person, board);
    await person.page.waitForFunction((before) => document.querySelectorAll(".record .move").length > before || document.querySelector(".result-panel"), before, { timeout: 5000 }).catch(() => undefined);
  }
  return dropped;
}

async function dropSomewhere(person, board) {
  const slot = person.slot(board, "white \\w+").last();
  if (await slot.count() === 0) return false;
  await slot.click({ timeout: 2000 }).catch(() => undefined);
  return pressMark(person, board, "square.drop-dest");
}

async function moveSomething(person, board) {
  for (const square of ["d1", "f1", "c1", "d2", "f3", "c3", "e1", "a1", "h1", "h2", "b2", "g2", "f2", "a3", "c2", "e4"]) {
    if (await person.page.locator(".result-panel").count() > 0) return;
    await person.touch(board, square);
    if (await pressMark(person, board, "square.move-dest")) return choosePromotion(person);
  }
  // None of the usual men: any other that stands there now. A press may have moved one late, and the reply taken another.
  const cells = person.board(board).locator('[role="gridcell"][aria-label*=" white "]');
  for (const square of await cells.evaluateAll((men) => men.map((man) => man.dataset.square))) {
    if (await person.page.locator(".result-panel").count() > 0) return;
    await person.touch(board, square);
    if (await pressMark(person, board, "square.move-dest")) return choosePromotion(person);
  }
}

async function choosePromotion(person) {
  const queen = person.page.getByRole("dialog", { name: "Promote to" }).getByRole("button", { name: "queen" });
  if (await queen.count() > 0) await queen.click();
}

/** Presses the last of the squares with a mark; false if there is none. */
async function pressMark(person, board, mark) {
  await person.page.waitForTimeout(40);
  const box = await person.board(board).locator(mark).last().boundingBox({ timeout: 200 }).catch(() => null);
  if (!box) return false;
  await person.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return true;
}

/** A position is set up, a pawn becomes a knight, a piece is dragged from the hand, and it is mate. */
async function promotion({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/analysis`, "promotion", found);
  await anna.press("Set up");
  await anna.page.getByLabel("Board A as FEN, or both as BFEN").fill(NEARLY_WON);
  await anna.look(out, "editor-1400-light");
  await anna.press("Analyze this");
  await anna.page.getByRole("link", { name: "Play from here" }).click();
  await anna.page.getByText("From a position of yours.").waitFor();
  await anna.press(/^Play/);
  await anna.untilTurn("A");
  await anna.touch("A", "a7");
  const { x, y } = await anna.square("A", "a8");
  await anna.page.mouse.dblclick(x, y); // the second click chooses nothing
  const choice = anna.page.getByRole("dialog", { name: "Promote to" });
  await choice.waitFor();
  await anna.look(out, "promotion-1400-light");
  await choice.getByRole("button", { name: "knight" }).click();
  await anna.untilMoved("a8=N", "White on A");
  await anna.untilTurn("A");
  await anna.dragDrop("A", "white rook", "c8");
  await anna.untilMoved("R@c8", "White on A");
  const end = anna.page.locator(".result-panel");
  await end.or(anna.board("A").locator(".player").last().locator(".live-clock.runs")).first().waitFor({ timeout: 60_000 });
  await anna.look(out, "promoted-1400-light");
}

/** Two people at one table, one of them by a link; a reload in the middle of the game; an onlooker. */
async function people({ browser, address, out, found }) {
  const anna = await Person.at(browser, address, "people, Anna", found, { colorScheme: "dark" });
  await anna.page.getByLabel("Your name").fill("Anna");
  await anna.page.getByText("Each seat by itself").click();
  await anna.page.getByLabel("Who is Black on A").selectOption("guest");
  await anna.press(/^Play/);
  const link = await anna.page.getByRole("textbox", { name: "Invitation for Black on A" }).inputValue();
  await anna.look(out, "lobby-1400-dark");
  const bert = await Person.at(browser, link, "people, Bert", found, { width: 1024, height: 768 });
  await bert.page.getByLabel("Your name").fill("Bert");
  await bert.press("Sit down");
  await anna.untilTurn("A");
  await anna.move("A", "e2", "e4");
  await bert.untilOn("A", "e4", "white pawn");
  await bert.move("A", "e7", "e5");
  await anna.untilOn("A", "e5", "black pawn");
  const onlooker = await Person.at(browser, anna.page.url(), "people, onlooker", found);
  await onlooker.board("A").locator(".player").getByText("Bert").waitFor();
  await onlooker.look(out, "watch-1400-light");
  await bert.page.reload();
  await bert.untilOn("A", "e5", "black pawn");
  await anna.board("A").locator(".player").first().locator(".player-note").getByText("away").waitFor({ state: "detached" });
  await anna.move("A", "g1", "f3");
  await bert.untilOn("A", "f3", "white knight");
  await bert.move("A", "b8", "c6");
  await anna.untilOn("A", "c6", "black knight");
  await anna.press("Draw");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Offer" }).click();
  await anna.button("Draw offered").waitFor();
  await anna.look(out, "people-1400-dark");
  await bert.look(out, "people-1024-light");
  await bert.press("Resign");
  await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByText("You won").waitFor();
  await bert.page.getByText("You lost").waitFor();
}

/** A phone, by touch: a game is started, moved in, talked in, sat in and resigned. */
async function phone({ browser, address, out, found }) {
  for (const colorScheme of ["light", "dark"]) {
    const anna = await Person.at(browser, address, `phone ${colorScheme}`, found, { width: 390, height: 844, colorScheme, isPhone: true });
    await anna.button("Play 3+0 as White on A").waitFor();
    await anna.look(out, `start-390-${colorScheme}`);
    await anna.press("Play 3+0 as White on A");
    await anna.board("A").waitFor();
    await anna.untilTurn("A");
    await anna.move("A", "e2", "e4");
    await anna.untilMoved("e4", "White on A");
    await anna.move("A", "d2", "d4"); // ahead of its turn
    await anna.look(out, `play-390-${colorScheme}`);
    await anna.untilMoved("d4", "White on A");
    await anna.press("Talk to your partner");
    await anna.press("trades good");
    await anna.page.getByRole("list", { name: "Said so far" }).getByText("trades good").waitFor();
    await anna.untilTurn("A");
    await anna.press(/^Sit/);
    await anna.button(/^You sit/).waitFor();
    await anna.press(/^You sit/);
    await anna.press("Resign");
    await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).tap();
    await anna.page.getByText("You lost").waitFor();
    await anna.look(out, `result-390-${colorScheme}`);
    await anna.close();
  }
}

/** Both boards free: moves, a variation, lines of the engine, and the address in another browser. */
async function analysis({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/analysis`, "analysis", found, { width: 2560, height: 1440, colorScheme: "dark" });
  const lines = anna.page.getByRole("region", { name: "Best lines on board A" });
  await lines.getByRole("button").first().waitFor({ timeout: 20_000 });
  await anna.move("A", "e2", "e4");
  await anna.untilOn("A", "e4", "white pawn");
  await anna.move("B", "d2", "d4");
  await anna.untilOn("B", "d4", "white pawn");
  await anna.page.keyboard.press("Escape");
  await anna.press(/^Back/);
  await anna.move("B", "g1", "f3");
  await anna.untilOn("B", "f3", "white knight");
  await lines.getByRole("button").first().waitFor({ timeout: 20_000 });
  await anna.page.getByText(/(Blue|Orange) wins \d+/).first().waitFor({ timeout: 20_000 });
  await anna.look(out, "analysis-2560-dark");
  assert.equal(await anna.page.locator(".tree .variation").count(), 1, "the other move is a variation");
  const bert = await Person.at(browser, anna.page.url(), "analysis, phone", found, { width: 390, height: 844, isPhone: true });
  await bert.untilOn("B", "f3", "white knight");
  await bert.page.getByText(/(Blue|Orange) wins \d+/).first().waitFor({ timeout: 20_000 });
  await bert.look(out, "analysis-390-light");
}

/** Plans of both boards: by fingers and by keys, for a team that has to move, and for one that is not on turn. */
async function plans({ browser, address, out, found }) {
  const [a, b] = MATE_BY_GIFT.split(" | ").map((fen) => fen.replaceAll(" ", "_"));
  const here = `${address}#/analysis?A=${a}&B=${b}`;
  const anna = await Person.at(browser, here, "plans", found, { width: 1280, height: 800 });
  const panel = anna.page.getByRole("region", { name: "Plans" });
  const best = panel.getByRole("listitem").first().getByRole("button").first();
  await best.filter({ hasText: /mate/ }).filter({ hasText: /A\s*sit/ }).waitFor({ timeout: 20_000 });
  await anna.board("A").getByText("sits").waitFor();
  await anna.look(out, "plans-1280-light");
  await panel.getByLabel("must move").selectOption("A");
  await anna.board("A").getByText("sits").waitFor({ state: "detached" });
  await best.filter({ hasNotText: /A\s*sit/ }).waitFor({ timeout: 20_000 });
  // The best plan sits on B once it is proved, and plays on both boards before: another one always does.
  await panel.getByRole("listitem").getByRole("button", { name: /^A .+B / }).filter({ hasNotText: "sit" }).first().press("Enter", { timeout: 20_000 });
  await panel.getByText("on turn on neither board").waitFor();
  assert.equal(await anna.page.locator(".tree-move").count(), 2, "a plan plays on both boards");
  await panel.getByRole("button", { name: "Plans of Orange" }).click();
  await best.waitFor({ timeout: 20_000 });
  const bert = await Person.at(browser, here, "plans, phone", found, { width: 390, height: 844, isPhone: true, colorScheme: "dark" });
  await bert.page.locator(".plans .why").waitFor({ timeout: 20_000 });
  await bert.look(out, "plans-390-dark");
  await bert.page.getByRole("radio", { name: "Ahead" }).check();
  await bert.page.locator(".plans .plan").first().tap();
  await bert.page.locator(".tree-move").first().waitFor();
}

/** A game is pasted and reviewed, and the games that were played are found. */
async function review({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/review`, "review", found);
  await anna.page.getByRole("heading", { level: 1 }).waitFor();
  const text = await readFile(new URL("../../docs/examples/bughouse.bpgn", import.meta.url), "utf8");
  await anna.look(out, "intake-1400-light");
  await anna.page.getByLabel("Or paste a game").fill(text.split("\n\n[")[0] + "\n");
  await anna.press("Review what is pasted");
  await untilReviewed(anna.page.getByRole("region", { name: "Forecast" }));
  await anna.page.keyboard.press("End");
  await anna.look(out, "review-1400-light");
  await reviewSizes(anna, out);
  const [download] = await Promise.all([anna.page.waitForEvent("download"), anna.press("Report")]);
  const file = resolve(out, "reviewed.html");
  await download.saveAs(file);
  const report = await anna.context.newPage();
  report.on("console", (message) => found.push(`report: ${message.text()}`));
  report.on("pageerror", (error) => found.push(`report: ${error}`));
  await report.goto(pathToFileURL(file).href);
  await report.getByRole("region", { name: "Forecast" }).waitFor();
  await report.close();
  await anna.page.getByRole("link", { name: "Games" }).click();
  await anna.page.getByRole("search", { name: "Games" }).waitFor();
  await anna.look(out, "games-1400-light");
}

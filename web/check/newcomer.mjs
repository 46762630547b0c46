// A person who has never heard of bughouse, on a phone: each next thing is found by what stands on the
// screen, its text and its roles, never by an address or a class.
import assert from "node:assert/strict";
import { Person } from "./person.mjs";

/** From the first page to the first move of a first game. */
const MOST_MS = 90_000;
/** Most things that the lesson may ask for, lest it goes on for ever. */
const MOST_TASKS = 40;
const MEN = "pawn|knight|bishop|rook|queen|king";

export async function newcomer({ browser, address, out, found }) {
  const eve = await Person.at(browser, address, "newcomer", found, { width: 390, height: 844, isPhone: true });
  let looking = 0;
  const look = async (name) => {
    const start = performance.now();
    await eve.look(out, name);
    looking += performance.now() - start;
  };
  const start = performance.now();
  await eve.page.getByRole("link", { name: /new to/i }).tap();
  const lesson = eve.page.getByRole("region", { name: "Lesson" });
  const pictures = new Set();
  for (let tasks = 0; ; tasks++) {
    assert.ok(tasks < MOST_TASKS, "the lesson has an end");
    const forward = lesson.getByRole("button", { name: /^(Next|Play your first game)$/ });
    const task = lesson.getByRole("status");
    // Something is asked for, or something leads on.
    await forward.or(task.getByText(/press|drop|take|move/i)).first().waitFor({ timeout: 20_000 });
    const title = await lesson.getByRole("heading").textContent();
    if (!pictures.has(title)) await look(`lesson-${pictures.add(title).size}-390-light`);
    if (await forward.count() > 0) {
      const isLast = (await forward.textContent()).startsWith("Play");
      await forward.tap();
      if (isLast) break;
    } else await follow(eve, lesson, await task.textContent());
  }
  const board = eve.page.getByRole("grid");
  await board.getByRole("gridcell", { name: /^e2 white pawn/ }).waitFor({ timeout: 30_000 });
  await eve.page.getByRole("button", { name: "Sit", exact: true }).waitFor();
  await tapSquare(eve, "e2");
  await tapSquare(eve, "e4");
  await board.getByRole("gridcell", { name: /^e4 white pawn/ }).waitFor({ timeout: 10_000 });
  const taken = performance.now() - start - looking;
  console.log(`  a newcomer plays after ${(taken / 1000).toFixed(1)} s`);
  assert.ok(taken < MOST_MS, `a first game takes ${Math.round(taken / 1000)} s`);
  await look("newcomer-game-390-light");
}

/** Does what a sentence asks for. */
async function follow(person, lesson, sentence) {
  const [, button] = /press (\w+)/i.exec(sentence) ?? [];
  if (button) {
    await lesson.getByRole("button", { name: button, exact: true }).tap();
    return;
  }
  const squares = sentence.match(/\b[a-h][1-8]\b/g) ?? [];
  const [man] = new RegExp(MEN).exec(sentence) ?? [];
  assert.ok(squares.length > 0 && man, `a person can follow "${sentence}"`);
  if (/\bdrop\b/i.test(sentence)) {
    await person.page.getByRole("button", { name: new RegExp(`${man}: [1-9]\\d* in hand`) }).tap();
    await tapSquare(person, squares[0]);
    return;
  }
  const own = await Promise.all(squares.map((square) => person.page.getByRole("grid").getByRole("gridcell", { name: new RegExp(`^${square} white`) }).count()));
  const from = squares[own.indexOf(1)];
  const to = squares.find((square) => square !== from);
  assert.ok(from && to, `a person can follow "${sentence}"`);
  await tapSquare(person, from);
  await tapSquare(person, to);
}

/** Taps a square of the only board that can be played on. */
async function tapSquare(person, square) {
  const cell = person.page.getByRole("grid").getByRole("gridcell", { name: new RegExp(`^${square}\\b`) });
  const { x, y, width, height } = await cell.boundingBox();
  await person.page.touchscreen.tap(x + width / 2, y + height / 2);
  await person.page.waitForTimeout(100);
}

/** Moves a man on board A to where it may go, which the server tells: until then only the move that is asked for is legal. */
async function moveOnceLegal(person, from, to) {
  await person.touch("A", from);
  await untilLegal(person, to);
  await person.touch("A", to);
}

/** Waits until the man that is taken up may go to a square of board A. */
const untilLegal = (person, to) => person.board("A").locator(`[data-square="${to}"][aria-label$=", target"]`).waitFor({ state: "attached" });

/** The lesson by mouse and by keys, with mistakes: each is answered, and the arrow stays. */
export async function lesson({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/learn`, "lesson", found, { width: 1280, height: 800, colorScheme: "dark" });
  const task = anna.page.getByRole("region", { name: "Lesson" }).getByRole("status");
  await anna.board("A").locator('[data-square="d2"]').waitFor({ state: "attached" });
  await moveOnceLegal(anna, "d2", "d4");
  await task.getByText("A fine move, too").waitFor();
  await anna.untilOn("A", "d2", "white pawn");
  await anna.type("A", "e2", "e4");
  await anna.untilOn("A", "e4", "white pawn");
  await anna.button("Next").waitFor();
  assert.equal(await anna.page.evaluate(() => document.activeElement?.textContent), "Next", "Enter goes on");
  await anna.page.keyboard.press("Enter");
  await anna.drag("A", "d1", "g4");
  await anna.button("Next").waitFor();
  await anna.look(out, "lesson-flown-1280-dark");
  await anna.press("Next");
  await anna.dragDrop("B", "black knight", "f2");
  await anna.page.getByText("Checkmate!").waitFor();
  await anna.press("Next");
  await anna.slot("A", "white queen").click();
  await untilLegal(anna, "h3");
  await anna.touch("A", "h3");
  await task.getByText("That lets the king go on").waitFor();
  await anna.slot("A", "white queen").waitFor();
  await anna.board("A").locator('[role="gridcell"][tabindex="0"]').focus();
  await anna.page.keyboard.press("q");
  await anna.arrowsTo("A", "g7");
  await anna.page.keyboard.press("Enter");
  await anna.press("Next");
  await moveOnceLegal(anna, "a2", "a3");
  await task.getByText("After that Black mates").waitFor();
  await anna.look(out, "lesson-sit-1280-dark");
  await anna.press("Skip");
  await anna.press("Sit");
  await task.getByText("your partner mated").waitFor();
  await anna.look(out, "lesson-lead-1280-dark");
  await anna.press("Next");
  await anna.button("Play your first game").waitFor();
  await anna.look(out, "lesson-end-1280-dark");
}

const SIZES = [[360, 640], [390, 844], [844, 390], [768, 1024], [1280, 800], [1366, 650], [1920, 1080]];

/** Both boards and the words are in view on every size, also in the step of the partner's board, and no name is cut. */
export async function lessonSizes({ browser, address, out, found }) {
  for (const [at, [width, height]] of SIZES.entries()) {
    const isPhone = Math.min(width, height) < 500;
    const eve = await Person.at(browser, `${address}#/learn`, `lesson ${width}x${height}`, found, { width, height, isPhone, colorScheme: at % 2 === 0 ? "light" : "dark" });
    const lesson = eve.page.getByRole("region", { name: "Lesson" });
    await lesson.getByRole("heading").first().waitFor();
    for (const title of ["Two boards, two teams", "A drop is a move"]) {
      while (!(await lesson.getByRole("heading", { name: title }).isVisible())) {
        const shown = lesson.getByRole("heading", { name: await lesson.getByRole("heading").first().textContent() });
        await goOn(eve, lesson);
        await shown.waitFor({ state: "detached" });
      }
      await inView(eve, `${width}x${height}, ${title}`, width, height);
    }
    await eve.look(out, `lesson-${width}x${height}`);
    await eve.close();
  }
}

/** Goes on to the next step, by its first move if there is no other way. */
async function goOn(person, lesson) {
  const skip = lesson.getByRole("button", { name: "Skip", exact: true });
  if (await skip.count() === 0) {
    await person.move("A", "e2", "e4");
    await person.button("Next").waitFor();
    await person.press("Next");
  } else await person.press("Skip");
}

async function inView(person, where, width, height) {
  await person.page.waitForTimeout(200);
  for (const part of [person.board("A"), person.board("B"), person.page.getByRole("region", { name: "Lesson" })]) {
    const box = await part.boundingBox();
    const isIn = box && box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
    if (!isIn) person.found.push(`${where}: out of view: ${JSON.stringify(box)}`);
  }
  const cut = await person.page.locator(".player .name").evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
  for (const name of cut) person.found.push(`${where}: cut: ${name}`);
}

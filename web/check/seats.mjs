// People in other seats than the usual one, and what partners and opponents agree on.
import assert from "node:assert/strict";
import { Person } from "./person.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]_w_KQkq_-_0_1";
/** White can capture a pawn. */
const CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[]_w_KQkq_-_0_2";
/** Black is on turn and can capture a knight that nothing guards. */
const HANGING_KNIGHT = "rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R[]_b_KQkq_-_0_3";
/** Black is on turn and can drop a bishop between the rook and a1. */
const ROOK_AND_BISHOP = "7k/6pp/8/8/8/6K1/5PPP/4R3[b]_b_-_-_0_1";

/** Crazyhouse on one board: a captured pawn goes to the own hand, and back to the board. */
export async function oneBoard({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/play?rules=crazyhouse&A=${CAPTURE}`, "one board", found);
  await anna.page.getByLabel("They answer").selectOption("engine");
  await anna.press(/^Play/);
  await anna.untilTurn("");
  await anna.move("", "e4", "d5");
  await anna.untilMoved("exd5");
  await anna.untilTurn("");
  await anna.drop("", "white pawn", "e4"); // no single reply reaches it or gives check
  await anna.untilMoved("P@e4");
  await anna.look(out, "one-board-1400-light");
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByText("You lost").waitFor();
}

/** Both seats of a team: moves on both boards. */
export async function bothSeats({ browser, address, out, found }) {
  const anna = await Person.at(browser, address, "both seats", found, { width: 2560, height: 1440 });
  await anna.page.getByLabel("They answer").selectOption("engine");
  await anna.page.getByText("Each seat by itself").click();
  await anna.page.getByLabel("Who is Black on B").selectOption("me");
  await anna.press(/^Play .* for both seats$/);
  await anna.untilTurn("A");
  await anna.move("A", "e2", "e4");
  await anna.untilMoved("e4", "White on A");
  await anna.untilTurn("B");
  await anna.move("B", "e7", "e6");
  await anna.untilMoved("e6", "Black on B");
  await anna.untilTurn("A");
  await anna.press(/^Sit on A/);
  await anna.button(/^You sit on A/).waitFor();
  await anna.look(out, "both-seats-2560-light");
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByText("You lost").waitFor();
}

/** Two people at one board, Anna with White: both are ready. */
async function atOneBoard({ browser, address, found }, fen, name) {
  const anna = await Person.at(browser, `${address}#/play?rules=crazyhouse&A=${fen}`, `${name}, Anna`, found);
  await anna.page.getByText("Each seat by itself").click();
  await anna.page.getByLabel("Who is Black").selectOption("guest");
  await anna.press(/^Play/);
  const link = await anna.page.getByRole("textbox", { name: "Invitation for Black" }).inputValue();
  const bert = await Person.at(browser, link, `${name}, Bert`, found, { colorScheme: "dark" });
  await bert.press("Sit down");
  return [anna, bert];
}

/** A move that waits, and that a drop has made impossible, is no other move. */
export async function premove(scene) {
  const [anna, bert] = await atOneBoard(scene, ROOK_AND_BISHOP, "premove");
  await bert.untilTurn("");
  await anna.move("", "e1", "a1");
  await anna.page.getByText("1 move waits").waitFor();
  await bert.drop("", "black bishop", "b1");
  await anna.untilMoved("B@b1");
  await anna.page.getByText("1 move waits").waitFor({ state: "detached" });
  await anna.move("", "g3", "f3");
  await bert.untilMoved("Kf3");
  await anna.untilMoved("Kf3");
  assert.deepEqual(await anna.moves(), ["B@b1", "Kf3"]);
}

/** Offers a draw, which asks first. */
async function offerDraw(person) {
  await person.press("Draw");
  await person.page.getByRole("dialog").getByRole("button", { name: "Offer" }).click();
  await person.button("Draw offered").waitFor();
}

/** Two people: an offer of a draw is declined by a move, and the next one is agreed to. */
export async function drawAgreed(scene) {
  const [anna, bert] = await atOneBoard(scene, START, "draw");
  const { out } = scene;
  await anna.untilTurn("");
  await anna.move("", "e2", "e4");
  await bert.untilOn("", "e4", "white pawn");
  await bert.move("", "e7", "e5");
  await anna.untilOn("", "e5", "black pawn");
  await offerDraw(anna);
  await bert.button("Agree to a draw").waitFor();
  await anna.move("", "g1", "f3");
  await bert.untilOn("", "f3", "white knight");
  await bert.move("", "b8", "c6");
  await anna.page.getByText("your draw was declined").waitFor();
  await anna.look(out, "draw-declined-1400-light");
  await offerDraw(anna);
  await bert.button("Agree to a draw").waitFor();
  await bert.look(out, "draw-asked-1400-dark");
  await bert.press("Agree to a draw");
  for (const person of [anna, bert]) await person.page.getByRole("region", { name: "Result" }).getByRole("heading", { name: "Draw" }).waitFor();
  await anna.look(out, "draw-1400-light");
}

/** A piece is asked for, the partner captures it, it arrives, and is dropped. */
export async function request({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/play?A=${START}&B=${HANGING_KNIGHT}`, "request", found);
  await anna.press(/^Play/);
  await anna.untilTurn("A");
  await anna.press("need knight");
  await anna.page.getByRole("list", { name: "Said so far" }).getByText("need N").waitFor();
  await anna.slot("A", "white knight").waitFor({ timeout: 60_000 });
  await anna.look(out, "granted-1400-light");
  await anna.drop("A", "white knight", "e5");
  await anna.untilMoved("N@e5", "White on A");
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByText("You lost").waitFor();
}

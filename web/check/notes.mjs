// Comments and arrows of an analysis: they outlast a reload, and go to others by address, file and archive.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Person } from "./person.mjs";

const COMMENT = "White wants f7";

/** The arrows and rings that are drawn on a board by hand or by the engine. */
const drawn = (person, board, color) => person.board(board).locator(`svg.cg-shapes [stroke="${color}"]`);
const RED = "#882020";

export async function notes({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/analysis`, "notes", found);
  await anna.move("A", "e2", "e4");
  await anna.untilOn("A", "e4", "white pawn");
  await anna.page.getByLabel("Comment on the move").fill(COMMENT);
  await anna.press("Draw");
  await anna.press("red");
  await anna.touch("A", "d1");
  await anna.touch("A", "h5");
  await anna.touch("B", "f7");
  await anna.touch("B", "f7");
  await anna.press("Draw");
  await anna.move("B", "d2", "d4");
  await anna.untilOn("B", "d4", "white pawn");
  await anna.press(/^Back/);
  await anna.move("B", "g1", "f3");
  await anna.untilOn("B", "f3", "white knight");
  await anna.press(/^Back/);
  await isThere(anna, "as drawn");
  await anna.page.waitForTimeout(500); // the tree is kept a moment after the last change
  await anna.page.reload();
  await isThere(anna, "after a reload");
  assert.equal(await anna.page.locator(".tree .variation").count(), 1, "the variation is there after a reload");
  await anna.look(out, "notes-1400-light");
  const bert = await Person.at(browser, anna.page.url(), "notes, phone", found, { width: 390, height: 844, isPhone: true, colorScheme: "dark" });
  await isThere(bert, "by its address");
  await bert.press("Draw");
  await bert.look(out, "notes-390-dark");
  await bert.close();
  const [download] = await Promise.all([anna.page.waitForEvent("download"), anna.press("Save")]);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text.replaceAll("\n", " "), /1A\. e4 \{White wants f7 \[%cal Rd1h5\] \[%csl-B Rf7\]\}/);
  await anna.page.getByText("Saved to your downloads as analysis.bpgn.").waitFor();
  await anna.press("Keep");
  await anna.press("Keep it");
  await anna.page.getByText("Kept with the games of this server as").waitFor();
  const cyd = await Person.at(browser, `${address}#/analysis`, "notes, file", found);
  await cyd.press("Set up");
  await cyd.page.getByLabel("Or a game as BPGN").fill(text);
  await cyd.press("Open the game");
  await cyd.page.locator(".tree").getByText(COMMENT).waitFor();
  await cyd.press(/^Next/);
  await isThere(cyd, "from a file");
  assert.equal(await cyd.page.locator(".tree .variation").count(), 1, "the variation is there from a file");
}

async function isThere(person, where) {
  await person.page.locator(".tree").getByText(COMMENT).waitFor();
  assert.equal(await person.page.getByLabel("Comment on the move").inputValue(), COMMENT, where);
  await drawn(person, "A", RED).first().waitFor({ state: "attached" });
  await drawn(person, "B", RED).first().waitFor({ state: "attached" });
}

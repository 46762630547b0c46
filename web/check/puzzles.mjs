// Puzzles: games are added, puzzles are found in them, and answered by mouse, fingers and keys.
import { fileURLToPath } from "node:url";
import { remembering } from "./faults.mjs";
import { Person } from "./person.mjs";
import { serve } from "./server.mjs";

const GAMES = fileURLToPath(new URL("puzzles.bpgn", import.meta.url));

/** The scene has a server of its own: games of other scenes have puzzles, too. */
export async function puzzles({ browser, program, out, found }) {
  const server = await serve(program);
  const own = remembering(browser);
  try {
    await solve({ browser: own, address: server.address, out, found });
    await own.closeAll(); // before they miss the server
  } finally {
    await server.end();
  }
}

async function solve({ browser, address, out, found }) {
  const anna = await Person.at(browser, `${address}#/archive`, "puzzles", found);
  await anna.page.getByLabel("Files of games to add").setInputFiles(GAMES);
  await anna.page.getByText("3 games added.").waitFor();
  await anna.page.getByRole("link", { name: "Puzzles" }).click();
  await choose(anna, "Games here");
  await choose(anna, /^Mate/);
  await question(anna, "Mate with what you hold");
  await anna.look(out, "puzzle-mate-1400-light");
  await anna.press("Hint");
  await anna.page.getByText("It begins with the man on f7.").waitFor();
  await anna.press("Another hint");
  await anna.page.getByText("The man on f7 goes to h6.").waitFor();
  await anna.look(out, "puzzle-hint-1400-light");
  await anna.move("A", "f7", "h6");
  await anna.untilOn("A", "h8", "black king");
  await anna.move("A", "c4", "g8");
  await anna.untilOn("A", "g8", "black rook");
  await anna.page.getByText("Right so far").waitFor();
  await anna.look(out, "puzzle-right-1400-light");
  await anna.move("A", "h6", "f7");
  await anna.page.getByText("Solved.").waitFor();
  await anna.press(/^Next \(/);
  await anna.page.locator('.line-move[aria-current="step"]').getByText("Nh6+").waitFor();
  await anna.page.keyboard.press("ArrowRight");
  await anna.page.locator('.line-move[aria-current="step"]').getByText("Kh8").waitFor();
  await anna.look(out, "puzzle-solved-1400-light");
  const bert = await Person.at(browser, `${address}#/puzzles`, "puzzles, phone", found, { width: 390, height: 844, isPhone: true, colorScheme: "dark" });
  await choose(bert, "Games here");
  await choose(bert, /^Which piece/);
  await question(bert, "Which piece do you need?");
  await bert.look(out, "puzzle-need-390-dark");
  await bert.press("queen");
  await bert.page.getByText("Not solved.").waitFor();
  await bert.page.getByText("With a knight:").waitFor();
  await bert.look(out, "puzzle-failed-390-dark");
  const cyd = await Person.at(browser, `${address}#/puzzles`, "puzzles, wide", found, { width: 2560, height: 1440 });
  await choose(cyd, "Games here");
  await choose(cyd, /^Sit or move/);
  await question(cyd, "Sit or move?");
  await cyd.look(out, "puzzle-sit-2560-light");
  const shown = cyd.page.url();
  await cyd.page.keyboard.press("s");
  await cyd.page.getByText("Solved.").waitFor();
  await cyd.look(out, "puzzle-sat-2560-light");
  await anna.page.goto(shown);
  await question(anna, "Sit or move?");
  await collection({ browser, address, out, found });
}

/** Puzzles of the collection: the partner's capture, and one's own, on a screen and a phone. */
async function collection({ browser, address, out, found }) {
  for (const [sight, name] of [
    [{ width: 1280, height: 800 }, "1280-light"],
    [{ width: 390, height: 844, isPhone: true, colorScheme: "dark" }, "390-dark"],
  ]) {
    const dora = await Person.at(browser, `${address}#/puzzles`, `collection, ${name}`, found, sight);
    await choose(dora, /^Partner takes/);
    await question(dora, "What does your partner take?");
    await dora.look(out, `puzzle-take-${name}`);
    await dora.press("Show the solution");
    await dora.page.getByText("Not solved.").waitFor();
    await dora.look(out, `puzzle-taken-${name}`);
    await choose(dora, /^Do not give/);
    await question(dora, "Take, and do not give");
    await dora.look(out, `puzzle-give-${name}`);
    await dora.press("Show the solution");
    await dora.page.getByText("Not solved.").waitFor();
    await dora.look(out, `puzzle-given-${name}`);
    await choose(dora, "Your losses");
    await dora.page.getByText("There is no more for today").waitFor();
    await dora.look(out, `puzzle-losses-${name}`);
  }
}

async function choose(person, name) {
  const chip = person.page.getByRole("radio", { name });
  await chip.waitFor({ state: "attached" });
  await person.page.locator("label").filter({ has: chip }).click();
}

async function question(person, title) {
  await person.page.getByRole("region", { name: "Question" }).getByRole("heading", { name: title }).waitFor({ timeout: 60_000 });
}

// People who play together by a link: the invitation, what becomes of it, and what they say and agree on.
import assert from "node:assert/strict";
import { Person } from "./person.mjs";

/** A page over plain http from another machine has no clipboard; a phone has a sheet to share by, which a test has not. */
const AS_ON_A_PHONE = () => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  navigator.share = async (shared) => { globalThis.shared = shared; };
};

/** Two presses: *Play with a friend*, and *Copy link*. The friend sits down by one, and the game begins. */
export async function friend({ browser, address, out, found }) {
  const anna = await Person.at(browser, address, "friend, Anna", found, { width: 390, height: 844, isPhone: true });
  await anna.page.addInitScript(AS_ON_A_PHONE);
  await anna.page.reload();
  await anna.page.getByLabel("Your name").fill("Anna");
  await anna.press("Play with a friend");
  await anna.press(/^Copy link/);
  await anna.page.getByText("The link is selected").waitFor();
  const link = anna.page.getByRole("textbox", { name: "Invitation for Black on B" });
  const [invitation, selected] = await link.evaluate((field) => [field.value, field.value.slice(field.selectionStart, field.selectionEnd)]);
  assert.equal(selected, invitation, "the whole link is selected");
  await anna.press(/^Share/);
  await anna.page.waitForFunction(() => globalThis.shared);
  assert.deepEqual(await anna.page.evaluate(() => globalThis.shared), { title: "Bughouse", text: "Play bughouse as my partner: Black on B, 3+0", url: invitation });
  await anna.press(/^QR code/);
  await anna.page.getByRole("img", { name: /^QR code/ }).waitFor();
  await anna.look(out, "invite-390-light");
  await describes(invitation, "Anna wants you as a partner", "Black on B, 3+0");
  const bert = await Person.at(browser, invitation, "friend, Bert", found, { colorScheme: "dark" });
  assert.equal(new URL(bert.page.url()).pathname, "/");
  await bert.page.getByText("with Anna as your partner").waitFor();
  await bert.look(out, "invited-1400-dark");
  await bert.page.getByLabel("Your name").fill("Bert");
  await bert.press("Sit down");
  await anna.untilTurn("A");
  await bert.board("B").waitFor();
  const cyd = await Person.at(browser, invitation, "friend, Cyd", found, { width: 390, height: 844, isPhone: true, colorScheme: "dark" });
  await cyd.press("Sit down");
  await cyd.page.getByText("This invitation was used: Bert took Black on B.").waitFor();
  await cyd.look(out, "used-390-dark");
  await describes(invitation, "An invitation to a game", "Open the link to see the table");
  await bert.press("What is sitting?");
  await bert.page.getByText("To sit is to make no move for now").waitFor();
  await bert.look(out, "help-1400-dark");
  await bert.page.keyboard.press("Escape");
  await bert.press("What do these words mean?");
  await bert.page.getByText("I mate as soon as I hold this piece.").waitFor();
  await bert.look(out, "meanings-1400-dark");
  await bert.page.keyboard.press("Escape");
  await bert.page.getByText("I mate as soon as I hold this piece.").waitFor({ state: "detached" });
  await anna.press("Resign");
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).tap();
  await bert.page.getByText("You lost").waitFor();
  await bert.press("well played");
  await anna.page.getByRole("list", { name: "Said so far" }).getByText("well played").waitFor();
  await bert.press("Ask for a rematch");
  await bert.page.getByText("You have asked for another game.").waitFor();
  await anna.page.getByText("Bert asks for another game.").waitFor();
  await anna.look(out, "rematch-390-light");
  await bert.look(out, "rematch-1400-dark");
  await anna.press("Agree: rematch");
  await anna.untilTurn("A");
  await bert.board("B").waitFor();
}

/** What a chat is told of a link: what is before `#`, as any program asks for it. */
async function describes(link, title, description) {
  const page = await (await fetch(link)).text();
  assert.ok(page.includes(`property="og:title" content="${title}"`), page.slice(0, 900));
  assert.ok(page.includes(description), page.slice(0, 900));
  const secret = link.split("/i/")[1].split("/")[0];
  assert.ok(!page.includes(secret));
}

// The server ends in the middle of a game, and starts again on its port with its archive.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Person } from "./person.mjs";
import { serve } from "./server.mjs";

/** What a browser says of a server that is away is no fault here. */
const OF_CONNECTIONS = /WebSocket connection to|ERR_CONNECTION_REFUSED/;

/** By a signal on which it says goodbye, and by one that leaves it no time; on a screen of its own each. */
export async function restart(scene) {
  await restarted(scene, "SIGTERM", { width: 1400, height: 900 });
  await restarted(scene, "SIGKILL", { width: 390, height: 844, isPhone: true, colorScheme: "dark" });
}

async function restarted({ browser, program, out, found }, signal, screen) {
  const folder = await mkdtemp(join(tmpdir(), "tandem-restart-"));
  const said = [];
  let server = await serve(program, folder);
  try {
    const anna = await Person.at(browser, server.address, `restart by ${signal}`, said, screen);
    await anna.press("Play 3+0 as White on A");
    await anna.untilTurn("A");
    await anna.move("A", "e2", "e4");
    await anna.untilMoves(4);
    await server.end(signal);
    await anna.page.getByText("reconnecting").waitFor();
    server = await serve(program, folder, server.port);
    await anna.page.getByRole("heading", { name: "The server was restarted" }).waitFor({ timeout: 15_000 });
    const text = await anna.page.getByText(/game was saved up to move \d+/).textContent();
    assert.match(text, /It has no result; nobody has lost/);
    await anna.look(out, `restarted-${signal}`);
    if (signal === "SIGKILL") {
      await anna.page.reload();
      await anna.page.getByText(/game was saved up to move \d+/).waitFor();
    }
    const [, number] = /move (\d+)/.exec(text);
    await anna.page.getByRole("link", { name: "Review the game" }).click();
    await anna.page.getByText(`of ${number}`, { exact: false }).first().waitFor({ timeout: 60_000 });
    await anna.page.getByRole("link", { name: "Games", exact: true }).click();
    await anna.page.getByText("the server has stopped", { exact: false }).first().waitFor();
    assert.equal(await anna.page.getByText("broke the game off").count(), 0, "nobody is blamed");
    await anna.close();
  } finally {
    await server.end("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    found.push(...said.filter((fault) => !OF_CONNECTIONS.test(fault)));
  }
}

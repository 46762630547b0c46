// The bookmark that hands a game of chess.com over, on a server that stands in for that site.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./faults.mjs";
import { Person, untilReviewed } from "./person.mjs";

const PAIR = fileURLToPath(new URL("../../fuzz/seeds/chesscom/pair", import.meta.url));

/** One click on a finished game, a question, and both boards are reviewed; a page of another site is refused. */
export async function bookmark({ address, out, found }) {
  const site = await standIn();
  const hosts = ["www.chess.com", "evil.example"].map((host) => `MAP ${host}:443 127.0.0.1:${site.port}`).join(",");
  const browser = await openBrowser([`--host-resolver-rules=${hosts}`, "--ignore-certificate-errors"]);
  try {
    const anna = await Person.at(browser, `${address}#/review`, "bookmark", found);
    await anna.page.getByRole("heading", { name: "Review a game" }).waitFor();
    await anna.look(out, "bookmark-1400-light");
    await anna.page.getByRole("link", { name: "Review in Tandem" }).click();
    await anna.page.getByText("Drag it to your bookmarks first.").waitFor();
    const program = decodeURIComponent((await anna.page.getByRole("link", { name: "Review in Tandem" }).getAttribute("href")).slice("javascript:".length));
    const shown = await clicked(anna.context, program, `https://www.chess.com/game/live/${site.games[0]}`);
    await shown.getByRole("dialog").getByText(" against ").waitFor();
    await shown.screenshot({ path: `${out}/bookmark-question-light.png` });
    await shown.getByRole("button", { name: "Review it" }).click();
    for (const board of ["A", "B"]) await shown.getByRole("region", { name: `Board ${board}`, exact: true }).waitFor({ timeout: 90_000 });
    await untilReviewed(shown.getByRole("region", { name: "Forecast" }));
    assert.equal(new URL(shown.url()).hash, "#/review");
    await shown.screenshot({ path: `${out}/bookmark-reviewed-light.png` });
    const other = await clicked(anna.context, program, `https://evil.example/game/live/${site.games[0]}`);
    await other.getByText("pages of `https://evil.example` may not use this server").waitFor();
    await anna.close();
    const bea = await Person.at(browser, `${address}#/review`, "bookmark on a phone", found, { width: 390, height: 844, colorScheme: "dark", isPhone: true });
    await bea.page.getByRole("heading", { name: "Review a game" }).waitFor();
    await bea.look(out, "bookmark-390-dark");
    await bea.close();
  } finally {
    await browser.close();
    site.end();
  }
}

/** Opens a page and runs the program of the bookmark there, as a click does; gives the page that it opens. */
async function clicked(context, program, address) {
  const page = await context.newPage();
  await page.goto(address);
  const [shown] = await Promise.all([context.waitForEvent("page"), page.evaluate(program)]);
  return shown;
}

/** A site with a page for each game and both boards of one, over TLS with a certificate that nobody knows. */
async function standIn() {
  const folder = await mkdtemp(join(tmpdir(), "tandem-site-"));
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
    "-subj", "/CN=www.chess.com", "-keyout", files.key, "-out", files.cert], { stdio: "ignore" });
  const boards = await pair();
  const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.cert) }, (request, answer) => {
    const [, number] = /^\/callback\/live\/game\/(\d+)$/.exec(request.url) ?? [];
    const board = boards.get(number);
    if (number) answer.writeHead(board ? 200 : 404, { "content-type": "application/json" }).end(board ? JSON.stringify(board) : "{}");
    else answer.writeHead(200, { "content-type": "text/html", "content-security-policy": "script-src 'self'" }).end("<!doctype html><title>A game</title>");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  await rm(folder, { recursive: true });
  return { port: server.address().port, games: [...boards.keys()], end: () => server.close() };
}

/** The boards of a game by their numbers, which are as long as those of that site. */
async function pair() {
  const boards = (await readFile(PAIR, "utf8")).split("\0").map((board) => JSON.parse(board));
  const numbers = new Map(boards.map(({ game: { id } }) => [id, 158858846800 + id]));
  const [first, second] = boards.map((board) => ({ ...board, game: { ...board.game, id: numbers.get(board.game.id), isFinished: true } }));
  first.game.partnerGameId = second.game.id;
  second.game.partnerGameId = first.game.id;
  return new Map([first, second].map((board) => [String(board.game.id), board]));
}

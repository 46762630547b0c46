import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "uqr";
import { render } from "preact-render-to-string";
import { Help } from "../src/parts/Help.tsx";
import { qrPath } from "../src/qr/path.ts";
import { placeText, readPlace } from "../src/serve/place.ts";
import { isDeclined } from "../src/serve/table/draws.ts";
import { invitationLink, invitationText, offerInWords, waitsForOwner } from "../src/serve/table/invitation.ts";
import { PartnerPanel } from "../src/serve/table/PartnerPanel.tsx";
import { LINES, PIECE_SENTENCES, PIECE_WORDS, SENTENCES, TRADES } from "../src/serve/table/phrases.ts";
import { ResultPanel } from "../src/serve/table/ResultPanel.tsx";
import type { GameState, ResultState, SeatState, Standing, TableState } from "../src/wire/messages.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const level = { elo: 1400, pace: "human" } as const;
const tandem: Standing = { who: "tandem", level };
const person = (ready: boolean): Standing => ({ who: "person", connected: true, ready, lag_ms: 3 });
const seats = (...standings: Standing[]): SeatState[] =>
  standings.map((standing, at) => ({ seat: at as SeatState["seat"], name: standing.who === "person" ? ["Anna", "Bert", "Cyd", "Dora"][at] ?? "" : "Tandem 1400", standing, sits: false }));
const table = (some: Partial<TableState> = {}): TableState => ({
  table: "abc", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180", boards: 2, seats: seats(person(false), tandem, tandem, person(true)), onlookers: 0, phase: "gathering", rematch: null, game: null, ...some,
});
const result: ResultState = { result: "1-0", winner: "one", kind: "mate", reason: "Black on A is mated", archived: null };
const game = (some: Partial<GameState> = {}): GameState => ({ number: 1, start: [], boards: [], clocks: [], plies: [], words: [], draw_offers: [], archived: null, result, ...some });

test("the secret of an invitation is behind the mark that no request has", () => {
  const link = invitationLink("http://h:1", "abc", 3, SECRET);
  const { pathname, search, hash } = new URL(link);
  assert.ok(!(pathname + search).includes(SECRET));
  assert.equal(pathname + search, "/join?t=abc&s=3");
  assert.deepEqual(readPlace(hash), { at: "table", table: "abc", invitation: SECRET, seat: 3 });
  assert.equal(placeText({ at: "table", table: "abc", invitation: SECRET }), `#/t/abc/i/${SECRET}`);
  for (const seat of ["4", "-1", "x", "33"]) assert.ok(!("seat" in readPlace(`#/t/abc/i/${SECRET}/${seat}`)), seat);
});

test("an invitation says what it is for", () => {
  assert.equal(invitationText(table(), 3), "Play bughouse as my partner: Black on B, 3+0");
  assert.equal(invitationText(table(), 1), "Play bughouse against me: Black on A, 3+0");
  const row = { table: "abc", rules: "fics", clock: "180", players: ["Anna", "Tandem 500", "", ""], phase: "gathering" } as const;
  assert.equal(offerInWords({ ...row, players: [...row.players] }, 3), "You play Black on B, with Anna as your partner, against somebody who is still to come and Tandem 500. 3+0, rules: Online (FICS).");
  assert.equal(offerInWords({ ...row, players: ["Anna", ""] }, 1), "You play Black, against Anna. 3+0, rules: Online (FICS).");
  assert.equal(offerInWords({ ...row, players: ["Anna", ""] }, 3), "3+0, rules: Online (FICS).");
});

test("a game waits for its owner alone once all others are ready", () => {
  assert.ok(waitsForOwner(table()));
  assert.ok(!waitsForOwner(table({ you: { key: "k", owner: false, seats: [0] } })));
  assert.ok(!waitsForOwner(table({ phase: "playing" })));
  assert.ok(!waitsForOwner(table({ seats: seats(person(true), tandem, tandem, person(true)) })));
  assert.ok(!waitsForOwner(table({ seats: seats(person(false), tandem, tandem, person(false)) })));
  assert.ok(!waitsForOwner(table({ seats: seats(person(false), tandem, tandem, { who: "open", invitation: SECRET, level }) })));
  assert.ok(!waitsForOwner(table({ seats: seats(person(false), tandem, tandem, tandem) })), "a game with Tandems alone begins at once");
});

test("a code has the modules of its text, on a quiet margin", () => {
  const { path, size } = qrPath("http://h/join");
  const { data } = encode("http://h/join", { ecc: "L", border: 4 });
  assert.equal(size, data.length);
  assert.equal(path.split("M").length - 1, data.flat().filter(Boolean).length);
  assert.ok(data.every((row, y) => row.every((dark, x) => !dark || Math.min(x, y, size - 1 - x, size - 1 - y) >= 4)));
});

test("an offer of a draw is declined by a move, not by the end of the game", () => {
  assert.ok(isDeclined([0], [], [0], true));
  assert.ok(isDeclined([0, 3], [3], [0], true));
  assert.ok(!isDeclined([0], [], [0], false));
  assert.ok(!isDeclined([1], [], [0], true));
  assert.ok(!isDeclined([0], [0, 1], [0], true));
});

test("each phrase of partners has a sentence", () => {
  assert.deepEqual(PIECE_SENTENCES.map(([said]) => said), [...PIECE_WORDS]);
  const said = SENTENCES.map(([said]) => said.replace(/\d/, "1"));
  for (const [name] of [...LINES, ...TRADES, ["mate in 1"]]) assert.ok(said.includes(name as string), name as string);
  for (const [, sentence] of [...PIECE_SENTENCES, ...SENTENCES]) assert.match(sentence, /^[A-Z].*\.$/);
});

test("a question mark tells its question, and keeps its answer to itself until it is asked", () => {
  const mark = render(<Help about="What is sitting?">To wait.</Help>);
  assert.match(mark, /aria-label="What is sitting\?"/);
  assert.match(mark, /aria-expanded="false"/);
  assert.ok(!mark.includes("To wait."));
});

test("a guest asks for a rematch, and the owner agrees by one press", () => {
  const panel = (some: Partial<TableState>) => render(
    <ResultPanel table={table({ phase: "over", game: game(), ...some })} result={result} send={() => true} record={undefined} analysis={{ at: "start" }} />);
  const guest = { key: "k", owner: false, seats: [3 as const] };
  assert.match(panel({ you: guest }), />Ask for a rematch</);
  assert.match(panel({ you: guest, rematch: { seat: 3, turn: "same" } }), /You have asked for another game/);
  assert.ok(!panel({ you: { key: null, owner: false, seats: [] } }).includes("rematch"));
  const owner = panel({ rematch: { seat: 3, turn: "colors" } });
  assert.match(owner, /Dora asks for another game\./);
  assert.match(owner, />Agree: other color</);
});

test("after the game all at the table are spoken to", () => {
  const panel = (some: Partial<TableState>) => render(<PartnerPanel table={table(some)} send={() => true} isOpen={false} onClose={() => undefined} />);
  assert.match(panel({ phase: "over", game: game() }), /Say something to all at the table/);
  assert.match(panel({ phase: "playing", game: game({ result: null }) }), /Say something else to your partner/);
  assert.ok(!panel({ phase: "over", game: game(), you: { key: null, owner: false, seats: [] } }).includes("Say something"));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { readFen } from "../src/game/fen.ts";
import { Hand } from "../src/live/Hand.tsx";
import { shownFor } from "../src/serve/table/Bubble.tsx";
import { amountOf, LeadPanel } from "../src/serve/table/LeadPanel.tsx";
import { Lobby } from "../src/serve/table/Lobby.tsx";
import { PartnerPanel } from "../src/serve/table/PartnerPanel.tsx";
import { ResultPanel } from "../src/serve/table/ResultPanel.tsx";
import type { GameState, ResultState, SeatState, TableState } from "../src/wire/messages.ts";

const SCRIPT = "<img src=x onerror=alert(1)>";
const level = { elo: 1400, pace: "human" } as const;
const seats = (name: string): SeatState[] => [
  { seat: 0, name: "Anna", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
  { seat: 1, name, standing: { who: "person", connected: false, ready: false, lag_ms: null }, sits: false },
  { seat: 2, name: "", standing: { who: "open", invitation: "00ff", level }, sits: false },
  { seat: 3, name: "Tandem", standing: { who: "tandem", level }, sits: false },
];
const game = (some: Partial<GameState>): GameState =>
  ({ number: 1, start: [], boards: [], clocks: [], plies: [], words: [], draw_offers: [], result: null, archived: null, ...some });
const table = (some: Partial<TableState> = {}): TableState => ({
  table: "abc", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180+2", boards: 2, seats: seats("Bert"), onlookers: 0, phase: "gathering", rematch: null, game: null, ...some,
});

test("the owner of a table sees who is there, and the links of free seats", () => {
  const text = render(<Lobby table={table()} addresses={["http://192.168.1.5:8080"]} send={() => true} />);
  for (const part of ["Send this link to a friend", "3+2", "Anna (you): ready", "Bert: away", "Tandem, club player", "http://192.168.1.5:8080/join?t=abc&amp;s=2#/t/abc/i/00ff/2", "Tandem takes the free seats"]) {
    assert.ok(text.includes(part), part);
  }
  assert.ok(!text.includes("Only this machine can connect"));
  const waiting = table({ seats: seats("Bert").map((state) => (state.seat === 0 ? { ...state, standing: { who: "person", connected: true, ready: false, lag_ms: 3 } } : state)) });
  assert.ok(!render(<Lobby table={waiting} addresses={["http://h"]} send={() => true} />).includes("Anna (you):"), "nothing is asked of the owner yet");
});

test("names, words and reasons are text, whatever is in them", () => {
  const words = [{ seat: 3 as const, text: SCRIPT, at_ms: 0, plies: 0 }];
  const result: ResultState = { result: "1-0", winner: "one", kind: "mate", reason: SCRIPT, archived: null };
  const pages = [
    render(<Lobby table={table({ seats: seats(SCRIPT) })} addresses={["http://h"]} send={() => true} />),
    render(<PartnerPanel table={table({ phase: "playing", game: game({ words }) })} send={() => true} isOpen={false} onClose={() => undefined} />),
    render(<ResultPanel table={table({ game: game({ result }) })} result={result} send={() => true} record={undefined} analysis={{ at: "start" }} />),
  ];
  for (const page of pages) assert.ok(!page.includes("<img") && page.includes("&lt;img"), page.slice(0, 80));
});

test("a result is told to winners, losers and onlookers", () => {
  const told = (seats: (0 | 1)[], winner: "one" | "two" | null, result: string) => render(
    <ResultPanel table={table({ you: { key: null, owner: false, seats } })} result={{ result, winner, kind: "mate", reason: "Black on A is mated", archived: null }}
      send={() => true} record={undefined} analysis={{ at: "start" }} />,
  );
  assert.match(told([0], "one", "1-0"), /You won/);
  assert.match(told([1], "one", "1-0"), /You lost/);
  assert.match(told([], "one", "1-0"), /Anna &amp; Tandem won/);
  assert.match(told([0], null, "1/2-1/2"), /Draw/);
  assert.match(told([0], null, "*"), /Broken off/);
  assert.match(told([0], "one", "1-0"), /Black on A is mated\./);
});

test("a hand has a place for each piece, with its number", () => {
  const hand = render(<Hand position={readFen("8/8/8/8/8/8/8/8[NNqp] w - - 0 1")} color="white" chosen="N" awaited={undefined} onChoose={() => undefined} />);
  const labels = [...hand.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
  assert.deepEqual(labels, ["white pawn: 0 in hand", "white knight: 2 in hand", "white bishop: 0 in hand", "white rook: 0 in hand", "white queen: 0 in hand"]);
  assert.match(hand, /white knight: 2 in hand"[^>]*aria-pressed="true"/);
});

test("leads name who races whom, for a player and for an onlooker", () => {
  const leads = (seats: (0 | 1 | 2 | 3)[]) => [...render(<LeadPanel table={table({ phase: "playing", you: { key: null, owner: false, seats }, game: game({}) })} now={() => 0} />)
    .matchAll(/title="([^:]*):/g)].map(([, who]) => who);
  assert.deepEqual(leads([0]), ["You against White on B", "Partner against Bert"]);
  assert.deepEqual(leads([0, 3]), ["White on A against White on B", "Black on B against Bert"]);
  assert.deepEqual(leads([]), ["Anna against White on B", "Bert against Black on B"]);
});

test("a lead in words: the player's own, or the board that is ahead for an onlooker", () => {
  const up = { share: 0.2, kind: "up", amount: "4 s", advice: "may sit" } as const;
  const down = { share: -0.2, kind: "down", amount: "4 s", advice: "" } as const;
  assert.deepEqual([amountOf(up, false), amountOf(down, false)], ["up 4 s", "down 4 s"]);
  assert.deepEqual([amountOf(up, true), amountOf(down, true)], ["A up 4 s", "B up 4 s"]);
  assert.equal(amountOf({ share: 0.1, kind: "even", amount: "", advice: "" }, false), "");
});

test("a longer word of the partner stays longer over the board", () => {
  assert.deepEqual(["sit", "x".repeat(32), "x".repeat(62), "x".repeat(200)].map(shownFor), [5000, 5000, 7100, 12_000]);
});

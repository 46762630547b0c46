import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { Board } from "../src/board/Board.tsx";
import { readFen } from "../src/game/fen.ts";
import { timelineOf } from "../src/game/timeline.ts";
import { stepOf } from "../src/review/keys.ts";
import { MoveList } from "../src/review/MoveList.tsx";
import { Note } from "../src/review/Note.tsx";
import { placeText, readPlace, within } from "../src/review/place.ts";
import { plyAt, polyline, ticks } from "../src/review/plot.ts";
import { SummaryTable } from "../src/review/SummaryTable.tsx";
import { CRAZYHOUSE, GAME } from "./games.ts";

const key = (key: string, more = {}) => ({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more });

test("an address says which game and which move, and the nearest that exists is shown", () => {
  assert.deepEqual(readPlace("#game=2&ply=17"), { game: 1, ply: 17 });
  assert.deepEqual(readPlace("#nonsense"), { game: 0, ply: 0 });
  assert.deepEqual(readPlace(placeText({ game: 4, ply: 9 })), { game: 4, ply: 9 });
  assert.deepEqual(within({ game: 9, ply: 99 }, [5, 7]), { game: 1, ply: 7 });
  assert.deepEqual(within({ game: 0, ply: -1 }, []), { game: 0, ply: 0 });
});

test("arrows step through the game, with Shift through its mistakes", () => {
  assert.equal(stepOf(key("ArrowRight")), "next");
  assert.equal(stepOf(key("ArrowLeft", { shiftKey: true })), "mistake-back");
  assert.equal(stepOf(key("ArrowLeft", { altKey: true })), undefined, "the browser goes back by it");
  assert.equal(stepOf(key("x")), undefined);
});

test("a curve fills its box, and a click finds the move again", () => {
  assert.equal(polyline([{ at: 0, part: 0 }, { at: 5, part: 1 }], 10), "0,100 500,0");
  for (let ply = 0; ply <= 137; ply++) assert.equal(plyAt(ply / 137, 137), ply);
  assert.deepEqual([plyAt(-1, 9), plyAt(2, 9), plyAt(0.5, 0)], [0, 9, 0]);
  for (const plies of [0, 1, 9, 80, 150, 5000]) assert.ok(ticks(plies).length <= 9 && ticks(plies)[0] === 0);
});

test("a list has every move in order, one of them current and one for the tab key", () => {
  const list = render(<MoveList timeline={timelineOf(GAME)} ply={4} onPly={() => {}} />);
  const numbers = [...list.matchAll(/class="number">([^<]+)</g)].map((found) => found[1]);
  assert.deepEqual(numbers, ["1A.", "1B.", "1a.", "2A.", "2a."]);
  assert.equal(list.match(/aria-current/g)?.length, 1);
  assert.equal(list.match(/tabindex="0"/gi)?.length, 1);
});

test("a note says what the move cost, what was better, and what was said", () => {
  const note = (ply: number) => render(<Note timeline={timelineOf(GAME)} ply={ply} />).replace(/<[^>]+>/g, "");
  assert.match(note(0), /Start of the game/);
  assert.match(note(1), /Anna, White on A · took 1.0\u00A0s · 0:59.0 left.*Anna says hello/);
  assert.match(note(4), /2A. g4\?\?blunder, costs 50\u00A0% of a game.*Orange mates in 1.*Better: e3 d5, even\./);
  assert.match(note(5), /The end: Orange won \(Anna checkmated\)\./);
});

test("a board has its squares, both players, and the move and the check marked", () => {
  const position = readFen(GAME.after[4]?.[0] ?? "");
  const player = { name: "Anna", rating: "1500", clockMs: 49_000 };
  const board = render(
    <Board name="A" boards={2} position={position} bottom="white" marked={["d8", "h4"]} inCheck
      players={[player, { ...player, name: "Bert", rating: undefined }]} over={false} gauge={undefined} />,
  );
  assert.match(board, /class="light" x="4.4" y="0" width="80" height="80"/);
  assert.equal(/class="dark" d="([^"]*)"/.exec(board)?.[1]?.match(/M[^M]*z/g)?.length, 32);
  assert.match(board, /class="dark" d="M14.4 0h10v10h-10z/, "the dark square on the right of the upper left corner, which is light");
  assert.equal(board.match(/ moved"/g)?.length, 2);
  assert.equal(board.match(/class="check"/g)?.length, 1);
  assert.equal(board.match(/to move/g)?.length, 2, "in words for the eye, and in the description");
  assert.match(board, /Board A<.*Bert.*Anna.*0:49.0/s);
});

test("a summary has a row for each player of one board and of two", () => {
  const rows = (game: typeof GAME) => render(<SummaryTable timeline={timelineOf(game)} />).match(/scope="row"/g)?.length;
  assert.deepEqual([rows(GAME), rows(CRAZYHOUSE)], [4, 2]);
});

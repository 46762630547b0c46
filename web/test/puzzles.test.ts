import assert from "node:assert/strict";
import { test } from "node:test";
import { placeText, readPlace } from "../src/serve/place.ts";
import { askedBoard, questionOf, recordText, solutionOf, taskOf } from "../src/serve/puzzles/words.ts";
import type { AnalysisPosition, PuzzleState } from "../src/wire/messages.ts";
import { meantBy } from "../src/serve/puzzles/keys.ts";

const position = (boards: number, clocks_ms: number[] | null = null): AnalysisPosition =>
  ({ rules: "fics", fens: Array<string>(boards).fill("8/8/8/8/8/8/8/8[] w - - 0 1"), clocks_ms });
const asked = (some: Partial<PuzzleState>) => ({ kind: "mate" as const, seat: 0 as const, moves: 3, position: position(2), ...some });

test("a puzzle says whose it is and what counts", () => {
  assert.equal(taskOf(asked({})), "You are White on A. Mate in 3, by checks alone, whatever arrives for Black on A.");
  assert.equal(taskOf(asked({ position: position(1) })), "You are White. Mate in 3, by checks alone.");
  assert.match(taskOf(asked({ kind: "need", seat: 3 })), /^You are Black on B, and do not mate/);
  const sit = (clocks: number[]) => taskOf(asked({ kind: "sit", seat: 1, position: position(2, clocks) }));
  assert.match(sit([0, 9000, 0, 4800]), /Black on B, your diagonal, .*You are up 4\.2\u00A0s: if both sit, their flag falls first\./);
  assert.match(sit([0, 4800, 0, 9000]), /You are down 4\.2\u00A0s: if both sit, your flag falls first\./);
  assert.deepEqual((["mate", "need", "sit"] as const).map((kind) => questionOf({ kind })), ["Mate with what you hold", "Which piece do you need?", "Sit or move?"]);
  assert.deepEqual([askedBoard({ seat: 1 }), askedBoard({ seat: 2 })], ["A", "B"]);
});

test("a solution is told with its lines", () => {
  const told = (some: Partial<PuzzleState>, answers: string[], lines: string[][]) => solutionOf(asked(some), { answers, lines }).map(({ text, line }) => `${text} ${line}`);
  assert.deepEqual(told({}, ["d1d8"], [["Rd8+", "N@f8", "Rxf8#"]]), ["Mate in 3: Rd8+ N@f8 Rxf8#"]);
  assert.deepEqual(told({ kind: "need" }, ["N", "Q"], [["N@f7#"], ["Q@f7#"]]), ["With a knight: N@f7#", "With a queen: Q@f7#"]);
  assert.match(told({ kind: "sit" }, ["sit"], [["Ke2", "Qf2#"]]).join(), /^Sit\. Whatever you play, Black on A mates; .*: Ke2 Qf2#$/);
  assert.match(told({ kind: "sit" }, ["move"], [["Ke2"], ["Kd1"]]).join(), /^Move\. .* These moves are safe .*: Ke2, Kd1$/);
});

test("a record is told in numbers", () => {
  const record = (puzzles: number, solved: number, failed: number) => recordText({ kind: "mate", puzzles, solved, failed });
  assert.deepEqual([record(0, 0, 0), record(9, 3, 0), record(9, 3, 2)], ["none yet", "3 of 9 solved", "3 of 9 solved, 2 failed"]);
});

test("a puzzle has an address", () => {
  for (const place of [{ at: "puzzles" }, { at: "puzzles", puzzle: 12 }] as const) assert.deepEqual(readPlace(placeText(place)), place);
});

test("a key answers once, however long it is held", () => {
  const key = (key: string, repeat = false) => ({ key, repeat });
  assert.deepEqual(meantBy(key("n"), "need", true, false), { by: "piece", piece: "N" });
  assert.deepEqual(meantBy(key("s"), "sit", true, false), { by: "sitting", sits: true });
  assert.equal(meantBy(key("N"), "need", false, true), "next");
  assert.equal(meantBy(key("n", true), "need", true, false), undefined, "it was pressed for the puzzle before");
  for (const other of ["s", "k", "Enter"]) assert.equal(meantBy(key(other), "need", true, false), undefined, other);
});

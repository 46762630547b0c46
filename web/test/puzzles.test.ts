import assert from "node:assert/strict";
import { test } from "node:test";
import { placeText, readPlace } from "../src/serve/place.ts";
import { after, streakText } from "../src/serve/puzzles/streak.ts";
import { answerBoard, askedBoard, hintOf, lineBoard, questionOf, recordText, solutionOf, taskOf } from "../src/serve/puzzles/words.ts";
import type { AnalysisPosition, PuzzleState } from "../src/wire/messages.ts";
import { meantBy } from "../src/serve/puzzles/keys.ts";

const position = (boards: number, clocks_ms: number[] | null = null): AnalysisPosition =>
  ({ rules: "fics", fens: Array<string>(boards).fill("8/8/8/8/8/8/8/8[] w - - 0 1"), clocks_ms });
const asked = (some: Partial<PuzzleState>) => ({ kind: "mate" as const, seat: 0 as const, moves: 3, position: position(2), ...some });

test("a puzzle says whose it is and what counts", () => {
  assert.equal(taskOf(asked({})), "White on A to play and mate in 3. Every move is a check, and no piece that reaches Black on A helps.");
  assert.equal(taskOf(asked({ position: position(1) })), "White to play and mate in 3. Every move is a check.");
  assert.match(taskOf(asked({ kind: "need", seat: 3 })), /^You play Black on B\. With one more piece/);
  const sit = (clocks: number[]) => taskOf(asked({ kind: "sit", seat: 1, position: position(2, clocks) }));
  assert.match(sit([0, 9000, 0, 4800]), /Black on B, your diagonal, .*You are up 4\.2\u00A0s: if both sit, their flag falls first\./);
  assert.match(sit([0, 4800, 0, 9000]), /You are down 4\.2\u00A0s: if both sit, your flag falls first\./);
  assert.deepEqual((["mate", "take", "need", "give", "sit"] as const).map((kind) => questionOf({ kind })),
    ["Mate with what you hold", "What does your partner take?", "Which piece do you need?", "Take, and do not give", "Sit or move?"]);
  assert.match(taskOf(asked({ kind: "take" })), /your partner, Black on B, is to move too.*Take it on your partner's board, or choose it\.$/);
  assert.match(taskOf(asked({ kind: "give", seat: 1 })), /Black on B is to move, and mates your partner with a piece that White on A takes from you\./);
  assert.deepEqual([askedBoard({ seat: 1 }), askedBoard({ seat: 2 })], ["A", "B"]);
  const boards = (kind: PuzzleState["kind"]) => [answerBoard({ kind, seat: 0 }), lineBoard({ kind, seat: 0 })].join("");
  assert.deepEqual((["mate", "take", "need", "give", "sit"] as const).map(boards), ["AA", "BA", "AA", "AB", "AA"]);
});

test("a solution is told with its lines", () => {
  const told = (some: Partial<PuzzleState>, answers: string[], lines: string[][], pieces: string[] = []) => solutionOf(asked(some), { answers, lines, pieces }).map((told) => `${told.text} ${told.lines.map((at) => (lines[at] ?? []).join(" ")).join(", ")}`);
  assert.deepEqual(told({}, ["d1d8"], [["Rd8+", "N@f8", "Rxf8#"]]), ["Mate in 3: Rd8+ N@f8 Rxf8#"]);
  assert.deepEqual(told({ kind: "need" }, ["N", "Q"], [["N@f7#"], ["Q@f7#"]]), ["With a knight: N@f7#", "With a queen: Q@f7#"]);
  assert.deepEqual(told({ kind: "take", moves: 1 }, ["e4d5", "c3d5"], [["N@f7#"]], ["N"]), ["Black on B takes the knight (e4\u00D7d5 or c3\u00D7d5). Then it is mate in 1: N@f7#"]);
  assert.deepEqual(told({ kind: "give" }, ["e4d5"], [["N@f7#"]], ["N"]), ["e4\u00D7d5 gives nothing that mates. ", "White on B with a knight: N@f7#"]);
  assert.match(told({ kind: "sit" }, ["sit"], [["Ke2", "Qf2#"]]).join(), /^Sit\. Whatever you play, Black on A mates; .*: Ke2 Qf2#$/);
  assert.match(told({ kind: "sit" }, ["move"], [["Ke2"], ["Kd1"]]).join(), /^Move\. .* These moves do not get you mated: Ke2, Kd1$/);
});

test("a hint tells first what moves, then where to", () => {
  const told = (kind: PuzzleState["kind"], squares: string[], piece: string | null) => ([1, 2] as const).map((level) => hintOf(asked({ kind }), { squares, piece }, level));
  assert.deepEqual(told("mate", ["f7", "h6"], null), ["It begins with the man on f7.", "The man on f7 goes to h6."]);
  assert.deepEqual(told("mate", ["f7"], "N"), ["It begins with a piece from your hand: the knight.", "The knight goes to f7."]);
  assert.equal(told("need", ["f7"], "N")[1], "The piece comes to f7.");
  assert.deepEqual(told("take", ["f7"], "N")[1], "The new piece comes to f7.");
  assert.match(told("give", ["f7"], "N").join(), /Look at White on B.*begins on f7.*Black on A could take/);
  assert.match(told("sit", [], null).join(), /Black on A threatens.*whose flag falls first/);
});

test("a streak grows by puzzles solved without a hint, and ends with one that is not", () => {
  let streak = { now: 0, best: 0 };
  for (const [isSolved, tookHint] of [[true, false], [true, false], [true, true], [false, false], [true, false]] as const) streak = after(streak, isSolved, tookHint);
  assert.deepEqual(streak, { now: 1, best: 2 });
  assert.deepEqual([streakText(streak), streakText({ now: 3, best: 3 }), streakText({ now: 0, best: 0 })], ["1 in a row, 2 at best", "3 in a row, your best", ""]);
});

test("a record is told in numbers", () => {
  const record = (puzzles: number, solved: number, failed: number) => recordText({ kind: "mate", puzzles, solved, failed });
  assert.deepEqual([record(0, 0, 0), record(9, 3, 0), record(9, 3, 2)], ["none yet", "3 of 9 solved", "3 of 9 solved, 2 failed"]);
});

test("a puzzle has an address", () => {
  for (const place of [{ at: "puzzles" }, { at: "puzzles", puzzle: 12 }, { at: "puzzles", puzzle: -987654321012 }] as const) assert.deepEqual(readPlace(placeText(place)), place);
});

test("a key answers once, however long it is held", () => {
  const key = (key: string, repeat = false) => ({ key, repeat });
  assert.deepEqual(meantBy(key("n"), "need", true, false), { by: "piece", piece: "N" });
  assert.deepEqual(meantBy(key("q"), "take", true, false), { by: "piece", piece: "Q" });
  assert.deepEqual(meantBy(key("s"), "sit", true, false), { by: "sitting", sits: true });
  assert.equal(meantBy(key("N"), "need", false, true), "next");
  assert.equal(meantBy(key("n", true), "need", true, false), undefined, "it was pressed for the puzzle before");
  for (const other of ["s", "k", "Enter"]) assert.equal(meantBy(key(other), "need", true, false), undefined, other);
});

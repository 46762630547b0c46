import assert from "node:assert/strict";
import { test } from "node:test";
import { handOf, readFen } from "../src/game/fen.ts";
import { imagined, placement } from "../src/live/moves.ts";
import { FIRST_GAME } from "../src/serve/learn/firstGame.ts";
import { awaited, begun, boardOfReader, flightOf, hintOf, isRight, moved, passed, sat, STEPS, type Course } from "../src/serve/learn/lesson.ts";
import { placeText, readPlace } from "../src/serve/place.ts";

/** The courses of a step, one for each act and one for its end. */
function coursesOf(step: (typeof STEPS)[number]): Course[] {
  const courses = [begun(step)];
  for (const act of step.acts) {
    const course = courses.at(-1) as Course;
    if (act.by === "sit") courses.push(sat(course));
    else if (act.by === "time") courses.push({ ...passed(course, 1000 * act.seconds), acts: course.acts + 1 });
    else courses.push(moved(course, act, true));
  }
  return courses;
}

test("each step begins with an act, ends without one, and asks the reader for something", () => {
  assert.equal(STEPS.length, 6);
  for (const step of STEPS) {
    const courses = coursesOf(step);
    assert.ok(awaited(courses[0] as Course));
    assert.equal(awaited(courses.at(-1) as Course), undefined);
    assert.ok(step.acts.some(({ by }) => by === "you" || by === "sit"), step.title);
  }
});

test("a move puts the men where its positions say, and a captured piece flies to the partner", () => {
  for (const step of STEPS) {
    const courses = coursesOf(step);
    step.acts.forEach((act, number) => {
      if (act.by !== "you" && act.by !== "other") return;
      const course = courses[number] as Course;
      const [at, other] = act.board === "A" ? [0, 1] as const : [1, 0] as const;
      const before = readFen(course.boards[at]);
      assert.equal(placement(imagined(before, before.onTurn, act.move)), placement(readFen(act.after[at])), act.move);
      const flight = flightOf(course, act);
      assert.equal(flight !== undefined, course.boards[other] !== act.after[other], act.move);
      if (!flight) return;
      const color = flight.sign === flight.sign.toUpperCase() ? "white" : "black";
      const held = (fen: string) => handOf(readFen(fen), color).find(([sign]) => sign === flight.sign)?.[1] ?? 0;
      assert.equal(held(act.after[other]), held(course.boards[other]) + 1);
      assert.deepEqual(moved(course, act, false).boards[other], course.boards[other], "it is not there before it has arrived");
    });
  }
});

test("only the move that is asked for is right, and an arrow shows it", () => {
  const [first, , third] = STEPS.map(begun);
  assert.ok(first && third);
  assert.ok(isRight(first, "A", "e2e4"));
  for (const [board, move] of [["A", "d2d4"], ["B", "e2e4"]] as const) assert.ok(!isRight(first, board, move));
  assert.deepEqual(hintOf(awaited(first)), { board: "A", from: "e2", to: "e4" });
  assert.deepEqual(hintOf(awaited(third)), { board: "B", from: "f2", drop: "N" });
  assert.deepEqual(STEPS.map((step) => boardOfReader(begun(step))), ["A", "A", "B", "A", "A", "A"]);
});

test("the clocks of those on turn run, and one who moves sits no longer", () => {
  const last = begun(STEPS[5] as (typeof STEPS)[number]);
  assert.deepEqual(passed(last, 9000).clocks, [3000, 31000, 0, 27000]);
  const fifth = coursesOf(STEPS[4] as (typeof STEPS)[number]);
  assert.deepEqual(fifth.map(({ sits }) => sits), [false, true, true, false]);
});

test("the lesson has an address, and its game a good partner against beginners", () => {
  assert.deepEqual(readPlace(placeText({ at: "learn" })), { at: "learn" });
  const elo = FIRST_GAME.seats.map((sitter) => (sitter.who === "me" ? undefined : sitter.level.elo));
  assert.deepEqual(elo, [undefined, 500, 500, 1700]);
});

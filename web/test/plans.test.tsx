import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { arrowsOfPlan } from "../src/serve/analysis/arrows.ts";
import { Plans } from "../src/serve/analysis/Plans.tsx";
import {
  boardsOnTurn, caseShown, decidedByClocks, lineOf, movesOf, planInWords, plansFor, shareInWords, sitsOn, USUAL_WISH, type Wish,
} from "../src/serve/analysis/plans.ts";
import type { AnalysisPosition, ClocksCase, PlanParts, PlanState, Seat, TeamPlans } from "../src/wire/messages.ts";

const WHITE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const BLACK = WHITE.replace(" w ", " b ");

const position = (a: string, b: string, clocks_ms: number[] | null = null): AnalysisPosition => ({ rules: "fics", fens: [a, b], clocks_ms });

const step = (seat: Seat, coordinates: string, san: string) => ({ seat, coordinates, san, handed: null });

/** A plan of team one, White on A and Black on B. */
const plan = (A: string | null, B: string | null, more: Partial<PlanState> = {}): PlanState => {
  const parts: PlanParts = { A, B };
  return { moves: parts, san: parts, wins: 0.5, margin: 0, proof: null, depth: 5, line: [], why: [], ...more };
};

const cases = (best: Partial<Record<ClocksCase, readonly PlanState[]>>): TeamPlans => ({
  team: "one", must_move: null, cases: Object.entries(best).map(([clocks, plans]) => ({ clocks: clocks as ClocksCase, plans: [...plans] })),
});

test("a team is on turn on two boards, on one, or on none", () => {
  for (const [a, b, one, two] of [
    [WHITE, BLACK, ["A", "B"], []],
    [WHITE, WHITE, ["A"], ["B"]],
    [BLACK, BLACK, ["B"], ["A"]],
    [BLACK, WHITE, [], ["A", "B"]],
  ] as const) {
    assert.deepEqual([boardsOnTurn(position(a, b), "one"), boardsOnTurn(position(a, b), "two")], [one, two]);
  }
});

test("exact clocks are shown where they are known and nothing else was chosen", () => {
  for (const [chosen, hasClocks, shown] of [
    [undefined, true, "known"], [undefined, false, "level"], ["behind", true, "behind"], ["ahead", false, "ahead"], ["known", false, "level"],
  ] as const) {
    assert.equal(caseShown(chosen, hasClocks), shown);
  }
});

test("a plan is said in the order of the boards, with what it is worth or what is proved of it", () => {
  assert.equal(planInWords(plan("Nxf6", "sit")), "A Nxf6 \u00B7 B sit");
  assert.equal(planInWords(plan(null, "Qxf7#")), "B Qxf7#");
  for (const [outcome, moves, said] of [
    ["mates", 0, "mate"], ["mates", 2, "mate in 2"], ["wins_unless_helped", 3, "wins in 3"], ["mated", 1, "mated in 1"], ["loses_unless_helped", 4, "loses in 4"],
  ] as const) {
    assert.equal(shareInWords(plan("e2e4", null, { proof: { outcome, moves } })), said);
  }
  assert.equal(shareInWords(plan("e2e4", null, { wins: 0.723 })), "72\u00A0%");
  const line = [step(3, "c3f6", "Nxf6"), step(2, "g7f6", "gxf6"), step(0, "N@f7", "N@f7#")];
  const said = lineOf(plan("sit", "c3f6", { line })).map(({ board, san }) => ({ board, san }));
  assert.deepEqual(said, [{ board: "B", san: "Nxf6" }, { board: undefined, san: "gxf6" }, { board: "A", san: "N@f7#" }]);
});

test("a plan that is pressed plays its parts in the order of its line, and nothing of a part that sits", () => {
  const a = { board: "A", coordinates: "N@f7" };
  const b = { board: "B", coordinates: "c3f6" };
  const [drop, capture] = [step(0, "N@f7", "N@f7#"), step(3, "c3f6", "Nxf6")];
  assert.deepEqual(movesOf(plan("N@f7", "c3f6", { line: [capture, drop] })), [b, a], "the capture hands the knight over");
  assert.deepEqual(movesOf(plan("N@f7", "c3f6", { line: [drop, capture] })), [a, b]);
  assert.deepEqual(movesOf(plan("sit", "c3f6", { line: [capture, drop] })), [b]);
  assert.deepEqual(movesOf(plan(null, "c3f6", { line: [capture] })), [b]);
  const reply = step(2, "d7d5", "d5");
  assert.deepEqual(movesOf(plan("sit", null, { line: [reply, drop] })), [{ board: "B", coordinates: "d7d5" }], "sitting waits for it");
  assert.deepEqual(movesOf(plan("sit", null)), []);
});

test("arrows of a plan: its move, what it waits for, and what is expected of the opponents", () => {
  const line = [step(3, "c3f6", "Nxf6"), step(0, "N@f7", "N@f7#")];
  const waits = plan("sit", "c3f6", { line });
  assert.deepEqual(arrowsOfPlan(waits, "B", "black"), [{ from: "c3", to: "f6", brush: "green" }]);
  assert.deepEqual(arrowsOfPlan(waits, "A", "white"), [{ from: "f7", brush: "yellow" }, { from: "f7", brush: "yellow", drop: { color: "white", kind: "N" } }]);
  assert.ok(sitsOn(waits, "A") && !sitsOn(waits, "B"));
  const alone = plan("e2e4", null, { line: [step(0, "e2e4", "e4"), step(2, "d2d4", "d4")] });
  assert.deepEqual(arrowsOfPlan(alone, "B", "white"), [{ from: "d2", to: "d4", brush: "blue" }]);
  assert.deepEqual(arrowsOfPlan(plan("sit", "c3f6"), "A", "white"), []);
});

test("the clocks decide where the best plan of one case costs something in another", () => {
  const [sits, takes] = [plan("sit", "d7d5", { wins: 0.6 }), plan("Qxf7", "d7d5", { wins: 0.4 })];
  assert.equal(decidedByClocks(cases({ ahead: [sits, takes], level: [takes], behind: [takes] })), "The clocks decide: ahead A sit, level or behind A Qxf7.");
  const alone = cases({ ahead: [plan("sit", null)], behind: [plan("Qxf7", null)] });
  assert.equal(decidedByClocks(alone), "The clocks decide: ahead sit, behind Qxf7.");
  assert.equal(decidedByClocks(cases({ ahead: [sits], level: [sits], behind: [sits] })), undefined);
  const nearly = { ...sits, wins: 0.39 };
  assert.equal(decidedByClocks(cases({ ahead: [{ ...takes, wins: 0.61 }, sits], behind: [takes, nearly], level: [nearly, takes] })), undefined, "either is as good");
  assert.equal(decidedByClocks(undefined), undefined);
  assert.deepEqual(plansFor(cases({ level: [takes] }), "level"), [takes]);
  assert.deepEqual(plansFor(cases({ level: [takes] }), "known"), []);
});

test("the panel has the plans with the reasons of the first, and says when there are none", () => {
  const wish: Wish = USUAL_WISH;
  const text = (at: AnalysisPosition, plans: TeamPlans | undefined, isOn = true, whose = wish) => render(
    <Plans position={at} plans={plans} choice={{ wish: whose, clocks: "level", at: 0 }} isOn={isOn} ended={undefined} onWish={() => undefined}
      onClocks={() => undefined} onShow={() => undefined} onPlay={() => undefined} onLine={{ show: () => undefined, play: () => undefined }} />,
  );
  const [first, second] = [plan("Nxf6", "sit", { why: ["White on A takes the knight."], wins: 0.72 }), plan("e4", "d5", { why: ["White on A is ahead."] })];
  const shown = text(position(WHITE, BLACK), cases({ level: [first, second] }));
  assert.match(shown, /72\u00A0%.*White on A takes the knight\..*50\u00A0%/s);
  assert.ok(!shown.includes("<p>White on A is ahead.") && shown.includes('title="White on A is ahead."'));
  assert.ok(!shown.includes("Exact") && text(position(WHITE, BLACK, [1, 1, 1, 1]), undefined).includes("Exact"));
  assert.ok(text(position(WHITE, BLACK), undefined).includes("Thinking"));
  assert.ok(text(position(WHITE, BLACK), undefined, false).includes("The engine is off."));
  assert.match(text(position(BLACK, WHITE), undefined), /Blue is on turn on neither board\..*Plans of Orange/s);
});

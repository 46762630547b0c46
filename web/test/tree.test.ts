import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeInWords, outcomeShare } from "../src/game/result.ts";
import { bpgnOf, nameOf } from "../src/serve/analysis/bpgn.ts";
import { hasRight, possibleRights, withRight } from "../src/serve/analysis/edit.ts";
import { START } from "../src/serve/analysis/look.ts";
import { current, goTo, grown, promoted, rooted, variationOf, without, type Tree } from "../src/serve/analysis/tree.ts";
import type { AnalysisPosition } from "../src/wire/messages.ts";

const position: AnalysisPosition = { rules: "fics", fens: [START, START], clocks_ms: null };
const node = (coordinates: string) => ({ move: { board: "A" as const, coordinates, san: coordinates, number: "1A.", squares: [] }, position, boards: [] });

/** e4 (1) e5 (2) f4 (3); d4 (4) d5 (5) instead of e4; and g4 (6) instead of f4. */
function tree(): Tree {
  let tree = rooted(position, []);
  for (const [from, move] of [[0, "e4"], [1, "e5"], [2, "f4"], [0, "d4"], [4, "d5"], [2, "g4"]] as const) tree = grown(tree, from, node(move));
  return tree;
}

/** The moves of a tree as words, variations in brackets. */
function words(tree: Tree): string {
  const text = bpgnOf(tree, new Date("2026-01-31"));
  return text.slice(text.indexOf("]\n\n") + 3).replaceAll("1A. ", "").trim();
}

test("a variation is deleted with what follows it, and its parent is shown", () => {
  assert.equal(words(tree()), "e4 ( d4 d5 ) e5 f4 ( g4 ) *");
  assert.equal(words(without(tree(), 4)), "e4 e5 f4 ( g4 ) *");
  assert.equal(words(without(tree(), 1)), "d4 d5 *");
  const left = without(goTo(tree(), 3), 2);
  assert.deepEqual([words(left), current(left).move?.san], ["e4 ( d4 d5 ) *", "e4"]);
  assert.equal(current(without(goTo(tree(), 6), 4)).move?.san, "g4", "what stays is shown as before");
  assert.equal(without(tree(), 0).nodes.length, 7, "the root stays");
});

test("a variation takes the place of the main line", () => {
  assert.deepEqual([1, 3, 5, 6].map((at) => variationOf(tree(), at)), [undefined, undefined, 4, 6]);
  assert.equal(words(promoted(tree(), 5)), "d4 ( e4 e5 f4 ( g4 ) ) d5 *");
  assert.equal(words(promoted(tree(), 6)), "e4 ( d4 d5 ) e5 g4 ( f4 ) *");
  assert.deepEqual(promoted(tree(), 3), tree());
});

test("a kept analysis has a name, which is its first moves if nobody gives one", () => {
  assert.equal(nameOf(tree()), "1A. e4 1A. e5 1A. f4");
  assert.equal(nameOf(rooted(position, [])), "Position");
  assert.match(bpgnOf({ ...tree(), name: 'The "big" one' }, new Date("2026-01-31")), /\[StudyName "The \\"big\\" one"\]/);
});

test("castling is switched where king and rook are at home", () => {
  assert.deepEqual(possibleRights(START), ["K", "Q", "k", "q"]);
  const moved = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[] w Q - 0 1";
  assert.deepEqual(possibleRights(moved), ["Q"]);
  assert.equal(withRight(START, "Q", false), START.replace("KQkq", "Kkq"));
  assert.equal(withRight(withRight(moved, "Q", false), "Q", true), moved);
  assert.ok(hasRight(START, "q") && !hasRight(withRight(START, "q", false), "q"));
});

test("the end of a game is said with its winner, and fills the bar to that side", () => {
  const mate = { winner: "one" as const, reason: "Black on A is mated" };
  assert.equal(outcomeInWords(mate, 2), "Black on A is mated: team Blue wins");
  assert.equal(outcomeInWords({ winner: "two", reason: "White is mated" }, 1), "White is mated: Black wins");
  assert.equal(outcomeInWords({ winner: null, reason: "Black is stalemated" }, 1), "Black is stalemated: a draw");
  assert.deepEqual([outcomeShare(mate), outcomeShare({ winner: "two" }), outcomeShare({ winner: null })], [1, 0, 0.5]);
});

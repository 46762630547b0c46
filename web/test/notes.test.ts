import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutCommands } from "../src/game/comment.ts";
import { notesText, withNotes } from "../src/serve/analysis/addressNotes.ts";
import { bpgnOf } from "../src/serve/analysis/bpgn.ts";
import { START } from "../src/serve/analysis/look.ts";
import { noteText, readNote, toggled } from "../src/serve/analysis/notes.ts";
import { treeOf } from "../src/serve/analysis/opened.ts";
import { pressed, withArrow } from "../src/serve/analysis/Pen.tsx";
import { commented, current, drawn, goTo, grown, nodeBy, rooted, toEnd, type Tree } from "../src/serve/analysis/tree.ts";
import { placeText, readPlace } from "../src/serve/place.ts";
import { withGames } from "../src/serve/review/report.ts";
import type { AnalysisPosition } from "../src/wire/messages.ts";
import type { GameRecord } from "../src/game/record.ts";

const position: AnalysisPosition = { rules: "fics", fens: [START, START], clocks_ms: null };
const node = (board: "A" | "B", coordinates: string, number: string) => ({ move: { board, coordinates, san: coordinates, number, squares: [] }, position, boards: [] });

/** 1A. e2e4 with a comment and arrows on both boards, 1B. d2d4, and another first move. */
function tree(): Tree {
  let tree = rooted(position, []);
  tree = grown(tree, 0, node("A", "e2e4", "1A."));
  tree = commented(tree, "a plan {of mine} [%cal here]");
  tree = drawn(tree, "A", [{ from: "e4", to: "e5", brush: "green" }, { from: "f7", brush: "red" }]);
  tree = drawn(tree, "B", [{ from: "d2", to: "d4", brush: "yellow" }]);
  tree = grown(tree, 1, node("B", "d2d4", "1B."));
  tree = grown(tree, 0, node("A", "c2c4", "1A."));
  return tree;
}

test("a note is written as PGN has it, and read again", () => {
  const text = noteText(tree().nodes[1] ?? {}, "A");
  assert.equal(text, "a plan (of mine) [ %cal here] [%cal Ge4e5] [%csl Rf7] [%cal-B Yd2d4]");
  assert.deepEqual(readNote([text], "A"), {
    comment: "a plan (of mine) [ %cal here]",
    drawings: { A: [{ from: "e4", to: "e5", brush: "green" }, { from: "f7", brush: "red" }], B: [{ from: "d2", to: "d4", brush: "yellow" }] },
  });
  assert.deepEqual(readNote(["[%eval 0.3] good [%cal Ge2e4,Xa1a2,Ra9a1]", "[%csl Bb1]"], "B"), {
    comment: "good", drawings: { B: [{ from: "e2", to: "e4", brush: "green" }, { from: "b1", brush: "blue" }] },
  });
  assert.deepEqual(readNote([], "A"), {});
  assert.equal(withoutCommands("so [%cal Ge2e4] it is"), "so it is");
});

test("a tree is written with its variations and notes", () => {
  const [head = "", moves = ""] = bpgnOf(tree(), new Date("2026-01-31")).split("\n\n");
  assert.match(head, /^\[Event "Analysis"\]\n\[Date "2026\.01\.31"\]\n\[Rules "fics"\]\n\[SetUp "1"\]\n\[FEN "rnbq.* \| rnbq.*"\]\n\[Result "\*"\]$/);
  assert.equal(moves.replaceAll("\n", " ").trim(), "1A. e2e4 {a plan (of mine) [ %cal here] [%cal Ge4e5] [%csl Rf7] [%cal-B Yd2d4]} ( 1A. c2c4 ) 1B. d2d4 *");
  assert.ok(moves.split("\n").every((line) => line.length <= 80), moves);
});

test("the notes of the line that is shown are in the address", () => {
  const shown = goTo(tree(), 2);
  const notes = notesText(shown);
  assert.equal(notes, "1 a plan (of mine) [ %cal here] [%cal Ge4e5] [%csl Rf7] [%cal-B Yd2d4]");
  const place = { at: "analysis", position, moves: ["Ae2e4", "Bd2d4"], notes } as const;
  assert.deepEqual(readPlace(placeText(place)), place);
  const bare = { ...shown, nodes: shown.nodes.map(({ comment: _, drawings: __, ...node }) => node) };
  assert.equal(notesText(withNotes(bare, notes)), notes);
  assert.equal(withNotes(bare, "9 nothing there\nnonsense").nodes[1]?.comment, undefined);
  assert.equal(notesText(commented(shown, "x".repeat(4000))), "", "too long for an address");
  assert.deepEqual(readPlace("#/analysis/7?ply=3"), { at: "analysis", position: undefined, moves: [], archived: 7, ply: 3 });
});

test("an opened game is a tree with its notes", () => {
  const ply = (after: number, board: "A" | "B", coordinates: string) => ({ after, board, coordinates, san: coordinates, squares: [], fens: [START, START] });
  const opened = treeOf({ name: null, rules: "fics", start: [START, START], clocks_ms: null, said: [["before"], ["after [%cal Ge2e4]"], [], ["or"], []], plies: [ply(0, "A", "e2e4"), ply(1, "B", "d2d4"), ply(1, "B", "c2c4"), ply(0, "A", "d2d4")] }, 1);
  assert.equal(opened.at, 1);
  assert.equal(toEnd(opened).at, 2);
  assert.deepEqual([nodeBy(opened, ["Ae2e4", "Bc2c4"]), nodeBy(opened, ["Ad2d4"]), opened.nodes[3]?.comment], [3, 4, "or"]);
  const saved = bpgnOf(opened, new Date("2026-01-31"));
  assert.ok(saved.endsWith("{before} 1A. e2e4 {after [%cal Ge2e4]} ( 1A. d2d4 ) 1B. d2d4 ( 1B. c2c4 {or} ) *\n"), saved);
  assert.deepEqual([opened.nodes[0]?.comment, current(opened).comment, current(opened).drawings], ["before", "after", { A: [{ from: "e2", to: "e4", brush: "green" }] }]);
  assert.deepEqual([nodeBy(opened, ["Ae2e4", "Bd2d4"]), nodeBy(opened, ["Bd2d4"]), nodeBy(opened, [])], [2, undefined, 0]);
  assert.equal(current(opened).move?.number, "1A.");
});

test("two presses draw an arrow, one square twice a ring, and the same again takes it away", () => {
  const first = pressed({ brush: "red" }, "A", "e2");
  assert.equal(first.arrow, undefined);
  assert.deepEqual(pressed(first.pen, "A", "e4").arrow, { from: "e2", to: "e4", brush: "red" });
  assert.deepEqual(pressed(first.pen, "A", "e2").arrow, { from: "e2", brush: "red" });
  assert.equal(pressed(first.pen, "B", "e4").arrow, undefined, "an arrow stays on its board");
  const arrow = { from: "e2", to: "e4", brush: "red" } as const;
  const once = withArrow(goTo(tree(), 0), "A", arrow);
  assert.deepEqual(current(once).drawings, { A: [arrow] });
  assert.equal(current(withArrow(once, "A", arrow)).drawings, undefined);
  assert.deepEqual(toggled([arrow], { ...arrow, brush: "blue" }), [{ ...arrow, brush: "blue" }]);
});

test("a report is the page with its games, none of which ends its element", () => {
  const game = { players: ["</script><b>"] } as unknown as GameRecord;
  assert.equal(withGames("<page>", [game]), "<page><script type=\"application/json\" class=\"game\">{\"players\":[\"\\u003c/script>\\u003cb>\"]}</script>\n");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import type { Judging } from "../src/players/Mistakes.tsx";
import { placeText, readPlace } from "../src/players/place.ts";
import { PositionView } from "../src/players/PositionView.tsx";
import { Report } from "../src/players/Report.tsx";
import type { DropRow, Example, PlayerReport, ScoreRow } from "../src/players/report.ts";
import { differenceText, inUnit, mostDropped } from "../src/players/words.ts";
import { GAME } from "./games.ts";

const EXAMPLE: Example = {
  place: "games.bpgn:7", players: ["Anna", "Bert", "Carl", "Dora"], date: "2026.01.31", result: "0-1", ply: 3,
  board: "A", color: "black", move: "2A. g4", squares: ["g2", "g4"], fens: GAME.after[2] ?? [], clocks_ms: [59_000, 58_000, 57_000, 56_000],
};

const row = (name: string, more: Partial<ScoreRow> = {}): ScoreRow => ({ name, games: 4, won: 2, drawn: 1, lost: 1, share: 0.625, within: 0.3, ...more });

const drops = (piece: string, at: Record<number, number> = {}): DropRow => ({
  piece, drops: 3, checks: 1, shares: [0.1, 0.02], squares: Array.from({ length: 64 }, (_, square) => at[square] ?? 0),
});

const REPORT: PlayerReport = {
  player: "Bert", games: 4, score: row("all"),
  findings: [{ about: "sat", text: "Sat 0 times in 4 games; the others sat 1.3 times a game.", shows_player: false, examples: [EXAMPLE] }],
  measures: [
    { habit: "sat", measure: "times sat a game", unit: "count", own: 0, others: 1.3, difference: -1.3, within: 0.2, is_clear: true },
    { habit: "loss", measure: "part of a game that a move costs", unit: "share", own: null, others: null, difference: null, within: null, is_clear: false },
  ],
  colors: [row("White"), row("Black")], seats: [row("White on A", { games: 0 })], clocks: [row("180+0")], partners: [row("Carl")],
  openings: [{ ...row("e4 e5 Nf3 Nc6"), color: "black" }],
  endings: [{ name: "mate on the own board", won: 2, lost: 1 }],
  drops: [drops("pawn", { 44: 2, 0: 1 })],
};

test("numbers have their unit, their sign and as many digits as they are worth", () => {
  assert.deepEqual([inUnit(0, "count"), inUnit(0.3, "count"), inUnit(12.34, "count"), inUnit(null, "count")], ["0", "0.30", "12.3", "\u2013"]);
  assert.deepEqual([inUnit(0.031, "share"), inUnit(0.5, "share"), inUnit(0.4, "seconds")], ["3.1\u00A0%", "50\u00A0%", "0.40\u00A0s"]);
  assert.equal(differenceText(-1.3, 0.2, "count"), "\u22121.3 \u00B1 0.20");
  assert.equal(differenceText(null, null, "count"), "\u2013");
});

test("squares are named as the player sees them", () => {
  assert.equal(mostDropped(drops("pawn", { 44: 2, 0: 1, 63: 5, 7: 1 }), 2), "h8\u00A05, e6\u00A02");
  assert.equal(mostDropped(drops("queen")), "");
});

test("an address opens a position, and anything else opens none", () => {
  assert.deepEqual(readPlace(placeText({ group: "habit-2", at: 1 })), { group: "habit-2", at: 1 });
  for (const other of ["", "#", "#game=1", "#habit-2", "#<b>.1"]) assert.equal(readPlace(other), undefined, other);
});

test("a report says what was found, beside whom, and opens a position", () => {
  const page = (chosen?: { group: string; at: number }) => render(<Report report={REPORT} chosen={chosen} onChoose={() => {}} />);
  const closed = page();
  for (const part of ["<h1>Bert</h1>", "Sat 0 times in 4 games", "Where the others did so:", "2A. g4", "Carl", "Black: e4 e5 Nf3 Nc6", "mate on the own board"]) {
    assert.ok(closed.includes(part), part);
  }
  assert.ok(!closed.includes("part of a game that a move costs"), "nothing is known of it");
  assert.ok(!closed.includes("White on A</th>"), "no game was played there");
  assert.ok(!closed.includes("Before 2A. g4"));
  assert.ok(page({ group: "habit-1", at: 0 }).includes("Before 2A. g4"));
  assert.ok(!page({ group: "habit-1", at: 2 }).includes("Before"), "there is no third one");
});

test("the mistakes are waited for while the engine judges, or the reason is said for which it does not", () => {
  const none = () => undefined;
  const { accuracy: _, ...counted } = REPORT;
  const shown = (judging: Judging | undefined) => render(<Report report={counted} chosen={undefined} onChoose={none} judging={judging} />);
  assert.ok(shown({ is: "running", done: 120, of: 400 }).includes("Judging: 120 of 400 moves"));
  assert.ok(shown({ is: "refused", reason: "48 questions wait already" }).includes("48 questions wait already."));
  assert.ok(!shown(undefined).includes("Mistakes"));
});

test("a position has the team that it is about below, and marks the move on its own board", () => {
  const [a = "", b = ""] = render(<PositionView example={EXAMPLE} />).split("id=\"board-B\"");
  assert.equal(a.match(/ moved"/g)?.length, 2);
  assert.equal(b.match(/ moved"/g), null);
  assert.ok(a.indexOf("Anna") < a.indexOf("class=\"squares\"") && a.lastIndexOf("Bert") > a.indexOf("class=\"squares\""), "Bert is below");
});

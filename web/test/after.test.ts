import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameRecord } from "../src/game/record.ts";
import { setupAgain } from "../src/serve/after/again.ts";
import { momentsOf } from "../src/serve/after/moments.ts";
import { gameAt } from "../src/serve/after/past.ts";
import { heardQuick, type QuickReview } from "../src/serve/after/quick.ts";
import { target, type Shown } from "../src/serve/after/useSteps.ts";
import type { GameState, PlyState, Seat, SeatState, TableState, ToPage } from "../src/wire/messages.ts";
import { GAME, ply } from "./games.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const TAKEN = "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[] b KQkq - 0 2";
const played = (seat: Seat, san: string, fen: string, some: Partial<PlyState> = {}): PlyState =>
  ({ seat, coordinates: "a1a2", san, squares: ["a1", "a2"], at_ms: 0, clock_ms: 1000 * (seat + 1), handed: null, fen, ...some });
const game = (plies: PlyState[]): GameState => ({
  number: 1, start: [START, START], plies, words: [], draw_offers: [], archived: null,
  boards: [{ board: "A", fen: "end A", on_turn: 0, check: false, legal: [] }, { board: "B", fen: "end B", on_turn: 2, check: false, legal: [] }],
  clocks: [0, 1, 2, 3].map(() => ({ left_ms: 7, runs_from_ms: null })),
  result: { result: "1-0", winner: "one", kind: "mate", reason: "", archived: null },
});

test("a game as it stood has the boards, holdings, clocks and checks of that moment", () => {
  const whole = game([played(0, "Nf3", TAKEN), played(2, "Nxg8+", TAKEN, { handed: "N" }), played(1, "e5", "after e5[n] w - - 0 3")]);
  assert.equal(gameAt(whole, 3, "180"), whole);
  const start = gameAt(whole, 0, "180+2");
  assert.deepEqual(start.boards.map(({ fen, on_turn }) => [fen, on_turn]), [[START, 0], [START, 2]]);
  assert.deepEqual(start.clocks.map(({ left_ms }) => left_ms), [180_000, 180_000, 180_000, 180_000]);
  const two = gameAt(whole, 2, "180");
  // White on B has captured a knight, which White's partner, Black on A, holds: it has a black man's color.
  assert.match(two.boards[0]?.fen ?? "", /\[n\] b/);
  assert.deepEqual(two.boards.map(({ check, on_turn }) => [check, on_turn]), [[false, 1], [true, 3]]);
  assert.deepEqual(two.clocks.map(({ left_ms }) => left_ms), [1000, 180_000, 3000, 180_000]);
  assert.equal(two.plies.length, 2);
});

const mistake = (board: "A" | "B", color: "white" | "black", lost: number, some: object = {}) => ply(board, color, "x", { lost, ...(lost >= 0.05 ? { mark: "?" as const } : {}), ...some });
const record = (plies: GameRecord["plies"], result = "0-1"): GameRecord =>
  ({ ...GAME, scale: "people", plies, result, after: plies.map(() => GAME.start), said: [] });

test("the worst moments are the reader's own mistakes, the costliest first, three at most", () => {
  const { worst } = momentsOf(record([
    mistake("A", "white", 0.1), mistake("A", "black", 0.9), mistake("A", "white", 0.3), mistake("B", "white", 0.5), mistake("A", "white", 0.01), mistake("A", "white", 0.3), mistake("A", "white", 0.2),
  ]), [0]);
  assert.deepEqual(worst.map(({ ply, lost }) => [ply, lost]), [[2, 0.3], [5, 0.3], [6, 0.2]]);
  assert.deepEqual(momentsOf(record([mistake("A", "white", 0.01)]), [0]).worst, []);
  assert.deepEqual(momentsOf(record([mistake("A", "white", 0.3)]), []).worst, []);
});

test("a player without a mistake who lost a piece on a lost board sees that move, and its small cost", () => {
  const scores = (best: number, played: object) => ({ best: { centipawns: best }, played });
  const worst = (...plies: GameRecord["plies"]) => momentsOf(record(plies), [0]).worst.map(({ ply, grade, lost }) => [ply, grade, lost]);
  const queen = mistake("A", "white", 0.03, scores(-460, { centipawns: -1360 }));
  const mate = mistake("A", "white", 0.04, scores(-700, { mate_in: -2 }));
  const pawn = mistake("A", "white", 0.04, scores(-100, { centipawns: -220 }));
  assert.deepEqual(worst(pawn, queen), [[1, undefined, 0.03]]);
  assert.deepEqual(worst(queen, mate, queen), [[1, undefined, 0.04]], "only the costliest one");
  assert.deepEqual(worst(queen, mistake("A", "white", 0.06)), [[1, "mistake", 0.06]], "mistakes are enough");
  assert.deepEqual(worst(mistake("A", "white", 0.001, scores(-1500, { centipawns: -2000 }))), [], "0 % are not shown");
  assert.deepEqual(worst(mistake("A", "white", 0.04, scores(-2500, { mate_in: -2 }))), [], "that board was lost");
  assert.deepEqual(worst(pawn), []);
});

test("what was better is the own part of the team's plan, or else the better line", () => {
  const better = (some: object) => momentsOf(record([mistake("A", "white", 0.3, some)]), [0]).worst[0]?.better;
  assert.deepEqual(better({ plan: "A Nxf6, B sit", better: ["e4"] }), { by: "move", san: "Nxf6" });
  assert.deepEqual(better({ plan: "A sit, B Qxd1+", better: ["e4"] }), { by: "sitting" });
  assert.deepEqual(better({ plan: "B Qxd1+", better: ["e4"] }), { by: "move", san: "e4" });
  assert.deepEqual(better({}), { by: "unknown" });
});

test("the deciding move is the losers' costliest one after the game was last open", () => {
  const at = (plies: GameRecord["plies"], result?: string) => momentsOf(record(plies, result), []).decisive?.ply;
  // Team two wins. Their share is below one half until ply 3: the first blunder did not decide.
  assert.equal(at([
    mistake("A", "white", 0.6, { team_one_wins: 0.5 }), mistake("A", "black", 0.5, { team_one_wins: 0.2 }), mistake("B", "white", 0, { team_one_wins: 0.6 }),
    mistake("B", "black", 0.1, { team_one_wins: 0.6 }), mistake("A", "white", 0.4, { team_one_wins: 0.4 }), mistake("A", "black", 0.7, { team_one_wins: 0.2 }),
  ]), 4);
  assert.equal(at([mistake("A", "white", 0.02, { team_one_wins: 0.5 })]), undefined, "little was lost");
  assert.equal(at([mistake("A", "white", 0.9, { team_one_wins: 0.5 })], "1/2-1/2"), undefined, "nobody won");
  assert.equal(at([], "0-1"), undefined);
  assert.equal(momentsOf(GAME, [0]).decisive?.name, "2A. g4");
});

test("a quick review is asked, runs, is done, or says why not", () => {
  const asked: QuickReview = { at: "asked", id: 4 };
  const heard = (review: QuickReview, message: object) => heardQuick(review, message as ToPage);
  const running = heard(asked, { type: "review_read", id: 4, plies: [30], faults: [] });
  assert.deepEqual(running, { at: "running", id: 4, done: 0, plies: 30 });
  assert.deepEqual(heard(running, { type: "review_progress", id: 4, done: 12 }), { at: "running", id: 4, done: 12, plies: 30 });
  assert.equal(heard(running, { type: "review_progress", id: 3, done: 12 }), running, "that is of another review");
  const done = heard(running, { type: "reviewed", id: 4, game: GAME, bpgn: "" });
  assert.equal(done.at, "done");
  assert.equal(heard(done, { type: "review_done", id: 4 }), done);
  assert.deepEqual(heard(asked, { type: "review_read", id: 4, plies: [], faults: ["bad"] }), { at: "unavailable", why: "bad" });
  assert.deepEqual(heard(asked, { type: "refused", what: "review", reason: "busy" }), { at: "unavailable", why: "busy" });
  assert.equal(heard({ at: "none" }, { type: "reviewed", id: 4, game: GAME, bpgn: "" }).at, "none");
});

test("steps lead through the game, and to the moments in its order", () => {
  const moments = momentsOf(record([mistake("A", "white", 0.1), mistake("A", "black", 0), mistake("A", "white", 0.3)]), [0]).worst;
  const at = (ply: number): Shown => ({ at: "ply", ply });
  assert.deepEqual(target("back", { at: "end" }, 3, moments), at(2));
  assert.deepEqual(target("next", at(2), 3, moments), { at: "end" });
  assert.equal(target("next", { at: "end" }, 3, moments), undefined);
  assert.equal(target("first", at(0), 3, moments), undefined);
  assert.deepEqual(target("last", at(0), 3, moments), { at: "end" });
  const last = target("mistake-back", { at: "end" }, 3, moments);
  assert.ok(last?.at === "moment" && last.moment.ply === 2);
  const first = target("mistake-back", last, 3, moments);
  assert.ok(first?.at === "moment" && first.moment.ply === 0);
  assert.equal(target("mistake-back", first, 3, moments), undefined);
  assert.deepEqual(target("mistake-next", first, 3, moments), last);
  assert.equal(target("mistake-next", last, 3, moments), undefined);
});

const level = { elo: 2000, pace: "engine" } as const;
const seats: SeatState[] = [
  { seat: 0, name: "Anna", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
  { seat: 1, name: "Bert", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
  { seat: 2, name: "Tandem", standing: { who: "tandem", level }, sits: false },
  { seat: 3, name: "Dora", standing: { who: "person", connected: true, ready: true, lag_ms: 3 }, sits: false },
];
const table: TableState = {
  table: "abc", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180+2", boards: 2, seats, onlookers: 0, phase: "playing", game: game([]), rematch: null,
};

test("trying again is a table with the same seat, and Tandems in the others", () => {
  const setup = setupAgain(table, ["fen A", "fen B"], { elo: 1400, pace: "human" });
  const usual = { who: "tandem", level: { elo: 1400, pace: "human" } };
  assert.deepEqual(setup, { rules: "fics", clock: "180+2", start: "fen A | fen B", seats: [{ who: "me" }, usual, { who: "tandem", level }, usual] });
});

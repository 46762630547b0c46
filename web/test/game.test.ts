import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, durationText, readTimeControl, roundClock } from "../src/game/clock.ts";
import { describe, handOf, readFen, squareAt, squareName } from "../src/game/fen.ts";
import { gradeOf, marked, nextMistake } from "../src/game/mistakes.ts";
import type { GameRecord, Score } from "../src/game/record.ts";
import { waitsOf } from "../src/game/replay.ts";
import { gameTitle, resultInWords, settled } from "../src/game/result.ts";
import { favored, forecastInWords, forTeamOne, negated, scoreInWords, shortScore, worth } from "../src/game/score.ts";
import { playerName, ratingOf, seatOf, seatsOf, teamNames, teamOf, teamPlayers } from "../src/game/seats.ts";
import { summaryOf } from "../src/game/summary.ts";
import { boardScore, timelineOf } from "../src/game/timeline.ts";
import { CRAZYHOUSE, GAME, ply } from "./games.ts";

test("a clock is written as people write it", () => {
  const texts: [number, string][] = [
    [146_700, "2:26.7"], [59_999, "0:59.9"], [0, "0:00.0"], [3_723_400, "1:02:03.4"], [-300, "\u22120:00.3"], [-40, "0:00.0"],
  ];
  for (const [ms, text] of texts) assert.equal(clockText(ms), text);
  assert.equal(roundClock(146_700), "2:27");
  assert.equal(durationText(3_240), "3.2\u00A0s");
  assert.equal(durationText(65_000), "1:05\u00A0min");
});

test("a time control is read from its tag, or is unknown", () => {
  assert.deepEqual(readTimeControl("180+2"), { baseMs: 180_000, incrementMs: 2000 });
  assert.deepEqual(readTimeControl("120"), { baseMs: 120_000, incrementMs: 0 });
  for (const text of [undefined, "-", "?", "40/7200"]) assert.equal(readTimeControl(text), undefined);
});

test("a FEN gives men, promoted ones, hands, turn and number", () => {
  const position = readFen("4k2Q~/8/8/8/8/8/8/4K3[PPn] b - - 0 12");
  assert.equal(position.men.length, 64);
  assert.deepEqual(position.men[7], { sign: "Q", promoted: true });
  assert.deepEqual([position.onTurn, position.number], ["black", 12]);
  assert.deepEqual(handOf(position, "white"), [["P", 2]]);
  assert.deepEqual(handOf(position, "black"), [["n", 1]]);
  assert.equal(describe(position), "Black to move. White: king e1, queen h8; in hand 2 pawn. Black: king e8; in hand 1 knight.");
});

test("the names of squares and their numbers agree", () => {
  for (let at = 0; at < 64; at++) assert.equal(squareAt(squareName(at)), at);
  assert.equal(squareName(0), "a8");
  assert.equal(squareAt("i9"), undefined);
});

test("partners are White on one board and Black on the other", () => {
  assert.deepEqual(seatsOf("one", 2).map(teamOf), ["one", "one"]);
  assert.deepEqual(seatsOf("two", 2), [seatOf("A", "black"), seatOf("B", "white")]);
  assert.equal(teamPlayers(GAME.players, "one", 2), "Anna & Dora");
  assert.equal(playerName(["?", "?", "?", "?"], 3, 2), "Black on B");
  assert.deepEqual([0, 1].map((seat) => ratingOf(["1500", "?"], seat as 0 | 1)), ["1500", undefined]);
  assert.equal(teamPlayers(["", "Bert", "", ""], "one", 1), "White");
});

test("a score has few characters, plain words, and one point of view", () => {
  const names = teamNames(2);
  const told: [Score, string, string][] = [
    [{ centipawns: 140 }, "+1.4", "Blue is 1.4 pawns ahead"],
    [{ centipawns: -140 }, "\u22121.4", "Orange is 1.4 pawns ahead"],
    [{ centipawns: 4 }, "0.0", "even"],
    [{ centipawns: 2100 }, "+10", "Blue is winning"],
    [{ centipawns: -19_993 }, "\u2212#?", "Orange mates once a piece arrives"],
    [{ mate_in: 3 }, "+#3", "Blue mates in 3"],
    [{ mate_in: -3 }, "\u2212#3", "Orange mates in 3"],
    [{ wins_unless_helped_in: -2 }, "\u2212#?", "Orange wins unless a piece arrives"],
  ];
  for (const [score, short, words] of told) {
    assert.deepEqual([shortScore(score), scoreInWords(score, names)], [short, words]);
    assert.deepEqual(forTeamOne(score, "one"), score);
    assert.equal(worth(negated(score)), -worth(score));
    assert.ok(Math.abs(worth(score)) <= 1 && shortScore(score).length <= 5);
    if (words !== "even") assert.notEqual(favored(score), favored(negated(score)));
  }
  assert.equal(forecastInWords(0.63, names), "Blue wins 63\u00A0%");
  assert.equal(forecastInWords(0.29, names), "Orange wins 71\u00A0%");
});

test("a mistake is graded by what it cost, and steps go from one to the next", () => {
  const grades = (record: GameRecord) => marked(record).plies.map(gradeOf);
  const lost = [0.09, 0.1, 0.2, 0.3].map((lost) => ply("A", "white", "e4", { lost }));
  assert.deepEqual(grades({ ...GAME, plies: lost }), [undefined, "inaccuracy", "mistake", "blunder"]);
  // What the program has marked stands.
  const given = lost.map((ply, at) => (at === 1 ? { ...ply, mark: "?" as const } : ply));
  assert.deepEqual(grades({ ...GAME, plies: given }), [undefined, "mistake", undefined, undefined]);
  assert.deepEqual(grades({ ...GAME, plies: lost, scale: "people" }), Array(4).fill(undefined));
  const plies = ([undefined, "?", "?!", "??"] as const).map((mark) => ply("A", "white", "e4", mark ? { mark } : {}));
  assert.deepEqual([nextMistake(plies, 0, 1), nextMistake(plies, 2, 1), nextMistake(plies, 4, 1)], [2, 4, undefined]);
  assert.deepEqual([nextMistake(plies, 4, -1), nextMistake(plies, 2, -1)], [2, undefined]);
});

test("moves have the usual numbers of two boards, and of one", () => {
  assert.deepEqual(timelineOf(GAME).moves.map(({ number }) => number), ["1A.", "1B.", "1a.", "2A.", "2a."]);
  assert.deepEqual(timelineOf(CRAZYHOUSE).moves.map(({ number }) => number), ["1.", "1\u2026"]);
});

test("time comes from the clocks and the time control", () => {
  const { moves, clocks } = timelineOf(GAME);
  assert.deepEqual(clocks[0], [60_000, 60_000, 60_000, 60_000]);
  assert.deepEqual(clocks[5], [49_000, 45_000, 58_500, 60_000]);
  assert.deepEqual(moves.map(({ spentMs }) => spentMs), [1000, 1500, 3000, 10_000, 12_000]);
  // Board A alone moved while Anna and Bert thought: they did not sit.
  assert.deepEqual(moves.map(({ sat }) => sat), [false, false, false, false, false]);
  const { time_control: _, ...untimed } = GAME;
  assert.equal(timelineOf(untimed).moves[0]?.spentMs, undefined);
});

test("the forecast has a value for each position, and the result for the last", () => {
  assert.deepEqual(timelineOf(GAME).forecast, [0.5, 0.4, 0.45, 0.4, 0.1, 0]);
  assert.deepEqual(timelineOf({ ...GAME, result: "*" }).forecast.at(-1), 0.1);
  assert.deepEqual(timelineOf({ ...GAME, plies: [], after: [] }).forecast, [0]);
});

test("a board has the score of its last move, for team one", () => {
  const timeline = timelineOf(GAME);
  assert.equal(boardScore(timeline, "B", 1), undefined);
  assert.deepEqual(boardScore(timeline, "A", 3), { centipawns: -90 });
  assert.deepEqual(boardScore(timeline, "A", 5), { mate_in: -1 });
});

test("a summary counts a player's mistakes, loss and time sat", () => {
  const anna = summaryOf(timelineOf(GAME), 0);
  assert.deepEqual(anna, {
    seat: 0, moves: 2, grades: { inaccuracy: 0, mistake: 0, blunder: 1 }, averageLoss: 0.25, satMs: 0,
  });
  assert.equal(summaryOf(timelineOf(GAME), 3).averageLoss, undefined);
  const later = GAME.plies.map((move, at) => (at === 2 ? { ...move, clock_ms: 40_000 } : move));
  assert.equal(summaryOf(timelineOf({ ...GAME, plies: later }), 1).satMs, 20_000);
});

test("a game has a title with its result, and its end is told in words", () => {
  assert.equal(gameTitle(GAME), "Anna & Dora  0\u20131  Bert & Carl");
  assert.equal(resultInWords(GAME), "Orange won (Anna checkmated)");
  assert.equal(gameTitle(CRAZYHOUSE), "Ida  \u2013  Jan");
  assert.equal(resultInWords(CRAZYHOUSE), "no result in the record");
  assert.equal(resultInWords({ ...CRAZYHOUSE, result: "1-0" }), "White won");
  const implied = settled({ ...CRAZYHOUSE, outcome: { result: "0-1", by: "flag" } });
  assert.equal(resultInWords(implied), "Black won (on time)");
  assert.deepEqual(settled(GAME), GAME);
});

test("a replay has the pace of the game, on both boards at once", () => {
  // Board A moves after 1, 4, 14 and 26 s, board B after 1.5 s.
  assert.deepEqual(waitsOf(timelineOf(GAME)), [1000, 500, 2500, 10_000, 12_000]);
  const { time_control: _, ...untimed } = GAME;
  assert.deepEqual(waitsOf(timelineOf(untimed)).slice(0, 2), [1000, 0]);
});

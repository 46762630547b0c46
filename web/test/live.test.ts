import assert from "node:assert/strict";
import { test } from "node:test";
import { readFen, squareAt, type Position } from "../src/game/fen.ts";
import { diagonalOf, leadBar, leadInWords, leadOf, opponentOf, partnerOf } from "../src/live/lead.ts";
import { dropText, imagined, partsOf, placement, promotes, squaresOf } from "../src/live/moves.ts";
import { added, ahead, atTurn, EMPTY, next, sent, type Queue, type Turn } from "../src/live/queue.ts";
import { destsOf, dropsOf } from "../src/live/targets.ts";
import { heardPing, liveClock, runningClock, UNKNOWN_TIME } from "../src/live/time.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const at = (square: string) => squareAt(square) ?? -1;
const board = (text: string, held = ""): Position => readFen(`${text}[${held}] w KQkq - 0 1`);

test("a move in coordinates is read, and nothing else is", () => {
  assert.deepEqual(partsOf("e2e4"), { from: at("e2"), to: at("e4") });
  assert.deepEqual(partsOf("e7e8q"), { from: at("e7"), to: at("e8"), promotion: "q" });
  assert.deepEqual(partsOf("N@f7"), { drop: "N", to: at("f7") });
  for (const text of ["", "e2", "e2e9", "K@e4", "n@f7", "e7e8k", "e2e4 "]) assert.equal(partsOf(text), undefined, text);
  assert.deepEqual([squaresOf("e2e4"), squaresOf("N@f7"), squaresOf("x")], [["e2", "e4"], ["f7"], []]);
  assert.equal(dropText("n", at("f7")), "N@f7");
});

test("a placement is written as it was read", () => {
  for (const text of [START, "4k2Q~/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/8"]) assert.equal(placement(board(text)), text);
});

test("an imagined move puts the men where its player sees them", () => {
  const cases: [before: string, held: string, move: string, after: string, heldAfter: string][] = [
    [START, "", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", ""],
    ["4k3/8/8/8/8/8/8/4K2R", "", "e1g1", "4k3/8/8/8/8/8/8/5RK1", ""],
    ["4k3/8/8/8/8/8/8/R3K3", "", "e1c1", "4k3/8/8/8/8/8/8/2KR4", ""],
    ["4k3/8/8/8/8/8/8/4K2R", "", "e1h1", "4k3/8/8/8/8/8/8/5RK1", ""],
    ["4k3/8/8/8/8/8/8/4K2R", "", "e1f1", "4k3/8/8/8/8/8/8/5K1R", ""],
    ["4k3/8/8/3pP3/8/8/8/4K3", "", "e5d6", "4k3/8/3P4/8/8/8/8/4K3", ""],
    ["4k3/P7/8/8/8/8/8/4K3", "", "a7a8q", "Q~3k3/8/8/8/8/8/8/4K3", ""],
    ["4k3/8/8/8/8/8/8/4K3", "NPn", "N@f7", "4k3/5N2/8/8/8/8/8/4K3", "Pn"],
    ["4k3/8/8/8/8/8/8/4K3", "", "a3a4", "4k3/8/8/8/8/8/8/4K3", ""],
  ];
  for (const [before, held, move, after, heldAfter] of cases) {
    const position = imagined(board(before, held), "white", move);
    assert.deepEqual([placement(position), position.held], [after, heldAfter], move);
  }
  assert.ok(promotes(board("4k3/P7/8/8/8/8/8/4K3"), at("a7"), at("a8")));
  assert.ok(!promotes(board(START), at("e2"), at("e4")));
});

const turn = (some: Partial<Turn> = {}): Turn => ({
  game: "a", position: board(START, "N"), color: "white", ply: 0, epoch: 0, legal: ["e2e4", "g1f3", "N@e4", "e1g1"], onTurn: true, sits: false, mayReceive: true, ...some,
});
const entered = (turn: Turn, ...moves: string[]): Queue => moves.reduce((queue, move) => added(queue, turn, move), { ...EMPTY, game: turn.game });

test("a move is sent on its turn, and the next one after it was made", () => {
  let queue = entered(turn(), "e2e4", "d2d4");
  assert.deepEqual(next(queue, turn({ onTurn: false })), { kind: "wait" });
  assert.deepEqual(next(queue, turn({ sits: true })), { kind: "wait" });
  assert.deepEqual(next(queue, turn()), { kind: "send", move: "e2e4" });
  queue = sent(queue, turn());
  assert.deepEqual(next(queue, turn()), { kind: "wait" }, "it is on its way");
  assert.equal(atTurn(queue, turn()), queue);
  queue = atTurn(queue, turn({ ply: 1 }));
  assert.deepEqual(queue, entered(turn(), "d2d4"));
  assert.deepEqual(next(queue, turn({ ply: 2, legal: ["d2d4"] })), { kind: "send", move: "d2d4" });
});

test("a move is sent again by a new connection if it was not made, and not if it was", () => {
  const queue = sent(entered(turn(), "e2e4", "d2d4"), turn());
  assert.deepEqual(next(atTurn(queue, turn({ epoch: 1 })), turn({ epoch: 1 })), { kind: "send", move: "e2e4" });
  const later = turn({ epoch: 1, ply: 2, legal: ["e2e4", "a2a3"] });
  assert.deepEqual(next(atTurn(queue, later), later), { kind: "drop-all" }, "only the second one is left, which cannot be made");
});

test("no move of another game, of another seat, or from before a refusal is left", () => {
  const queue = entered(turn(), "e2e4");
  assert.equal(atTurn(queue, turn()), queue);
  assert.deepEqual(next(atTurn(queue, turn({ game: "b" })), turn({ game: "b" })), { kind: "wait" });
});

test("a queue ends with a move that is not legal, but waits for a piece that may come", () => {
  const [here, alone] = [turn(), turn({ mayReceive: false })];
  const step = (move: string, turn: Turn) => next(entered(turn, move), turn);
  assert.deepEqual(step("e2e5", here), { kind: "drop-all" });
  assert.deepEqual(step("N@e8", here), { kind: "drop-all" }, "it is held, and cannot be dropped there");
  assert.deepEqual(step("Q@e5", here), { kind: "lacks", piece: "Q" });
  assert.deepEqual(step("Q@e7", here), { kind: "drop-all" }, "a man stands there, whatever comes");
  assert.deepEqual(step("Q@e5", alone), { kind: "drop-all" }, "on one board nothing comes in the own turn");
  assert.deepEqual(next(EMPTY, here), { kind: "wait" });
});

test("a move is made as it was entered, or not at all", () => {
  // The position in which it is entered, the move, the position of the turn, and the move that is legal then and sent, if it is the same.
  const cases: [before: string, move: string, now: string, legal: string, isSent: boolean][] = [
    ["4k3/8/8/8/8/8/8/4R2K w - - 0 1", "e1a1", "4k3/8/8/8/8/8/8/1b2R2K w - - 0 1", "e1c1", false],
    ["4k3/8/8/8/8/6K1/8/4R3 w - - 0 1", "e1h1", "4k3/8/8/8/8/6K1/8/4R1n1 w - - 0 1", "e1g1", false],
    ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true],
    ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true],
    ["4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1g1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1", true],
    ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false],
    ["4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5Kn1 w - - 0 1", "f1g1", false], // castling, and then a capture
    ["4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "e1d1", "4k3/8/8/8/8/8/8/3qK3 w - - 0 1", "e1d1", true], // the rook is taken back
    ["4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", false],
    ["3k4/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "3k4/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", false],
    ["3k4/4R3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "3k4/4Q3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", false], // another man
    ["3k4/4R3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "3k4/4r3/8/8/8/8/8/4K3 b - - 0 1", "e7e8", false], // another's
    ["3k4/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e5", "3k4/8/8/8/8/8/8/4K3[B] w - - 0 1", "B@e5", false],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", true],
  ];
  for (const [before, move, now, legal, isSent] of cases) {
    const queue = entered(turn({ position: readFen(before) }), move);
    const expected = isSent ? { kind: "send", move: legal } : { kind: "drop-all" };
    assert.deepEqual(next(queue, turn({ position: readFen(now), legal: [legal], mayReceive: false })), expected, `${before} ${move}`);
  }
  assert.equal(entered(turn(), "e7e5", "e5e6").moves.length, 0, "a man of the other color, and none");
});

test("the board shows all moves of the queue", () => {
  const queue = entered(turn({ position: board(START, "N") }), "g1f3", "N@g1");
  assert.equal(placement(ahead(board(START, "N"), "white", queue)), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBNR");
});

test("targets are those of the legal moves, or ahead of the turn those of the man", () => {
  const legal = ["e7e8q", "e7e8n", "N@a5", "N@b5"];
  const position = board("8/4P3/8/8/8/8/8/4K3", "NP");
  assert.deepEqual([...destsOf(position, "white", legal)], [["e7", ["e8"]]]);
  assert.deepEqual([...dropsOf(position, "white", legal, "N")], ["a5", "b5"]);
  assert.equal(dropsOf(position, "white", legal, "P").size, 0, "it is held, and no drop of it is legal");
  assert.ok(dropsOf(position, "white", legal, "Q").has("a5"), "it may still come");
  assert.deepEqual(destsOf(board(START), "white", "ahead").get("b1")?.toSorted(), ["a3", "c3", "d2"]);
  assert.equal(destsOf(position, undefined, legal).size, 0);
  const king = (fen: string) => destsOf(readFen(fen), "white", "ahead").get("e1")?.toSorted();
  const steps = ["d1", "d2", "e2", "f1", "f2"];
  assert.deepEqual(king("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"), [...steps, "g1", "h1"].toSorted(), "castling by king and by rook, where it is still allowed");
  assert.deepEqual(king("4k3/8/8/8/8/8/8/R2RK3 w A - 0 1"), [...steps, "a1", "c1"].toSorted());
  const drops = dropsOf(board(START), "white", "ahead", "P");
  assert.deepEqual([drops.has("e8"), drops.has("e7"), drops.has("e4"), drops.has("e2")], [false, true, true, false]);
});

test("the lead is that over the diagonal, in words", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => diagonalOf(seat as 0)), [2, 3, 0, 1]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => partnerOf(seat as 0)), [3, 2, 1, 0]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => opponentOf(seat as 0)), [1, 0, 3, 2]);
  assert.equal(leadOf([64_200, 1, 60_000, 2], 0), 4200);
  assert.equal(leadOf([1], 0), undefined);
  const told: [number, boolean, string, string][] = [
    [4200, true, "you", "up 4.2\u00A0s: you may sit"],
    [-3100, true, "you", "down 3.1\u00A0s: you must move"],
    [-3100, true, "partner", "down 3.1\u00A0s: partner must move"],
    [112_000, false, "you", "up 1:52: "],
    [20, true, "", "even: must move"],
  ];
  for (const [lead, onTurn, who, words] of told) {
    const { amount, advice } = leadInWords(lead, onTurn, who);
    assert.equal(`${amount}: ${advice}`, words);
  }
});

test("a lead is told beyond three seconds, in a scramble beyond one and with tenths", () => {
  const at = (own: number, rival: number, onTurn = true, others = 100_000) => leadBar([own, others, rival, others], 0, onTurn);
  const quiet = { kind: "even", amount: "", advice: "" };
  const { share: _none, ...first } = at(180_000, 178_900)!;
  assert.deepEqual(first, quiet, "nobody is told to move by the first move of a game");
  assert.deepEqual(at(100_000, 102_999), { share: -0.14995, ...quiet }, "a small lead is only drawn");
  assert.deepEqual(at(104_900, 100_000), { share: 0.245, kind: "up", amount: "4\u00A0s", advice: "may sit" });
  assert.deepEqual(at(100_000, 104_900), { share: -0.245, kind: "down", amount: "4\u00A0s", advice: "must move" });
  assert.equal(at(104_900, 100_000, false)?.advice, "", "advice is for the player on turn");
  assert.deepEqual(at(212_000, 100_000), { share: 1, kind: "up", amount: "1:52", advice: "may sit" });
  assert.deepEqual(at(21_250, 20_000, true, 9_000), { share: 0.0625, kind: "up", amount: "1.3\u00A0s", advice: "may sit" }, "any of the four clocks makes a scramble");
  assert.equal(at(9_000, 24_500)?.amount, "15\u00A0s", "tenths of a long lead do not matter");
  assert.deepEqual(at(10_900, 10_000), { share: 0.045, ...quiet });
  assert.equal(leadBar([1], 0, true), undefined);
});

test("a running clock has tenths below twenty seconds, and never less than nothing", () => {
  const texts: [number, string][] = [
    [180_000, "3:00"], [20_000, "0:20"], [19_999, "0:19.9"], [99, "0:00.0"], [-400, "0:00.0"], [3_723_400, "1:02:03"],
  ];
  for (const [ms, text] of texts) assert.equal(liveClock(ms), text);
  assert.equal(runningClock(10_000, true, 500, 2000), 8500);
  assert.equal(runningClock(10_000, true, 500, 100), 10_000, "a delay lies ahead");
  assert.equal(runningClock(10_000, false, 0, 2000), 10_000);
});

test("the server's clock is taken from the quickest answer, the lag from the middle one", () => {
  const samples = [
    { asked: 0, heard: 40, server: 1025 }, { asked: 100, heard: 110, server: 1105 }, { asked: 200, heard: 220, server: 1212 },
  ];
  const time = samples.reduce(heardPing, UNKNOWN_TIME);
  assert.equal(time.offset, 1000);
  assert.equal(time.lag, 20);
});

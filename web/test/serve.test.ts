import assert from "node:assert/strict";
import { test } from "node:test";
import { BARE, edited, handed, readBoards, readClock, shifted, used } from "../src/serve/analysis/edit.ts";
import { matesInWords } from "../src/serve/analysis/Lines.tsx";
import { back, childBy, commented, current, forth, goTo, grown, lastOn, path, pathText, readBoardMove, rooted, toEnd } from "../src/serve/analysis/tree.ts";
import { Newest } from "../src/serve/archive/newest.ts";
import { isTooLong, socketAddress } from "../src/serve/connection.ts";
import { levelChoices, levelName } from "../src/serve/levels.ts";
import { placeText, readPlace, type Place } from "../src/serve/place.ts";
import { clockInWords, inWords, ownSeats, seated, setupOf, USUAL, withFriend } from "../src/serve/start/choices.ts";
import { rulesName, rulesSentence } from "../src/serve/start/rules.ts";
import { mateLine, pieceLine } from "../src/serve/table/phrases.ts";
import { boardsInOrder, bottomOf, heardAtTable, lastSquares, ownSeat, pliesOn } from "../src/serve/table/state.ts";
import { soundsBetween } from "../src/serve/table/useTableSounds.ts";
import { LONGEST, type AnalysisPosition, type BoardState, type GameState, type PlyState, type TableState, type ToPage } from "../src/wire/messages.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1";

test("an address leads back to the place that it was made from", () => {
  const position: AnalysisPosition = { rules: "fics", fens: [START, "4k2Q~/8/8/8/8/8/8/4K3[PPn] b - - 0 12"], clocks_ms: [1000, 2000, 3000, 4000] };
  const places: Place[] = [
    { at: "start" }, { at: "archive" }, { at: "review" }, { at: "review", archived: 7 }, { at: "review", handed: "0123456789abcdef0123456789abcdef" },
    { at: "start", position }, { at: "table", table: "abc" }, { at: "table", table: "abc", invitation: "0123" },
    { at: "analysis", position: undefined, moves: [] },
    { at: "analysis", position, moves: ["Ae2e4", "BN@f7"] },
    { at: "analysis", position: { rules: "wbn last-drop=no", fens: [START], clocks_ms: null }, moves: [] },
  ];
  for (const place of places) assert.deepEqual(readPlace(placeText(place)), place, placeText(place));
  for (const hash of ["", "#", "#/", "#/nonsense", "#/t", "#/t/", "#/play?A="]) assert.deepEqual(readPlace(hash), { at: "start" }, hash);
  assert.equal(socketAddress({ protocol: "http:", host: "127.0.0.1:8080" }), "ws://127.0.0.1:8080/ws");
});

test("a message is too long by its bytes, as the server counts them", () => {
  for (const [text, is] of [["", false], ["a".repeat(LONGEST), false], ["a".repeat(LONGEST + 1), true], ["é".repeat(LONGEST / 2), false], [`a${"é".repeat(LONGEST / 2)}`, true]] as const) {
    assert.equal(isTooLong(text), is, `${text.slice(0, 2)}… of ${text.length}`);
  }
});

test("of questions that come while one is asked, only the newest is asked after it", () => {
  const asked: string[] = [];
  const newest = new Newest<string>((question) => asked.push(question));
  for (const question of ["a", "an", "ann", "anna"]) newest.want(question);
  assert.deepEqual(asked, ["a"]);
  assert.ok(!newest.answered(), "the answer is about the first");
  assert.deepEqual(asked, ["a", "anna"]);
  newest.again(); // its answer is lost
  assert.deepEqual(asked, ["a", "anna", "anna"]);
  assert.ok(newest.answered());
  newest.again();
  newest.want("b");
  newest.want("ben");
  newest.again();
  assert.deepEqual(asked, ["a", "anna", "anna", "b", "ben"]);
});

test("the usual table is White on A with a Tandem, against two of a club player's level", () => {
  assert.equal(inWords(USUAL, 2), "You are White on A, with Tandem (club player) as your partner, against two Tandems (club player).");
  const { seats, clock, rules, start } = setupOf(USUAL);
  const tandem = { who: "tandem", level: { elo: 1400, pace: "human" } };
  assert.deepEqual({ seats, clock, rules, start }, { seats: [{ who: "me" }, tandem, tandem, tandem], clock: "180", rules: "fics", start: null });
  assert.equal(setupOf({ ...USUAL, increment: 2 }).clock, "180+2");
  assert.equal(setupOf(USUAL, [START, E4]).start, `${START} | ${E4}`);
  assert.deepEqual(["180", "180+2", "45", "300+0 free-first-move", "300d2"].map(clockInWords), ["3+0", "3+2", "0.75+0", "5+0", "300d2"]);
});

test("a seat is changed with its sentence", () => {
  const both = seated(USUAL, [0, 3]);
  assert.deepEqual(ownSeats(both, 2), [0, 3]);
  assert.equal(inWords(both, 2), "You are White on A and Black on B, against two Tandems (club player).");
  assert.equal(inWords(seated(USUAL, []), 2), "You watch four Tandems (club player).");
  assert.equal(inWords(USUAL, 1), "You are White, against Tandem (club player).");
  const invited = { ...USUAL, seats: USUAL.seats.with(3, { who: "guest", elo: 2000, pace: "human" }) } as typeof USUAL;
  assert.equal(inWords(invited, 2), "You are White on A, with a person with the link as your partner, against two Tandems (club player).");
});

test("the sentence names whoever really sits", () => {
  const at = (seat: number, some: Partial<(typeof USUAL.seats)[number]>, choices = USUAL): typeof USUAL => ({ ...choices, seats: choices.seats.map((one, index) => (index === seat ? { ...one, ...some } : one)) });
  const mixed = at(1, { who: "guest" }, at(2, { elo: 2300 }));
  assert.equal(inWords(mixed, 2), "You are White on A, with Tandem (club player) as your partner, against Tandem (master) and a person with the link.");
  assert.equal(inWords(at(2, { who: "guest" }, mixed), 2), "You are White on A, with Tandem (club player) as your partner, against two people with links.");
});

test("a friend is the partner, whatever was chosen before; on one board the opponent", () => {
  const who = ({ choices, friend }: ReturnType<typeof withFriend>) => [choices.seats.map(({ who }) => who).join(" "), friend];
  assert.deepEqual(who(withFriend(USUAL, 2)), ["me tandem tandem guest", 3]);
  assert.deepEqual(who(withFriend(seated(USUAL, [2]), 2)), ["tandem guest me tandem", 1]);
  assert.deepEqual(who(withFriend(seated(USUAL, [1, 2]), 2)), ["tandem me guest tandem", 2]);
  assert.deepEqual(who(withFriend(seated(USUAL, []), 2)), ["me tandem tandem guest", 3]);
  assert.deepEqual(who(withFriend(USUAL, 1)), ["me guest tandem tandem", 1]);
});

test("rule sets have names and a sentence each", () => {
  for (const rules of ["fics", "fide", "uscf", "scholastic", "hawaii", "wbn", "crazyhouse", "chess"]) {
    assert.notEqual(rulesName(rules), rules);
    assert.match(rulesSentence(rules) ?? "", /^[A-Z].*\.$/);
  }
  assert.equal(rulesName("wbn last-drop=no"), "World Bughouse Network last-drop=no");
  assert.equal(rulesName("poker"), "poker");
  assert.equal(rulesSentence("poker"), undefined);
});

test("levels have names, and only those that the server has", () => {
  assert.equal(levelName({ elo: 1700, pace: "human" }), "strong club player");
  assert.equal(levelName({ elo: 1234, pace: "human" }), "1234 Elo");
  assert.equal(levelName({ elo: null, pace: "engine" }), "full strength");
  assert.deepEqual(levelChoices([1000, 1500]).map(({ elo }) => elo), [1100, 1400, null]);
});

test("what is said of pieces is what bughouse programs understand", () => {
  assert.deepEqual([pieceLine("need", "N"), pieceLine("no", "Q"), pieceLine("mates", "B"), pieceLine("mates me", "R")], ["need N", "no Q", "B mates", "R mates me"]);
  assert.equal(mateLine(2), "mate in 2");
});

const boardOfState = (board: "A" | "B", fen = START, on_turn: 0 | 1 | 2 | 3 = board === "A" ? 0 : 2): BoardState => ({ board, fen, on_turn, check: false, legal: [] });
const clocks = [0, 1, 2, 3].map(() => ({ left_ms: 180_000, runs_from_ms: null }));
const game = (some: Partial<GameState> = {}): GameState => ({
  number: 1, start: [START, START], boards: [boardOfState("A"), boardOfState("B")], clocks, plies: [], words: [], draw_offers: [], result: null, archived: null, ...some,
});
const table = (some: Partial<TableState> = {}): TableState => ({
  table: "t", you: { key: "k", owner: true, seats: [0] }, rules: "fics", clock: "180", boards: 2, seats: [], onlookers: 0, phase: "playing", rematch: null, game: game(), ...some,
});
const ply = (seat: 0 | 1 | 2 | 3, san: string, squares: string[], handed: string | null = null): PlyState =>
  ({ seat, coordinates: squares.join(""), san, squares, at_ms: 0, clock_ms: 1000, handed, fen: E4 });
const moved = (plies: number, move: PlyState): ToPage =>
  ({ type: "moved", plies, ply: move, boards: [boardOfState("A", E4, 1)], clocks, draw_offers: [] });

test("a table follows its messages", () => {
  const first = table();
  const after = heardAtTable(first, moved(1, ply(0, "e4", ["e2", "e4"])));
  assert.equal(after?.game?.boards[0]?.fen, E4);
  assert.equal(after?.game?.boards[1], first.game?.boards[1]);
  assert.deepEqual([after?.game && pliesOn(after.game, "A"), after?.game && pliesOn(after.game, "B")], [1, 0]);
  assert.deepEqual(after?.game && lastSquares(after.game, "A"), ["e2", "e4"]);
  assert.equal(heardAtTable(after, moved(1, ply(0, "e4", ["e2", "e4"]))), after, "a move that is known");
  assert.equal(heardAtTable(undefined, moved(1, ply(0, "e4", ["e2", "e4"]))), undefined);
  const ended = heardAtTable(after, { type: "ended", clocks, result: { result: "1-0", winner: "one", kind: "mate", reason: "Black on A is mated", archived: null } });
  assert.deepEqual([ended?.phase, ended?.game?.result?.winner], ["over", "one"]);
  assert.equal(heardAtTable(ended, { type: "left", reason: "closed" }), undefined);
});

test("the own board is first, and the own team at the bottom", () => {
  const sits = (...seats: (0 | 1 | 2 | 3)[]) => table({ you: { key: null, owner: false, seats } });
  const views: [TableState, string[], string, string][] = [
    [sits(0), ["A", "B"], "white", "black"], [sits(1), ["A", "B"], "black", "white"], [sits(2), ["B", "A"], "black", "white"],
    [sits(3), ["B", "A"], "white", "black"], [sits(0, 3), ["A", "B"], "white", "black"], [sits(), ["A", "B"], "white", "black"],
  ];
  for (const [view, order, onA, onB] of views) assert.deepEqual([boardsInOrder(view), bottomOf(view, "A"), bottomOf(view, "B")], [order, onA, onB]);
  assert.equal(ownSeat(sits(0, 1), boardOfState("A", E4, 1)), 1, "both colors of a board: the one on turn");
  assert.equal(ownSeat(sits(3), boardOfState("A")), undefined);
});

test("a move sounds on the own board, a piece from the partner's", () => {
  const at = table();
  const after = (move: PlyState, some: Partial<GameState> = {}) => game({ plies: [move], ...some });
  assert.deepEqual(soundsBetween(at.game, after(ply(1, "e5", ["e7", "e5"])), at), ["move"]);
  assert.deepEqual(soundsBetween(at.game, after(ply(1, "N@e5", ["e5"])), at), ["drop"]);
  assert.deepEqual(soundsBetween(at.game, after(ply(3, "Bxf2", ["c5", "f2"], "P")), at), ["arrives"]);
  assert.deepEqual(soundsBetween(at.game, after(ply(2, "Bxf2", ["c5", "f2"], "P")), at), []);
  assert.deepEqual(soundsBetween(at.game, game({ words: [{ seat: 3, text: "sit", at_ms: 0, plies: 0 }] }), at), ["says"]);
  assert.deepEqual(soundsBetween(at.game, game({ number: 2 }), at), ["start"]);
});

test("variations make a tree, with a way back", () => {
  const position: AnalysisPosition = { rules: "fics", fens: [START, START], clocks_ms: null };
  const node = (board: "A" | "B", coordinates: string) => ({ move: { board, coordinates, san: coordinates, number: "1A.", squares: ["e2"] }, position, boards: [] });
  let tree = rooted(position, []);
  tree = grown(tree, 0, node("A", "e2e4"));
  tree = grown(tree, 1, node("B", "d2d4"));
  tree = grown(tree, 0, node("A", "c2c4"));
  assert.deepEqual([path(tree), pathText(tree)], [[3], ["Ac2c4"]]);
  assert.equal(childBy(tree, 0, { board: "A", coordinates: "e2e4" }), 1);
  assert.equal(childBy(tree, 0, { board: "B", coordinates: "e2e4" }), undefined);
  tree = toEnd(goTo(tree, 0));
  assert.deepEqual(pathText(tree), ["Ae2e4", "Bd2d4"], "the main line is the first");
  assert.equal(lastOn(tree, "A")?.coordinates, "e2e4");
  assert.equal(forth(back(tree)).at, tree.at);
  assert.equal(back(goTo(tree, 0)).at, 0);
  assert.equal(current(commented(tree, "a plan")).comment, "a plan");
  assert.deepEqual(commented(commented(tree, "a plan"), ""), tree);
  assert.equal(current(tree).children.length, 0);
  assert.deepEqual([readBoardMove("AN@f7"), readBoardMove("Ce2e4")], [{ board: "A", coordinates: "N@f7" }, undefined]);
});

test("a position is set up by hand, and castling goes with king and rook", () => {
  const at = (file: number, rank: number) => file + 8 * (8 - rank);
  const gone = edited(START, (position) => used(position, { kind: "eraser" }, at(7, 1)));
  assert.equal(gone, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[] w Qkq - 0 1");
  const put = edited(BARE, (position) => used(position, { kind: "man", man: { sign: "Q", promoted: true } }, at(0, 8)));
  assert.equal(put, "Q~3k3/8/8/8/8/8/8/4K3[] w - - 0 1");
  assert.equal(edited(BARE, (position) => handed(position, "black", "N", true)), "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1");
  assert.equal(edited("4k3/8/8/8/8/8/8/4K3[n] b - - 0 1", (position) => handed(position, "black", "N", false)), "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");
  assert.equal(edited(BARE, (position) => shifted(position, at(4, 1), at(4, 2))), "4k3/8/8/8/8/8/4K3/8[] w - - 0 1");
  assert.deepEqual(readBoards(`${START} | ${E4}`), [START, E4]);
  assert.deepEqual(["2:05", "125", "0:07.5", "x", ""].map(readClock), [125_000, 125_000, 7500, undefined, undefined]);
});

test("mates are told with the seat that must not lose the piece", () => {
  assert.equal(matesInWords("A", 0, 2, { already: false, with_one_more: "NQ" }), "White on A would mate with one more of N, Q: White on B must not lose it.");
  assert.equal(matesInWords("B", 1, 2, { already: true, with_one_more: "" }), "Black on B mates as soon as it is on turn.");
  assert.equal(matesInWords("A", 0, 1, { already: false, with_one_more: "" }), undefined);
});

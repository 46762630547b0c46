import assert from "node:assert/strict";
import { test } from "node:test";
import { readFen } from "../src/game/fen.ts";
import type { ColorName } from "../src/game/record.ts";
import { readTyped, refusalOf, sanInWords, type Board } from "../src/live/san.ts";

/** Knights on b1 and f3, rooks on a1 and h1, a pawn to promote, e.p. on d6, and things in hand. */
const FEN = "2r1k3/1P6/8/3pP3/8/5N2/8/RN2K2R[NPq] w KQ d6 0 20";
const LEGAL = [
  "b1d2", "f3d2", "b1c3", "b1a3", "f3g5", "e5d6", "e5e6", "b7b8q", "b7b8n", "b7b8r", "b7b8b", "b7c8q", "b7c8n", "b7c8r", "b7c8b",
  "e1g1", "e1c1", "e1e2", "e1d1", "e1f1", "a1a7", "h1h8", "N@f7", "N@d6", "P@f7", "P@b3", "a1c1", "a1d1", "h1g1",
];
const board = (some: Partial<Board> = {}): Board => ({ position: readFen(FEN), mover: "white", legal: LEGAL, mayReceive: false, ...some });
const ahead = (fen: string, mover: ColorName): Board => ({ position: readFen(fen), mover, legal: "ahead", mayReceive: true });

test("a typed move is one of the legal ones, however it is written", () => {
  const rows: [string, string][] = [
    ["Nc3", "b1c3"], ["nc3", "b1c3"], ["Nbd2", "b1d2"], ["Nfd2+", "f3d2"], ["N1d2", "b1d2"], ["Nf3d2", "f3d2"], ["Ng5", "f3g5"], [" Ng5!? ", "f3g5"],
    ["e6", "e5e6"], ["exd6", "e5d6"], ["exd6 e.p.", "e5d6"], ["ed6", "e5d6"], ["e5d6", "e5d6"], ["e5-e6", "e5e6"], ["E5E6", "e5e6"],
    ["b8=Q", "b7b8q"], ["b8Q+", "b7b8q"], ["b8=n", "b7b8n"], ["bxc8=R#", "b7c8r"], ["b7c8b", "b7c8b"], ["b7b8=q", "b7b8q"],
    ["O-O", "e1g1"], ["0-0", "e1g1"], ["o-o", "e1g1"], ["OO", "e1g1"], ["O-O-O", "e1c1"], ["0-0-0+", "e1c1"], ["e1g1", "e1g1"], ["e1h1", "e1g1"],
    ["N@f7", "N@f7"], ["n@f7+", "N@f7"], ["P@b3", "P@b3"], ["@b3", "P@b3"], ["Rh8", "h1h8"], ["Ke2", "e1e2"], ["Kf1", "e1f1"], ["Rad1", "a1d1"],
  ];
  for (const [text, move] of rows) assert.deepEqual(readTyped(text, board()), { kind: "move", move }, text);
});

test("what is ambiguous, illegal or no move is refused in words, and is nothing", () => {
  const rows: [string, RegExp][] = [
    ["Nd2", /That can be Nb1d2 or Nf3d2/], ["b8", /what the pawn becomes: b8=Q/], ["b7b8", /what the pawn becomes/], ["bxc8", /becomes: bxc8=Q/],
    ["Q@f7", /no queen/], ["Nf7", /cannot be played here/], ["Nxg5", /cannot be played here/], ["Kg1", /cannot be played/], ["e4", /cannot be played/],
    ["xd6", /cannot be played/], ["", /Type a move/], ["hello", /is no move/], ["Nf9", /is no move/], ["O-O-O-O", /is no move/], ["h3h4", /no man on h3/], ["Zf3", /is no move/],
    ["e6=Q", /cannot be played/], ["K@f7", /is no move/],
  ];
  for (const [text, words] of rows) {
    const typed = readTyped(text, board());
    assert.notEqual(typed.kind, "move", text);
    assert.match(refusalOf(typed) ?? "", words, text);
  }
});

test("a small b is the b-file, and a bishop is pointed out", () => {
  const here: Board = { position: readFen("4k3/8/8/8/8/3p4/8/4KB2[] w - - 0 1"), mover: "white", legal: ["f1e2", "f1d3", "f1g2"], mayReceive: false };
  assert.match(refusalOf(readTyped("bxd3", here)) ?? "", /capital B: Bxd3/);
  assert.deepEqual(readTyped("Bxd3", here), { kind: "move", move: "f1d3" });
});

test("moves ahead of the turn are typed as well, if they can be one only", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b KQkq - 0 1";
  assert.deepEqual(readTyped("e4", ahead(start, "white")), { kind: "move", move: "e2e4" });
  assert.deepEqual(readTyped("Nf3", ahead(start, "white")), { kind: "move", move: "g1f3" });
  assert.deepEqual(readTyped("exd3", ahead(start, "white")), { kind: "move", move: "e2d3" });
  assert.deepEqual(readTyped("N@e5", ahead(start, "white")), { kind: "move", move: "N@e5" });
  assert.match(refusalOf(readTyped("Nd4", ahead(start, "white"))) ?? "", /nor ahead of your turn/);
  assert.equal(readTyped("Nd2", ahead("4k3/8/8/8/8/5N2/8/1N2K3[] b - - 0 1", "white")).kind, "ambiguous");
  const castles = readTyped("O-O", ahead("4k3/8/8/8/8/8/8/4K2R[] b K - 0 1", "white"));
  assert.ok(castles.kind === "move" && ["e1g1", "e1h1"].includes(castles.move));
  assert.deepEqual(readTyped("e8=Q", ahead("8/4P3/8/8/8/8/8/k3K3[] b - - 0 1", "white")), { kind: "move", move: "e7e8q" });
});

test("a piece that may still come can be dropped, one that cannot come is not held", () => {
  const legal = ["e1e2"];
  const position = readFen("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
  assert.deepEqual(readTyped("R@e5", { position, mover: "white", legal, mayReceive: true }), { kind: "move", move: "R@e5" });
  assert.match(refusalOf(readTyped("R@e5", { position, mover: "white", legal, mayReceive: false })) ?? "", /no rook/);
});

test("moves are said in words", () => {
  const rows = [
    ["Nxf3+", "knight takes f3, check"], ["e4", "pawn e4"], ["exd5", "pawn e takes d5"], ["Nbd2", "knight b d2"], ["O-O", "castles kingside"], ["O-O-O#", "castles queenside, mate"],
    ["N@f7#", "knight dropped on f7, mate"], ["b8=Q+", "pawn b8, becomes a queen, check"], ["??", "??"],
  ] as const;
  for (const [san, words] of rows) assert.equal(sanInWords(san), words);
});

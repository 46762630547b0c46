import assert from "node:assert/strict";
import { test } from "node:test";
import { isWhite, readFen, squareName, type Man, type Position } from "../src/game/fen.ts";
import type { ColorName } from "../src/game/record.ts";
import { dropText, imagined, partsOf, placement, promotes, signOf } from "../src/live/moves.ts";
import { added, ahead, atTurn, EMPTY, next, sent, type Turn } from "../src/live/queue.ts";
import { destsOf, dropsOf } from "../src/live/targets.ts";

/** A game whose rules the test knows by itself: all moves but for checks, castling as the server writes it. */
interface Kind {
  name: string;
  /** Castling is written as king takes rook. */
  is960: boolean;
  drops: boolean;
  /** Pieces come from another board. */
  mayReceive: boolean;
}

const KINDS: readonly Kind[] = [
  { name: "chess", is960: false, drops: false, mayReceive: false },
  { name: "Chess960", is960: true, drops: false, mayReceive: false },
  { name: "crazyhouse", is960: false, drops: true, mayReceive: false },
  { name: "bughouse", is960: false, drops: true, mayReceive: true },
];
const GAMES = 600;

/** Mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Below = ReturnType<typeof random>;
const chosen = <T>(from: readonly T[], below: Below): T => {
  const one = from[below(from.length)];
  assert.ok(one !== undefined);
  return one;
};

/** Few men, so that they come into each other's way: kings and rooks at home with rights, pawns near promotion. */
function position({ is960, drops }: Kind, below: Below): Position {
  const men: string[] = Array<string>(64).fill("");
  let rights = "";
  for (const color of ["white", "black"] as const) {
    const first = color === "white" ? 56 : 0;
    const king = is960 ? 1 + below(6) : chosen([2, 4, 4, 6], below);
    men[first + king] = signOf("k", color);
    for (const file of is960 ? [below(king), king + 1 + below(7 - king)] : [0, 4, 7]) {
      if (file === king || below(4) === 0) continue;
      men[first + file] = signOf("r", color);
      const right = is960 ? squareName(file).charAt(0) : file === 7 ? "k" : "q";
      if ((is960 || king === 4) && below(4) > 0) rights += signOf(right, color);
    }
    for (let count = below(7); count > 0; count--) {
      const kind = chosen([..."pppnbrq"], below);
      const at = kind === "p" ? (color === "white" ? 8 : 40) + below(16) : below(64);
      if (men[at] === "") men[at] = signOf(kind, color);
    }
  }
  const held = drops ? Array.from({ length: below(5) }, () => chosen([..."pnbrqPNBRQ"], below)).join("") : "";
  return readFen(`${placement({ ...readFen("8/8/8/8/8/8/8/8 w - - 0 1"), men: men.map((sign) => (sign === "" ? undefined : { sign, promoted: false })) })}[${held}] w ${rights || "-"} - 0 1`);
}

const STEPS: Record<string, readonly (readonly [number, number])[]> = {
  r: [[0, 1], [1, 0], [0, -1], [-1, 0]],
  b: [[1, 1], [1, -1], [-1, -1], [-1, 1]],
  n: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
};
const QUEENS = [...STEPS["r"] ?? [], ...STEPS["b"] ?? []];

function movesOf(at: Position, color: ColorName, kind: Kind): string[] {
  const isOwn = (man: Man | undefined) => man !== undefined && isWhite(man.sign) === (color === "white");
  const found = at.men.flatMap((man, from) => (man && isOwn(man) ? targetsOf(at, from, isOwn).map((to) => squareName(from) + squareName(to)) : []));
  const promoted = found.flatMap((move) => {
    const { from = 0, to = 0 } = partsOf(move) ?? {};
    return promotes(at, from, to) ? [..."qrbn"].map((to) => move + to) : [move];
  });
  const held = kind.drops ? [...new Set([...at.held].filter((sign) => isWhite(sign) === (color === "white")))] : [];
  const drops = held.flatMap((sign) => at.men.flatMap((man, to) =>
    man || (sign.toLowerCase() === "p" && (to < 8 || to >= 56)) ? [] : [dropText(sign, to)]));
  return [...promoted, ...castlings(at, color, kind), ...drops];
}

function targetsOf({ men }: Position, from: number, isOwn: (man: Man | undefined) => boolean): number[] {
  const [file, rank] = [from % 8, Math.floor(from / 8)];
  const square = (files: number, ranks: number) => (file + files < 0 || file + files > 7 || rank + ranks < 0 || rank + ranks > 7 ? undefined : from + files + 8 * ranks);
  const sign = men[from]?.sign ?? "";
  const kind = sign.toLowerCase();
  if (kind === "p") {
    const on = isWhite(sign) ? -1 : 1;
    const ahead = square(0, on);
    const steps = ahead !== undefined && !men[ahead] ? [ahead] : [];
    return [...steps, ...[square(-1, on), square(1, on)].filter((to) => to !== undefined && men[to] && !isOwn(men[to]))].filter((to) => to !== undefined);
  }
  const reach = kind === "k" || kind === "n" ? 1 : 7;
  return (STEPS[kind] ?? QUEENS).flatMap(([files, ranks]) => {
    const line: number[] = [];
    for (let step = 1; step <= reach; step++) {
      const to = square(step * files, step * ranks);
      if (to === undefined || isOwn(men[to])) break;
      line.push(to);
      if (men[to]) break;
    }
    return line;
  });
}

function castlings({ men, castling }: Position, color: ColorName, { is960 }: Kind): string[] {
  const king = men.findIndex((man) => man?.sign === signOf("k", color));
  return castling.filter((rook) => men[rook]?.sign === signOf("r", color)).flatMap((rook) => {
    const between = men.slice(Math.min(king, rook) + 1, Math.max(king, rook));
    const to = is960 ? rook : king + (rook > king ? 2 : -2);
    return between.some(Boolean) ? [] : [squareName(king) + squareName(to)];
  });
}

/** The position after a legal move, as the server writes it. */
function played(at: Position, color: ColorName, move: string, { is960, drops, mayReceive }: Kind): Position {
  const { drop, from = 0, to, promotion } = partsOf(move) ?? { to: 0 };
  const men = [...at.men];
  if (drop !== undefined) {
    men[to] = { sign: signOf(drop, color), promoted: false };
    return { ...at, men, held: at.held.replace(signOf(drop, color), "") };
  }
  const man = men[from];
  const isKing = man?.sign.toLowerCase() === "k";
  const castling = at.castling.filter((rook) => rook !== from && rook !== to && !(isKing && men[rook]?.sign === signOf("r", color)));
  const isCastling = isKing && (is960 ? men[to]?.sign === signOf("r", color) : Math.abs(to - from) === 2);
  men[from] = undefined;
  if (isCastling) {
    const right = to > from;
    const rook = is960 ? to : right ? from + 3 : from - 4;
    const first = from - (from % 8);
    const other = men[rook];
    men[rook] = undefined;
    men[first + (right ? 6 : 2)] = man;
    men[first + (right ? 5 : 3)] = other;
    return { ...at, men, castling };
  }
  const taken = men[to];
  const gained = taken && drops && !mayReceive ? signOf(taken.promoted ? "p" : taken.sign, color) : "";
  men[to] = promotion ? { sign: signOf(promotion, color), promoted: true } : man;
  return { ...at, men, castling, held: at.held + gained };
}

/** The man that a move takes up, the men of its color that it takes away, and those that it puts somewhere: what a player sees of it. */
function change(before: Position, move: string, after: Position, color: ColorName): string {
  const taken = before.men[partsOf(move)?.from ?? -1]?.sign ?? "";
  const isOwn = (man: Man | undefined): man is Man => man !== undefined && isWhite(man.sign) === (color === "white");
  const put = after.men.flatMap((man, at) => (isOwn(man) && man !== before.men[at] ? [`${man.sign}${at}`] : []));
  const gone = before.men.flatMap((man, at) => (isOwn(man) && after.men[at] !== man && !isOwn(after.men[at]) ? [`${man.sign}${at}`] : []));
  return `${taken}:${gone.join()}>${put.join()}`;
}

/** A move that the page lets a player enter ahead of the turn. */
function anyEntry(shown: Position, color: ColorName, { drops }: Kind, below: Below): string | undefined {
  if (drops && below(3) === 0) {
    const kind = chosen([..."PNBRQ"], below);
    const squares = [...dropsOf(shown, color, "ahead", kind)];
    return `${kind}@${chosen(squares, below)}`;
  }
  const dests = [...destsOf(shown, color, "ahead")].filter(([, to]) => to.length > 0);
  // Kings and rooks are in the way of castling, pawns in that of promotion.
  const often = dests.filter(([from]) => /[krp]/i.test(shown.men[readSquare(from)]?.sign ?? ""));
  const [from, targets] = chosen(often.length > 0 && below(3) > 0 ? often : dests, below);
  const to = chosen(targets, below);
  return from + to + (promotes(shown, readSquare(from), readSquare(to)) ? chosen([..."qrbn"], below) : "");
}

const readSquare = (name: string) => partsOf(`P@${name}`)?.to ?? 0;

for (const kind of KINDS) {
  test(`nothing is sent that was not entered: random queues of premoves in random positions of ${kind.name}`, () => {
    const seen = { sent: 0, castled: 0, promoted: 0, dropped: 0, impossible: 0, awaited: 0 };
    for (let seed = 0; seed < GAMES; seed++) {
      const below = random(seed);
      const color = chosen(["white", "black"] as const, below);
      const other = color === "white" ? "black" : "white";
      let at = position(kind, below);
      let ply = 0;
      const turn = (some: Partial<Turn>): Turn => ({ game: "", position: at, color, ply, epoch: 0, legal: [], onTurn: false, sits: false, mayReceive: kind.mayReceive, ...some });
      let queue = EMPTY;
      const said: string[] = [];
      for (let count = 1 + below(4); count > 0; count--) {
        const shown = ahead(at, color, queue);
        const move = anyEntry(shown, color, kind, below);
        if (move === undefined) break;
        queue = added(queue, turn({}), move);
        const after = imagined(shown, color, move);
        assert.equal(placement(ahead(at, color, queue)), placement(after));
        said.push(change(shown, move, after, color));
      }
      assert.equal(queue.moves.length, said.length, "what can be entered is kept");
      for (let turns = 0; turns < 6 && queue.moves.length > 0; turns++) {
        const answers = movesOf(at, other, kind).filter((move) => at.men[partsOf(move)?.to ?? 0]?.sign.toLowerCase() !== "k");
        if (answers.length === 0) break;
        at = played(at, other, chosen(answers, below), kind);
        ply += 1;
        if (kind.mayReceive && below(2) === 0) at = { ...at, held: at.held + signOf(chosen([..."pnbrq"], below), color) };
        const legal = movesOf(at, color, kind).filter(() => below(5) > 0);
        const now = turn({ legal, onTurn: true });
        const step = next(queue, now);
        const where = `seed ${seed}: ${placement(at)}[${at.held}] ${color} ${JSON.stringify(queue.moves[0])}`;
        const same = legal.filter((move) => change(at, move, played(at, color, move, kind), color) === said[0]);
        if (step.kind !== "send") {
          assert.deepEqual(same, [], where);
          if (step.kind === "lacks") seen.awaited += 1;
          else seen.impossible += 1;
          if (step.kind === "drop-all") break;
          continue;
        }
        assert.deepEqual(same, [step.move], where);
        seen.sent += 1;
        if (said[0]?.includes(",")) seen.castled += 1;
        if (step.move.includes("@")) seen.dropped += 1;
        if (/[qrbn]$/.test(step.move)) seen.promoted += 1;
        queue = sent(queue, now);
        at = played(at, color, step.move, kind);
        ply += 1;
        queue = atTurn(queue, turn({}));
        said.shift();
      }
    }
    const rare = Object.entries(seen).filter(([name, count]) => count < 10 && (kind.drops || name !== "dropped") && (kind.mayReceive || name !== "awaited"));
    assert.deepEqual(rare, [], "each case comes often enough to mean something");
  });
}

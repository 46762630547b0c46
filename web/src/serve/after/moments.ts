import { gradeOf, type Grade } from "../../game/mistakes.ts";
import type { BoardName, GameRecord } from "../../game/record.ts";
import { winnerOf } from "../../game/result.ts";
import { forTeamOne, pawnsOf, scoreInWords } from "../../game/score.ts";
import { boardOf, teamNames, teamOf, type Seat } from "../../game/seats.ts";
import { timelineOf, type Move } from "../../game/timeline.ts";
import type { QuickReview } from "./quick.ts";

/** A move of the game that is worth a look. */
export interface Moment {
  /** The number of moves before it. */
  ply: number;
  board: BoardName;
  seat: Seat;
  /** `14a. Nxe5` */
  name: string;
  grade: Grade | undefined;
  /** The share of a game that it cost its team, 0 to 1. */
  lost: number;
  /** What it cost on its board, in pawns. */
  pawns: number;
  /** What was better on its own board: a move in SAN, to sit, or nothing that is known. */
  better: Better;
  /** The reasons, a sentence each. */
  why: readonly string[];
}

export type Better = { by: "move"; san: string } | { by: "sitting" } | { by: "unknown" };

/** The least cost of a move that decides, a share of a game: in a review with few nodes less is nothing. */
const LEAST = 0.05;
/** The number of moments of a player. */
const MOST = 3;
/** A minor piece, in pawns: who loses that in a lost game has no mark for it, but a worst moment. */
const PIECE = 3;
/** The least cost of such a moment, a share of a game. */
const LEAST_SHOWN = 0.01;

/** What a quick review shows of a game. */
export interface Moments {
  /** The move that decided the game; `undefined` if none did. */
  decisive: Moment | undefined;
  /** The worst moves of the reader, the worst first: mistakes, or else one that cost a piece. */
  worst: readonly Moment[];
}

/** The moments of a review, once it is done. */
export function momentsIn(review: QuickReview, own: readonly Seat[]): Moments | undefined {
  return review.at === "done" ? momentsOf(review.game, own) : undefined;
}

export function momentsOf(record: GameRecord, own: readonly Seat[]): Moments {
  const { moves, forecast, boards } = timelineOf(record);
  const moments = moves.map((move, at) => momentOf(move, at, boards));
  return { decisive: decisiveOf(moments, forecast, record.result), worst: worstOf(moments.filter(({ seat }) => own.includes(seat))) };
}

/** The mistakes of a player; without any, the one move that cost a piece and most of the game, as little as that may be. */
function worstOf(moments: readonly Moment[]): readonly Moment[] {
  const sorted = moments.toSorted((one, other) => other.lost - one.lost || one.ply - other.ply);
  const mistakes = sorted.filter(({ grade }) => grade !== undefined).slice(0, MOST);
  return mistakes.length > 0 ? mistakes : sorted.filter(({ lost, pawns }) => lost >= LEAST_SHOWN && pawns >= PIECE).slice(0, 1);
}

function momentOf({ ply, seat, number }: Move, at: number, boards: number): Moment {
  const why = ply.why?.length ? ply.why : [scoresInWords(ply, seat, boards)];
  return { ply: at, board: boardOf(seat), seat, name: `${number} ${ply.san}`, grade: gradeOf(ply), lost: ply.lost, pawns: pawnsOf(ply.best) - pawnsOf(ply.played), better: betterOf(ply), why };
}

/** What a move made of its board, where the team's plans have nothing to say of it. */
function scoresInWords({ best, played }: GameRecord["plies"][number], seat: Seat, boards: number): string {
  const [before, after] = [best, played].map((score) => scoreInWords(forTeamOne(score, teamOf(seat)), teamNames(boards)));
  return `Best play: ${before}. As played: ${after}.`;
}

/** The best plan of the team says what was better on the own board, `A Nxf6, B sit`; without one the best line does. */
function betterOf({ board, plan, better }: GameRecord["plies"][number]): Better {
  const part = plan?.split(", ").find((part) => part.startsWith(`${board} `))?.slice(2);
  if (part === "sit") return { by: "sitting" };
  const san = part ?? better?.[0];
  return san === undefined ? { by: "unknown" } : { by: "move", san };
}

/**
 * The move that decided a game: the costliest one of the team that lost, from the last moment on at which that team was not
 * behind. Before that moment the game was still open, after it the team never came back.
 */
function decisiveOf(moments: readonly Moment[], forecast: readonly number[], result: string): Moment | undefined {
  const winner = winnerOf(result);
  if (winner === undefined) return undefined;
  const isOpen = (share: number) => (winner === "one" ? share : 1 - share) <= 0.5;
  const from = Math.max(0, forecast.slice(0, moments.length).findLastIndex(isOpen));
  const costly = moments.slice(from).filter(({ seat, lost }) => teamOf(seat) !== winner && lost >= LEAST);
  return costly.reduce<Moment | undefined>((most, one) => (most === undefined || one.lost > most.lost ? one : most), undefined);
}


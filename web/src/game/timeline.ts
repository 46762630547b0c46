import { readTimeControl } from "./clock.ts";
import { readFen } from "./fen.ts";
import type { BoardName, GameRecord, Ply, Score } from "./record.ts";
import { forTeamOne } from "./score.ts";
import { boardOf, seatOf, teamOf, type Seat } from "./seats.ts";

/** A clock of each seat, in milliseconds, where it is known. */
export type Clocks = (number | undefined)[];

/** A move with what follows from the moves before it. */
export interface Move {
  ply: Ply;
  seat: Seat;
  /** The usual number: `8A.` for White, `8a.` for Black; on one board `8.` and `8\u2026`. */
  number: string;
  /** The time that the move took, if the clocks tell it. */
  spentMs: number | undefined;
  /** True if the player waited long while the other board went on. */
  sat: boolean;
}

/** A game with the state of all clocks and the forecast after each number of moves. */
export interface Timeline {
  record: GameRecord;
  boards: number;
  moves: Move[];
  /** The clocks after each number of moves. */
  clocks: Clocks[];
  /** The forecast for team one after each number of moves, 0 to 1. */
  forecast: number[];
}

/** The least time of a turn that counts as sitting, if the other board moved meanwhile. */
export const SITTING_MS = 5000;

export function timelineOf(record: GameRecord): Timeline {
  const control = readTimeControl(record.time_control);
  const boards = record.start.length;
  let left: Clocks = Array(4).fill(control?.baseMs);
  const clocks = [left];
  const moves = record.plies.map((ply, at): Move => {
    const seat = seatOf(ply.board, ply.color);
    const before = left[seat];
    left = left.with(seat, ply.clock_ms ?? before);
    clocks.push(left);
    const spentMs = ply.clock_ms === undefined || before === undefined
      ? undefined : Math.max(0, before + (control?.incrementMs ?? 0) - ply.clock_ms);
    const sat = (spentMs ?? 0) >= SITTING_MS && wentOn(record.plies, at);
    return { ply, seat, number: numberOf(record, at), spentMs, sat };
  });
  return { record, boards, moves, clocks, forecast: forecastOf(record) };
}

/** True if the other board moved between this move and the one before it on its own board. */
function wentOn(plies: Ply[], at: number): boolean {
  return at > 0 && plies[at - 1]?.board !== plies[at]?.board;
}

function numberOf(record: GameRecord, at: number): string {
  const ply = record.plies[at] as Ply;
  const fens = at === 0 ? record.start : record.after[at - 1];
  const { number } = readFen(fens?.[ply.board === "A" ? 0 : 1] ?? "");
  if (record.start.length === 1) return ply.color === "white" ? `${number}.` : `${number}\u2026`;
  return `${number}${ply.color === "white" ? ply.board : ply.board.toLowerCase()}.`;
}

/** Each move has the forecast before it; the end of the game has its result, if it has one. */
function forecastOf({ plies, result }: GameRecord): number[] {
  const before = plies.map((ply) => ply.team_one_wins);
  const results: Record<string, number> = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
  return [...before, results[result] ?? before.at(-1) ?? 0.5];
}

/** The score of a board for team one after a number of moves: that of the last move on it. */
export function boardScore({ moves }: Timeline, board: BoardName, at: number): Score | undefined {
  const last = moves.slice(0, at).findLast(({ seat }) => boardOf(seat) === board);
  return last && forTeamOne(last.ply.played, teamOf(last.seat));
}

import { isWhite, readFen } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { seatOf, type Seat } from "../../game/seats.ts";
import { partnerOf } from "../../live/lead.ts";
import { partsOf, squaresOf, type MoveText } from "../../live/moves.ts";
import steps from "./lesson.json";

/** The positions of both boards as FENs, A first. */
export type Fens = readonly [a: string, b: string];

/** A thing that happens in a step of the lesson; the words are said while it is awaited. */
export type Act =
  /** The reader makes a move. Any other one is answered by `wrong`. */
  | { by: "you"; board: BoardName; move: MoveText; task: string; wrong: string; after: Fens }
  /** The reader sits; a move is answered by `wrong`. */
  | { by: "sit"; task: string; wrong: string }
  /** Somebody else moves. */
  | { by: "other"; board: BoardName; move: MoveText; after: Fens }
  /** The clocks of those on turn run, faster than time. */
  | { by: "time"; seconds: number };

/** A step of the lesson: positions, what is to be done in them, and the words. The rules are kept by a test of the server. */
export interface Step {
  title: string;
  says: string;
  boards: Fens;
  /** The clocks of the four seats in milliseconds. */
  clocks?: readonly number[];
  acts: readonly Act[];
  /** What is said once all acts are done. */
  done: string;
}

// JSON knows no unions; `server/tests/lesson.rs` reads each field.
export const STEPS = steps as unknown as readonly Step[];

const USUAL_CLOCKS = [180_000, 180_000, 180_000, 180_000];

/** How far a reader is in a step. */
export interface Course {
  step: Step;
  /** The number of acts that are done. */
  acts: number;
  boards: Fens;
  clocks: readonly number[];
  /** The squares of the last move on each board. */
  marked: readonly [a: readonly string[], b: readonly string[]];
  /** The reader sits. */
  sits: boolean;
  /** True after another move than the one that is asked for. */
  slipped: boolean;
}

export function begun(step: Step): Course {
  return { step, acts: 0, boards: step.boards, clocks: step.clocks ?? USUAL_CLOCKS, marked: [[], []], sits: false, slipped: false };
}

/** The act that is awaited; `undefined` once the step is done. */
export function awaited({ step, acts }: Course): Act | undefined {
  return step.acts[acts];
}

/** True if a move of the reader is the one that is asked for. */
export function isRight(course: Course, board: BoardName, move: MoveText): boolean {
  const act = awaited(course);
  return act?.by === "you" && act.board === board && act.move === move;
}

/** The course after a move: on its own board at first, on both once the captured piece has arrived. */
export function moved(course: Course, act: Extract<Act, { board: BoardName }>, hasArrived: boolean): Course {
  const [a, b] = act.after;
  const boards: Fens = hasArrived ? act.after : act.board === "A" ? [a, course.boards[1]] : [course.boards[0], b];
  const squares = squaresOf(act.move);
  const marked: Course["marked"] = act.board === "A" ? [squares, course.marked[1]] : [course.marked[0], squares];
  const isMine = act.by === "you" || seatOn(course, act.board) === 0;
  return { ...course, boards, marked, acts: course.acts + (hasArrived ? 1 : 0), sits: course.sits && !isMine, slipped: false };
}

export function sat(course: Course): Course {
  return { ...course, acts: course.acts + 1, sits: true, slipped: false };
}

/** The course after some time: the clocks of those on turn are that much lower. */
export function passed(course: Course, ms: number): Course {
  const turns = [seatOn(course, "A"), seatOn(course, "B")];
  return { ...course, clocks: course.clocks.map((left, seat) => (turns.includes(seat as Seat) ? Math.max(0, left - ms) : left)) };
}

export function seatOn({ boards }: Course, board: BoardName): Seat {
  return seatOf(board, readFen(boards[board === "A" ? 0 : 1]).onTurn);
}

/** A captured piece on its way to the other board. */
export interface Flight {
  board: BoardName;
  square: string;
  /** Upper case is White's. */
  sign: string;
  /** The seat that gets it. */
  to: Seat;
}

/** The flight that a move brings about; none without a capture. */
export function flightOf(course: Course, { board, move }: Extract<Act, { board: BoardName }>): Flight | undefined {
  const parts = partsOf(move);
  const position = readFen(course.boards[board === "A" ? 0 : 1]);
  const man = parts && position.men[parts.to];
  if (!parts || !man) return undefined;
  const color: ColorName = position.onTurn;
  return { board, square: move.slice(2, 4), sign: man.promoted ? (isWhite(man.sign) ? "P" : "p") : man.sign, to: partnerOf(seatOf(board, color)) };
}

/** The board on which the reader is to do something. */
export function boardOfReader(course: Course): BoardName {
  const act = course.step.acts.find((act) => act.by === "you" || act.by === "sit");
  return act?.by === "you" ? act.board : "A";
}

/** The man that moves and where to, for an arrow; of a drop the square alone. */
export function hintOf(act: Act | undefined): { board: BoardName; from: string; to?: string; drop?: string } | undefined {
  if (act?.by !== "you") return undefined;
  const [first, second] = squaresOf(act.move);
  if (first === undefined) return undefined;
  const drop = partsOf(act.move)?.drop;
  return { board: act.board, from: first, ...(second === undefined ? {} : { to: second }), ...(drop ? { drop } : {}) };
}

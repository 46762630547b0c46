import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { PlayerBar } from "../../board/PlayerBar.tsx";
import { readFen } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { colorOf, seatOf } from "../../game/seats.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { LiveBoard } from "../../live/LiveBoard.tsx";
import type { MoveText } from "../../live/moves.ts";
import { liveClock } from "../../live/time.ts";
import { awaited, hintOf, seatOn, type Course } from "./lesson.ts";

export interface LessonBoardProps {
  course: Course;
  name: BoardName;
  /** The board on which the reader does something in this step. */
  isOwn: boolean;
  /** True while something is awaited of the reader here. */
  isOpen: boolean;
  legal: readonly MoveText[];
  onMove: (move: MoveText) => void;
}

const NONE: readonly never[] = [];
const NAMES = ["You", "Opponent", "Opponent", "Partner"];
/** The side of each board that is at the bottom: the reader's team. */
const BOTTOM: Record<BoardName, ColorName> = { A: "white", B: "black" };

/** A board of the lesson; the reader sits at A with White, the partner at B with Black. */
export function LessonBoard({ course, name, isOwn, isOpen, legal, onMove }: LessonBoardProps) {
  const at = name === "A" ? 0 : 1;
  const fen = course.boards[at];
  const position = useMemo(() => readFen(fen), [fen]);
  const act = awaited(course);
  const hint = isOpen ? hintOf(act) : undefined;
  const arrows = useMemo((): readonly Arrow[] => {
    if (hint?.board !== name) return NONE;
    const drop = hint.drop === undefined ? {} : { drop: { color: BOTTOM[name], kind: hint.drop } };
    return [{ from: hint.from, brush: "green", ...(hint.to === undefined ? {} : { to: hint.to }), ...drop }];
  }, [hint?.board, hint?.from, hint?.to]);
  const bar = (color: ColorName, hand: ComponentChildren) => {
    const seat = seatOf(name, color);
    const isRunning = seatOn(course, name) === seat;
    const isSitting = seat === 0 && course.sits;
    return (
      <PlayerBar seat={seat} boards={2} name={NAMES[seat] ?? ""} rating={undefined} clockMs={undefined} position={position} onTurn={isRunning}
        note={isSitting ? "sits" : undefined} hand={hand}
        clock={<span class={`clock live-clock${isRunning ? " runs" : ""}`}>{liveClock(course.clocks[seat] ?? 0)}</span>} />
    );
  };
  return (
    <LiveBoard name={name} boards={2} position={position} bottom={BOTTOM[name]} mover={isOwn ? BOTTOM[name] : undefined}
      legal={isOpen && (act?.by === "you" || act?.by === "sit") ? legal : NONE} lastMove={course.marked[at]} waiting={NONE} check={checked(fen, course, name)} arrows={arrows}
      awaited={hint?.board === name ? hint.drop : undefined} bar={bar} onMove={onMove} onCancel={() => undefined} />
  );
}

/** The king that is mated at the end of a step, if it is on this board. */
function checked(fen: string, course: Course, name: BoardName): ColorName | undefined {
  const last = course.step.acts.at(-1);
  const isOver = awaited(course) === undefined && course.step.done.toLowerCase().includes("mate");
  return isOver && last && "board" in last && last.board === name ? colorOf(seatOn({ ...course, boards: [fen, fen] }, name)) : undefined;
}

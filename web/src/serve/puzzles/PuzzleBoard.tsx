import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { PlayerBar } from "../../board/PlayerBar.tsx";
import { readFen } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { boardOf, colorOf, playerName, seatOf, type Seat } from "../../game/seats.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { LiveBoard } from "../../live/LiveBoard.tsx";
import type { MoveText } from "../../live/moves.ts";
import { partnerOf } from "../../live/lead.ts";
import { liveClock } from "../../live/time.ts";
import type { PuzzleKind, PuzzleStep } from "../../wire/messages.ts";
import type { Course } from "./usePuzzle.ts";
import { answerBoard, lineBoard, type Hint } from "./words.ts";

export interface PuzzleBoardProps {
  course: Course;
  name: BoardName;
  /** True while a move of the reader is an answer. */
  isOpen: boolean;
  /** A move of the solution that is shown, in place of the position of the puzzle. */
  step: PuzzleStep | undefined;
  onMove: (move: MoveText) => void;
}

const NONE: readonly never[] = [];
const NO_ARROWS: readonly Arrow[] = [];

/** A board of a puzzle: that of the question from the asked seat, the other one from its partner. */
export function PuzzleBoard({ course, name, isOpen, step, onMove }: PuzzleBoardProps) {
  const { puzzle, boards, plies, hint } = course;
  const { seat, position: asked, players, last } = puzzle;
  const count = asked.fens.length;
  const at = name === "A" ? 0 : 1;
  const state = boards.find(({ board }) => board === name);
  const fen = step?.fens[at] ?? state?.fen ?? asked.fens[at] ?? "";
  const position = useMemo(() => readFen(fen), [fen]);
  const isAsked = boardOf(seat) === name;
  const own = colorOf(seat);
  const bottom: ColorName = isAsked ? own : own === "white" ? "black" : "white";
  const isAnswer = answerBoard(puzzle) === name;
  const hasLine = lineBoard(puzzle) === name;
  const shown = step ? (hasLine ? step : undefined) : isAnswer ? plies.at(-1) : undefined;
  const latest = shown?.squares;
  const isMate = shown?.san.endsWith("#") === true;
  const mover = isOpen && isAnswer ? (isAsked ? own : colorOf(partnerOf(seat))) : undefined;
  const arrows = useMemo(() => (hasLine && hint && !step && plies.length === 0 ? arrowsOfHint(puzzle.kind, hint) : NO_ARROWS), [hint, hasLine, step, plies, puzzle]);
  const lastMove = latest ?? last[at] ?? NONE;
  // The board is named above, and a narrow bar has no room for "White on A".
  const nameOf = (here: Seat) => {
    if (here === seat) return "You";
    if (players.length > 0) return playerName(players, here, count);
    return here === partnerOf(seat) ? "Partner" : colorOf(here) === "white" ? "White" : "Black";
  };
  const bar = (color: ColorName, hand: ComponentChildren) => {
    const here = seatOf(name, color);
    const clock = asked.clocks_ms?.[here];
    const isRunning = position.onTurn === color && !isMate;
    return (
      <PlayerBar seat={here} boards={count} name={nameOf(here)} rating={undefined} clockMs={undefined}
        position={position} onTurn={isRunning} note={isRunning ? "to move" : undefined} hand={hand}
        clock={<span class={`clock live-clock${isRunning ? " runs" : ""}${clock === undefined ? " none" : ""}`}>{clock === undefined ? null : liveClock(Math.max(0, clock))}</span>} />
    );
  };
  // A board that was only looked at does not learn to be moved on: each puzzle has its own.
  return (
    <LiveBoard key={puzzle.puzzle} name={name} boards={count} position={position} bottom={bottom} mover={mover}
      legal={mover ? state?.legal ?? NONE : NONE} lastMove={lastMove} waiting={NONE} check={step && hasLine ? (/[+#]$/.test(step.san) ? position.onTurn : undefined) : state?.check ? colorOf(state.on_turn) : undefined}
      arrows={arrows} bar={bar} scrolls onMove={onMove} onCancel={() => undefined} />
  );
}

/** The first hint is a ring around the man that moves, the second one its whole way; a drop has a ring where it lands. */
function arrowsOfHint(kind: PuzzleKind, { squares, piece, level }: Hint & { level: 1 | 2 }): readonly Arrow[] {
  const [from, to] = squares;
  if (from === undefined || ((piece !== null || kind !== "mate") && level === 1)) return NO_ARROWS;
  if (kind !== "mate") return [{ from: squares.at(-1) ?? from, brush: "yellow" }];
  return [{ from, brush: "yellow", ...(level === 2 && to !== undefined ? { to } : {}) }];
}

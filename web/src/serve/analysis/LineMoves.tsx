import type { BoardMove } from "./tree.ts";

/** The moves of a line, each with its words. */
export interface LineStep {
  move: BoardMove;
  san: string;
  /** The board, where it is another than before and there are two. */
  board?: BoardMove["board"] | undefined;
}

/** What is done with a line: its first moves are shown for a moment, or it is played up to one of its moves. */
export interface OnLine {
  show: (moves: readonly BoardMove[]) => void;
  play: (moves: readonly BoardMove[], count: number) => void;
}

/** A line whose moves are seen on the boards while they are pointed at. A press plays the line, and shows the position after that move. */
export function LineMoves({ steps, onLine: { show, play } }: { steps: readonly LineStep[]; onLine: OnLine }) {
  const moves = steps.map(({ move }) => move);
  return (
    <span class="pv" onMouseLeave={() => show([])}>
      {steps.map(({ san, board }, at) => (
        <button key={at} type="button" class="line-move" onMouseEnter={() => show(moves.slice(0, at + 1))} onFocus={() => show(moves.slice(0, at + 1))}
          onBlur={() => show([])} onClick={() => play(moves, at + 1)}>
          {board && <span class="of-board">{board} </span>}{san}
        </button>
      ))}
    </span>
  );
}

import { BRUSHES, type Arrow } from "../../live/Ground.tsx";
import type { BoardName } from "../../game/record.ts";
import { toggled } from "./notes.ts";
import { current, drawn, type Tree } from "./tree.ts";

/** A pen: its color, and the square on which an arrow begins. */
export interface Pen {
  brush: Arrow["brush"];
  from?: { board: BoardName; square: string };
}

export const USUAL_PEN: Pen = { brush: "green" };

/** Presses a square with a pen: the first press begins, the second one ends an arrow, or a ring where it began. */
export function pressed(pen: Pen, board: BoardName, square: string): { pen: Pen; arrow?: Arrow } {
  const { brush, from } = pen;
  if (from?.board !== board) return { pen: { brush, from: { board, square } } };
  return { pen: { brush }, arrow: { from: from.square, brush, ...(from.square === square ? {} : { to: square }) } };
}

/** The tree with an arrow more, or one fewer, on a board of the node that is shown. */
export function withArrow(tree: Tree, board: BoardName, arrow: Arrow): Tree {
  return drawn(tree, board, toggled(current(tree).drawings?.[board] ?? [], arrow));
}

export interface PenToolsProps {
  pen: Pen;
  onPen: (pen: Pen) => void;
  onClear: (() => void) | undefined;
}

/** The colors to draw with. */
export function PenTools({ pen, onPen, onClear }: PenToolsProps) {
  return (
    <div class="pen" role="group" aria-label="Colors of arrows">
      {BRUSHES.map((brush) => (
        <button key={brush} type="button" class={`icon brush ${brush}`} aria-label={brush} aria-pressed={pen.brush === brush} onClick={() => onPen({ ...pen, brush })}><span /></button>
      ))}
      <button type="button" disabled={!onClear} onClick={onClear}>Clear</button>
      <p class="hint" role="status">{pen.from ? `From ${pen.from.square}: press the square where the arrow ends, or ${pen.from.square} again for a ring.` : "Press two squares for an arrow, one square twice for a ring. With a mouse, the right button draws at any time."}</p>
    </div>
  );
}

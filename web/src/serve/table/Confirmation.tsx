import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { pieceName, squareName, type Position } from "../../game/fen.ts";
import { castlesWith, imagined, intentOf, partsOf, type MoveText } from "../../live/moves.ts";
import type { Turn } from "../../live/queue.ts";

/** A move that was entered and is not confirmed yet. */
export interface Pending {
  move: MoveText | undefined;
  /** The position with it. */
  shown: Position;
  enter: (move: MoveText) => void;
  drop: () => void;
}

/** Keeps the move that is to be confirmed for as long as it says what it said when it was entered. */
export function usePending(isOn: boolean, turn: Turn | undefined, position: Position): Pending {
  const [kept, setKept] = useState<{ game: string; move: MoveText; intent: string } | undefined>(undefined);
  const color = turn?.color;
  const stands = isOn && kept !== undefined && color !== undefined && kept.game === turn?.game && intentOf(position, color, kept.move) === kept.intent;
  const move = stands ? kept.move : undefined;
  const shown = useMemo(() => (move !== undefined && color !== undefined ? imagined(position, color, move) : position), [position, color, move]);
  return {
    move,
    shown,
    enter: (move) => {
      const intent = color && intentOf(position, color, move);
      setKept(turn && intent !== undefined ? { game: turn.game, move, intent } : undefined);
    },
    drop: () => setKept(undefined),
  };
}

export interface ConfirmationProps {
  move: MoveText;
  /** The position before it. */
  position: Position;
  onYes: () => void;
  onNo: () => void;
}

/**
 * Asks for the second press, over the lower edge of the board. It has the focus before the next key arrives, and the focus goes back
 * to where it was.
 */
export function Confirmation({ move, position, onYes, onNo }: ConfirmationProps) {
  const yes = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    yes.current?.focus({ preventScroll: true });
    return () => { if (before instanceof HTMLElement) before.focus({ preventScroll: true }); };
  }, []);
  return (
    <div class="confirmation" role="group" aria-label="Confirm the move"
      onKeyDown={(event) => { if (event.key === "Escape") { event.stopPropagation(); onNo(); } }}>
      <button type="button" class="primary" ref={yes} onClick={onYes}>{`Play ${nameOf(move, position)}`}</button>
      <button type="button" class="icon" onClick={onNo} aria-label="Take it back (Esc)">{"\u00D7"}</button>
    </div>
  );
}

/** A move as a button calls it: `knight f3`, `knight@f7`. */
function nameOf(move: MoveText, position: Position): string {
  const { drop, from, to, promotion } = partsOf(move) ?? {};
  if (to === undefined) return move;
  if (drop !== undefined) return `${pieceName(drop)} on ${squareName(to)}`;
  if (from !== undefined && castlesWith(position, from, to) !== undefined) return "castling";
  const man = from === undefined ? undefined : position.men[from];
  return `${man ? pieceName(man.sign) : ""} ${squareName(to)}${promotion ? ` = ${pieceName(promotion)}` : ""}`.trim();
}

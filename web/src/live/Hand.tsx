import { handOf, pieceName, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { PieceIcon } from "../board/pieces.tsx";
import { signOf } from "./moves.ts";

export interface HandProps {
  position: Position;
  color: ColorName;
  /** The piece that is chosen for a drop. */
  chosen: string | undefined;
  /** The pieces that are waited for. */
  awaited: string | undefined;
  /** True if a swipe that begins on a piece that is not held scrolls the page. */
  scrolls?: boolean | undefined;
  /** Chooses a piece; missing for a hand that is only looked at. */
  onChoose?: ((kind: string) => void) | undefined;
  onDrag?: ((kind: string, event: Event) => void) | undefined;
}

const KINDS = ["P", "N", "B", "R", "Q"];

/** The pieces that a player holds, each always in its place, so that the hand finds it. */
export function Hand({ position, color, chosen, awaited, scrolls, onChoose, onDrag }: HandProps) {
  const counts = new Map(handOf(position, color).map(([sign, count]) => [sign.toUpperCase(), count]));
  const press = (kind: string) => (event: Event) => {
    if (event instanceof MouseEvent && event.button !== 0) return;
    if (scrolls && !counts.has(kind)) return;
    event.preventDefault(); // neither scrolls nor selects text
    onChoose?.(kind);
    onDrag?.(kind, event);
  };
  return (
    <span class={`live-hand${scrolls ? " scrolls" : ""}`} role="group" aria-label={`${color === "white" ? "White" : "Black"}'s holdings`}>
      {KINDS.map((kind) => {
        const count = counts.get(kind) ?? 0;
        const inside = (
          <>
            <PieceIcon sign={signOf(kind, color)} size={40} />
            {count > 0 && <span class="count" aria-hidden="true">{count}</span>}
          </>
        );
        const label = `${color} ${pieceName(kind)}: ${count} in hand`;
        const look = `slot${count === 0 ? " none" : ""}${awaited === kind ? " awaited" : ""}`;
        return onChoose
          ? (
            <button key={kind} type="button" class={look} aria-label={label} aria-pressed={chosen === kind}
              onMouseDown={press(kind)} onTouchStart={press(kind)}
              onClick={(event) => { if (event.detail === 0) onChoose(kind); }}>
              {inside}
            </button>
          )
          : <span key={kind} class={look} role="img" aria-label={label}>{inside}</span>;
      })}
    </span>
  );
}

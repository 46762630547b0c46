import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Team } from "../game/seats.ts";

/** A move in a list. */
export interface MoveItem {
  number: string;
  san: string;
  team: Team;
  /** True for the moves of the right column. */
  isRight: boolean;
  title: string;
  /** More about the move: a mark, a score. */
  more?: ComponentChildren;
}

export interface MoveColumnsProps {
  moves: readonly MoveItem[];
  /** The number of boards, which are the columns; on one board the colors are. */
  boards: number;
  /** The number of moves made in the position that is shown. */
  ply: number;
  /** Chooses a position; missing for a list that is only read. */
  onPly?: ((ply: number) => void) | undefined;
}

/**
 * All moves in the order of the game. Those of board A are on the left, those of board B on the right; a row
 * ends where the next move would go to its left, so that reading order is the order of time.
 */
export function MoveColumns({ moves, boards, ply, onPly }: MoveColumnsProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !now || box.scrollHeight <= box.clientHeight) return;
    const [from, to] = [now.offsetTop - box.offsetTop, now.offsetTop - box.offsetTop + now.offsetHeight];
    if (from < box.scrollTop + now.offsetHeight || to > box.scrollTop + box.clientHeight - now.offsetHeight) {
      box.scrollTop = from - box.clientHeight / 2;
    }
  }, [ply, moves]);
  const sides = boards === 2 ? ["Board A", "Board B"] : ["White", "Black"];
  return (
    <section class="moves" aria-label="Moves">
      <div class="columns" aria-hidden="true">{sides.map((side) => <span key={side}>{side}</span>)}</div>
      <ol ref={list} tabIndex={onPly ? undefined : 0}>
        {moves.map((move, at) => {
          const shared = { class: `move team-${move.team}`, "aria-current": at + 1 === ply ? "step" as const : undefined, title: move.title };
          const inside = <><span class="number">{move.number}</span><span class="san">{move.san}</span>{move.more}</>;
          return (
            <li class={move.isRight ? "right" : "left"} key={at}>
              {onPly
                ? <button type="button" {...shared} tabIndex={at + 1 === Math.max(ply, 1) ? 0 : -1} onClick={() => onPly(at + 1)}>{inside}</button>
                : <span {...shared}>{inside}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

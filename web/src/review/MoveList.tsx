import { useEffect, useRef } from "preact/hooks";
import { gradeOf } from "../game/mistakes.ts";
import { forTeamOne, scoreInWords, shortScore } from "../game/score.ts";
import { seatName, teamNames, teamOf } from "../game/seats.ts";
import type { Move, Timeline } from "../game/timeline.ts";
import { Mark } from "./Mark.tsx";

export interface MoveListProps {
  timeline: Timeline;
  ply: number;
  onPly: (ply: number) => void;
}

/**
 * All moves in the order of the game. Those of board A are on the left, those of board B on the right; a row
 * ends where the next move would go to its left, so that reading order is the order of time.
 */
export function MoveList({ timeline, ply, onPly }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !now || box.scrollHeight <= box.clientHeight) return;
    const [from, to] = [now.offsetTop - box.offsetTop, now.offsetTop - box.offsetTop + now.offsetHeight];
    if (from < box.scrollTop + now.offsetHeight || to > box.scrollTop + box.clientHeight - now.offsetHeight) {
      box.scrollTop = from - box.clientHeight / 2;
    }
  }, [ply, timeline]);
  const sides = timeline.boards === 2 ? ["Board A", "Board B"] : ["White", "Black"];
  return (
    <section class="moves" aria-label="Moves">
      <div class="columns" aria-hidden="true">{sides.map((side) => <span key={side}>{side}</span>)}</div>
      <ol ref={list}>
        {timeline.moves.map((move, at) => (
          <MoveItem key={at} move={move} boards={timeline.boards} isNow={at + 1 === ply}
            isEntry={at + 1 === Math.max(ply, 1)} onChoose={() => onPly(at + 1)} />
        ))}
      </ol>
    </section>
  );
}

interface MoveItemProps {
  move: Move;
  boards: number;
  isNow: boolean;
  /** True for the one move that the tab key reaches; arrows go on from there. */
  isEntry: boolean;
  onChoose: () => void;
}

function MoveItem({ move, boards, isNow, isEntry, onChoose }: MoveItemProps) {
  const { ply, seat, number } = move;
  const team = teamOf(seat);
  const grade = gradeOf(ply);
  const score = forTeamOne(ply.played, team);
  const isRight = boards === 2 ? ply.board === "B" : ply.color === "black";
  return (
    <li class={isRight ? "right" : "left"}>
      <button type="button" class={`move team-${team}`} aria-current={isNow ? "step" : undefined}
        tabIndex={isEntry ? 0 : -1} onClick={onChoose} title={`${seatName(seat, boards)}: ${scoreInWords(score, teamNames(boards))}`}>
        <span class="number">{number}</span>
        <span class="san">{ply.san}</span>
        {grade && <Mark grade={grade} />}
        <span class="score">{shortScore(score)}</span>
      </button>
    </li>
  );
}

import { useMemo } from "preact/hooks";
import { MoveColumns, type MoveItem } from "../board/MoveColumns.tsx";
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

/** The moves of an analyzed game, each with its mark and its score. */
export function MoveList({ timeline, ply, onPly }: MoveListProps) {
  const moves = useMemo(() => timeline.moves.map((move) => itemOf(move, timeline.boards)), [timeline]);
  return <MoveColumns moves={moves} boards={timeline.boards} ply={ply} onPly={onPly} />;
}

function itemOf({ ply, seat, number }: Move, boards: number): MoveItem {
  const team = teamOf(seat);
  const grade = gradeOf(ply);
  const score = forTeamOne(ply.played, team);
  return {
    number,
    san: ply.san,
    team,
    isRight: boards === 2 ? ply.board === "B" : ply.color === "black",
    title: `${seatName(seat, boards)}: ${scoreInWords(score, teamNames(boards))}`,
    more: <>{grade && <Mark grade={grade} />}<span class="score">{shortScore(score)}</span></>,
  };
}

import type { BoardName } from "../../game/record.ts";
import { favored, shortScore } from "../../game/score.ts";
import { seatName, seatOf } from "../../game/seats.ts";
import { diagonalOf } from "../../live/lead.ts";
import { LineMoves, type OnLine } from "./LineMoves.tsx";
import type { BoardScore, Mating } from "../../wire/messages.ts";

export interface LinesProps {
  board: BoardName;
  boards: number;
  score: BoardScore | undefined;
  mates: readonly (Mating | null)[] | undefined;
  /** Makes the first move of a line. */
  onMove: (coordinates: string) => void;
  onLine: OnLine;
}

/** The most moves of a line that are shown. */
const MOST_MOVES = 10;

/** The best lines of a board, and the pieces that mate there. */
export function Lines({ board, boards, score, mates, onMove, onLine }: LinesProps) {
  const facts = score ? `depth ${score.depth} \u00B7 ${thousands(score.nps)} nodes/s` : "";
  return (
    <section class="lines" aria-label={boards === 2 ? `Best lines on board ${board}` : "Best lines"}>
      <h2>{boards === 2 ? `Board ${board}` : "Best lines"} <span class="facts">{facts}</span></h2>
      <ol>
        {(score?.lines ?? []).map(({ score, moves, san }, at) => (
          <li key={at}>
            <button type="button" class="value-button" disabled={moves.length === 0} onClick={() => { if (moves[0]) onMove(moves[0]); }} title={`Play ${san[0] ?? ""}`}>
              <b class={`value team-${favored(score) ?? "none"}`}>{shortScore(score)}</b>
            </button>
            <LineMoves onLine={onLine} steps={moves.slice(0, MOST_MOVES).map((coordinates, at) => ({ move: { board, coordinates }, san: san[at] ?? coordinates }))} />
          </li>
        ))}
      </ol>
      {mates?.map((mating, at) => mating && matesInWords(board, at, boards, mating)).filter(Boolean).map((text) => <p key={text} class="mates">{text}</p>)}
    </section>
  );
}

/** What a color mates with, and who must not lose that piece. */
export function matesInWords(board: BoardName, color: number, boards: number, { already, with_one_more }: Mating): string | undefined {
  const seat = seatOf(board, color === 0 ? "white" : "black");
  const name = seatName(seat, boards);
  if (already) return `${name} mates as soon as it is on turn.`;
  if (with_one_more === "") return undefined;
  const pieces = [...with_one_more].join(", ");
  if (boards === 1) return `${name} would mate with one more of ${pieces}.`;
  return `${name} would mate with one more of ${pieces}: ${seatName(diagonalOf(seat), boards)} must not lose it.`;
}

function thousands(number: number): string {
  return number >= 1_000_000 ? `${(number / 1_000_000).toFixed(1)} M` : `${Math.round(number / 1000)} k`;
}

import { PieceIcon } from "../board/pieces.tsx";
import type { DropRow } from "./report.ts";
import { Panel } from "./Tables.tsx";
import { counted, inUnit, mostDropped } from "./words.ts";

const SIGNS: Record<string, string> = { pawn: "P", knight: "N", bishop: "B", rook: "R", queen: "Q" };

/** The drops of each piece, on a board of its own. */
export function Drops({ drops }: { drops: readonly DropRow[] }) {
  return (
    <Panel name="Drops">
      <ul class="drops">
        {drops.map((row) => (
          <li key={row.piece}>
            <p class="drop-name"><PieceIcon sign={SIGNS[row.piece] ?? "P"} size={22} /> <b>{row.piece}</b></p>
            <Heat row={row} />
            <p>{`${counted(row.drops, "drop")}, ${row.checks} with check`}</p>
            <p class="quiet">{`${inUnit(row.shares[0], "share")} of the moves, others ${inUnit(row.shares[1], "share")}`}</p>
          </li>
        ))}
      </ul>
      <p class="quiet">Seen from the player’s side, as with White.</p>
    </Panel>
  );
}

/** A board whose squares are the darker the more was dropped on them. */
function Heat({ row }: { row: DropRow }) {
  const most = Math.max(...row.squares, 1);
  const squares = mostDropped(row);
  return (
    <svg class="heat" viewBox="0 0 80 80" role="img" aria-label={squares ? `Most ${row.piece}s on ${squares}` : `No ${row.piece} was dropped`}>
      {row.squares.map((drops, at) => {
        const [x, y] = [10 * (at % 8), 70 - 10 * Math.floor(at / 8)];
        const isDark = (at + Math.floor(at / 8)) % 2 === 0;
        return (
          <g key={at}>
            <rect class={isDark ? "dark" : "light"} x={x} y={y} width="10" height="10" />
            {drops > 0 && <rect class="hot" x={x} y={y} width="10" height="10" fill-opacity={0.12 + (0.88 * drops) / most} />}
          </g>
        );
      })}
    </svg>
  );
}

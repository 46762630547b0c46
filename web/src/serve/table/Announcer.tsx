import { sanInWords } from "../../live/san.ts";
import { opponentOf, partnerOf } from "../../live/lead.ts";
import { seatName } from "../../game/seats.ts";
import { pieceName } from "../../game/fen.ts";
import type { PlyState, Seat, TableState } from "../../wire/messages.ts";

/** How many of the latest moves are kept, so that none is lost when several come at once. */
const KEPT = 4;

/** Says the moves of the others to those who hear the page. What partners say, their talk says by itself. */
export function Announcer({ table }: { table: TableState }) {
  const plies = table.game?.plies ?? [];
  const latest = plies.map((ply, at) => ({ ply, at })).filter(({ ply }) => !table.you.seats.includes(ply.seat)).slice(-KEPT);
  return (
    <div class="unseen announcer" role="log" aria-live="polite" aria-label="Moves of the others">
      {latest.map(({ ply, at }) => <p key={at}>{announcement(ply, table)}</p>)}
    </div>
  );
}

/** A move as it is said: who, what, and what it brings the listener. */
export function announcement({ seat, san, handed }: PlyState, { you, boards }: Pick<TableState, "you" | "boards">): string {
  const brings = handed !== null && you.seats.includes(partnerOf(seat)) ? `; you get a ${pieceName(handed)}` : "";
  return `${whoIs(seat, you.seats, boards)}: ${sanInWords(san)}${brings}`;
}

function whoIs(seat: Seat, own: readonly Seat[], boards: number): string {
  if (own.length !== 1) return seatName(seat, boards);
  const [mine = 0] = own;
  if (seat === opponentOf(mine)) return "Opponent";
  return seat === partnerOf(mine) ? "Partner" : "Partner's opponent";
}

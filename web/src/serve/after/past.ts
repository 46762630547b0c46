import { readFen } from "../../game/fen.ts";
import type { BoardName } from "../../game/record.ts";
import { boardOf, colorOf, seatOf } from "../../game/seats.ts";
import { partnerOf } from "../../live/lead.ts";
import { signOf } from "../../live/moves.ts";
import type { BoardState, ClockState, GameState, PlyState, Seat } from "../../wire/messages.ts";

/** A game as it stood after a number of its moves, for the boards of its table. */
export function gameAt(game: GameState, ply: number, clock: string): GameState {
  if (ply >= game.plies.length) return game;
  const plies = game.plies.slice(0, ply);
  return {
    ...game,
    plies,
    boards: game.boards.map(({ board }, at) => boardAt(board, game.start[at] ?? "", plies)),
    clocks: game.clocks.map((_, seat) => clockAt(seat as Seat, plies, clock)),
  };
}

/** A FEN is told with each move on its board; what the partner has captured since then is in hand as well. */
function boardAt(board: BoardName, start: string, plies: readonly PlyState[]): BoardState {
  const at = plies.findLastIndex(({ seat }) => boardOf(seat) === board);
  const last = plies[at];
  const arrived = plies.slice(at + 1).flatMap(({ seat, handed }) => (handed === null || boardOf(seat) === board ? [] : [signOf(handed, colorOf(partnerOf(seat)))]));
  const fen = withHeld(last?.fen ?? start, arrived);
  return { board, fen, on_turn: seatOf(board, readFen(fen).onTurn), check: /[+#]$/.test(last?.san ?? ""), legal: [] };
}

/** A FEN with more pieces in hand. */
function withHeld(fen: string, signs: readonly string[]): string {
  return signs.length === 0 ? fen : fen.replace(/\[(.*?)\]/, (_, held: string) => `[${held}${signs.join("")}]`);
}

function clockAt(seat: Seat, plies: readonly PlyState[], clock: string): ClockState {
  const last = plies.findLast((ply) => ply.seat === seat);
  return { left_ms: last?.clock_ms ?? 1000 * (Number.parseFloat(clock) || 0), runs_from_ms: null };
}

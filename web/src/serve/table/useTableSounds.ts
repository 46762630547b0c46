import { useEffect, useRef } from "preact/hooks";
import { boardOf, teamOf } from "../../game/seats.ts";
import { play, type Sound } from "../../live/sounds.ts";
import type { GameState, TableState } from "../../wire/messages.ts";
import { nearBoard } from "./state.ts";

/** Plays what a message has changed: moves of the near board, pieces that arrive, words, the end. */
export function useTableSounds(table: TableState, on: boolean): void {
  const before = useRef<GameState | null>(table.game);
  useEffect(() => {
    const was = before.current;
    before.current = table.game;
    if (on) for (const sound of soundsBetween(was, table.game, table)) play(sound);
  }, [table.game]);
}

/** The sounds between two states of a game. */
export function soundsBetween(was: GameState | null, now: GameState | null, table: TableState): Sound[] {
  if (!now || was === now) return [];
  if (!was || was.number !== now.number) return ["start"];
  const sounds: Sound[] = [];
  if (now.plies.length === was.plies.length + 1) sounds.push(...ofMove(now, table));
  const heard = now.words.at(-1);
  if (now.words.length === was.words.length + 1 && heard && !table.you.seats.includes(heard.seat)) sounds.push("says");
  if (now.result && !was.result) sounds.push("end");
  return sounds;
}

function ofMove(game: GameState, table: TableState): Sound[] {
  const ply = game.plies.at(-1);
  if (!ply) return [];
  const board = boardOf(ply.seat);
  const own = table.you.seats;
  if (own.length > 0 && board !== nearBoard(table) && own.length === 1) {
    const arrives = ply.handed !== null && own[0] !== undefined && teamOf(ply.seat) === teamOf(own[0]);
    return arrives ? ["arrives"] : [];
  }
  if (game.boards.some((state) => state.board === board && state.check)) return ["check"];
  if (ply.handed !== null || ply.san.includes("x")) return ["capture"];
  return [ply.san.includes("@") ? "drop" : "move"];
}

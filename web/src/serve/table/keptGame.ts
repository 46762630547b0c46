import { readJson } from "../../game/text.ts";
import type { TableState } from "../../wire/messages.ts";

/** What a tab keeps of the running game at a table, so that it can say where the game is once the table is gone. */
export interface KeptGame {
  table: string;
  /** The run of the server that had the table. */
  run: string;
  /** The number of the game in the archive; none without an archive. */
  archived: number | null;
  /** The number of moves on both boards that the page knows of. */
  plies: number;
  /** Whether the reader played in it. */
  isOwn: boolean;
  /** The names of the players in the order of the seats. */
  players: readonly string[];
}

/** What is kept of a table; of one whose game is over, nothing. */
export function followed(table: TableState, run: string): KeptGame | { table: string } {
  const { game, phase } = table;
  if (!game || phase !== "playing") return { table: table.table };
  return { table: table.table, run, archived: game.archived, plies: game.plies.length, isOwn: table.you.seats.length > 0, players: table.seats.map(({ name }) => name) };
}

const nameOf = (table: string) => `tandem-game-${table}`;

export function keepGame(game: KeptGame | { table: string }): void {
  try {
    if ("run" in game) sessionStorage.setItem(nameOf(game.table), JSON.stringify(game));
    else sessionStorage.removeItem(nameOf(game.table));
  } catch {
    // a browser may refuse storage
  }
}

export function keptGame(table: string): KeptGame | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(table));
    return text === null ? undefined : readJson(text) as KeptGame;
  } catch {
    return undefined;
  }
}

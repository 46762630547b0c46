import { useEffect, useState } from "preact/hooks";
import { seatsOf, teamOf } from "../../game/seats.ts";
import { isolated } from "../../game/text.ts";
import type { Seat, TableState, TeamName } from "../../wire/messages.ts";
import { seatState } from "./state.ts";

const PAGE = "Tandem";

/** Names the tab after the game, and calls its player while the tab is hidden. */
export function useTitle(table: TableState | undefined): void {
  const [isHidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const change = () => setHidden(document.hidden);
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  const title = titleOf(table, isHidden);
  useEffect(() => { document.title = title; }, [title]);
}

/** The title of the page: `Your turn` for a player on turn who looks elsewhere, else who plays. */
export function titleOf(table: TableState | undefined, isHidden: boolean): string {
  const { game } = table ?? {};
  if (!table || !game || (table.phase !== "playing" && table.phase !== "over")) return PAGE;
  const isOnTurn = table.phase === "playing" && game.boards.some(({ on_turn }) => table.you.seats.includes(on_turn));
  if (isHidden && isOnTurn) return `Your turn \u2013 ${PAGE}`;
  return `${teamsOf(table).join(" \u2013 ")} \u00B7 ${PAGE}`;
}

/** The names of both teams, the reader's first. */
function teamsOf(table: TableState): string[] {
  const [own] = table.you.seats;
  const teams: TeamName[] = own !== undefined && teamOf(own) === "two" ? ["two", "one"] : ["one", "two"];
  return teams.map((team) => [...new Set(seatsOf(team, table.boards).map((seat) => nameOf(table, seat)))].join(" & "));
}

function nameOf(table: TableState, seat: Seat): string {
  return table.you.seats.includes(seat) ? "You" : isolated(seatState(table, seat)?.name ?? "") || "free";
}

import { teamNames, teamPlayers, type Team } from "./seats.ts";
import type { GameRecord } from "./record.ts";

/** A result as people write it: `1\u20130`, `\u00BD\u2013\u00BD`; an unfinished game has none. */
export function resultText(result: string): string {
  const texts: Record<string, string> = {
    "1-0": "1\u20130", "0-1": "0\u20131", "1/2-1/2": "\u00BD\u2013\u00BD",
  };
  return texts[result] ?? "\u2013";
}

const IMPLIED: Record<string, string> = { mate: "by mate", flag: "on time" };

/** A game with its result, where the record only implies it. */
export function settled(record: GameRecord): GameRecord {
  const { outcome } = record;
  if (outcome === undefined || record.result !== "*") return record;
  const reason = record.reason ?? IMPLIED[outcome.by];
  return { ...record, result: outcome.result, ...(reason === undefined ? {} : { reason }) };
}

export function winnerOf(result: string): Team | undefined {
  if (result === "1-0") return "one";
  return result === "0-1" ? "two" : undefined;
}

/** The end of a game in words. */
export function resultInWords({ result, reason, start }: GameRecord): string {
  const winner = winnerOf(result);
  const won = winner && `${teamNames(start.length)[winner]} won`;
  const end = won ?? (result === "1/2-1/2" ? "drawn" : "no result in the record");
  return reason ? `${end} (${reason})` : end;
}

/** The end of the game that a position is, as in `Black on A is mated: team Blue wins`. */
export function outcomeInWords({ winner, reason }: { winner: Team | null; reason: string }, boards: number): string {
  const names = teamNames(boards);
  const end = winner === null ? "a draw" : `${boards === 2 ? "team " : ""}${names[winner]} wins`;
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}: ${end}`;
}

/** The share of a position that ends the game which is team one's. */
export function outcomeShare({ winner }: { winner: Team | null }): number {
  return winner === null ? 0.5 : winner === "one" ? 1 : 0;
}

/** A game as one line of a list: its teams with the result between them. */
export function gameTitle(record: GameRecord): string {
  const boards = record.start.length;
  const team = (team: Team) => teamPlayers(record.players, team, boards);
  return `${team("one")}  ${resultText(record.result)}  ${team("two")}`;
}

import type { ToPage } from "../../wire/messages.ts";

/** What has come of files that were added to the archive. */
export interface Added {
  games: number;
  known: number;
  faults: readonly string[];
}

export const NOTHING_ADDED: Added = { games: 0, known: 0, faults: [] };

/** The same with the answer to one more part. */
export function counted(added: Added, { games, known, faults }: Pick<Extract<ToPage, { type: "archive_added" }>, "games" | "known" | "faults">): Added {
  return { games: added.games + games, known: added.known + known, faults: [...added.faults, ...faults] };
}

/** That in a line, as in `2 games added; 12 games were there already.` */
export function addedInWords({ games, known, faults }: Added): string {
  const number = (count: number) => (count === 1 ? "1 game" : `${count} games`);
  const were = known === 1 ? "was" : "were";
  const parts = [
    ...(games > 0 ? [`${number(games)} added`] : []),
    ...(known > 0 ? [`${number(known)} ${were} there already`] : []),
  ];
  return [parts.length > 0 ? `${parts.join("; ")}.` : "", ...faults].filter(Boolean).join(" ");
}

import type { GameRecord } from "../../game/record.ts";

/** The address of the page of reports, without games. */
const PAGE = "report.html";

/** The report of games as one file, as `tandem analyze --report` writes it. */
export async function report(games: readonly GameRecord[]): Promise<string> {
  const answer = await fetch(PAGE);
  if (!answer.ok) throw new Error(`the page of the report is not there: ${answer.status}`);
  return withGames(await answer.text(), games);
}

/** The page with games after it, escaped so that no text of a game ends the element that holds it. */
export function withGames(page: string, games: readonly GameRecord[]): string {
  const element = (game: GameRecord) => `<script type="application/json" class="game">${JSON.stringify(game).replaceAll("<", "\\u003c")}</script>\n`;
  return page + games.map(element).join("");
}

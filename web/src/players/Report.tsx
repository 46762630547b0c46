import type { ComponentChildren } from "preact";
import { Drops } from "./Drops.tsx";
import { Findings, type GameOf } from "./Findings.tsx";
import { Mistakes, MistakesToCome, type Judging } from "./Mistakes.tsx";
import type { Chosen } from "./place.ts";
import type { PlayerReport } from "./report.ts";
import { Endings, Measures, Results, Times } from "./Tables.tsx";
import { counted, resultsText, shareText } from "./words.ts";

export interface ReportProps {
  report: PlayerReport;
  chosen: Chosen | undefined;
  onChoose: (chosen: Chosen | undefined) => void;
  /** The address of the game of a position, where there is one. */
  gameOf?: GameOf | undefined;
  /** What the engine does for the mistakes, until they are there. */
  judging?: Judging | undefined;
  /** More buttons of the header. */
  tools?: ComponentChildren;
}

/** The report on a player: habits first, then all that was counted. */
export function Report({ report, chosen, onChoose, gameOf, judging, tools }: ReportProps) {
  const { player, games, score, time, accuracy } = report;
  const within = score.within === null ? "" : ` \u00B1 ${Math.round(100 * score.within)}`;
  return (
    <>
      <header class="review-header player-header">
        <div class="match">
          <h1>{player}</h1>
          <p class="facts">{`${counted(games, "game")} \u00B7 score ${shareText(score.share)}${within} \u00B7 ${resultsText(score)}`}</p>
        </div>
        {tools && <div class="tools">{tools}</div>}
      </header>
      <main class="player-report">
        <div class="column">
          <Findings findings={report.findings} chosen={chosen} onChoose={onChoose} gameOf={gameOf} />
          <Measures measures={report.measures} />
          {judging && <MistakesToCome judging={judging} />}
          {accuracy && <Mistakes accuracy={accuracy} chosen={chosen} onChoose={onChoose} gameOf={gameOf} />}
        </div>
        <div class="column">
          <Results report={report} />
          <Endings endings={report.endings} />
          {time && <Times time={time} />}
          <Drops drops={report.drops} />
        </div>
      </main>
    </>
  );
}

import { useState } from "preact/hooks";
import { clockText, roundClock } from "../game/clock.ts";
import { gradeOf, markOf } from "../game/mistakes.ts";
import { forecastInWords } from "../game/score.ts";
import { teamNames } from "../game/seats.ts";
import type { Timeline } from "../game/timeline.ts";
import { ClockCurves, ForecastCurve } from "./curves.tsx";
import { plyAt, ticks } from "./plot.ts";

export interface ForecastProps {
  timeline: Timeline;
  ply: number;
  onPly: (ply: number) => void;
}

/** Whose games a forecast is about. */
const AMONG: Record<string, string> = { people: " among people", engines: " among engines" };

/** The forecast and the clocks over the game. A click chooses a move, and so do the arrow keys. */
export function Forecast({ timeline, ply, onPly }: ForecastProps) {
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const plies = timeline.moves.length;
  const names = teamNames(timeline.boards);
  const at = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return plyAt((event.clientX - box.left) / box.width, plies);
  };
  const most = Math.max(1, ...timeline.clocks.flatMap((clocks) => clocks.map((ms) => ms ?? 0)));
  const hasClocks = timeline.moves.some(({ ply }) => ply.clock_ms !== undefined);
  return (
    <section class="forecast" aria-label="Forecast">
      <div class="plot-head">
        <h2>{`Forecast${AMONG[timeline.record.scale ?? ""] ?? ""}: ${names.one} wins`}</h2>
        <span class="key team-one">{names.one}</span>
        <span class="key team-two">{names.two}</span>
        <span class="key bad">mistakes</span>
        {hasClocks && (
          <span class="key lines">
            {timeline.boards === 2 ? "clocks below (dashed: board B)" : "clocks below"}
          </span>
        )}
      </div>
      <div class={hasClocks ? "plot" : "plot without-clocks"}>
        <div class="scale" aria-hidden="true"><span>100 %</span><span>50 %</span><span>0 %</span></div>
        <div class="curves" role="slider" tabIndex={0} aria-label="Move" aria-valuemin={0} aria-valuemax={plies}
          aria-valuenow={ply} aria-valuetext={tooltip(timeline, ply).join(", ")}
          onPointerMove={(event) => setPointed(at(event))} onPointerLeave={() => setPointed(undefined)}
          onPointerDown={(event) => onPly(at(event))}>
          <ForecastCurve timeline={timeline} ply={ply} />
          {hasClocks && <ClockCurves timeline={timeline} ply={ply} most={most} />}
          {pointed !== undefined && <Tooltip timeline={timeline} ply={pointed} />}
        </div>
        {hasClocks && <div class="scale clocks" aria-hidden="true"><span>{roundClock(most)}</span><span>0:00</span></div>}
        <div class="axis" aria-hidden="true">
          {ticks(plies).map((tick) => <span key={tick} style={{ left: `${(100 * tick) / Math.max(plies, 1)}%` }}>{tick}</span>)}
        </div>
      </div>
    </section>
  );
}

/** What the tooltip says: the move, the forecast after it, the clock. */
function tooltip({ moves, forecast, boards }: Timeline, ply: number): string[] {
  const move = moves[ply - 1];
  const grade = move && gradeOf(move.ply);
  return [
    move ? `${move.number} ${move.ply.san}${grade ? markOf(grade) : ""}` : "start",
    forecastInWords(forecast[ply] ?? 0.5, teamNames(boards)),
    ...(move?.ply.clock_ms === undefined ? [] : [`${clockText(move.ply.clock_ms)} left`]),
  ];
}

function Tooltip({ timeline, ply }: { timeline: Timeline; ply: number }) {
  const part = ply / Math.max(timeline.moves.length, 1);
  return (
    <div class={`tooltip${part > 0.6 ? " before" : ""}`} style={{ left: `${100 * part}%` }} aria-hidden="true">
      {tooltip(timeline, ply).map((line) => <span key={line}>{line}</span>)}
    </div>
  );
}

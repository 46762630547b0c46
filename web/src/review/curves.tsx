import { gradeOf } from "../game/mistakes.ts";
import { boardOf, teamOf, type Seat } from "../game/seats.ts";
import type { Timeline } from "../game/timeline.ts";
import { area, HEIGHT, polyline, WIDTH, xOf, yOf, type Point } from "./plot.ts";

interface CurveProps {
  timeline: Timeline;
  ply: number;
}

/** The share of games that team one wins, over the game, with a dot for each mistake. */
export function ForecastCurve({ timeline, ply }: CurveProps) {
  const { forecast, moves } = timeline;
  const plies = moves.length;
  const points = forecast.map((part, at): Point => ({ at, part }));
  const bad = moves.flatMap((move, at) => {
    const grade = gradeOf(move.ply);
    return grade === "mistake" || grade === "blunder" ? [{ at: at + 1, grade, team: teamOf(move.seat) }] : [];
  });
  return (
    <div class="curve forecast-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="upper"><rect width={WIDTH} height={HEIGHT / 2} /></clipPath>
        <clipPath id="lower"><rect width={WIDTH} height={HEIGHT / 2} y={HEIGHT / 2} /></clipPath>
        <polygon class="area one" points={area(points, plies, 0.5)} clip-path="url(#upper)" />
        <polygon class="area two" points={area(points, plies, 0.5)} clip-path="url(#lower)" />
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} class={part === 0.5 ? "grid middle" : "grid"} x1="0" x2={WIDTH} y1={yOf(part)} y2={yOf(part)} />
        ))}
        <polyline class="line" points={polyline(points, plies)} />
        <line class="now" x1={xOf(ply, plies)} x2={xOf(ply, plies)} y1="0" y2={HEIGHT} />
      </svg>
      {bad.map(({ at, grade, team }) => (
        <span key={at} class={`dot ${grade} team-${team}`} aria-hidden="true"
          style={{ left: `${(100 * at) / Math.max(plies, 1)}%`, top: `${100 * (1 - (forecast[at] ?? 0.5))}%` }} />
      ))}
    </div>
  );
}

/** The four clocks over the game. */
export function ClockCurves({ timeline, ply, most }: CurveProps & { most: number }) {
  const { clocks, moves } = timeline;
  const plies = moves.length;
  const seats: Seat[] = [0, 1, 2, 3];
  const curve = (seat: Seat) => clocks.flatMap((left, at): Point[] => {
    const ms = left[seat];
    return ms === undefined ? [] : [{ at, part: Math.max(0, ms) / most }];
  });
  return (
    <div class="curve clock-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {seats.slice(0, 2 * timeline.boards).map((seat) => (
          <polyline key={seat} class={`line team-${teamOf(seat)} on-${boardOf(seat)}`} points={polyline(curve(seat), plies)} />
        ))}
        <line class="now" x1={xOf(ply, plies)} x2={xOf(ply, plies)} y1="0" y2={HEIGHT} />
      </svg>
    </div>
  );
}

import { withoutCommands } from "../game/comment.ts";
import { clockText, durationText } from "../game/clock.ts";
import { gradeOf, markOf, type Grade } from "../game/mistakes.ts";
import { forecastInWords, forTeamOne, percent, scoreInWords } from "../game/score.ts";
import { playerName, seatName, teamNames, teamOf } from "../game/seats.ts";
import { resultInWords } from "../game/result.ts";
import type { Move, Timeline } from "../game/timeline.ts";

/** The most moves shown of a better line. */
const SHOWN = 6;

/** What there is to say on the move that is shown. */
export function Note({ timeline, ply }: { timeline: Timeline; ply: number }) {
  const move = timeline.moves[ply - 1];
  const said = (timeline.record.said[ply] ?? []).map(withoutCommands).filter(Boolean);
  return (
    <section class="note" aria-label="The move that is shown" aria-live="polite">
      {move ? <OfMove move={move} timeline={timeline} /> : <p class="headline">Start of the game</p>}
      <p class="outlook">{outlook(timeline, ply)}</p>
      {said.map((text, at) => <p key={at} class="said">{text}</p>)}
    </section>
  );
}

function outlook(timeline: Timeline, ply: number): string {
  if (ply === timeline.moves.length && timeline.record.result !== "*") return `The end: ${resultInWords(timeline.record)}.`;
  return `Forecast: ${forecastInWords(timeline.forecast[ply] ?? 0.5, teamNames(timeline.boards))} of such games.`;
}

function OfMove({ move, timeline }: { move: Move; timeline: Timeline }) {
  const { ply, seat, number, spentMs, sat } = move;
  const { boards, record } = timeline;
  const grade = gradeOf(ply);
  const team = teamOf(seat);
  const names = teamNames(boards);
  const name = playerName(record.players, seat, boards);
  const who = name === seatName(seat, boards) ? name : `${name}, ${seatName(seat, boards)}`;
  const time = [
    spentMs === undefined ? "" : `${sat ? "sat for" : "took"} ${durationText(spentMs)}`,
    ply.clock_ms === undefined ? "" : `${clockText(ply.clock_ms)} left`,
  ].filter((text) => text);
  return (
    <>
      <p class="headline">
        <span class={`move-name team-${team}`}>{number} {ply.san}</span>
        {grade && <Cost grade={grade} lost={ply.lost} />}
      </p>
      <p class="who">{[who, ...time].join(" \u00B7 ")}</p>
      <p>{`Board${boards === 2 ? ` ${ply.board}` : ""}: ${scoreInWords(forTeamOne(ply.played, team), names)}.`}</p>
      {grade && ply.why?.map((why) => <p key={why} class="because">{why}</p>)}
      {grade && ply.better && (
        <p>{ply.why?.length ? "On its own board" : "Better"}: <b>{ply.better.slice(0, SHOWN).join(" ")}</b>, {scoreInWords(forTeamOne(ply.best, team), names)}.</p>
      )}
    </>
  );
}

function Cost({ grade, lost }: { grade: Grade; lost: number }) {
  return (
    <>
      <span class={`mark ${grade}`} aria-hidden="true">{markOf(grade)}</span>
      <span class="grade">{`${grade}, costs ${percent(lost)} of a game`}</span>
    </>
  );
}

import type { ComponentChildren } from "preact";
import type { Measure, PlayerReport, ScoreRow, TimeReport } from "./report.ts";
import { counted, differenceText, inUnit, resultsText, shareText } from "./words.ts";

/** A panel with a heading, which names it. */
export function Panel({ name, children }: { name: string; children: ComponentChildren }) {
  const id = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  return (
    <section class="report-panel" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

/** All habits beside those of the others. */
export function Measures({ measures }: { measures: readonly Measure[] }) {
  return (
    <Panel name="Beside the others">
      <table>
        <thead>
          <tr><th scope="col">On average</th><th scope="col">Player</th><th scope="col">Others</th><th scope="col" class="wide">Difference</th></tr>
        </thead>
        <tbody>
          {measures.filter(({ own, others }) => own !== null || others !== null).map(({ habit, measure, unit, own, others, difference, within, is_clear }) => (
            <tr key={habit} class={is_clear ? "clear" : ""}>
              <th scope="row">{measure}{is_clear && <span class="unseen"> (a clear difference)</span>}</th>
              <td>{inUnit(own, unit)}</td>
              <td>{inUnit(others, unit)}</td>
              <td class="wide">{differenceText(difference, within, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">Others: all who played in the same games. Differences have intervals of 95{"\u00A0"}%; those in bold are more than chance.</p>
    </Panel>
  );
}

/** The results by color, seat, clock, partner and opening. */
export function Results({ report }: { report: PlayerReport }) {
  const { colors, seats, clocks, partners, openings } = report;
  return (
    <>
      <Panel name="Results">
        <Scores caption="By color" rows={colors} />
        <Scores caption="By seat" rows={seats} />
        <Scores caption="By time control" rows={clocks} />
      </Panel>
      <Panel name="Partners"><Scores caption="Results with each partner" isPlain rows={partners} /></Panel>
      {openings.length > 0 && <Panel name="Openings">
        <Scores caption="Results of the first moves on the own board" isPlain
          rows={openings.map((row) => ({ ...row, name: `${row.color === "white" ? "White" : "Black"}: ${row.name}` }))} />
      </Panel>}
    </>
  );
}

interface ScoresProps {
  caption: string;
  rows: readonly ScoreRow[];
  /** True if the heading above says what the caption says. */
  isPlain?: boolean;
}

function Scores({ caption, rows, isPlain }: ScoresProps) {
  const played = rows.filter(({ games }) => games > 0);
  return (
    <table class="scores">
      <caption class={isPlain ? "unseen" : ""}>{caption}</caption>
      <thead class="unseen"><tr><th scope="col">Games with</th><th scope="col">Games</th><th scope="col">Score</th></tr></thead>
      <tbody>
        {played.map((row) => (
          <tr key={row.name} title={resultsText(row)}>
            <th scope="row">{row.name}</th>
            <td>{row.games}</td>
            <td class="bar-cell"><ScoreBar row={row} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The points of some games as a bar, with the interval of 95 %. */
function ScoreBar({ row }: { row: ScoreRow }) {
  const { share, within } = row;
  const part = 100 * (share ?? 0);
  const [from, to] = [Math.max(0, part - 100 * (within ?? 0)), Math.min(100, part + 100 * (within ?? 0))];
  return (
    <span class="score-bar">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ground" width="100" height="12" />
        <rect class="points" width={part} height="12" />
        <rect class="interval" x={from} y="5" width={to - from} height="2" />
        <line class="half" x1="50" x2="50" y1="0" y2="12" />
      </svg>
      <span class="share">{shareText(share)}</span>
    </span>
  );
}

const LEADS = ["ahead", "level", "behind"];

/** The times: waits, clocks at the end, and what became of leads. */
export function Times({ time }: { time: TimeReport }) {
  const games = Math.max(time.games, 1);
  return (
    <Panel name="Time">
      <dl class="facts-list">
        <dt>A move</dt><dd>{inUnit(time.move_seconds, "seconds")}</dd>
        <dt>Left at the end</dt><dd>{inUnit(time.left_seconds, "seconds")}</dd>
        <dt>Sat</dt><dd>{`${(time.sat / games).toFixed(2)} times a game, ${inUnit(time.sat_seconds / games, "seconds")}`}</dd>
        <dt>Sat for a piece that came</dt><dd>{`${time.sat_for_piece} of ${counted(time.sat, "time")}`}</dd>
      </dl>
      <table>
        <caption>The lead on the diagonal’s clock</caption>
        <thead><tr><th scope="col">At half time</th>{LEADS.map((lead) => <th key={lead} scope="col">{`${lead} at the end`}</th>)}</tr></thead>
        <tbody>
          {time.leads.map((ends, at) => (
            <tr key={LEADS[at]}>
              <th scope="row">{LEADS[at]}</th>
              {ends.map((games, end) => <td key={LEADS[end]}>{games}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** How the games ended: by mate or flag, on which board. */
export function Endings({ endings }: Pick<PlayerReport, "endings">) {
  const most = Math.max(...endings.flatMap(({ won, lost }) => [won, lost]), 1);
  return (
    <Panel name="How the games ended">
      <table class="scores">
        <thead><tr><th scope="col"><span class="unseen">By</span></th><th scope="col">Won</th><th scope="col">Lost</th><td /></tr></thead>
        <tbody>
          {endings.map(({ name, won, lost }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{won}</td>
              <td>{lost}</td>
              <td class="bar-cell" aria-hidden="true">
                <svg class="amount" viewBox="0 0 100 12" preserveAspectRatio="none">
                  <rect class="points" width={(100 * won) / most} height="5" />
                  <rect class="against" width={(100 * lost) / most} y="7" height="5" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

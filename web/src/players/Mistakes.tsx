import { sentence } from "../game/text.ts";
import { Positions, type PositionsProps } from "./Findings.tsx";
import type { PlayerReport } from "./report.ts";
import { Panel } from "./Tables.tsx";
import { counted, inUnit } from "./words.ts";

export interface MistakesProps extends Pick<PositionsProps, "chosen" | "onChoose" | "gameOf"> {
  accuracy: NonNullable<PlayerReport["accuracy"]>;
}

/** How far the engine is with the sample, or the reason for which it judges none. */
export type Judging = { is: "running"; done: number; of: number } | { is: "refused"; reason: string };

/** Stands in the place of the mistakes until they are found. */
export function MistakesToCome({ judging }: { judging: Judging }) {
  return (
    <Panel name="Mistakes">
      {judging.is === "refused"
        ? <p class="fault" role="alert">{sentence(judging.reason)}</p>
        : (
          <label class="judging">{`Judging: ${judging.done} of ${judging.of} moves`}
            <progress max={judging.of} value={judging.done} />
          </label>
        )}
    </Panel>
  );
}

/** The mistakes of each kind in the sample, with the most costly ones. */
export function Mistakes({ accuracy, chosen, onChoose, gameOf }: MistakesProps) {
  const { moves, loss, kinds } = accuracy;
  const shown = kinds.filter(({ counts }) => counts[0] + counts[1] > 0);
  return (
    <Panel name="Mistakes">
      <p>
        {`By the engine’s forecast, a move cost ${inUnit(loss[0], "share")} of a game, and ${inUnit(loss[1], "share")} among the others: `}
        {`${counted(moves[0], "move")} and ${moves[1]} of theirs, drawn by lot.`}
      </p>
      <ul class="kinds">
        {shown.map(({ kind, name, counts, shares, cost, examples }) => (
          <li key={kind}>
            <p>
              <b>{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</b>{" "}
              {`${counted(counts[0], "time")}, ${inUnit(shares[0], "share")} of the moves`}
              {cost !== null && `, ${inUnit(cost, "share")} of a game each`}
              <span class="quiet">{`; others ${inUnit(shares[1], "share")}`}</span>
            </p>
            <Positions group={kind} examples={examples} chosen={chosen} onChoose={onChoose} gameOf={gameOf} label={`Positions: ${name}`} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

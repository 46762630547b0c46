import { PositionView } from "./PositionView.tsx";
import { placeText, type Chosen } from "./place.ts";
import type { Example, Finding } from "./report.ts";

export interface PositionsProps {
  /** The name of the group of positions in the page's address. */
  group: string;
  examples: readonly Example[];
  chosen: Chosen | undefined;
  onChoose: (chosen: Chosen | undefined) => void;
  /** What the positions show, for those who hear the page. */
  label: string;
  /** The address of the game of a position, where there is one. */
  gameOf?: GameOf | undefined;
}

export type GameOf = (example: Example) => string | undefined;

/** Buttons for a few positions, and the one that is chosen. */
export function Positions({ group, examples, chosen, onChoose, label, gameOf }: PositionsProps) {
  const at = chosen?.group === group ? chosen.at : undefined;
  const shown = at === undefined ? undefined : examples[at];
  if (examples.length === 0) return null;
  return (
    <div class="positions" id={placeText({ group, at: 0 }).slice(1)}>
      <div class="buttons" role="group" aria-label={label}>
        {examples.map((example, number) => (
          <button key={number} type="button" aria-pressed={number === at} onClick={() => onChoose(number === at ? undefined : { group, at: number })}>
            {example.move ?? "the end"}
          </button>
        ))}
      </div>
      {shown && <PositionView example={shown} game={gameOf?.(shown)} />}
    </div>
  );
}

export interface FindingsProps extends Pick<PositionsProps, "chosen" | "onChoose" | "gameOf"> {
  findings: readonly Finding[];
}

/** What the player does otherwise than the others, the clearest first. */
export function Findings({ findings, chosen, onChoose, gameOf }: FindingsProps) {
  return (
    <section class="report-panel findings" aria-labelledby="findings">
      <h2 id="findings">Habits</h2>
      {findings.length === 0 && <p class="quiet">The games show no clear difference from the others who played in them.</p>}
      <ol>
        {findings.map((finding, at) => (
          <li key={finding.text}>
            <p class="finding">{finding.text}</p>
            {!finding.shows_player && finding.examples.length > 0 && <p class="quiet">Where the others did so:</p>}
            <Positions group={`habit-${at + 1}`} examples={finding.examples} chosen={chosen} onChoose={onChoose} gameOf={gameOf} label={`Positions: ${finding.text}`} />
          </li>
        ))}
      </ol>
    </section>
  );
}

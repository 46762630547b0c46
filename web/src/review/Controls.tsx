import type { JSX } from "preact";
import type { Step } from "./keys.ts";

export interface ControlsProps {
  ply: number;
  plies: number;
  /** The steps that lead somewhere from here. */
  possible: ReadonlySet<Step>;
  onStep: (step: Step) => void;
}

const BUTTONS: [Step, string, string][] = [
  ["first", "First position (Home)", "M6 5v14M19 5l-9 7 9 7"],
  ["back", "Back (\u2190)", "M15 5l-8 7 8 7"],
  ["next", "Next (\u2192)", "M9 5l8 7-8 7"],
  ["last", "Last position (End)", "M18 5v14M5 5l9 7-9 7"],
];

/** The buttons that step through a game. */
export function Controls({ ply, plies, possible, onStep }: ControlsProps) {
  const button = (step: Step, label: string, inside: JSX.Element, kind = "icon") => (
    <button key={step} type="button" class={kind} disabled={!possible.has(step)} onClick={() => onStep(step)} aria-label={label} title={label}>
      {inside}
    </button>
  );
  const arrow = (path: string) => <svg viewBox="0 0 24 24" aria-hidden="true"><path d={path} /></svg>;
  return (
    <nav class="controls" aria-label="Steps through the game">
      {button("mistake-back", "Previous mistake (Shift \u2190)", <>{arrow("M14 6l-6 6 6 6")}<span class="glyph">?</span></>, "mistake-step")}
      {BUTTONS.slice(0, 2).map(([step, label, path]) => button(step, label, arrow(path)))}
      <span class="where">{`${ply} of ${plies}`}</span>
      {BUTTONS.slice(2).map(([step, label, path]) => button(step, label, arrow(path)))}
      {button("mistake-next", "Next mistake (Shift \u2192)", <><span class="glyph">?</span><span class="wide-only">Next mistake</span>{arrow("M10 6l6 6-6 6")}</>, "mistake-step")}
    </nav>
  );
}

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { isTyping } from "../../parts/typing.ts";
import { stepOf, type Step } from "../../review/keys.ts";
import type { Moment } from "./moments.ts";

/** What the boards show of a game that has ended. */
export type Shown = { at: "end" } | { at: "ply"; ply: number } | { at: "moment"; moment: Moment };

const END: Shown = { at: "end" };

export interface Steps {
  shown: Shown;
  /** The number of moves made in the position that is shown. */
  ply: number;
  possible: ReadonlySet<Step>;
  go: (ply: number) => void;
  step: (step: Step) => void;
  show: (moment: Moment) => void;
}

const ALL_STEPS: readonly Step[] = ["first", "back", "next", "last", "mistake-back", "mistake-next"];

/** Steps through a game of a number of moves, by buttons and by keys; the keys rest while a game runs. */
export function useSteps(plies: number, moments: readonly Moment[], isOn: boolean): Steps {
  const [kept, setShown] = useState<Shown>(END);
  const shown = isOn ? kept : END;
  const ply = plyOf(shown, plies);
  useEffect(() => setShown(END), [isOn]);
  const show = (moment: Moment) => setShown({ at: "moment", moment });
  const go = (ply: number) => setShown(ply >= plies ? END : { at: "ply", ply: Math.max(0, ply) });
  const step = (step: Step) => setShown((was) => target(step, was, plies, moments) ?? was);
  // Before the page is drawn, so that no key is missed.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const asked = stepOf(event);
      if (asked === undefined || isTyping(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      step(asked);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn, plies, moments]);
  return { shown, ply, possible: new Set(ALL_STEPS.filter((step) => target(step, shown, plies, moments))), go, step, show };
}

export function plyOf(shown: Shown, plies: number): number {
  switch (shown.at) {
    case "end": return plies;
    case "ply": return shown.ply;
    case "moment": return shown.moment.ply;
  }
}

/** What a step leads to; `undefined` if it leads nowhere. */
export function target(step: Step, shown: Shown, plies: number, moments: readonly Moment[]): Shown | undefined {
  const ply = plyOf(shown, plies);
  const at = (to: number): Shown => (to >= plies ? END : { at: "ply", ply: to });
  const inOrder = moments.toSorted((one, other) => one.ply - other.ply);
  const isBefore = (moment: Moment) => moment.ply < ply || (shown.at === "end" && moment.ply <= ply);
  switch (step) {
    case "first": return ply > 0 ? at(0) : undefined;
    case "back": return ply > 0 ? at(ply - 1) : undefined;
    case "next": return ply < plies ? at(ply + 1) : undefined;
    case "last": return ply < plies ? END : undefined;
    case "mistake-back": return momentStep(inOrder.findLast(isBefore));
    case "mistake-next": return momentStep(inOrder.find((moment) => moment.ply > ply || (moment.ply === ply && shown.at === "ply")));
  }
}

function momentStep(moment: Moment | undefined): Shown | undefined {
  return moment && { at: "moment", moment };
}

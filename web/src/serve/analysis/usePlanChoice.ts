import { useEffect, useState } from "preact/hooks";
import type { AnalysisPosition, ClocksCase } from "../../wire/messages.ts";
import type { PlanChoice } from "./Plans.tsx";
import { caseShown, USUAL_WISH, type Wish } from "./plans.ts";

export interface UsePlanChoice {
  choice: PlanChoice;
  setWish: (wish: Wish) => void;
  setClocks: (clocks: ClocksCase) => void;
  setAt: (at: number) => void;
}

/** The plans that a person wants to see. Another position shows the first plan again. */
export function usePlanChoice(position: AnalysisPosition | undefined): UsePlanChoice {
  const [wish, setWish] = useState(USUAL_WISH);
  const [chosen, setChosen] = useState<ClocksCase | undefined>(undefined);
  const [at, setAt] = useState(0);
  const hasClocks = position?.clocks_ms != null;
  useEffect(() => setChosen(undefined), [hasClocks]);
  useEffect(() => setAt(0), [position, wish, chosen]);
  const clocks = caseShown(chosen, hasClocks);
  return { choice: { wish, clocks, at }, setWish, setClocks: setChosen, setAt };
}

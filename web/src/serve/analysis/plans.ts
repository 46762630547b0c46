import type { BoardName } from "../../game/record.ts";
import { percent } from "../../game/score.ts";
import { boardOf, seatOf, teamOf, type Team } from "../../game/seats.ts";
import { readFen } from "../../game/fen.ts";
import type { AnalysisPosition, ClocksCase, PlansCase, PlanState, TeamPlans } from "../../wire/messages.ts";
import type { BoardMove } from "./tree.ts";

/** What the plans are asked for. */
export interface Wish {
  team: Team;
  /** The board on which the team may not sit. */
  mustMove: BoardName | undefined;
}

export const USUAL_WISH: Wish = { team: "one", mustMove: undefined };

/** The part of a team that waits. */
const SIT = "sit";
/** By this share a plan has to be worse than another before a difference between them is told. */
const MATTERS = 0.03;

const BOARDS: readonly BoardName[] = ["A", "B"];
const LEADS: readonly ClocksCase[] = ["ahead", "level", "behind"];

/** The boards on which a team is on turn. */
export function boardsOnTurn({ fens }: AnalysisPosition, team: Team): BoardName[] {
  return BOARDS.filter((board, at) => fens[at] !== undefined && teamOf(seatOf(board, readFen(fens[at]).onTurn)) === team);
}

/** The case of the clocks that is shown: the chosen one, or else the exact clocks where they are known. */
export function caseShown(chosen: ClocksCase | undefined, hasClocks: boolean): ClocksCase {
  if (chosen !== undefined && (hasClocks || chosen !== "known")) return chosen;
  return hasClocks ? "known" : "level";
}

/** The plans for a case, best first. */
export function plansFor(plans: TeamPlans | undefined, clocks: ClocksCase): readonly PlanState[] {
  return plans?.cases.find((one) => one.clocks === clocks)?.plans ?? [];
}

/** What a team does on each board where it is on turn. */
export function partsOfPlan({ san }: PlanState): { board: BoardName; san: string }[] {
  return BOARDS.flatMap((board) => (san[board] === null ? [] : [{ board, san: san[board] }]));
}

/** The parts of a plan in words, as in `A Nxf6 · B sit`. */
export function planInWords(plan: PlanState): string {
  return partsOfPlan(plan).map(({ board, san }) => `${board} ${san}`).join(" \u00B7 ");
}

/** What a plan is worth to its team: `72 %`, or what is proved of it. */
export function shareInWords({ wins, proof }: PlanState): string {
  if (!proof) return percent(wins);
  const { outcome, moves } = proof;
  switch (outcome) {
    case "mates": return moves === 0 ? "mate" : `mate in ${moves}`;
    case "wins_unless_helped": return `wins in ${moves}`;
    case "mated": return `mated in ${moves}`;
    case "loses_unless_helped": return `loses in ${moves}`;
  }
}

/** True if the team waits on a board. */
export function sitsOn({ moves }: PlanState, board: BoardName): boolean {
  return moves[board] === SIT;
}

/**
 * The moves that are made when a plan is pressed, in their order: a capture comes before the piece that it hands
 * over is used. A team that only sits waits for the move of its opponents with which the line begins.
 */
export function movesOf({ moves, line }: PlanState): BoardMove[] {
  const steps = line.map(({ seat, coordinates }): BoardMove => ({ board: boardOf(seat), coordinates }));
  const own = BOARDS.flatMap((board): BoardMove[] => {
    const coordinates = moves[board];
    return coordinates === null || coordinates === SIT ? [] : [{ board, coordinates }];
  });
  if (own.length === 0) return steps.slice(0, 1);
  const place = (move: BoardMove) => steps.findIndex(({ board, coordinates }) => board === move.board && coordinates === move.coordinates);
  return own.toSorted((one, other) => place(one) - place(other));
}

/** The moves of a line, each with its board where that is another than before. */
export function lineOf({ line }: PlanState): { board: BoardName | undefined; san: string; move: BoardMove }[] {
  return line.map(({ seat, san, coordinates }, at) => {
    const [board, before] = [boardOf(seat), line[at - 1]];
    return { board: before && boardOf(before.seat) === board ? undefined : board, san, move: { board, coordinates } };
  });
}

/** What the lead on the clocks decides: the best plan for each, if it costs something to play that of another. */
export function decidedByClocks(plans: TeamPlans | undefined): string | undefined {
  const cases = LEADS.flatMap((clocks) => plans?.cases.filter((one) => one.clocks === clocks && one.plans.length > 0) ?? []);
  if (!cases.some((one) => cases.some((other) => costsIn(one, other)))) return undefined;
  const best = cases.map(({ clocks, plans }) => ({ clocks, plan: plans[0] as PlanState }));
  const boards = BOARDS.filter((board) => new Set(best.map(({ plan }) => plan.moves[board])).size > 1);
  const groups = new Map<string, string[]>();
  for (const { clocks, plan } of best) {
    const parts = partsOfPlan(plan);
    const differing = parts.filter(({ board }) => boards.includes(board));
    const text = differing.map(({ board, san }) => (parts.length === 1 ? san : `${board} ${san}`)).join(" \u00B7 ");
    groups.set(text, [...groups.get(text) ?? [], clocks]);
  }
  return `The clocks decide: ${[...groups].map(([text, clocks]) => `${clocks.join(" or ")} ${text}`).join(", ")}.`;
}

/** True if the best plan of one case is clearly worse than the best of another case there. */
function costsIn({ plans: [best] }: PlansCase, { plans }: PlansCase): boolean {
  const [first] = plans;
  if (!best || !first) return false;
  const same = plans.find(({ moves }) => moves.A === best.moves.A && moves.B === best.moves.B);
  return same === undefined || same.wins < first.wins - MATTERS;
}

import { squareName } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { boardOf, colorOf } from "../../game/seats.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { partsOf, squaresOf } from "../../live/moves.ts";
import type { BoardScore, PlanState } from "../../wire/messages.ts";
import { sitsOn } from "./plans.ts";

/** The arrow of a move; a drop is a piece on its square. */
export function arrowOf(move: string, mover: ColorName, brush: Arrow["brush"]): Arrow {
  const { drop, to = 0 } = partsOf(move) ?? {};
  const [from = "", target] = squaresOf(move);
  if (drop !== undefined) return { from: squareName(to), brush, drop: { color: mover, kind: drop } };
  return { from, brush, ...(target === undefined ? {} : { to: target }) };
}

/** The same with a ring around the piece of a drop, which has no color of its own. */
export function ringed(arrow: Arrow): readonly Arrow[] {
  const { from, brush, drop } = arrow;
  return drop ? [{ from, brush }, arrow] : [arrow];
}

/** Arrows for the first moves of the best lines, the best one in green. */
export function arrowsOfLines(score: BoardScore | undefined, onTurn: ColorName): readonly Arrow[] {
  const moves = (score?.lines ?? []).flatMap(({ moves }) => moves.slice(0, 1)).slice(0, 2);
  return moves.map((move, at) => arrowOf(move, onTurn, at === 0 ? "green" : "blue")).toReversed();
}

/**
 * The arrow of a plan on a board: the move of the team in green; what it waits to play where it sits, in yellow; the
 * move that is expected of its opponents where they are on turn, in blue.
 */
export function arrowsOfPlan(plan: PlanState, board: BoardName, onTurn: ColorName): readonly Arrow[] {
  const own = plan.moves[board];
  const isMove = own !== null && !sitsOn(plan, board);
  if (isMove) return ringed(arrowOf(own, onTurn, "green"));
  const next = plan.line.find(({ seat }) => boardOf(seat) === board);
  // The first move on a board is that of its player on turn.
  return next && colorOf(next.seat) === onTurn ? ringed(arrowOf(next.coordinates, onTurn, own === null ? "blue" : "yellow")) : [];
}

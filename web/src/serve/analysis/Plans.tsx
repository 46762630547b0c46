import { useRef } from "preact/hooks";
import type { BoardName } from "../../game/record.ts";
import { teamNames, type Team } from "../../game/seats.ts";
import type { AnalysisPosition, ClocksCase, PlanState, TeamPlans } from "../../wire/messages.ts";
import {
  boardsOnTurn, decidedByClocks, lineOf, movesOf, partsOfPlan, planInWords, plansFor, shareInWords, type Wish,
} from "./plans.ts";
import { LineMoves, type OnLine } from "./LineMoves.tsx";
import type { BoardMove } from "./tree.ts";

/** The plans that are asked for and shown. */
export interface PlanChoice {
  wish: Wish;
  clocks: ClocksCase;
  /** The place of the plan whose arrows are shown. */
  at: number;
}

export interface PlansProps {
  position: AnalysisPosition;
  plans: TeamPlans | undefined;
  choice: PlanChoice;
  isOn: boolean;
  /** The reason for which the search has ended. */
  ended: string | undefined;
  onWish: (wish: Wish) => void;
  onClocks: (clocks: ClocksCase) => void;
  /** Shows the arrows of a plan. */
  onShow: (at: number) => void;
  /** Makes moves, one after the other. */
  onPlay: (moves: readonly BoardMove[]) => void;
  onLine: OnLine;
}

/** The most plans that are shown. */
const MOST = 5;
const NAMES = teamNames(2);
const TEAMS: readonly Team[] = ["one", "two"];
const CASES: Record<ClocksCase, string> = { ahead: "Ahead", level: "Level", behind: "Behind", known: "Exact" };

/** What a team does on both boards: its plans, best first, and why the first one is. */
export function Plans(props: PlansProps) {
  const { position, plans, choice, isOn, ended, onShow, onPlay, onLine } = props;
  const { wish, clocks } = choice;
  const found = plansFor(plans, clocks).slice(0, MOST);
  const isOnTurn = boardsOnTurn(position, wish.team).length > 0;
  const [best] = found;
  const panel = useRef<HTMLElement>(null);
  const play = (moves: readonly BoardMove[]) => {
    panel.current?.focus(); // the button goes away with the position
    onPlay(moves);
  };
  return (
    <section class="plans" aria-label="Plans" tabIndex={-1} ref={panel}>
      <Question {...props} />
      <p class="clocks-say">{decidedByClocks(plans) ?? (position.clocks_ms ? "" : "The clocks are not known; the lead is assumed.")}</p>
      {isOnTurn
        ? (
          <ol aria-label={`Plans of ${NAMES[wish.team]}`} onMouseLeave={() => onShow(0)}>
            {found.map((plan, at) => (
              <li key={planInWords(plan)} class={at === choice.at ? "shown" : undefined}>
                <PlanButton plan={plan} team={wish.team} onShow={() => onShow(at)} onPlay={play} />
                {at === 0 && <Why plan={plan} onLine={onLine} />}
              </li>
            ))}
            {!best && <li class="none">{isOn ? ended ?? "Thinking\u2026" : "The engine is off."}</li>}
          </ol>
        )
        : <NotOnTurn {...props} />}
    </section>
  );
}

/** Whose plans, for which clocks, and on which board the team has to move. */
function Question({ position, choice: { wish, clocks }, onWish, onClocks }: PlansProps) {
  const cases: ClocksCase[] = ["ahead", "level", "behind", ...(position.clocks_ms ? ["known" as const] : [])];
  const boards = boardsOnTurn(position, wish.team);
  return (
    <>
      <div class="question">
        <h2>Plans</h2>
        <label><span class="unseen">Plans of </span>
          <select value={wish.team} onChange={({ currentTarget: { value } }) => onWish({ ...wish, team: value as Team })}>
            {TEAMS.map((team) => <option key={team} value={team}>{NAMES[team]}</option>)}
          </select>
        </label>
        <label>must move
          <select value={wish.mustMove ?? ""} onChange={({ currentTarget: { value } }) => onWish({ ...wish, mustMove: value === "" ? undefined : value as BoardName })}>
            <option value="">nowhere</option>
            {(["A", "B"] as const).map((board) => <option key={board} value={board} disabled={!boards.includes(board)}>on {board}</option>)}
          </select>
        </label>
      </div>
      <div class="segments" role="radiogroup" aria-label={`The clocks of ${NAMES[wish.team]}`}>
        {cases.map((one) => (
          <label key={one} class="segment">
            <input type="radio" name="plan-clocks" value={one} checked={one === clocks} onChange={() => onClocks(one)} />
            <span>{CASES[one]}</span>
          </label>
        ))}
      </div>
    </>
  );
}

function PlanButton({ plan, team, onShow, onPlay }: { plan: PlanState; team: Team; onShow: () => void; onPlay: PlansProps["onPlay"] }) {
  const moves = movesOf(plan);
  const says = plan.why.join(" ");
  return (
    <button type="button" class={`plan team-${team}`} title={says === "" ? undefined : says} disabled={moves.length === 0}
      onMouseEnter={onShow} onFocus={onShow} onClick={() => onPlay(moves)}>
      <span class="parts">
        {partsOfPlan(plan).map(({ board, san }) => (
          <span key={board} class={san === "sit" ? "part sits" : "part"}><span class="of-board">{board}</span> {san}</span>
        ))}
      </span>
      <b class="share">{shareInWords(plan)}</b>
    </button>
  );
}

function Why({ plan, onLine }: { plan: PlanState; onLine: OnLine }) {
  return (
    <div class="why">
      {plan.why.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p class="plan-line">
        <LineMoves onLine={onLine} steps={lineOf(plan)} />
      </p>
    </div>
  );
}

function NotOnTurn({ choice: { wish }, onWish }: PlansProps) {
  const other: Team = wish.team === "one" ? "two" : "one";
  return (
    <div class="not-on-turn">
      <p>{NAMES[wish.team]} is on turn on neither board.</p>
      <button type="button" onClick={() => onWish({ ...wish, team: other })}>Plans of {NAMES[other]}</button>
    </div>
  );
}

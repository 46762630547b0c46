import type { ComponentChildren } from "preact";
import { percent } from "../../game/score.ts";
import { seatName } from "../../game/seats.ts";
import { Controls } from "../../review/Controls.tsx";
import { Mark } from "../../review/Mark.tsx";
import type { TableState } from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import { handOver } from "../review/handOver.ts";
import type { Better, Moment, Moments } from "./moments.ts";
import type { QuickReview } from "./quick.ts";
import type { Steps } from "./useSteps.ts";

export interface AfterPanelProps {
  table: TableState;
  steps: Steps;
  review: QuickReview;
  moments: Moments | undefined;
  /** The record of the game, once it is there. */
  record: string | undefined;
  onMoment: (moment: Moment) => void;
  onAgain: () => void;
  /** The list of moves. */
  children: ComponentChildren;
}

/** The game that has ended: steps through it on the boards, and what a quick review has found. */
export function AfterPanel({ table, steps, review, moments, record, onMoment, onAgain, children }: AfterPanelProps) {
  const plies = table.game?.plies.length ?? 0;
  const isPlayer = table.you.seats.length > 0;
  return (
    <aside class="after" aria-label="The game that has ended">
      <div class="step-bar">
        <Brief review={review} moments={moments} steps={steps} onMoment={onMoment} onAgain={isPlayer ? onAgain : undefined} />
        <Controls ply={steps.ply} plies={plies} possible={steps.possible} onStep={steps.step} />
      </div>
      <div class="card lessons">
        <div role="region" aria-label="Quick review">
          <p class="unseen" role="status">{saidOf(review, moments)}</p>
          <Lessons table={table} review={review} moments={moments} steps={steps} onMoment={onMoment} />
        </div>
        <div class="buttons">
          {isPlayer && (
            <button type="button" disabled={steps.ply === plies} onClick={onAgain} title={steps.ply === plies ? "Step back first: the game has ended here" : "A new table from the position that is shown, with Tandem in the other seats"}>
              Try again from here
            </button>
          )}
          <WholeReview table={table} record={record} />
        </div>
      </div>
      {children}
    </aside>
  );
}

interface BriefProps extends Pick<AfterPanelProps, "review" | "moments" | "steps" | "onMoment"> {
  onAgain: (() => void) | undefined;
}

/** The panel in a line, for narrow windows, where it is far below the boards. */
function Brief({ review, moments, steps, onMoment, onAgain }: BriefProps) {
  const [worst] = moments?.worst ?? [];
  if (steps.shown.at === "moment") {
    const { name, grade, better } = steps.shown.moment;
    return (
      <div class="brief">
        <span><b>{name}</b> {grade && <Mark grade={grade} />}{better.by !== "unknown" && <> better: <b>{betterInWords(better)}</b></>}</span>
        {onAgain && <button type="button" onClick={onAgain}>Try again</button>}
      </div>
    );
  }
  if (review.at === "running") return <div class="brief"><span>{progressInWords(review)}</span></div>;
  if (steps.shown.at !== "end" || worst === undefined) return null;
  return <div class="brief"><span>The review is there.</span><button type="button" onClick={() => onMoment(worst)}>Your worst moment</button></div>;
}

function progressInWords({ done, plies }: Extract<QuickReview, { at: "running" }>): string {
  return done < plies ? `Quick review: ${done} of ${plies} moves` : "Quick review: asking what was better";
}

/** The way to the review of every move: of the archive, or of the record. */
function WholeReview({ table, record }: Pick<AfterPanelProps, "table" | "record">) {
  const archived = table.game?.result?.archived ?? null;
  if (archived !== null) return <a class="button" href={placeText({ at: "review", archived })}>Whole review</a>;
  return record === undefined ? null : <a class="button" href={placeText({ at: "review" })} onClick={() => handOver(record)}>Whole review</a>;
}

type LessonsProps = Pick<AfterPanelProps, "table" | "review" | "moments" | "steps" | "onMoment">;

function Lessons({ table, review, moments, steps, onMoment }: LessonsProps) {
  switch (review.at) {
    case "none": return <p class="quiet">{table.you.seats.length > 0 ? "Step through the game with the arrow keys, or press a move." : "Step through the game; a review is one press away."}</p>;
    case "asked": return <p>A quick review begins…</p>;
    case "running": return (
      <label class="quick-progress">
        <span>{progressInWords(review)}</span>
        <progress max={Math.max(review.plies, 1)} value={review.done} />
      </label>
    );
    case "unavailable": return <p role="status">{`No quick review: ${review.why.replace(/\.$/, "")}.`}</p>;
    case "done": return moments ? <Found table={table} moments={moments} steps={steps} onMoment={onMoment} /> : null;
  }
}

function Found({ table, moments, steps, onMoment }: Omit<LessonsProps, "review" | "moments"> & { moments: Moments }) {
  const { decisive, worst } = moments;
  const chosen = steps.shown.at === "moment" ? steps.shown.moment : undefined;
  const row = (moment: Moment) => <Row key={moment.ply} table={table} moment={moment} isChosen={chosen === moment} onChoose={() => onMoment(moment)} />;
  const isBoth = decisive !== undefined && worst.includes(decisive);
  return (
    <>
      {!isBoth && <h2>The move that decided the game</h2>}
      {!isBoth && (decisive ? <ul>{row(decisive)}</ul> : <p class="quiet">{noneDecided(table)}</p>)}
      <h2>{worst.length === 0 ? "Your moves" : worst.length === 1 ? "Your worst moment" : `Your ${worst.length === 2 ? "two" : "three"} worst moments`}</h2>
      {worst.length === 0 ? <p class="quiet">No move of yours cost much.</p> : <ul>{worst.map(row)}</ul>}
      {isBoth && <p class="quiet">{`${decisive.name} decided the game.`}</p>}
    </>
  );
}

/** What is said to those who hear the page: that a review is there, or is not; not each step of it. */
function saidOf(review: QuickReview, moments: Moments | undefined): string {
  if (review.at !== "done" || !moments) return "";
  const { length } = moments.worst;
  return `The quick review is there: ${length === 0 ? "no move of yours cost much" : length === 1 ? "your worst moment" : `your ${length} worst moments`}.`;
}

function noneDecided({ game }: TableState): string {
  if (game?.result?.winner === null) return "No move did: nobody won.";
  return game?.result?.kind === "flag" ? "No single move did; the clock ran out." : "No single move did.";
}

interface RowProps {
  table: TableState;
  moment: Moment;
  isChosen: boolean;
  onChoose: () => void;
}

/** A moment: the move, what it cost, what was better, and why. It shows the position before the move. */
function Row({ table, moment, isChosen, onChoose }: RowProps) {
  const { name, grade, lost, better, why, seat } = moment;
  const isOwn = table.you.seats.includes(seat);
  return (
    <li>
      <button type="button" class="moment" aria-pressed={isChosen} onClick={onChoose}>
        <span class="what">
          <b>{name}</b>{grade && <Mark grade={grade} />}
          {!isOwn && <span class="who">{seatName(seat, table.boards)}</span>}
          <span class="cost">{`cost ${percent(lost)}`}</span>
        </span>
        {better.by !== "unknown" && <span class="better">Better: <b>{betterInWords(better)}</b></span>}
        {why.length > 0 && <span class="why">{why[0]}</span>}
      </button>
    </li>
  );
}

export function betterInWords(better: Exclude<Better, { by: "unknown" }>): string {
  return better.by === "sitting" ? "sit" : better.san;
}

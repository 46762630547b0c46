import { useMemo } from "preact/hooks";
import type { FromPage, TableState, ToPage } from "../../wire/messages.ts";
import { USUAL_ELO } from "../levels.ts";
import { placeText } from "../place.ts";
import { savedChoices } from "../start/choices.ts";
import { setupAgain } from "./again.ts";
import { momentsIn, type Moment } from "./moments.ts";
import { gameAt } from "./past.ts";
import { useMomentArrows } from "./useBetter.ts";
import { useQuickReview } from "./useQuickReview.ts";
import { useRecord } from "./useRecord.ts";
import { useSteps } from "./useSteps.ts";

/** Fewer moves than these are no game to review. */
const LEAST_PLIES = 4;

/** The game that has ended: the table as it is shown, its record and review, and what can be done with them. */
export function useAfter(table: TableState, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void) {
  const { game } = table;
  const isOver = game !== null && game.result !== null;
  const plies = game?.plies.length ?? 0;
  const isReviewed = table.you.seats.length > 0 && plies >= LEAST_PLIES;
  const record = useRecord(isOver ? game.number : undefined, send, listen);
  const review = useQuickReview(isReviewed ? record : undefined, send, listen);
  const moments = useMemo(() => momentsIn(review, table.you.seats), [review]);
  const all = useMemo(() => (moments ? [...moments.worst, ...(moments.decisive && !moments.worst.includes(moments.decisive) ? [moments.decisive] : [])] : []), [moments]);
  const steps = useSteps(plies, all, isOver);
  const past = useMemo(() => (game && isOver ? gameAt(game, steps.ply, table.clock) : game), [game, isOver, steps.ply]);
  const moment = steps.shown.at === "moment" ? steps.shown.moment : undefined;
  const arrows = useMomentArrows(moment, past ?? undefined, moment && game?.plies[moment.ply]?.coordinates, table.rules, send, listen);
  const showMoment = (moment: Moment) => {
    steps.show(moment);
    const board = document.getElementById(`board-${moment.board}`);
    if (board && board.getBoundingClientRect().top < 0) board.scrollIntoView({ block: "start" });
  };
  const again = () => {
    // The start page goes to the table that it makes.
    history.pushState(null, "", placeText({ at: "start" }));
    dispatchEvent(new HashChangeEvent("hashchange"));
    const fens = past?.boards.map(({ fen }) => fen) ?? [];
    send({ type: "create", name: savedChoices().name.trim() || "Guest", setup: setupAgain(table, fens, { elo: USUAL_ELO, pace: "human" }) });
  };
  return { table: past === game ? table : { ...table, game: past }, record, review, moments, steps, moment, arrows, showMoment, again };
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { nextReviewId } from "../review/ids.ts";
import { heardQuick, type QuickReview } from "./quick.ts";

/** Who asks for a rematch within this time gets no review of the game before. */
const PAUSE_MS = 1200;

const NONE: QuickReview = { at: "none" };

/**
 * Reviews a record with few nodes. It is given up with the page of its table, and at the next game: then there is no record.
 * A connection that comes back has forgotten it, so it is asked for again.
 */
export function useQuickReview(record: string | undefined, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void): QuickReview {
  const [review, setReview] = useState(NONE);
  const latest = useRef(review);
  latest.current = review;
  useEffect(() => {
    if (record === undefined) return undefined;
    const ask = () => {
      const id = nextReviewId();
      setReview({ at: "asked", id });
      send({ type: "review", id, quick: true, source: { from: "files", files: [{ name: "the game", text: record }] } });
    };
    const timer = setTimeout(ask, PAUSE_MS);
    const isOpen = () => latest.current.at === "asked" || latest.current.at === "running";
    const end = listen((message) => {
      if (message.type === "welcome" && isOpen()) ask();
      setReview((review) => heardQuick(review, message));
    });
    return () => {
      clearTimeout(timer);
      end();
      if (isOpen()) send({ type: "stop_review" });
      setReview(NONE);
    };
  }, [record]);
  return review;
}

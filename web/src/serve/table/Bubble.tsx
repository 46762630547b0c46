import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TableState } from "../../wire/messages.ts";

/** How long a short word stays over the board, how much longer for each further letter, and no longer than this. */
const SHOWN_MS = 5000;
const LETTER_MS = 70;
const LONGEST_MS = 12_000;
/** A word of up to so many letters is read at a glance. */
const SHORT = 32;

/** How long a word of the partner stays over the board. */
export function shownFor(text: string): number {
  return Math.min(LONGEST_MS, SHOWN_MS + LETTER_MS * Math.max(0, text.length - SHORT));
}

/** A word over the board: it passes by itself, or was opened and stays until it is closed. */
type Shown = "passing" | "opened" | "gone";

/** The latest word of the partner, over the own board for a while. Who hears the page hears it from the talk. */
export function Bubble({ table }: { table: TableState }) {
  const words = table.game?.words ?? [];
  const latest = words.at(-1);
  const [before] = useState(words.length);
  const isNews = latest !== undefined && words.length > before && table.phase === "playing" && !table.you.seats.includes(latest.seat);
  return isNews ? <Word key={words.length} text={latest.text} /> : null;
}

/** A word in up to three lines. A longer one is opened by a press, so that it covers few men until then. */
function Word({ text }: { text: string }) {
  const [shown, setShown] = useState<Shown>("passing");
  const [isCut, setCut] = useState(false);
  const line = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (line.current) setCut(line.current.scrollHeight > line.current.clientHeight + 1);
  }, []);
  useEffect(() => {
    if (shown !== "passing") return undefined;
    const timer = setTimeout(() => setShown("gone"), shownFor(text));
    return () => clearTimeout(timer);
  }, [shown]);
  if (shown === "gone") return null;
  return (
    <div class={`bubble ${shown}${isCut ? " long" : ""}`}>
      <bdi aria-hidden="true" ref={line}>{text}</bdi>
      {isCut && (shown === "opened"
        ? <button type="button" onClick={() => setShown("gone")}>Close</button>
        : <button type="button" aria-label="More of what your partner says" onClick={() => setShown("opened")}>More</button>)}
    </div>
  );
}

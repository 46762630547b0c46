import { useEffect, useState } from "preact/hooks";
import type { TableState } from "../../wire/messages.ts";

/** How long a word stays over the board. */
const SHOWN_MS = 5000;
/** A longer word, such as a greeting, would cover the men; it is read in the talk. */
const LONGEST = 32;

/** The latest word of the partner, over the own board for a while. Who hears the page hears it from the talk. */
export function Bubble({ table }: { table: TableState }) {
  const words = table.game?.words ?? [];
  const latest = words.at(-1);
  const isNews = latest !== undefined && latest.text.length <= LONGEST && table.phase === "playing" && !table.you.seats.includes(latest.seat);
  const [shown, setShown] = useState(words.length);
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => setShown(words.length), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words.length, isNews]);
  return isNews && words.length > shown ? <div class="bubble" aria-hidden="true">{latest.text}</div> : null;
}

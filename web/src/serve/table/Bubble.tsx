import { useEffect, useState } from "preact/hooks";
import type { TableState } from "../../wire/messages.ts";

/** How long a word stays over the board. */
const SHOWN_MS = 5000;

/** The latest word of the partner, over the own board for a while. Who hears the page hears it from the talk. */
export function Bubble({ table }: { table: TableState }) {
  const words = table.game?.words ?? [];
  const latest = words.at(-1);
  const isNews = latest !== undefined && table.phase === "playing" && !table.you.seats.includes(latest.seat);
  const [shown, setShown] = useState(words.length);
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => setShown(words.length), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words.length, isNews]);
  return isNews && words.length > shown ? <div class="bubble" aria-hidden="true">{latest.text}</div> : null;
}

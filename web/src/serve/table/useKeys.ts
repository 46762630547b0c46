import { useLayoutEffect } from "preact/hooks";
import { isTyping } from "../../parts/typing.ts";
import type { TableState } from "../../wire/messages.ts";
import { isOwnGame } from "./state.ts";

/** Single letters that do something wherever nothing is typed. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]")) keys[event.key]?.();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** A game that begins takes away what had the focus; then it is on the own board. Anywhere else it stays where it was. */
export function useFocusInGame(table: TableState): void {
  const isPlaying = isOwnGame(table);
  useLayoutEffect(() => {
    if (!isPlaying || (document.activeElement && document.activeElement !== document.body)) return;
    document.querySelector<HTMLElement>('.near [role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
  }, [isPlaying, table.game?.number]);
}

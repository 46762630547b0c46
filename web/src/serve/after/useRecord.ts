import { useEffect, useState } from "preact/hooks";
import type { FromPage, ToPage } from "../../wire/messages.ts";

/** The record of the game that has ended, as text, with or without an archive; `game` is the number of an ended game. */
export function useRecord(game: number | undefined, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void): string | undefined {
  const [record, setRecord] = useState<{ game: number; text: string } | undefined>(undefined);
  useEffect(() => {
    if (game === undefined) return undefined;
    const end = listen((message) => {
      if (message.type === "record") setRecord({ game, text: message.bpgn });
    });
    send({ type: "record" });
    return end;
  }, [game]);
  return record !== undefined && record.game === game ? record.text : undefined;
}

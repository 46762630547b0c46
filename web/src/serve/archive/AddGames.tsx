import { useEffect, useRef, useState } from "preact/hooks";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { gameFiles } from "../files.ts";

export interface AddGamesProps {
  isConnected: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
  onAdded: () => void;
}

/** Adds the games of files to the archive. */
export function AddGames({ isConnected, send, listen, onAdded }: AddGamesProps) {
  const [says, setSays] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const added = useRef(onAdded);
  added.current = onAdded;
  useEffect(() => listen((message) => {
    if (message.type === "refused" && message.what === "add_to_archive") setSays(message.reason);
    if (message.type !== "archive_added") return;
    setSays([`${message.games === 1 ? "1 game" : `${message.games} games`} added.`, ...message.faults].join(" "));
    added.current();
  }), [listen]);
  const take = async (files: FileList | null) => {
    if (!files || files.length === 0) return;
    send({ type: "add_to_archive", files: await gameFiles(files) });
  };
  return (
    <div class="buttons">
      <input type="file" multiple hidden ref={input} aria-label="Files of games to add" onChange={({ currentTarget }) => { void take(currentTarget.files).then(() => { currentTarget.value = ""; }); }} />
      <button type="button" disabled={!isConnected} onClick={() => input.current?.click()}>Add games from files</button>
      <span class="facts" role="status">{says}</span>
    </div>
  );
}

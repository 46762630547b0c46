import { useEffect, useRef, useState } from "preact/hooks";
import type { FromPage, GameFile, ToPage } from "../../wire/messages.ts";
import { readFiles } from "../files.ts";
import { addedInWords, counted, NOTHING_ADDED, type Added } from "./added.ts";

export interface AddGamesProps {
  isConnected: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
  onAdded: () => void;
}

/** Files on their way into the archive, part after part. */
interface Adding {
  /** The part that is on its way, and those after it. */
  left: readonly (readonly GameFile[])[];
  parts: number;
  added: Added;
}

/** Adds the games of files to the archive. */
export function AddGames({ isConnected, send, listen, onAdded }: AddGamesProps) {
  const [says, setSays] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<Adding | undefined>(undefined);
  const added = useRef(onAdded);
  added.current = onAdded;
  const goOn = (next: Adding) => {
    const [part, ...others] = next.left;
    adding.current = part && next;
    if (!part) setSays(addedInWords(next.added));
    else {
      setSays(next.parts > 1 ? `Adding games: part ${next.parts - others.length} of ${next.parts}\u2026` : "Adding games\u2026");
      send({ type: "add_to_archive", files: [...part] });
    }
  };
  useEffect(() => listen((message) => {
    const now = adding.current;
    if (!now) return;
    if (message.type === "refused" && message.what === "add_to_archive") {
      goOn({ ...now, left: [], added: { ...now.added, faults: [...now.added.faults, message.reason] } });
      added.current();
    } else if (message.type === "archive_added") {
      goOn({ ...now, left: now.left.slice(1), added: counted(now.added, message) });
      added.current();
    } else if (message.type === "welcome") goOn(now); // games that had arrived before the connection was lost are known then
  }), [listen]);
  const take = async (files: FileList | null) => {
    if (!files || files.length === 0 || adding.current) return;
    setSays("Reading the files\u2026");
    const { parts, faults } = await readFiles(files);
    goOn({ left: parts, parts: parts.length, added: { ...NOTHING_ADDED, faults } });
  };
  return (
    <div class="buttons add-games">
      <input type="file" multiple hidden ref={input} aria-label="Files of games to add" onChange={({ currentTarget }) => { void take(currentTarget.files).then(() => { currentTarget.value = ""; }); }} />
      <button type="button" disabled={!isConnected} onClick={() => input.current?.click()}>Add games from files</button>
      <span class="facts" role="status">{says}</span>
    </div>
  );
}

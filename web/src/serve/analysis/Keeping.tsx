import { useEffect, useState } from "preact/hooks";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import { save } from "../save.ts";
import { bpgnOf } from "./bpgn.ts";
import { current, type Tree } from "./tree.ts";

export interface KeepingProps {
  tree: Tree;
  hasArchive: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The ways out of an analysis: a game from the position, a file, the archive. */
export function Keeping({ tree, hasArchive, send, listen }: KeepingProps) {
  const [says, setSays] = useState("");
  useEffect(() => listen((message) => {
    if (message.type === "archive_added") setSays(message.games > 0 ? "Kept under Games." : message.faults.join(" "));
    if (message.type === "refused" && message.what === "add_to_archive") setSays(message.reason);
  }), [listen]);
  useEffect(() => setSays(""), [tree]);
  const record = () => bpgnOf(tree, new Date());
  return (
    <div class="buttons keeping">
      <a class="button" href={placeText({ at: "start", position: current(tree).position })}>Play from here</a>
      <button type="button" title="Moves, comments and arrows as a file" onClick={() => save("analysis.bpgn", record(), "text/plain")}>Save</button>
      {hasArchive && <button type="button" title="Keeps moves, comments and arrows under Games" onClick={() => send({ type: "add_to_archive", files: [{ name: "analysis", text: record() }] })}>Keep</button>}
      <span class="facts" role="status">{says}</span>
    </div>
  );
}

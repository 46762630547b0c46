import { useEffect, useRef, useState } from "preact/hooks";
import { isolated } from "../../game/text.ts";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import { save } from "../save.ts";
import { bpgnOf, nameOf } from "./bpgn.ts";
import { current, type Node, type Tree } from "./tree.ts";

export interface KeepingProps {
  tree: Tree;
  change: (change: (tree: Tree) => Tree) => void;
  hasArchive: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** What is done with the analysis now. */
type Keep =
  | { at: "rest" }
  | { at: "saved"; file: string }
  | { at: "naming"; name: string }
  | { at: "sent"; name: string }
  | { at: "kept"; name: string; game: number; isNew: boolean }
  | { at: "refused"; reason: string };

const REST: Keep = { at: "rest" };

/** The ways out of an analysis: a game from the position, a file, the archive. */
export function Keeping({ tree, change, hasArchive, send, listen }: KeepingProps) {
  const [keep, setKeep] = useState<Keep>(REST);
  const of = useRef<readonly Node[]>(tree.nodes);
  useEffect(() => listen((message) => setKeep((keep) => heard(keep, message))), [listen]);
  useEffect(() => {
    // Another tree is not kept yet; another position of the same one is.
    if (of.current !== tree.nodes) setKeep((keep) => (keep.at === "kept" || keep.at === "saved" || keep.at === "refused" ? REST : keep));
    of.current = tree.nodes;
  }, [tree.nodes]);
  const file = () => {
    const name = `analysis.${current(tree).position.fens.length === 2 ? "bpgn" : "pgn"}`;
    save(name, bpgnOf(tree, new Date()), "text/plain");
    setKeep({ at: "saved", file: name });
  };
  const store = (name: string) => {
    const named = { ...tree, name };
    change((tree) => ({ ...tree, name }));
    setKeep({ at: "sent", name });
    send({ type: "add_to_archive", files: [{ name: "analysis", text: bpgnOf(named, new Date()) }] });
  };
  return (
    <div class="keeping">
      <div class="buttons">
        <a class="button" href={placeText({ at: "start", position: current(tree).position })}>Play from here</a>
        <button type="button" title="Moves, comments and arrows as a file" onClick={file}>Save</button>
        {hasArchive && (
          <button type="button" title="Keeps moves, comments and arrows with the games of this server" aria-expanded={keep.at === "naming"}
            onClick={() => setKeep(keep.at === "naming" ? REST : { at: "naming", name: tree.name ?? nameOf(tree) })}>
            Keep
          </button>
        )}
      </div>
      {keep.at === "naming" && <Naming name={keep.name} onName={(name) => setKeep({ at: "naming", name })} onKeep={store} />}
      <p class="facts" role="status"><Says keep={keep} /></p>
    </div>
  );
}

function heard(keep: Keep, message: ToPage): Keep {
  if (keep.at !== "sent") return keep;
  if (message.type === "refused" && message.what === "add_to_archive") return { at: "refused", reason: message.reason };
  if (message.type !== "archive_added") return keep;
  const { first, games, faults } = message;
  return first === null ? { at: "refused", reason: faults.join(" ") } : { at: "kept", name: keep.name, game: first, isNew: games > 0 };
}

function Says({ keep }: { keep: Keep }) {
  switch (keep.at) {
    case "rest": case "naming": return null;
    case "sent": return <>Keeping it{"\u2026"}</>;
    case "saved": return <>Saved to your downloads as {keep.file}.</>;
    case "refused": return <>{keep.reason}</>;
    case "kept": return (
      <>
        {keep.isNew ? "Kept" : "It was kept already,"} with the games of this server as {"\u201C"}{isolated(keep.name)}{"\u201D"}:{" "}
        <a href={placeText({ at: "analysis", position: undefined, moves: [], archived: keep.game, ply: 0 })}>open</a>,{" "}
        <a href={placeText({ at: "archive" })}>all games</a>.
      </>
    );
  }
}

interface NamingProps {
  name: string;
  onName: (name: string) => void;
  onKeep: (name: string) => void;
}

/** Asks for the name under which an analysis is found again. */
function Naming({ name, onName, onKeep }: NamingProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form class="naming" onSubmit={(event) => { event.preventDefault(); if (name.trim()) onKeep(name.trim()); }}>
      <label>Name <input type="text" maxLength={100} value={name} ref={field} onInput={({ currentTarget: { value } }) => onName(value)} /></label>
      <button type="submit" class="primary" disabled={name.trim() === ""}>Keep it</button>
    </form>
  );
}

import { noteText, readNote, type Note } from "./notes.ts";
import { boardAt, path, type Tree } from "./tree.ts";

/** The longest notes that an address has; longer ones stay in this browser. */
const LONGEST = 1500;

/** The notes on the line that is shown, as an address has them: `3 a plan [%cal Ge2e4]`, a line each. */
export function notesText(tree: Tree): string {
  const lines = [0, ...path(tree)].flatMap((node, ply) => {
    const text = noteText(tree.nodes[node] ?? {}, boardAt(tree, node));
    return text ? [`${ply} ${text}`] : [];
  });
  const text = lines.join("\n");
  return encodeURIComponent(text).length <= LONGEST ? text : "";
}

/** Adds notes of an address to the line that is shown, where there are none. */
export function withNotes(tree: Tree, text: string): Tree {
  const line = [0, ...path(tree)];
  const nodes = [...tree.nodes];
  for (const [, ply, note] of text.matchAll(/^(\d+) (.+)$/gm)) {
    const at = line[Number(ply)];
    const node = at === undefined ? undefined : nodes[at];
    if (at === undefined || !node || node.comment !== undefined || node.drawings !== undefined) continue;
    const read: Note = readNote([note ?? ""], boardAt(tree, at));
    nodes[at] = { ...node, ...read };
  }
  return { ...tree, nodes };
}

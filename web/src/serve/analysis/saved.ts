import type { AnalysisPosition } from "../../wire/messages.ts";
import type { Node, Tree } from "./tree.ts";

/** Trees of this browser, the latest first, so that a reload finds variations and notes again. */
const KEY = "tandem-analyses";
/** Most trees that are kept. */
const MOST = 12;

/** A tree without what the server tells of its positions. */
type Saved = { root: string; nodes: Omit<Node, "boards">[]; at: number; name?: string };

/** Keeps a tree in which something was done. */
export function keepTree(tree: Tree): void {
  const [root] = tree.nodes;
  if (!root || (tree.nodes.length === 1 && root.comment === undefined && root.drawings === undefined)) return;
  const saved: Saved = { root: keyOf(root.position), nodes: tree.nodes.map(({ boards: _, ...node }) => node), at: tree.at, ...(tree.name === undefined ? {} : { name: tree.name }) };
  try {
    const others = all().filter(({ root }) => root !== saved.root);
    localStorage.setItem(KEY, JSON.stringify([saved, ...others].slice(0, MOST)));
  } catch {
    // the tree holds until the page is closed
  }
}

/** The tree of a position, if one was kept; its positions are yet to be looked at. */
export function savedTree(position: AnalysisPosition): Tree | undefined {
  const saved = all().find(({ root }) => root === keyOf(position));
  return saved && { nodes: saved.nodes.map((node) => ({ ...node, boards: [] })), at: saved.at, ...(saved.name === undefined ? {} : { name: saved.name }) };
}

function keyOf({ rules, fens }: AnalysisPosition): string {
  return [rules, ...fens].join("|");
}

function all(): Saved[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isTree) : [];
  } catch {
    return []; // a browser may refuse storage
  }
}

/** True for a tree whose nodes know each other. */
function isTree(saved: unknown): saved is Saved {
  const { root, nodes, at } = (saved ?? {}) as Partial<Saved>;
  if (typeof root !== "string" || !Array.isArray(nodes) || typeof at !== "number" || !nodes[at]) return false;
  return nodes.every((node, number) => Array.isArray(node?.position?.fens) && Array.isArray(node.children)
    && node.children.every((child) => nodes[child]?.parent === number) && (number === 0 || node.move !== undefined));
}

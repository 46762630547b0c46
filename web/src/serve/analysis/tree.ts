import type { BoardName } from "../../game/record.ts";
import type { Arrow } from "../../live/Ground.tsx";
import type { AnalysisPosition, BoardState, PositionOutcome } from "../../wire/messages.ts";
import type { Drawings, Note } from "./notes.ts";

/** A move on one of the boards. */
export interface BoardMove {
  board: BoardName;
  coordinates: string;
}

/** A position in a tree of variations, with the move that led to it. */
export interface Node extends Note {
  parent: number | undefined;
  move: (BoardMove & { san: string; number: string; squares: readonly string[] }) | undefined;
  position: AnalysisPosition;
  /** Empty until the server was asked. */
  boards: readonly BoardState[];
  /** The end of the game, if the position is one; known once the server was asked. */
  outcome?: PositionOutcome | null;
  /** The first one is the main line. */
  children: readonly number[];
}

/** A tree of variations, and the node that is shown. Nodes are numbered as they came; 0 is the root. */
export interface Tree {
  nodes: readonly Node[];
  at: number;
  /** The name under which it was kept. */
  name?: string;
}

export function rooted(position: AnalysisPosition, boards: readonly BoardState[], outcome: PositionOutcome | null = null): Tree {
  return { nodes: [{ parent: undefined, move: undefined, position, boards, outcome, children: [] }], at: 0 };
}

export function current({ nodes, at }: Tree): Node {
  return nodes[at] as Node;
}

/** The child that a move leads to, if it was made before. */
export function childBy({ nodes }: Tree, from: number, { board, coordinates }: BoardMove): number | undefined {
  return nodes[from]?.children.find((child) => nodes[child]?.move?.board === board && nodes[child]?.move?.coordinates === coordinates);
}

/** The tree with a move made from a node, which is shown then. */
export function grown(tree: Tree, from: number, node: Pick<Node, "move" | "position" | "boards" | "outcome">): Tree {
  const parent = tree.nodes[from];
  if (!parent) return tree;
  const at = tree.nodes.length;
  const nodes = tree.nodes.with(from, { ...parent, children: [...parent.children, at] });
  return { ...tree, nodes: [...nodes, { ...node, parent: from, children: [] }], at };
}

export function goTo(tree: Tree, at: number): Tree {
  return tree.nodes[at] ? { ...tree, at } : tree;
}

export function back(tree: Tree): Tree {
  return goTo(tree, current(tree).parent ?? tree.at);
}

export function forth(tree: Tree): Tree {
  return goTo(tree, current(tree).children[0] ?? tree.at);
}

/** The last position of the line that is shown. */
export function toEnd(tree: Tree): Tree {
  let at = tree.at;
  for (let next = tree.nodes[at]?.children[0]; next !== undefined; next = tree.nodes[at]?.children[0]) at = next;
  return goTo(tree, at);
}

/** The tree without a node and what follows it; its parent is shown then. */
export function without(tree: Tree, node: number): Tree {
  const parent = tree.nodes[node]?.parent;
  if (parent === undefined) return tree;
  const gone = new Set([node]);
  tree.nodes.forEach(({ parent }, at) => { if (parent !== undefined && gone.has(parent)) gone.add(at); }); // a child comes after its parent
  const number = new Map<number, number>();
  tree.nodes.forEach((_, at) => { if (!gone.has(at)) number.set(at, number.size); });
  const renumbered = (at: number) => number.get(at) ?? 0;
  const nodes = tree.nodes.flatMap((node, at) => (gone.has(at) ? [] : [{
    ...node,
    parent: node.parent === undefined ? undefined : renumbered(node.parent),
    children: node.children.filter((child) => !gone.has(child)).map(renumbered),
  }]));
  return { ...tree, nodes, at: renumbered(gone.has(tree.at) ? parent : tree.at) };
}

/** The first node of the variation that a node is in; `undefined` on the main line. */
export function variationOf({ nodes }: Tree, node: number): number | undefined {
  for (let at: number | undefined = node; at; at = nodes[at]?.parent) {
    const parent: number | undefined = nodes[at]?.parent;
    if (parent !== undefined && nodes[parent]?.children[0] !== at) return at;
  }
  return undefined;
}

/** The tree with the variation of a node in place of the line that it leaves. */
export function promoted(tree: Tree, node: number): Tree {
  const first = variationOf(tree, node);
  const parent = first === undefined ? undefined : tree.nodes[first]?.parent;
  const before = parent === undefined ? undefined : tree.nodes[parent];
  if (first === undefined || parent === undefined || !before) return tree;
  const children = [first, ...before.children.filter((child) => child !== first)];
  return { ...tree, nodes: tree.nodes.with(parent, { ...before, children }) };
}

/** The tree with a comment on the node that is shown; an empty one is none. */
export function commented(tree: Tree, text: string): Tree {
  const { comment: _, ...node } = current(tree);
  return { ...tree, nodes: tree.nodes.with(tree.at, text === "" ? node : { ...node, comment: text }) };
}

/** The tree with arrows on a board of the node that is shown, in place of those that were there. */
export function drawn(tree: Tree, board: BoardName, arrows: readonly Arrow[]): Tree {
  const { drawings: before = {}, ...node } = current(tree);
  const { [board]: _, ...others } = before;
  const drawings: Drawings = arrows.length > 0 ? { ...others, [board]: arrows } : others;
  return { ...tree, nodes: tree.nodes.with(tree.at, Object.keys(drawings).length > 0 ? { ...node, drawings } : node) };
}

/** The tree with what the server tells of the boards of a node. */
export function looked(tree: Tree, at: number, { boards, outcome = null }: Pick<Node, "boards" | "outcome">): Tree {
  const node = tree.nodes[at];
  return node ? { ...tree, nodes: tree.nodes.with(at, { ...node, boards, outcome }) } : tree;
}

/** The board of the move that led to a node; A for the root. */
export function boardAt({ nodes }: Tree, at: number): BoardName {
  return nodes[at]?.move?.board ?? "A";
}

/** The node at the end of a line of moves from the root; `undefined` where the tree lacks one. */
export function nodeBy(tree: Tree, moves: readonly string[]): number | undefined {
  let at: number | undefined = 0;
  for (const text of moves) {
    const move = readBoardMove(text);
    at = at === undefined || !move ? undefined : childBy(tree, at, move);
  }
  return at;
}

/** The nodes from the root to the one that is shown, without the root. */
export function path({ nodes, at }: Tree): number[] {
  const found: number[] = [];
  for (let node: number | undefined = at; node; node = nodes[node]?.parent) found.unshift(node);
  return found;
}

/** The moves from the root to the node that is shown, as an address has them: `Ae2e4`. */
export function pathText(tree: Tree): string[] {
  return path(tree).flatMap((node) => {
    const move = tree.nodes[node]?.move;
    return move ? [move.board + move.coordinates] : [];
  });
}

export function readBoardMove(text: string): BoardMove | undefined {
  const [, board, coordinates] = /^([AB])(.{4,5})$/.exec(text) ?? [];
  return board && coordinates ? { board: board as BoardName, coordinates } : undefined;
}

/** The line that is shown, and what follows: the path, and the main line after it. */
export function shownLine(tree: Tree): number[] {
  return path(toEnd(tree));
}

/** The last move on a board before a node. */
export function lastOn({ nodes, at }: Tree, board: BoardName): Node["move"] {
  for (let node = nodes[at]; node?.move; node = node.parent === undefined ? undefined : nodes[node.parent]) {
    if (node.move.board === board) return node.move;
  }
  return undefined;
}

import type { OpenedGame } from "../../wire/messages.ts";
import { moveNumber } from "./look.ts";
import { readNote } from "./notes.ts";
import { forth, goTo, grown, rooted, type Tree } from "./tree.ts";

/** A game as a tree, with its variations, its comments and what they draw; shown after a number of moves. */
export function treeOf({ name, rules, start, clocks_ms, said, plies }: OpenedGame, ply: number): Tree {
  const root = { rules, fens: start, clocks_ms };
  let tree: Tree = { ...noted(rooted(root, []), said[0] ?? []), ...(name === null ? {} : { name }) };
  plies.forEach(({ after, board, coordinates, san, squares, fens }, at) => {
    const before = tree.nodes[after]?.position ?? root;
    const move = { board, coordinates, san, squares, number: moveNumber(before, board) };
    tree = noted(grown(tree, after, { move, position: { rules, fens, clocks_ms: null }, boards: [] }), said[at + 1] ?? []);
  });
  tree = goTo(tree, 0);
  for (let made = 0; made < ply; made += 1) tree = forth(tree);
  return tree;
}

/** The tree with comments on the node that is shown. */
function noted(tree: Tree, texts: readonly string[]): Tree {
  const node = tree.nodes[tree.at];
  return node ? { ...tree, nodes: tree.nodes.with(tree.at, { ...node, ...readNote(texts, node.move?.board ?? "A") }) } : tree;
}

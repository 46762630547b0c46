import { useEffect, useRef, useState } from "preact/hooks";
import { seatOf, teamOf } from "../../game/seats.ts";
import { current, promoted, variationOf, without, type Node, type Tree } from "./tree.ts";

export interface TreeViewProps {
  tree: Tree;
  onNode: (node: number) => void;
}

interface TreeToolsProps {
  tree: Tree;
  change: (change: (tree: Tree) => Tree) => void;
}

/** What can be done with the move that is shown: its variation becomes the main line, or it is deleted; which can be undone. */
export function TreeTools({ tree, change }: TreeToolsProps) {
  const [before, setBefore] = useState<Tree | undefined>(undefined);
  const [after, setAfter] = useState<readonly Node[] | undefined>(undefined);
  const node = current(tree);
  const isVariation = variationOf(tree, tree.at) !== undefined;
  const remove = () => {
    const left = without(tree, tree.at);
    setBefore(tree);
    setAfter(left.nodes);
    change(() => left);
  };
  // Another change of the tree ends the time in which it can be undone.
  const mayUndo = before !== undefined && after === tree.nodes;
  if (!node.move && !mayUndo) return null;
  return (
    <div class="buttons tree-tools">
      {isVariation && <button type="button" title="This variation in place of the main line" onClick={() => change((tree) => promoted(tree, tree.at))}>Make main line</button>}
      {node.move && <button type="button" title="This move and all that follow it" onClick={remove}>Delete from {node.move.number} {node.move.san}</button>}
      {mayUndo && <button type="button" onClick={() => change(() => before)}>Undo the deletion</button>}
    </div>
  );
}

/** All moves of the tree: the main line, with the other moves of each position in brackets after it. */
export function TreeView({ tree, onNode }: TreeViewProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const now = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (now && box.current) box.current.scrollTop = now.offsetTop - box.current.offsetTop - box.current.clientHeight / 2;
  }, [tree]);
  return (
    <section class="tree" aria-label="Moves and variations" ref={box} tabIndex={0}>
      {tree.nodes.length === 1
        ? <p class="facts">Move the men of either board; every position is searched.</p>
        : <Line tree={tree} from={0} onNode={onNode} />}
    </section>
  );
}

function Line({ tree, from, onNode }: TreeViewProps & { from: number }) {
  const parts = [];
  for (let node = tree.nodes[from]; node; ) {
    const [main, ...others] = node.children;
    if (main === undefined) break;
    parts.push(<MoveButton key={main} tree={tree} node={main} onNode={onNode} />);
    for (const other of others) {
      parts.push(
        <span class="variation" key={`v${other}`}>
          <MoveButton tree={tree} node={other} onNode={onNode} />
          <Line tree={tree} from={other} onNode={onNode} />
        </span>,
      );
    }
    node = tree.nodes[main];
  }
  return <>{parts}</>;
}

function MoveButton({ tree, node, onNode }: TreeViewProps & { node: number }) {
  const { move, parent, comment } = tree.nodes[node] ?? {};
  if (!move || parent === undefined) return null;
  const isWhite = / w /.test(tree.nodes[parent]?.position.fens[move.board === "A" ? 0 : 1] ?? "");
  const team = teamOf(seatOf(move.board, isWhite ? "white" : "black"));
  return (
    <>
      <button type="button" class={`tree-move team-${team}`} aria-current={node === tree.at ? "step" : undefined} onClick={() => onNode(node)}>
        <span class="number">{move.number}</span> {move.san}
      </button>
      {comment && <bdi class="comment">{comment}</bdi>}
    </>
  );
}

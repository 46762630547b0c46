import { useEffect, useRef, useState } from "preact/hooks";
import type { AnalysisPosition, FromPage, ToPage } from "../../wire/messages.ts";
import { lookAt, nodeOf } from "./look.ts";
import { childBy, goTo, grown, readBoardMove, rooted, type BoardMove, type Tree } from "./tree.ts";

export interface UseTree {
  tree: Tree | undefined;
  /** The reason for which the latest position or move was refused. */
  fault: string | undefined;
  move: (move: BoardMove) => void;
  change: (change: (tree: Tree) => Tree) => void;
  setUp: (position: AnalysisPosition, moves?: readonly string[]) => void;
}

interface Question {
  id: number;
  from: number | undefined;
  position: AnalysisPosition;
  move: BoardMove | undefined;
  /** The moves that are still to be made. */
  rest: readonly string[];
}

let latestId = 0;

/** A tree of variations whose moves the server makes, since it knows the rules. */
export function useTree(send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void): UseTree {
  const [tree, setTree] = useState<Tree | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const question = useRef<Question | undefined>(undefined);
  const latest = useRef(tree);
  latest.current = tree;
  const ask = (asked: Omit<Question, "id">) => {
    latestId += 1;
    question.current = { ...asked, id: latestId };
    send(lookAt(latestId, asked.position, asked.move ?? null));
  };
  const show = (tree: Tree, rest: readonly string[]) => {
    latest.current = tree;
    setTree(tree);
    setFault(undefined);
    const [text, ...others] = rest;
    const move = text === undefined ? undefined : readBoardMove(text);
    const node = tree.nodes[tree.at];
    if (move && node) ask({ from: tree.at, position: node.position, move, rest: others });
  };
  useEffect(() => listen((message) => {
    const asked = question.current;
    if (message.type === "refused" && message.what === "look" && asked) {
      question.current = undefined;
      setFault(message.reason);
    }
    if (message.type !== "looked" || !asked || message.id !== asked.id) return;
    question.current = undefined;
    const node = nodeOf(message, asked.position, asked.move);
    const before = latest.current;
    if (asked.from === undefined || !before) show(rooted(node.position, node.boards), asked.rest);
    else show(grown(before, asked.from, node), asked.rest);
  }), [listen]);
  return {
    tree,
    fault,
    change: (change) => setTree((tree) => tree && change(tree)),
    setUp: (position, moves = []) => ask({ from: undefined, position, move: undefined, rest: moves }),
    move: (move) => {
      if (!tree) return;
      const known = childBy(tree, tree.at, move);
      const node = tree.nodes[tree.at];
      if (known !== undefined) setTree(goTo(tree, known));
      else if (node) ask({ from: tree.at, position: node.position, move, rest: [] });
    },
  };
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { AnalysisPosition, FromPage, ReviewSource, ToPage } from "../../wire/messages.ts";
import { withNotes } from "./addressNotes.ts";
import { lookAt, nodeOf, type Looked } from "./look.ts";
import { treeOf } from "./opened.ts";
import { keepTree, savedTree } from "./saved.ts";
import { back, childBy, current, goTo, grown, looked, readBoardMove, rooted, type BoardMove, type Tree } from "./tree.ts";

export interface UseTree {
  tree: Tree | undefined;
  /** The reason for which the latest position, move or game was refused. */
  fault: string | undefined;
  /** Makes moves, one after the other; shown is the position after the last one, or after a number of them. */
  play: (moves: readonly BoardMove[], count?: number) => void;
  change: (change: (tree: Tree) => Tree) => void;
  /** Begins with a position, moves and notes as an address has them, and with all that this browser knows of it. */
  setUp: (position: AnalysisPosition, moves?: readonly string[], notes?: string) => void;
  /** Begins with a position as if it were new. */
  begin: (position: AnalysisPosition) => void;
  /** Begins with a game, shown after a number of moves. */
  open: (source: ReviewSource, ply: number) => void;
}

/** A question to the server, and what its answer is for. */
interface Question {
  id: number;
  position: AnalysisPosition;
  /** A new root, a move from a node, or the boards of a node that were not looked at yet. */
  goal: { at: "root"; isNew: boolean } | { at: "move"; from: number; move: BoardMove } | { at: "boards"; of: number };
  /** The moves that are still to be made, and the notes after them. */
  rest: readonly string[];
  notes: string;
}

/** Time in milliseconds after a change until the tree is kept. */
const KEEP_AFTER = 300;

let latestId = 0;

/** A tree of variations whose moves the server makes, since it knows the rules. */
export function useTree(send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void): UseTree {
  const [tree, setTree] = useState<Tree | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const question = useRef<Question | undefined>(undefined);
  /** The number of moves that are taken back once the rest of them is made. */
  const landing = useRef(0);
  const opening = useRef({ id: 0, ply: 0 });
  const latest = useRef(tree);
  latest.current = tree;
  const ask = (asked: Omit<Question, "id">) => {
    latestId += 1;
    question.current = { ...asked, id: latestId };
    send(lookAt(latestId, asked.position, asked.goal.at === "move" ? asked.goal.move : null));
  };
  /** Shows a tree, and goes on with the moves that are left. */
  const show = (tree: Tree, { rest, notes }: Pick<Question, "rest" | "notes">) => {
    let shown = tree;
    let left = rest;
    for (let move = moveOf(left); move; move = moveOf(left)) {
      const known = childBy(shown, shown.at, move);
      if (known === undefined) break;
      shown = goTo(shown, known);
      left = left.slice(1);
    }
    const move = moveOf(left);
    if (!move) shown = landed(withNotes(shown, notes), landing.current);
    if (!move) landing.current = 0;
    latest.current = shown;
    setTree(shown);
    setFault(undefined);
    if (move) ask({ position: current(shown).position, goal: { at: "move", from: shown.at, move }, rest: left.slice(1), notes });
  };
  useEffect(() => listen((message) => {
    const asked = question.current;
    if (message.type === "refused" && (message.what === "open_game" || (message.what === "look" && asked))) {
      question.current = undefined;
      landing.current = 0;
      setFault(message.reason);
    } else if (message.type === "welcome") {
      question.current = undefined; // its answer went to a connection that is lost
      setTree((tree) => tree && { ...tree });
    } else if (message.type === "game_opened" && message.id === opening.current.id) {
      question.current = undefined;
      show(treeOf(message.game, opening.current.ply), { rest: [], notes: "" });
    } else if (message.type === "looked" && message.id === asked?.id) {
      question.current = undefined;
      if (asked.goal.at === "boards") {
        const { of } = asked.goal;
        setTree((tree) => tree && looked(tree, of, message));
      } else show(answered(latest.current, asked, message), asked);
    }
  }), [listen]);
  useEffect(() => {
    if (!tree) return undefined;
    const { position, boards } = current(tree);
    if (boards.length === 0 && !question.current) ask({ position, goal: { at: "boards", of: tree.at }, rest: [], notes: "" });
    const timer = setTimeout(() => keepTree(tree), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [tree]);
  useEffect(() => {
    const keep = () => { if (latest.current) keepTree(latest.current); };
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, []);
  return {
    tree,
    fault,
    change: (change) => setTree((tree) => tree && change(tree)),
    setUp: (position, moves = [], notes = "") => ask({ position, goal: { at: "root", isNew: false }, rest: moves, notes }),
    begin: (position) => ask({ position, goal: { at: "root", isNew: true }, rest: [], notes: "" }),
    open: (source, ply) => {
      latestId += 1;
      opening.current = { id: latestId, ply };
      send({ type: "open_game", id: latestId, source });
    },
    play: (moves, count = moves.length) => {
      landing.current = moves.length - count;
      if (tree) show(tree, { rest: moves.map(({ board, coordinates }) => board + coordinates), notes: "" });
    },
  };
}

/** A tree shown some moves before its last one. */
function landed(tree: Tree, count: number): Tree {
  let shown = tree;
  for (let taken = 0; taken < count; taken += 1) shown = back(shown);
  return shown;
}

function moveOf([text]: readonly string[]): BoardMove | undefined {
  return text === undefined ? undefined : readBoardMove(text);
}

/** The tree with the root or the move that was asked for. A root that this browser knows brings its tree. */
function answered(tree: Tree | undefined, { position, goal }: Question, answer: Looked): Tree {
  if (goal.at !== "move" || !tree) {
    const node = nodeOf(answer, position, undefined);
    const known = goal.at === "root" && goal.isNew ? undefined : savedTree(node.position);
    return known ? goTo(looked(known, 0, node), 0) : rooted(node.position, node.boards, node.outcome);
  }
  return grown(tree, goal.from, nodeOf(answer, position, goal.move));
}

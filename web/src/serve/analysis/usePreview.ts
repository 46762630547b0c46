import { useEffect, useRef, useState } from "preact/hooks";
import type { AnalysisPosition, FromPage, ToPage } from "../../wire/messages.ts";
import { lookAt, type Looked } from "./look.ts";
import type { BoardMove } from "./tree.ts";

/** A position after some moves of a line, with the squares of the last move on each board. */
export interface Preview {
  fens: readonly string[];
  squares: Partial<Record<BoardMove["board"], readonly string[]>>;
}

export interface UsePreview {
  preview: Preview | undefined;
  /** Shows the position after these moves; without moves, the real one again. */
  show: (moves: readonly BoardMove[]) => void;
}

/** Time in milliseconds for which a move is pointed at before it is shown. */
const POINTED_FOR = 60;
/** The first number of its questions, beyond those of the tree. */
let latestId = 2_000_000_000;

/** Shows a line on the boards while its moves are pointed at. The server makes the moves, each once. */
export function usePreview(position: AnalysisPosition | undefined, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void): UsePreview {
  const [preview, setPreview] = useState<Preview | undefined>(undefined);
  const known = useRef(new Map<string, Looked>());
  const wanted = useRef<readonly BoardMove[]>([]);
  const asked = useRef<{ id: number; key: string } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const goOn = () => {
    const moves = wanted.current;
    if (!position || moves.length === 0) return;
    const steps = moves.map((_, at) => known.current.get(keyOf(moves.slice(0, at + 1))));
    const missing = steps.indexOf(undefined);
    const move = moves[missing];
    if (!move) setPreview(previewOf(moves, steps as Looked[]));
    else if (!asked.current) {
      latestId += 1;
      asked.current = { id: latestId, key: keyOf(moves.slice(0, missing + 1)) };
      send(lookAt(latestId, steps[missing - 1]?.position ?? position, move));
    }
  };
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    known.current.clear();
    asked.current = undefined;
    wanted.current = [];
    setPreview(undefined);
  }, [position]);
  useEffect(() => listen((message) => {
    const now = asked.current;
    if (message.type === "welcome" || (message.type === "refused" && message.what === "look")) asked.current = undefined;
    if (message.type !== "looked" || message.id !== now?.id) return;
    known.current.set(now.key, message);
    asked.current = undefined;
    latest.current();
  }), [listen]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    preview,
    show: (moves) => {
      wanted.current = moves;
      clearTimeout(timer.current);
      if (moves.length === 0) setPreview(undefined);
      else timer.current = setTimeout(() => latest.current(), POINTED_FOR);
    },
  };
}

function keyOf(moves: readonly BoardMove[]): string {
  return moves.map(({ board, coordinates }) => board + coordinates).join(" ");
}

function previewOf(moves: readonly BoardMove[], steps: readonly Looked[]): Preview {
  const squares: Preview["squares"] = {};
  moves.forEach(({ board }, at) => { squares[board] = steps[at]?.ply?.squares ?? []; });
  return { fens: steps.at(-1)?.position.fens ?? [], squares };
}

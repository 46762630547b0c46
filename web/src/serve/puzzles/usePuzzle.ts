import { useEffect, useRef, useState } from "preact/hooks";
import type {
  BoardState, FromPage, PuzzleAnswer, PuzzleKind, PuzzlePly, PuzzleRecord, PuzzleSolution, PuzzleSource, PuzzleState, PuzzleStep, PuzzleVerdict, ToPage,
} from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import { after, keepStreak, savedStreak, type Streak } from "./streak.ts";
import type { Hint } from "./words.ts";

/** A puzzle and the moves that were made in it. */
export interface Course {
  puzzle: PuzzleState;
  boards: readonly BoardState[];
  plies: readonly PuzzlePly[];
  /** The verdict on the latest answer. */
  verdict: PuzzleVerdict | undefined;
  solution: PuzzleSolution | undefined;
  /** The lines of the solution, move by move. */
  steps: readonly (readonly PuzzleStep[])[];
  /** The hint that was asked for, and how much of it is told. */
  hint: (Hint & { level: 1 | 2 }) | undefined;
}

/** What puzzle is wanted. */
export interface Wish {
  from: PuzzleSource;
  /** Whose losses are meant. */
  player: string;
  kind: PuzzleKind | null;
}

export interface UsePuzzle {
  course: Course | undefined;
  records: readonly PuzzleRecord[];
  /** The rating of who solves the puzzles of the collection; `undefined` until the server has answered. */
  solver: number | undefined;
  /** The number of games that are still searched; `undefined` until the server has answered. */
  gamesLeft: number | undefined;
  fault: string | undefined;
  streak: Streak;
  /** True while an answer is judged. */
  isJudged: boolean;
  /** Asks for the puzzle after this one. */
  next: (wish: Wish) => void;
  answer: (answer: PuzzleAnswer) => void;
  /** Asks for a hint, or for the rest of it. */
  help: () => void;
}

/** Interval in milliseconds between two questions for a puzzle while there is none yet. */
const ASK_AGAIN = 2000;

/** The puzzle that is asked: the one of the address, or the next one. */
export function usePuzzle(
  asked: number | undefined, first: Wish, isConnected: boolean, send: (message: FromPage) => boolean,
  listen: (listener: (message: ToPage) => void) => () => void,
): UsePuzzle {
  const [course, setCourse] = useState<Course | undefined>(undefined);
  const [records, setRecords] = useState<readonly PuzzleRecord[]>([]);
  const [solver, setSolver] = useState<number | undefined>(undefined);
  const [gamesLeft, setGamesLeft] = useState<number | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isJudged, setJudged] = useState(false);
  const [streak, setStreak] = useState(savedStreak);
  const tookHint = useRef(false);
  const wish = useRef<Wish>(first);
  const shown = useRef<number | undefined>(undefined);
  useEffect(() => listen((message) => {
    switch (message.type) {
      case "puzzle": {
        const { puzzle } = message;
        setRecords(message.records);
        setSolver(message.solver);
        setGamesLeft(message.games_left);
        setFault(undefined);
        setJudged(false);
        shown.current = puzzle?.puzzle;
        setCourse(puzzle ? { puzzle, boards: puzzle.boards, plies: [], verdict: undefined, solution: undefined, steps: [], hint: undefined } : undefined);
        tookHint.current = false;
        history.replaceState(null, "", placeText({ at: "puzzles", ...(puzzle ? { puzzle: puzzle.puzzle } : {}) }));
        break;
      }
      case "puzzle_hint":
        if (message.puzzle !== shown.current) break;
        tookHint.current = true;
        setCourse((course) => course && { ...course, hint: { squares: message.squares, piece: message.piece, level: 1 } });
        break;
      case "puzzle_answered":
        if (message.puzzle !== shown.current) break;
        if (message.verdict === "solved" || message.verdict === "failed") {
          const isSolved = message.verdict === "solved";
          setStreak((streak) => after(streak, isSolved, tookHint.current));
        }
        setJudged(false);
        setRecords(message.records);
        setSolver(message.solver);
        setCourse((course) => course && answered(course, message));
        break;
      case "refused":
        if (!["next_puzzle", "load_puzzle", "answer_puzzle", "hint_puzzle"].includes(message.what)) break;
        setJudged(false);
        setFault(message.reason);
        break;
    }
  }), [listen]);
  const next = (wanted: Wish) => {
    wish.current = wanted;
    const { from, player, kind } = wanted;
    send({ type: "next_puzzle", from, player: from === "losses" ? player : null, kind, but: shown.current ?? null });
  };
  useEffect(() => {
    // A lost connection that comes back leaves the puzzle as it is.
    if (!isConnected || (shown.current !== undefined && shown.current === asked)) return;
    if (asked === undefined) next(wish.current);
    else send({ type: "load_puzzle", puzzle: asked });
  }, [asked, isConnected]);
  useEffect(() => {
    if (course || !isConnected || !gamesLeft) return undefined;
    const timer = setInterval(() => next(wish.current), ASK_AGAIN);
    return () => clearInterval(timer);
  }, [course, isConnected, gamesLeft]);
  useEffect(() => keepStreak(streak), [streak]);
  return {
    course, records, solver, gamesLeft, fault, streak, isJudged, next,
    help: () => {
      if (course?.hint) setCourse({ ...course, hint: { ...course.hint, level: 2 } });
      else if (course) send({ type: "hint_puzzle", puzzle: course.puzzle.puzzle });
    },
    answer: (answer) => {
      if (course && send({ type: "answer_puzzle", puzzle: course.puzzle.puzzle, answer, hinted: tookHint.current })) setJudged(true);
    },
  };
}

/** A move that was not decided is taken back, so that another one can be tried. */
function answered(course: Course, message: Extract<ToPage, { type: "puzzle_answered" }>): Course {
  const { verdict } = message;
  if (verdict === "undecided") return { ...course, verdict };
  return { ...course, verdict, boards: message.boards, plies: message.plies, solution: message.solution ?? undefined, steps: message.steps, hint: undefined };
}

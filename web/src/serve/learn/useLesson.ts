import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardName } from "../../game/record.ts";
import type { MoveText } from "../../live/moves.ts";
import { play } from "../../live/sounds.ts";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { fly, isStill } from "./fly.ts";
import { awaited, begun, flightOf, isRight, moved, passed, sat, STEPS, type Act, type Course } from "./lesson.ts";

/** The pause before something happens by itself, and the time in which clocks run down, in milliseconds. */
const PAUSE_MS = 800;
const SHORT_PAUSE_MS = 250;
const RUN_MS = 1800;
const TICK_MS = 60;
/** The numbers of questions for legal moves, apart from those of an analysis. */
let asked = 1_000_000;

export interface Lesson {
  /** The step that is shown, from 0; all of them once the lesson is over. */
  at: number;
  course: Course | undefined;
  /** The legal moves of the side on turn on each board. */
  legal: readonly [a: readonly MoveText[], b: readonly MoveText[]];
  /** True while a move is made, and its piece flies. */
  busy: boolean;
  go: (step: number) => void;
  move: (board: BoardName, move: MoveText) => void;
  sit: () => void;
}

/** The course of the lesson: what the reader does, and what happens by itself. */
export function useLesson(
  isConnected: boolean, sounds: boolean, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void,
): Lesson {
  const [at, setAt] = useState(0);
  const [course, setCourse] = useState<Course | undefined>(() => STEPS[0] && begun(STEPS[0]));
  const [busy, setBusy] = useState(false);
  const shown = useRef(at);
  const go = (step: number) => {
    shown.current = step;
    const next = STEPS[step];
    setAt(step);
    setBusy(false);
    setCourse(next && begun(next));
  };
  const change = (step: number, how: (course: Course) => Course) => {
    if (shown.current === step) setCourse((course) => course && how(course));
  };
  const make = async (act: Extract<Act, { board: BoardName }>) => {
    if (!course) return;
    setBusy(true);
    const flight = flightOf(course, act);
    if (sounds) play(flight ? "capture" : act.move.includes("@") ? "drop" : "move");
    if (flight) {
      change(at, (course) => moved(course, act, false));
      await fly(flight);
      if (sounds) play("arrives");
    }
    change(at, (course) => moved(course, act, true));
    if (shown.current === at) setBusy(false);
  };
  const act = course && awaited(course);
  useEffect(() => {
    if (act?.by === "other") {
      const timer = setTimeout(() => void make(act), isStill() ? SHORT_PAUSE_MS : PAUSE_MS);
      return () => clearTimeout(timer);
    }
    if (act?.by === "time") return runDown(act.seconds, (how) => change(at, how));
    return undefined;
  }, [at, act]);
  return {
    at, course, busy, go,
    legal: useLegal(course, isConnected, send, listen),
    move: (board, move) => {
      if (!course || busy || (act?.by !== "you" && act?.by !== "sit")) return;
      if (act.by === "you" && isRight(course, board, move)) void make(act);
      else change(at, (course) => ({ ...course, slipped: true }));
    },
    sit: () => { if (act?.by === "sit") change(at, sat); },
  };
}

/** Lets the clocks run for some seconds, faster than time; returns what ends that. */
function runDown(seconds: number, change: (how: (course: Course) => Course) => void): () => void {
  const ticks = Math.round((isStill() ? RUN_MS / 3 : RUN_MS) / TICK_MS);
  let left = ticks;
  const timer = setInterval(() => {
    left -= 1;
    change((course) => passed(course, 1000 * seconds / ticks));
    if (left > 0) return;
    clearInterval(timer);
    change((course) => ({ ...course, acts: course.acts + 1 }));
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The legal moves, told by the server; without it the one that is asked for. */
function useLegal(
  course: Course | undefined, isConnected: boolean, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void,
): Lesson["legal"] {
  const [told, setTold] = useState<{ fens: string; legal: Lesson["legal"] } | undefined>(undefined);
  const question = useRef({ id: 0, fens: "" });
  const fens = course?.boards.join(" | ") ?? "";
  useEffect(() => listen((message) => {
    if (message.type !== "looked" || message.id !== question.current.id) return;
    const { fens } = question.current;
    const of = (name: BoardName) => message.boards.find(({ board }) => board === name)?.legal ?? [];
    setTold({ fens, legal: [of("A"), of("B")] });
  }), [listen]);
  useEffect(() => {
    if (!isConnected || !course) return;
    asked += 1;
    question.current = { id: asked, fens };
    send({ type: "look", id: asked, position: { rules: "fics", fens: [...course.boards], clocks_ms: null }, move: null });
  }, [fens, isConnected]);
  if (told?.fens === fens) return told.legal;
  const act = course && awaited(course);
  const only = act?.by === "you" ? [act.move] : [];
  return act?.by === "you" && act.board === "B" ? [[], only] : [only, []];
}

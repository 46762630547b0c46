import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { placeText } from "../place.ts";
import { savedChoices } from "../start/choices.ts";
import { FIRST_GAME } from "./firstGame.ts";
import { LessonBoard } from "./LessonBoard.tsx";
import { awaited, boardOfReader, STEPS, type Course } from "./lesson.ts";
import { useLesson, type Lesson } from "./useLesson.ts";

export interface LearnPageProps {
  isConnected: boolean;
  sounds: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The lesson: bughouse in a minute, on two boards, each step by a move of the reader. */
export function LearnPage({ isConnected, sounds, send, listen }: LearnPageProps) {
  const lesson = useLesson(isConnected, sounds, send, listen);
  const { course, at, legal } = lesson;
  useEffect(() => {
    // In a small window the boards need all of it.
    if (matchMedia("(max-width: 719px), (max-height: 500px)").matches) document.querySelector("main")?.scrollIntoView();
  }, [at]);
  const play = () => send({ type: "create", name: savedChoices().name.trim() || "Guest", setup: FIRST_GAME });
  if (!course) return <End isConnected={isConnected} onPlay={play} onAgain={() => lesson.go(0)} />;
  const own = boardOfReader(course);
  const board = (name: "A" | "B") => (
    <LessonBoard key={`${at} ${name}`} course={course} name={name} isOwn={own === name} isOpen={own === name && !lesson.busy} legal={legal[name === "A" ? 0 : 1]} onMove={(move) => lesson.move(name, move)} />
  );
  return (
    <main class={`learn live${own === "B" ? " turned" : ""}`}>
      <Coach lesson={lesson} course={course} isConnected={isConnected} onPlay={play} />
      <div class="lesson-board a">{board("A")}</div>
      <div class="lesson-board b">{board("B")}</div>
    </main>
  );
}

interface CoachProps {
  lesson: Lesson;
  course: Course;
  isConnected: boolean;
  onPlay: () => void;
}

/** The words of a step, and the buttons. */
function Coach({ lesson, course, isConnected, onPlay }: CoachProps) {
  const { at, go, sit } = lesson;
  const { step, slipped } = course;
  const act = awaited(course);
  const title = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const isDone = act === undefined;
  useLayoutEffect(() => { if (at > 0) title.current?.focus({ preventScroll: true }); }, [at]);
  useLayoutEffect(() => { if (isDone) next.current?.focus({ preventScroll: true }); }, [isDone]);
  const task = act?.by === "you" || act?.by === "sit" ? (slipped ? act.wrong : act.task) : isDone ? step.done : "\u2026";
  return (
    <section class={`coach card${isDone ? " done" : ""}`} aria-label="Lesson">
      <p class="facts">{`Step ${at + 1} of ${STEPS.length}`}</p>
      <h1 tabIndex={-1} ref={title}>{step.title}</h1>
      <p class="says">{step.says}</p>
      <p class={`task${isDone ? " done" : slipped ? " slipped" : ""}`} role="status">{task}</p>
      <div class="buttons">
        {step.acts.some(({ by }) => by === "sit") && !isDone && (
          <button type="button" class={`sit${course.sits ? " sits" : ""}`} aria-pressed={course.sits} disabled={act?.by !== "sit"} onClick={sit}>
            <Icon name="hand" /><span>{course.sits ? "You sit" : "Sit"}</span>
          </button>
        )}
        {isDone && <button type="button" class="primary" ref={next} onClick={() => go(at + 1)}>Next</button>}
        {at === 0 && <button type="button" class="skip" disabled={!isConnected} onClick={onPlay}>Skip: play now</button>}
        {at > 0 && !isDone && <button type="button" class="skip" onClick={() => go(at + 1)}>Skip</button>}
      </div>
    </section>
  );
}

const POINTS = [
  "What you take goes to your partner's hand; what your partner takes comes to yours.",
  "A piece from the hand is dropped on an empty square, in place of a move.",
  "A mate on either board, or a clock that runs out, decides for both partners.",
  "You may sit, that is wait, as long as your clock allows it.",
];

function End({ isConnected, onPlay, onAgain }: { isConnected: boolean; onPlay: () => void; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <main class="narrow learn-end">
      <section class="card" aria-label="Lesson">
        <h1 tabIndex={-1} ref={title}>That is bughouse</h1>
        <ul>{POINTS.map((point) => <li key={point}>{point}</li>)}</ul>
        <button type="button" class="primary big" disabled={!isConnected} onClick={onPlay}>Play your first game</button>
        <p class="hint">Five minutes each, against two beginners. Your partner is a strong club player.</p>
        <div class="buttons">
          <button type="button" onClick={onAgain}>Once more</button>
          <a class="button" href={placeText({ at: "start" })}>All choices</a>
        </div>
      </section>
    </main>
  );
}

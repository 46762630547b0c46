import { useLayoutEffect, useState } from "preact/hooks";
import { PieceIcon } from "../../board/pieces.tsx";
import { pieceName } from "../../game/fen.ts";
import { colorOf, seatName, teamPlayers } from "../../game/seats.ts";
import { opponentOf } from "../../live/lead.ts";
import { signOf } from "../../live/moves.ts";
import { isTyping } from "../../parts/typing.ts";
import type { FromPage, PuzzleAnswer, PuzzleKind, PuzzleRecord, PuzzleSource, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { placeText } from "../place.ts";
import { Chip } from "../start/Chip.tsx";
import { savedChoices } from "../start/choices.ts";
import { PuzzleBoard } from "./PuzzleBoard.tsx";
import { meantBy } from "./keys.ts";
import { usePuzzle, type Course, type Wish } from "./usePuzzle.ts";
import { streakText, type Streak } from "./streak.ts";
import { askedBoard, hintOf, KINDS, questionOf, recordText, solutionOf, SOURCES, taskOf } from "./words.ts";

export interface PuzzlesPageProps {
  /** The number of a puzzle. */
  puzzle: number | undefined;
  isConnected: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** Puzzles of the collection and from the games of the archive: one at a time, with the reader's record. */
export function PuzzlesPage({ puzzle, isConnected, send, listen }: PuzzlesPageProps) {
  const [wish, setWish] = useState<Wish>(() => ({ from: "set", player: savedChoices().name, kind: null }));
  const { course, records, solver, gamesLeft, fault, streak, isJudged, next, answer, help } = usePuzzle(puzzle, wish, isConnected, send, listen);
  const choose = (some: Partial<Wish>) => {
    const wanted = { ...wish, ...some };
    setWish(wanted);
    next(wanted);
  };
  const isOpen = course !== undefined && course.solution === undefined && !isJudged;
  useKeys(course, isOpen, answer, () => next(wish));
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  useLayoutEffect(() => setShown(undefined), [course?.puzzle, course?.solution]);
  const step = shown && course?.steps[shown.line]?.[shown.at];
  useSteps(shown, course?.steps ?? [], setShown);
  const choices = (
    <>
      <Sources wish={wish} solver={solver} onWish={choose} />
      <Kinds kind={wish.kind} records={records} streak={streak} onKind={(kind) => choose({ kind })} />
    </>
  );
  if (!course) {
    return (
      <main class="narrow">
        <section class="card no-puzzles" aria-label="Puzzles">
          <h1>Puzzles</h1>
          {fault ? <p class="fault" role="alert">{fault}</p> : <p role="status">{noneText(gamesLeft, wish)}</p>}
          {choices}
        </section>
      </main>
    );
  }
  const boards = course.puzzle.position.fens.length;
  const asked = askedBoard(course.puzzle);
  const onMove = (move: string) => answer({ by: "moves", moves: [...course.plies.map(({ coordinates }) => coordinates), move] });
  return (
    <main class={`table live equal analysis puzzles${boards === 1 ? " one-board" : ""}`}>
      <div class="near"><PuzzleBoard course={course} name={asked} isOpen={isOpen && (course.puzzle.kind === "mate" || course.puzzle.kind === "give")} step={step} onMove={onMove} /></div>
      {boards === 2 && <div class="far"><PuzzleBoard course={course} name={asked === "A" ? "B" : "A"} isOpen={isOpen && course.puzzle.kind === "take"} step={step} onMove={onMove} /></div>}
      <div class="panel">
        <section class="card question" aria-label="Question">
          <h1>{questionOf(course.puzzle)}</h1>
          <Marks course={course} />
          <p>{taskOf(course.puzzle)}</p>
          {course.solution === undefined && <Answers course={course} isOpen={isOpen} onAnswer={answer} />}
          {course.hint && course.solution === undefined && <p class="hint-text" role="status">{hintOf(course.puzzle, course.hint, course.hint.level)}</p>}
          <Verdict course={course} isJudged={isJudged} fault={fault} shown={shown} onShow={setShown} />
          <div class="buttons">
            {course.solution
              ? <button type="button" class="primary" title="Next puzzle (N)" onClick={() => next(wish)}>Next puzzle</button>
              : <button type="button" disabled={!isOpen} onClick={() => answer({ by: "given_up" })}>Show the solution</button>}
            {!course.solution && course.plies.length === 0 && (
              <button type="button" disabled={!isOpen || course.hint?.level === 2} onClick={help}>{course.hint ? "Another hint" : "Hint"}</button>
            )}
            {!course.solution && <button type="button" onClick={() => next(wish)}>Skip</button>}
          </div>
        </section>
        {choices}
        <Origin course={course} />
      </div>
    </main>
  );
}

/** What is known of a puzzle before it is answered, and what it was about afterwards. */
function Marks({ course: { puzzle, solution } }: { course: Course }) {
  const marks = [
    ...(puzzle.rating === null ? [] : [`Rating ${puzzle.rating}`]),
    ...(puzzle.again ? ["Asked before"] : []),
    ...(solution?.theme ? [solution.theme] : []),
  ];
  return marks.length === 0 ? null : <p class="facts">{marks.join(" \u00B7 ")}</p>;
}

function noneText(gamesLeft: number | undefined, { from, kind, player }: Wish): string {
  if (gamesLeft === undefined) return "Looking for a puzzle\u2026";
  if (from === "losses" && gamesLeft === 0) return `There is no more for today from games that ${player || "you"} lost. A few are new each day, and those that were hard come again after 1, 3, 7 and 21 days.`;
  if (from === "set") return "There is no puzzle of this kind in the collection.";
  if (gamesLeft > 0) return `Looking for puzzles in ${gamesLeft === 1 ? "a game" : `${gamesLeft} games`}\u2026`;
  return `There is no puzzle${kind === null ? "" : " of this kind"} yet. They are found in the games under Games: those that were played here, and those that are added there.`;
}

function useKeys(course: Course | undefined, isOpen: boolean, answer: (answer: PuzzleAnswer) => void, next: () => void): void {
  // Heard before the next frame, so that no key is taken for one of the position before.
  useLayoutEffect(() => {
    if (!course) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || (isTyping(event) && !(event.target instanceof HTMLInputElement && event.target.type === "radio"))) return;
      const meant = meantBy(event, course.puzzle.kind, isOpen, course.solution !== undefined);
      if (meant === undefined) return;
      if (meant === "next") next();
      else answer(meant);
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

interface AnswersProps {
  course: Course;
  isOpen: boolean;
  onAnswer: (answer: PuzzleAnswer) => void;
}

function Answers({ course: { puzzle }, isOpen, onAnswer }: AnswersProps) {
  const color = colorOf(puzzle.seat);
  switch (puzzle.kind) {
    case "mate": return <p class="facts">Move on the board.</p>;
    case "give": return <p class="facts">Capture on the board.</p>;
    case "take":
    case "need": return (
      <div class="answers pieces" role="group" aria-label={puzzle.kind === "take" ? "The piece that your partner takes" : "The piece that is needed"}>
        {["P", "N", "B", "R", "Q"].map((letter) => (
          <button key={letter} type="button" class="piece" disabled={!isOpen} aria-label={pieceName(letter)} title={`${pieceName(letter)} (${letter})`} onClick={() => onAnswer({ by: "piece", piece: letter })}>
            <PieceIcon sign={signOf(letter, color)} size={44} />
          </button>
        ))}
      </div>
    );
    case "sit": return (
      <div class="answers" role="group" aria-label="Sit or move">
        <button type="button" class="big" disabled={!isOpen} title="Sit (S)" onClick={() => onAnswer({ by: "sitting", sits: true })}>Sit</button>
        <button type="button" class="big" disabled={!isOpen} title="Move (M)" onClick={() => onAnswer({ by: "sitting", sits: false })}>Move</button>
      </div>
    );
  }
}

interface VerdictProps {
  course: Course;
  isJudged: boolean;
  fault: string | undefined;
  shown: Shown | undefined;
  onShow: (shown: Shown | undefined) => void;
}

function Verdict({ course, isJudged, fault, shown, onShow }: VerdictProps) {
  const { puzzle, verdict, solution, steps, plies } = course;
  const reply = plies.at(-1);
  const arrived = reply?.arrived ? ` (a ${pieceName(reply.arrived)} has arrived)` : "";
  const says = fault ?? (isJudged ? "\u2026"
    : verdict === "goes_on" ? `Right so far. ${seatName(opponentOf(puzzle.seat), puzzle.position.fens.length)} replies ${reply?.san ?? ""}${arrived}.`
      : verdict === "undecided" ? "It is not clear whether this mates: try another move."
        : verdict === "solved" ? "Solved." : verdict === "failed" ? "Not solved." : "");
  return (
    <div class={`verdict ${verdict ?? "none"}`} role="status">
      {says && <b>{says}</b>}
      {solution?.explanation && <p class="explanation">{solution.explanation}</p>}
      {solution && solutionOf(puzzle, solution).map(({ text, lines }) => (
        <div key={text} class="solution">
          <p>{text}</p>
          {lines.map((line) => <SolutionLine key={line} line={line} sans={solution.lines[line] ?? []} length={steps[line]?.length ?? 0} shown={shown} onShow={onShow} />)}
        </div>
      ))}
    </div>
  );
}

interface SolutionLineProps extends Pick<VerdictProps, "shown" | "onShow"> {
  /** The place of the line in the solution. */
  line: number;
  sans: readonly string[];
  /** The number of its moves that can be shown. */
  length: number;
}

/** A line of the solution, which plays on the boards: each move is pressed or pointed at. */
function SolutionLine({ line, sans, length, shown, onShow }: SolutionLineProps) {
  const at = shown?.line === line ? shown.at : -1;
  return (
    <p class="solution-line">
      {sans.map((san, move) => (move < length
        ? (
          <button key={move} type="button" class="line-move" aria-current={move === at ? "step" : undefined}
            onMouseEnter={() => onShow({ line, at: move })} onClick={() => onShow({ line, at: move })}>
            {san}
          </button>
        )
        : <span key={move} class="line-move">{san}</span>))}
      {length > 1 && (
        <span class="line-steps">
          <button type="button" class="icon" disabled={at < 0} aria-label="Back (\u2190)" onClick={() => onShow(at > 0 ? { line, at: at - 1 } : undefined)}><Icon name="back" /></button>
          <button type="button" class="icon" disabled={at >= length - 1} aria-label="Next (\u2192)" onClick={() => onShow({ line, at: at + 1 })}><Icon name="next" /></button>
        </span>
      )}
    </p>
  );
}

/** A move of the solution that is shown on the boards. */
interface Shown {
  line: number;
  at: number;
}

/** The arrow keys step through the line that is shown, or the first one. */
function useSteps(shown: Shown | undefined, steps: Course["steps"], onShow: (shown: Shown | undefined) => void): void {
  useLayoutEffect(() => {
    if (steps.length === 0) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
      const { line, at } = shown ?? { line: 0, at: -1 };
      const to = Math.min(at + by, (steps[line]?.length ?? 0) - 1);
      onShow(to < 0 ? undefined : { line, at: to });
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

interface SourcesProps {
  wish: Wish;
  solver: number | undefined;
  onWish: (some: Partial<Wish>) => void;
}

/** Where the puzzles are from. */
function Sources({ wish, solver, onWish }: SourcesProps) {
  const choose = (from: PuzzleSource) => onWish({ from });
  return (
    <fieldset class="puzzle-sources">
      <legend>Puzzles from{solver !== undefined && wish.from === "set" && <span class="streak">: about your strength, {solver}</span>}</legend>
      <div class="chips">
        {SOURCES.map(([from, name]) => <Chip key={from} group="puzzle-source" on={wish.from === from} onChoose={() => choose(from)} label={name} />)}
      </div>
      {wish.from === "losses" && (
        <label class="field">Lost by <input type="text" value={wish.player} maxLength={32} onChange={(event) => onWish({ player: event.currentTarget.value.trim() })} /></label>
      )}
    </fieldset>
  );
}

interface KindsProps {
  kind: PuzzleKind | null;
  records: readonly PuzzleRecord[];
  streak: Streak;
  onKind: (kind: PuzzleKind | null) => void;
}

/** The kinds to choose from, each with the reader's record. */
function Kinds({ kind, records, streak, onKind }: KindsProps) {
  const sum = records.reduce((sum, { puzzles, solved, failed }) => ({ ...sum, puzzles: sum.puzzles + puzzles, solved: sum.solved + solved, failed: sum.failed + failed }),
    { kind: "mate" as const, puzzles: 0, solved: 0, failed: 0 });
  const rows: [PuzzleKind | null, string, PuzzleRecord | undefined][] = [[null, "All", sum], ...KINDS.map(([kind, name]): [PuzzleKind, string, PuzzleRecord | undefined] => [kind, name, records.find((record) => record.kind === kind)])];
  return (
    <fieldset class="puzzle-kinds">
      <legend>Your record{streakText(streak) && <span class="streak">: {streakText(streak)}</span>}</legend>
      {rows.map(([of, name, record]) => (
        <Chip key={name} group="puzzle-kind" on={kind === of} onChoose={() => onKind(of)}
          label={<><b>{name}</b> <span class="figures">{record ? recordText(record) : ""}</span></>} />
      ))}
    </fieldset>
  );
}

/** The game that the puzzle is from. */
function Origin({ course: { puzzle } }: { course: Course }) {
  const { game, ply, players, date, position } = puzzle;
  const boards = position.fens.length;
  if (game === null) {
    return (
      <section class="origin" aria-label="From the collection">
        <p class="buttons"><a class="button" href={placeText({ at: "analysis", position, moves: [] })}>Analyze</a></p>
      </section>
    );
  }
  return (
    <section class="origin" aria-label="From the game">
      <p class="facts">{[`${teamPlayers(players, "one", boards)} against ${teamPlayers(players, "two", boards)}`, date, ply === 1 ? "after 1 move" : `after ${ply} moves`].filter(Boolean).join(" \u00B7 ")}</p>
      <p class="buttons">
        <a class="button" href={placeText({ at: "analysis", position, moves: [] })}>Analyze</a>
        <a class="button" href={placeText({ at: "review", archived: game })}>Review the game</a>
      </p>
    </section>
  );
}

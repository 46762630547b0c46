import { useEffect, useLayoutEffect, useMemo, useRef, useState, type Dispatch, type StateUpdater } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { PlayerBar } from "../../board/PlayerBar.tsx";
import { readFen } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { forecastInWords, scoreInWords, worth } from "../../game/score.ts";
import { outcomeInWords, outcomeShare } from "../../game/result.ts";
import { colorOf, seatName, seatOf, teamNames } from "../../game/seats.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { leadInWords, leadOf } from "../../live/lead.ts";
import { LiveBoard } from "../../live/LiveBoard.tsx";
import { liveClock } from "../../live/time.ts";
import { isTyping } from "../../parts/typing.ts";
import type { AnalysisPosition, FromPage, PlanState, PositionOutcome, RuleSetName, ToPage } from "../../wire/messages.ts";
import { Played } from "../explorer/Played.tsx";
import { Icon } from "../Icon.tsx";
import { placeText, type Place } from "../place.ts";
import { notesText } from "./addressNotes.ts";
import { arrowsOfLines, arrowsOfPlan } from "./arrows.ts";
import { EditBoard } from "./EditBoard.tsx";
import { Editor } from "./Editor.tsx";
import type { Tool } from "./edit.ts";
import { Lines } from "./Lines.tsx";
import { startOf } from "./look.ts";
import { Keeping } from "./Keeping.tsx";
import { PenTools, pressed, USUAL_PEN, withArrow, type Pen } from "./Pen.tsx";
import type { OnLine } from "./LineMoves.tsx";
import { Plans } from "./Plans.tsx";
import { plansFor, sitsOn } from "./plans.ts";
import { back, commented, current, drawn, forth, goTo, lastOn, pathText, toEnd, type Tree } from "./tree.ts";
import { TreeTools, TreeView } from "./TreeView.tsx";
import { usePlanChoice } from "./usePlanChoice.ts";
import { usePreview, type Preview } from "./usePreview.ts";
import { useSearch, type Found } from "./useSearch.ts";
import { useTree } from "./useTree.ts";

export interface AnalysisPageProps {
  place: Extract<Place, { at: "analysis" }>;
  isConnected: boolean;
  hasArchive: boolean;
  /** Number of boards of the games that can be looked into; `null` if there are none. */
  explorerBoards: number | null;
  ruleSets: readonly RuleSetName[];
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The number of lines that the engine shows of each board. */
const LINES = 3;

/** Both boards free: every position is searched, moves are anybody's, variations make a tree. */
export function AnalysisPage({ place, isConnected, hasArchive, explorerBoards, ruleSets, send, listen }: AnalysisPageProps) {
  const { tree, fault, play, change, begin, setUp, open } = useTree(send, listen);
  const [flipped, setFlipped] = useState(false);
  const [isOn, setOn] = useState(true);
  const [draft, setDraft] = useState<AnalysisPosition | undefined>(undefined);
  const [tool, setTool] = useState<Tool>(undefined);
  const [pen, setPen] = useState<Pen | undefined>(undefined);
  const node = tree && current(tree);
  const { choice, setWish, setClocks, setAt } = usePlanChoice(node?.position);
  const outcome = draft ? null : node?.outcome ?? null;
  const isSearching = isOn && isConnected && draft === undefined && outcome === null;
  const found = useSearch({ position: node?.position, lines: LINES, wish: choice.wish }, isSearching, send, listen);
  const { preview, show } = usePreview(node?.position, send, listen);
  const onLine: OnLine = { show, play: (moves, count) => { show([]); play(moves, count); } };
  const asked = placeText(place);
  const answered = useRef<string | undefined>(undefined);
  useEffect(() => {
    // A lost connection that comes back leaves the tree as it is.
    if (!isConnected || answered.current === asked) return;
    answered.current = asked;
    if ("archived" in place) open({ from: "archive", game: place.archived }, place.ply);
    else if (place.position) setUp(place.position, place.moves, place.notes);
    else begin(startOf("fics", ruleSets));
  }, [asked, isConnected]);
  useEffect(() => {
    if (!tree) return;
    history.replaceState(null, "", addressOf(tree));
  }, [tree]);
  useEffect(() => {
    setDraft(undefined);
    setTool(undefined);
    setPen((pen) => pen && { brush: pen.brush });
  }, [node?.position]);
  useStepKeys(change, setFlipped);
  if (!tree || !node) return <main class="narrow"><p class="empty" role={fault ? "alert" : "status"}>{fault ?? "Setting up the boards…"}</p></main>;
  const boards = node.position.fens.length;
  const draw = (board: BoardName, square: string) => {
    if (!pen) return;
    const { pen: next, arrow } = pressed(pen, board, square);
    setPen(next);
    if (arrow) change((tree) => withArrow(tree, board, arrow));
  };
  const names: BoardName[] = boards === 2 ? ["A", "B"] : ["A"];
  const plans = plansFor(found.plans, choice.clocks);
  const plan = outcome ? undefined : plans[choice.at] ?? plans[0];
  const [near, far] = names.map((name, at) => draft
    ? <EditBoard key={name} name={name} boards={boards} fen={draft.fens[at] ?? ""} flipped={flipped} tool={tool} onChange={(fen) => setDraft({ ...draft, fens: draft.fens.with(at, fen) })} />
    : <FreeBoard key={name} name={name} tree={tree} flipped={flipped} found={found} plan={plan} preview={preview} onMove={(coordinates) => play([{ board: name, coordinates }])}
      onDrawn={(arrows) => change((tree) => drawn(tree, name, arrows))} onDraw={pen && ((square) => draw(name, square))} />);
  const [linesNear, linesFar] = names.map((name, at) => (
    <Lines key={name} board={name} boards={boards} score={found.boards[name]} mates={found.mates[at]} onMove={(coordinates) => play([{ board: name, coordinates }])} onLine={onLine} />
  ));
  const hasLines = !draft && outcome === null;
  const hasPlans = boards === 2 && hasLines;
  return (
    <main class={`table live equal analysis${boards === 1 ? " one-board" : ""}`}>
      <h1 class="unseen">Analysis</h1>
      <div class="near">{near}{hasPlans && linesNear}</div>
      <div class="far">{far}{hasPlans && linesFar}</div>
      <div class="panel">
        <Forecast found={found} boards={boards} isOn={isSearching} outcome={outcome} />
        {hasPlans && <Leads position={node.position} />}
        <Steps tree={tree} change={change} isOn={isOn} onOn={() => setOn(!isOn)} onFlip={() => setFlipped(!flipped)} onEdit={() => setDraft(draft ? undefined : node.position)} isEditing={draft !== undefined}
          isDrawing={pen !== undefined} onDraw={() => setPen(pen ? undefined : USUAL_PEN)} />
        {pen && !draft && <PenTools pen={pen} onPen={setPen} onClear={node.drawings && (() => change((tree) => drawn(drawn(tree, "A", []), "B", [])))} />}
        {draft
          ? <Editor position={draft} ruleSets={ruleSets} tool={tool} fault={fault} onTool={setTool} onChange={setDraft} onDone={() => setUp(draft)} onCancel={() => setDraft(undefined)}
            onGame={(text) => open({ from: "files", files: [{ name: "pasted", text }] }, 0)} />
          : (
            <>
              {fault && <p class="fault" role="alert">{fault}</p>}
              {hasPlans
                ? (
                  <Plans position={node.position} plans={found.plans} choice={choice} isOn={isSearching} ended={found.ended}
                    onWish={setWish} onClocks={setClocks} onShow={setAt} onPlay={play} onLine={onLine} />
                )
                : hasLines && linesNear}
              {explorerBoards !== null && boards === 2 && (
                <Played position={node.position} boards={explorerBoards} isConnected={isConnected} ruleSets={ruleSets} onPlay={(board, coordinates) => play([{ board, coordinates }])} send={send} listen={listen} />
              )}
              <Keeping tree={tree} change={change} hasArchive={hasArchive} send={send} listen={listen} />
              <input type="text" class="comment-field" maxLength={500} value={node.comment ?? ""} placeholder={`Comment on ${node.move?.san ?? "the position"}`}
                aria-label={node.move ? "Comment on the move" : "Comment on the position"} onInput={({ currentTarget: { value } }) => change((tree) => commented(tree, value))} />
              <TreeView tree={tree} onNode={(at) => change((tree) => goTo(tree, at))} />
              <TreeTools tree={tree} change={change} />
            </>
          )}
      </div>
    </main>
  );
}

/** The address of the position that is shown: the root, and the moves from there. */
function addressOf(tree: Tree): string {
  return placeText({ at: "analysis", position: tree.nodes[0]?.position, moves: pathText(tree), notes: notesText(tree) });
}

function useStepKeys(change: (change: (tree: Tree) => Tree) => void, setFlipped: Dispatch<StateUpdater<boolean>>): void {
  useLayoutEffect(() => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => change(back),
      ArrowRight: () => change(forth),
      Home: () => change((tree) => goTo(tree, 0)),
      End: () => change(toEnd),
      f: () => setFlipped((flipped) => !flipped),
    };
    const onKey = (event: KeyboardEvent) => {
      const step = keys[event.key];
      if (!step || isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      step();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

interface FreeBoardProps {
  name: BoardName;
  tree: Tree;
  flipped: boolean;
  found: Found;
  /** The plan whose arrows are shown. */
  plan: PlanState | undefined;
  /** A position of a line that is pointed at, in place of the real one. */
  preview: Preview | undefined;
  onMove: (coordinates: string) => void;
  onDrawn: (arrows: readonly Arrow[]) => void;
  onDraw: ((square: string) => void) | undefined;
}

function FreeBoard({ name, tree, flipped, found, plan, preview, onMove, onDrawn, onDraw }: FreeBoardProps) {
  const { position: both, boards: states, drawings, outcome } = current(tree);
  const boards = both.fens.length;
  const state = states.find(({ board }) => board === name);
  const fen = preview?.fens[name === "A" ? 0 : 1] ?? state?.fen ?? both.fens[name === "A" ? 0 : 1] ?? "";
  const position = useMemo(() => readFen(fen), [fen]);
  const score = found.boards[name];
  const best = score?.lines[0];
  const sits = plan !== undefined && sitsOn(plan, name);
  const moves = plan ? JSON.stringify([plan.moves, plan.line.map(({ coordinates }) => coordinates)]) : score?.lines.map(({ moves }) => moves[0]).join();
  const arrows = useMemo(() => (plan ? arrowsOfPlan(plan, name, position.onTurn) : arrowsOfLines(score, position.onTurn)), [moves, position]);
  const last = useMemo(() => preview?.squares[name] ?? lastOn(tree, name)?.squares ?? [], [tree, name, preview]);
  const says = outcome ? outcomeInWords(outcome, boards) : best ? scoreInWords(best.score, teamNames(boards)) : "no score yet";
  const part = outcome ? outcomeShare(outcome) : best ? 0.5 + 0.5 * worth(best.score) : 0.5;
  const bar = (color: ColorName, hand: ComponentChildren) => {
    const seat = seatOf(name, color);
    const clock = both.clocks_ms?.[seat];
    return (
      <PlayerBar seat={seat} boards={boards} name={color === "white" ? "White" : "Black"} rating={undefined} clockMs={undefined} position={position}
        onTurn={!outcome && position.onTurn === color} note={outcome || position.onTurn !== color ? undefined : sits ? <SitMark /> : "to move"} hand={hand}
        clock={<span class={`clock live-clock${!outcome && position.onTurn === color ? " runs" : ""}${clock === undefined ? " none" : ""}`}>{clock === undefined ? null : liveClock(clock)}</span>} />
    );
  };
  return (
    <LiveBoard name={name} boards={boards} position={position} bottom={(name === "A") === flipped ? "black" : "white"} mover={position.onTurn} scrolls
      legal={preview ? NO_MOVES : state?.legal ?? NO_MOVES} lastMove={last} waiting={NO_MOVES} check={!preview && state?.check ? colorOf(state.on_turn) : undefined} arrows={preview ? NO_ARROWS : arrows} bar={bar}
      drawn={{ arrows: drawings?.[name] ?? NO_ARROWS, onChange: onDrawn }} onDraw={onDraw}
      gauge={{ part, says: outcome ? says : `Board ${name}: ${says}` }} onMove={onMove} onCancel={() => undefined} />
  );
}

/** The sign of a player who sits by the plan that is shown. */
function SitMark() {
  return <span class="sit-mark"><Icon name="pause" />sits</span>;
}

const NO_MOVES: readonly string[] = [];
const NO_ARROWS: readonly Arrow[] = [];

interface ForecastProps {
  found: Found;
  boards: number;
  isOn: boolean;
  outcome: PositionOutcome | null;
}

/** Who wins, by the forecast of the engine; at the end of a game, who has won. */
function Forecast({ found, boards, isOn, outcome }: ForecastProps) {
  const teamOneWins = outcome ? outcomeShare(outcome) : found.teamOneWins;
  const says = outcome ? outcomeInWords(outcome, boards)
    : teamOneWins !== undefined ? forecastInWords(teamOneWins, teamNames(boards))
      : found.ended ?? (isOn ? "Searching…" : "The engine is off");
  return (
    <div class={`match-bar${outcome ? " over" : ""}`} role="img" aria-label={`The match: ${says}`}>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect class="two" width="100" height="1" />
        <rect class="one" width={100 * (teamOneWins ?? 0.5)} height="1" />
      </svg>
      <span>{says}</span>
    </div>
  );
}

/** Who can sit: the leads of the players on turn. */
function Leads({ position }: { position: AnalysisPosition }) {
  const { clocks_ms, fens } = position;
  if (!clocks_ms) return null;
  const seats = fens.map((fen, at) => seatOf(at === 0 ? "A" : "B", readFen(fen).onTurn));
  return (
    <ul class="may-sit">
      {seats.map((seat) => {
        const { kind, amount, advice } = leadInWords(leadOf(clocks_ms, seat) ?? 0, true, "");
        return <li key={seat} class={`lead ${kind} on-turn`}><span class="rivals">{seatName(seat, 2)}</span> <b>{amount}</b> <span class="advice">{advice}</span></li>;
      })}
    </ul>
  );
}

interface StepsProps {
  tree: Tree;
  change: (change: (tree: Tree) => Tree) => void;
  isOn: boolean;
  isEditing: boolean;
  onOn: () => void;
  onFlip: () => void;
  onEdit: () => void;
  isDrawing: boolean;
  onDraw: () => void;
}

function Steps({ tree, change, isOn, isEditing, isDrawing, onOn, onFlip, onEdit, onDraw }: StepsProps) {
  const node = current(tree);
  const hasNext = node.children.length > 0;
  const isFirst = node.parent === undefined;
  return (
    <nav class="steps" aria-label="Steps">
      <button type="button" class="icon" disabled={isFirst} aria-label="First position (Home)" onClick={() => change((tree) => goTo(tree, 0))}><Icon name="first" /></button>
      <button type="button" class="icon" disabled={isFirst} aria-label={"Back (\u2190)"} onClick={() => change(back)}><Icon name="back" /></button>
      <button type="button" class="icon" disabled={!hasNext} aria-label={"Next (\u2192)"} onClick={() => change(forth)}><Icon name="next" /></button>
      <button type="button" class="icon" disabled={!hasNext} aria-label="Last position (End)" onClick={() => change(toEnd)}><Icon name="last" /></button>
      <button type="button" class="icon" onClick={onFlip} aria-label="Turn the boards (F)" title="Turn the boards (F)"><Icon name="flip" /></button>
      <button type="button" aria-pressed={isOn} onClick={onOn}>Engine</button>
      <button type="button" aria-pressed={isDrawing} onClick={onDraw}>Draw</button>
      <button type="button" aria-pressed={isEditing} onClick={onEdit}>Set up</button>
    </nav>
  );
}

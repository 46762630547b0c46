import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { BoardFrame } from "../board/BoardFrame.tsx";
import type { Gauge } from "../board/Gauge.tsx";
import { describe, isWhite, squareAt, squareName, type Position } from "../game/fen.ts";
import type { BoardName, ColorName } from "../game/record.ts";
import { Grid } from "./Grid.tsx";
import { Ground, type Arrow, type Dests, type Drawn, type GroundHandle } from "./Ground.tsx";
import { Hand } from "./Hand.tsx";
import { dropText, partsOf, promotes, type MoveText } from "./moves.ts";
import { Promotion } from "./Promotion.tsx";
import { destsOf, dropsOf } from "./targets.ts";
import { TypeMove } from "./TypeMove.tsx";

export interface LiveBoardProps {
  name: BoardName;
  boards: number;
  /** The position that is shown: with the moves that are waiting, if there are any. */
  position: Position;
  bottom: ColorName;
  /** The color that may be moved here; nobody's on a board that is only looked at. */
  mover: ColorName | undefined;
  /** The legal moves, or `ahead` if moves are made before their turn. */
  legal: readonly MoveText[] | "ahead";
  lastMove: readonly string[];
  /** The squares of the moves that are waiting. */
  waiting: readonly string[];
  check: ColorName | undefined;
  arrows: readonly Arrow[];
  drawn?: Drawn | undefined;
  /** Takes the squares that are pressed, in place of moves: something is drawn. */
  onDraw?: ((square: string) => void) | undefined;
  gauge?: Gauge | undefined;
  /** True if a swipe that begins where nothing can be moved scrolls the page. */
  scrolls?: boolean;
  /** A piece that is waited for. */
  awaited?: string | undefined;
  /** True if pieces may come to the hand of the mover, so that a drop can wait for one. */
  mayReceive?: boolean;
  /** The bar of a player, around the hand that it is given. */
  bar: (color: ColorName, hand: ComponentChildren) => ComponentChildren;
  onMove: (move: MoveText) => void;
  onCancel: () => void;
  /** Lies over the squares: what the board has to say. */
  children?: ComponentChildren;
}

const NO_ARROWS: readonly Arrow[] = [];
const NO_DESTS: Dests = new Map();

/** A board that is played on: squares, hands, promotion, keyboard. */
export function LiveBoard(props: LiveBoardProps) {
  const { name, boards, position, bottom, mover, legal, lastMove, waiting, check, awaited, onDraw, onMove, onCancel } = props;
  const handle = useRef<GroundHandle | undefined>(undefined);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [arriving, setArriving] = useState<{ from: number; to: number } | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const again = () => setVersion((version) => version + 1);
  const isDrawing = onDraw !== undefined;
  const dests = useMemo(() => (isDrawing ? NO_DESTS : destsOf(position, mover, legal)), [position, mover, legal, isDrawing]);
  const drops = useMemo(() => (chosen === undefined ? NONE : dropsOf(position, mover, legal, chosen)), [position, mover, legal, chosen]);
  const marks = useMemo(() => marksOf(position, waiting, drops), [position, waiting, drops]);

  const move = (text: MoveText) => {
    setChosen(undefined);
    onMove(text);
    again();
  };
  const moved = (origin: string, target: string) => {
    const [from, to] = [squareAt(origin) ?? 0, squareAt(target) ?? 0];
    if (promotes(position, from, to)) setArriving({ from, to });
    else move(origin + target);
  };
  const dropped = (kind: string, target: string) => {
    const to = squareAt(target);
    setChosen(undefined);
    if (to !== undefined && mover && dropsOf(position, mover, legal, kind.toUpperCase()).has(target)) move(dropText(kind, to));
    else again();
  };
  const pressed = (square: string) => {
    if (onDraw) {
      handle.current?.unselect();
      onDraw(square);
      again();
    } else if (chosen !== undefined && drops.has(square)) {
      handle.current?.unselect();
      dropped(chosen, square);
    } else if (chosen !== undefined) setChosen(undefined);
    else again();
  };
  const choose = (kind: string) => {
    handle.current?.unselect();
    setChosen((was) => (was === kind ? undefined : kind));
  };
  const cancel = () => {
    handle.current?.unselect();
    setChosen(undefined);
    onCancel();
    again();
  };
  /** A touch of what cannot move is kept from the board, which would hold the page. */
  const touched = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!props.scrolls || event.touches.length > 1 || !touch || isDrawing || chosen !== undefined || handle.current?.selected() !== undefined) return;
    const square = squareUnder(event.currentTarget as HTMLElement, touch, bottom);
    if (square !== undefined && !dests.get(square)?.length) event.stopPropagation();
  };
  const hand = (color: ColorName) => (
    <Hand position={position} color={color} chosen={color === mover ? chosen : undefined} awaited={color === mover ? awaited : undefined}
      scrolls={props.scrolls} onChoose={color === mover ? choose : undefined}
      onDrag={color === mover ? (kind, event) => handle.current?.drag(color, kind, event) : undefined} />
  );
  const selected = handle.current?.selected();
  const targets = chosen === undefined ? new Set(selected === undefined ? [] : dests.get(selected)) : drops;
  const title = boards === 2 ? `Board ${name}` : "Board";
  return (
    <BoardFrame name={name} boards={boards} bottom={bottom} bar={(color) => props.bar(color, hand(color))} gauge={props.gauge}>
      <div class={`live-squares${mover ? " mine" : ""}${props.scrolls ? " scrolls" : ""}`} onTouchStartCapture={touched} onContextMenu={() => { if (waiting.length > 0) cancel(); }}>
        <Ground position={position} bottom={bottom} movable={mover} dests={dests} lastMove={lastMove} check={check} marks={marks}
          arrows={props.arrows.length > 0 ? props.arrows : NO_ARROWS} drawn={props.drawn} version={version} handle={handle}
          onMove={moved} onDropped={dropped} onPress={pressed} />
        {mover
          ? (
            <Grid label={`${title}, squares`} position={position} bottom={bottom} targets={targets} selected={selected}
              onPress={(square) => handle.current?.press(square)} onPiece={choose} onCancel={cancel} />
          )
          : <div class="key-grid" role="img" aria-label={`${title}. ${describe(position)}`} />}
        {arriving && mover && promotes(position, arriving.from, arriving.to) && (
          <Promotion file={bottom === "white" ? arriving.to % 8 : 7 - (arriving.to % 8)} above={(bottom === "white") === (arriving.to < 8)}
            color={mover} kinds={promotions(legal, arriving)}
            onChoose={(kind) => { setArriving(undefined); move(squareName(arriving.from) + squareName(arriving.to) + kind.toLowerCase()); }}
            onCancel={() => { setArriving(undefined); again(); }} />
        )}
        {props.children}
        {mover && !isDrawing && (
          <TypeMove where={boards === 2 ? `on ${name}` : ""} position={position} mover={mover} legal={legal} mayReceive={props.mayReceive ?? false} onMove={move} />
        )}
      </div>
    </BoardFrame>
  );
}

/** The square under a finger. */
function squareUnder(board: HTMLElement, { clientX, clientY }: Touch, bottom: ColorName): string | undefined {
  const { left, top, width, height } = board.getBoundingClientRect();
  const [file, rank] = [Math.floor((8 * (clientX - left)) / width), Math.floor((8 * (clientY - top)) / height)];
  if (Math.min(file, rank) < 0 || Math.max(file, rank) > 7) return undefined;
  return squareName(bottom === "white" ? 8 * rank + file : 63 - (8 * rank + file));
}

const NONE: ReadonlySet<string> = new Set();
const PROMOTIONS = ["Q", "N", "R", "B"];

/** The pieces that a pawn may become by a move, the usual one first. */
function promotions(legal: readonly MoveText[] | "ahead", { from, to }: { from: number; to: number }): readonly string[] {
  if (legal === "ahead") return PROMOTIONS;
  const allowed = legal.map(partsOf).filter((parts) => parts?.from === from && parts.to === to).map((parts) => parts?.promotion?.toUpperCase());
  return PROMOTIONS.filter((kind) => allowed.includes(kind));
}

/** The classes of squares: promoted men, moves that wait, squares for a drop. */
function marksOf({ men }: Position, waiting: readonly string[], drops: ReadonlySet<string>): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const add = (square: string, name: string) => marks.set(square, marks.has(square) ? `${marks.get(square)} ${name}` : name);
  men.forEach((man, at) => { if (man?.promoted) add(squareName(at), `promoted-man ${isWhite(man.sign) ? "white" : "black"}`); });
  for (const square of waiting) add(square, "waiting");
  for (const square of drops) add(square, "drop-dest");
  return marks;
}

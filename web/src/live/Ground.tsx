import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { DrawShape } from "chessground/draw";
import type { Key, MouchEvent, Role, SquareClasses } from "chessground/types";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { placement } from "./moves.ts";

export type Dests = ReadonlyMap<string, readonly string[]>;

/** An arrow from one square to another, or a ring around one. */
export interface Arrow {
  from: string;
  to?: string;
  brush: "green" | "red" | "blue" | "yellow";
  /** The piece of a drop, drawn on its square. */
  drop?: { color: ColorName; kind: string };
}

/** Arrows that were drawn by hand, and what hears of changes to them. */
export interface Drawn {
  arrows: readonly Arrow[];
  onChange: (arrows: readonly Arrow[]) => void;
}

export interface GroundProps {
  position: Position;
  bottom: ColorName;
  /** The color that may be moved. */
  movable: ColorName | "both" | undefined;
  dests: Dests;
  lastMove: readonly string[];
  check: ColorName | undefined;
  /** Classes of squares: premoves, targets of a drop. */
  marks: ReadonlyMap<string, string>;
  arrows: readonly Arrow[];
  /** Arrows that were drawn by hand, and hears of changes; without it, they last until the next press. */
  drawn?: Drawn | undefined;
  /** Grows when the squares have to be shown anew though nothing else has changed. */
  version: number;
  onMove: (from: string, to: string) => void;
  onDropped: (kind: string, to: string) => void;
  /** A square was pressed. */
  onPress: (square: string) => void;
  /** Gives the hands and the keyboard a way to the board. */
  handle: { current: GroundHandle | undefined };
}

/** All colors of arrows, the usual one first. */
export const BRUSHES: readonly Arrow["brush"][] = ["green", "red", "blue", "yellow"];

/** The parts of the board that others need. */
export interface GroundHandle {
  /** Drags a piece from a hand onto the board. */
  drag: (color: ColorName, kind: string, event: Event) => void;
  /** Presses a square, as the mouse does. */
  press: (square: string) => void;
  unselect: () => void;
  selected: () => string | undefined;
}

const ROLES: Record<string, Role> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

export function kindOf(role: Role): string {
  return Object.keys(ROLES).find((kind) => ROLES[kind] === role) ?? "p";
}

/** The squares of a board that is played on: chessground, told what to show whenever that changes. */
export function Ground(props: GroundProps) {
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const ground = Chessground(element.current, first(latest, (shapes) => {
      const { drawn } = latest.current;
      // A press erases what is drawn, which is meant to last here; an arrow is taken away at the end of a press.
      if (shapes.length === 0 && isPressed.current) queueMicrotask(() => api.current?.setShapes(drawn?.arrows.map(shapeOf) ?? []));
      else drawn?.onChange(shapes.flatMap(arrowOf));
    }));
    api.current = ground;
    const { handle } = latest.current;
    handle.current = {
      drag: (color, kind, event) => {
        const role = ROLES[kind.toLowerCase()];
        if (role) ground.dragNewPiece({ color, role }, event as MouchEvent);
      },
      press: (square) => ground.selectSquare(square as Key),
      unselect: () => ground.selectSquare(null),
      selected: () => ground.state.selected,
    };
    return () => {
      handle.current = undefined;
      ground.destroy();
    };
  }, []);
  const { bottom, movable, dests, lastMove, check, marks, arrows, version } = props;
  const drawn = props.drawn?.arrows;
  const fen = placement(props.position);
  // Before the next press, which is meant for the position that is seen.
  useLayoutEffect(() => {
    const ground = api.current;
    if (!ground) return;
    // A new position leaves no piece on its way from a hand; it stays in the fingers.
    const dragged = ground.state.draggable.current?.newPiece ? ground.state.draggable.current.piece : undefined;
    const selected = ground.state.selected;
    const taken = selected && ground.state.pieces.get(selected);
    ground.set({
      fen,
      orientation: bottom,
      turnColor: movable === "black" ? "black" : "white",
      lastMove: [...lastMove] as Key[],
      check: check ?? false,
      movable: { color: movable as ColorName, dests: new Map([...dests].map(([from, to]) => [from as Key, [...to] as Key[]])) },
      highlight: { custom: new Map(marks) as SquareClasses },
      animation: { enabled: dragged === undefined && !isStill() },
      drawable: { shapes: drawn?.map(shapeOf) ?? [] }, // a FEN clears them
    });
    if (dragged) ground.state.pieces.set("a0", dragged);
    // A man that was taken up and is there no more: the next press is not for what stands there now.
    const there = selected && ground.state.pieces.get(selected);
    if (!dragged && selected && (taken?.role !== there?.role || taken?.color !== there?.color)) ground.cancelMove();
  }, [fen, bottom, movable, dests, lastMove, check, marks, version]);
  useLayoutEffect(() => api.current?.setAutoShapes(arrows.map(shapeOf)), [arrows]);
  useLayoutEffect(() => { if (drawn) api.current?.setShapes(drawn.map(shapeOf)); }, [drawn]);
  const press = (isDown: boolean) => () => { isPressed.current = isDown; };
  return (
    <div class="ground" ref={element} onMouseDownCapture={press(true)} onMouseUpCapture={press(false)}
      onTouchStartCapture={press(true)} onTouchEndCapture={press(false)} />
  );
}

/** True for those who want nothing to move by itself. */
function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function first(latest: { current: GroundProps }, onDrawn: (shapes: DrawShape[]) => void): Config {
  const { position, bottom, movable } = latest.current;
  return {
    fen: placement(position), // without one it would show the start of a game first
    orientation: bottom,
    viewOnly: movable === undefined,
    coordinates: true,
    disableContextMenu: true,
    autoCastle: true,
    animation: { enabled: !isStill(), duration: 120 },
    movable: {
      free: false,
      showDests: true,
      rookCastle: true,
      events: {
        after: (from, to) => latest.current.onMove(from, to),
        afterNewPiece: (role, to) => latest.current.onDropped(kindOf(role), to),
      },
    },
    premovable: { enabled: false },
    predroppable: { enabled: false },
    draggable: { distance: 4, showGhost: true },
    drawable: {
      enabled: true,
      visible: true,
      eraseOnClick: latest.current.drawn === undefined,
      onChange: onDrawn,
    },
    events: { select: (key) => latest.current.onPress(key) },
  };
}

/** An arrow that was drawn by hand. */
function arrowOf({ orig, dest, brush }: DrawShape): Arrow[] {
  const known = BRUSHES.find((name) => name === brush);
  return known === undefined ? [] : [{ from: orig, brush: known, ...(dest === undefined ? {} : { to: dest }) }];
}

function shapeOf({ from, to, brush, drop }: Arrow): DrawShape {
  const role = drop && ROLES[drop.kind.toLowerCase()];
  return {
    orig: from as Key,
    brush,
    ...(to === undefined ? {} : { dest: to as Key }),
    ...(drop && role ? { piece: { color: drop.color, role } } : {}),
  };
}

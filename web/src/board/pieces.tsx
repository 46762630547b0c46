import type { JSX } from "preact";
import { isWhite, pieceName } from "../game/fen.ts";

/** The side of the box that each piece is drawn in. */
export const BOX = 45;

/** The drawings of the six pieces: an outline in the piece's color, and lines upon it. */
export type Drawings = Readonly<Record<string, { outline: JSX.Element; lines: JSX.Element | null }>>;

/** The usual set. */
export const DRAWINGS: Drawings = {
  p: {
    outline: <path d="M22.5 8.5a6 6 0 0 1 4 10.5c3.6 2.2 5 5.6 5.2 11 2 .7 3.3 2.2 3.3 4.5v3.5H10v-3.5c0-2.3 1.3-3.8 3.3-4.5.2-5.4 1.6-8.8 5.2-11a6 6 0 0 1 4-10.5z" />,
    lines: null,
  },
  n: {
    outline: <path d="M34.5 38H13c0-6.2 4.6-9.2 7.6-12.7 1.2-1.4 1.7-2.6 1.5-3.9-2 1.5-4.2 2.3-6.3 2.8l-2.5 3.5c-.9 1-2.1 1-3 .2l-1.8-1.6c-.9-.9-1-2-.3-3.1l4.7-8.4c.4-1.8 1.3-3.3 2.5-4.5l-.4-4.8 4.3 2.7c8.9-.6 14.9 5.7 15.4 15.8.2 5 .1 9.5-.2 14z" />,
    lines: <path d="M23.6 12.4c4.1 2.1 6.3 6.4 6.4 12.4M16.9 14.8h.2M11.6 23.4l.1.1" />,
  },
  b: {
    outline: <><path d="M22.5 10.6c5.5 3.5 8.6 8 8.6 12.2 0 3-1.4 5.3-3.6 6.7h-10c-2.2-1.4-3.6-3.7-3.6-6.7 0-4.2 3.1-8.7 8.6-12.2z" /><circle cx="22.5" cy="8" r="2.7" /><path d="M17 29.5h11l.9 3.5H16.1z" /><path d="M9.5 38c0-3 3-4.6 6.6-5h12.8c3.6.4 6.6 2 6.6 5z" /></>,
    lines: <path d="M22.5 16v8.4M18.6 20.2h7.8" />,
  },
  r: {
    outline: <path d="M11 9h5v3.5h4V9h5v3.5h4V9h5v8.5l-3.5 3V30l3.5 3.5V38H11v-4.5l3.5-3.5v-9.5l-3.5-3z" />,
    lines: <path d="M14.5 20.5h16M14.5 30h16" />,
  },
  q: {
    outline: <><path d="M8.8 13l5 15.5h17.4l5-15.5-7 8.4-1.7-11.6-5 10.9-5-10.9-1.7 11.6z" /><circle cx="8.4" cy="11.4" r="2.4" /><circle cx="17.4" cy="8" r="2.4" /><circle cx="27.6" cy="8" r="2.4" /><circle cx="36.6" cy="11.4" r="2.4" /><path d="M13.8 28.5h17.4l1 4.5H12.8z" /><path d="M10.5 38c0-3 1.6-4.6 3.2-5h17.6c1.6.4 3.2 2 3.2 5z" /></>,
    lines: <path d="M14.6 30.8h15.8" />,
  },
  k: {
    outline: <><path d="M21 4.4h3v2.4h2.6v3H24v3.4h-3V9.8h-2.6v-3H21z" /><path d="M22.5 15c3.2-4.6 13.7-4.6 13.7 3 0 4-3.2 6.9-5 10.5H13.8c-1.8-3.6-5-6.5-5-10.5 0-7.6 10.5-7.6 13.7-3z" /><path d="M13.8 28.5h17.4l1 4.5H12.8z" /><path d="M10.5 38c0-3 1.6-4.6 3.2-5h17.6c1.6.4 3.2 2 3.2 5z" /></>,
    lines: <path d="M22.5 15.5v12.5M14.6 30.8h15.8" />,
  },
};

/** What crowned heads stand on. */
const FOOT = "M11.5 33.5h22l1.5 5.5h-25z";

/** A set of broad shapes with almost nothing drawn upon them: each is known by its outline, however small. */
export const SOLID_DRAWINGS: Drawings = {
  p: {
    outline: <path d="M22.5 7.5a7 7 0 0 1 4.6 12.3h2.9v4h-3c.3 4.4 1.9 7.4 5 10.2v5H13v-5c3.1-2.8 4.7-5.8 5-10.2h-3v-4h2.9a7 7 0 0 1 4.6-12.3z" />,
    lines: null,
  },
  n: {
    outline: <path d="M34 39H12.5c0-6 3-9.5 6.5-13 1.6-1.6 2.3-3 2.3-4.8-2.4 1.8-4.8 2.5-6.8 2.8l-3 3.7c-1.1 1.2-2.5 1-3.5 0l-1.7-1.9c-.8-1-.8-2.1-.2-3.2l5.4-8.6c.4-1.9 1.3-3.5 2.5-4.7l-.5-5.8 5.5 3.5c9.5-1 16 6 16.5 17 .2 5.5-.5 10.5-1.5 15z" />,
    lines: <path d="M17.8 14.3h.1" />,
  },
  b: {
    outline: <><path d="M22.5 5a3.4 3.4 0 0 1 2.3 5.9c4.6 3.4 7.2 8 7.2 12.1 0 3.4-1.6 6-4 7.7H17c-2.4-1.7-4-4.3-4-7.7 0-4.1 2.6-8.7 7.2-12.1A3.4 3.4 0 0 1 22.5 5z" /><path d="M18 33h9c0 2 3.5 2.5 7 2.8V39H11v-3.2c3.5-.3 7-.8 7-2.8z" /></>,
    lines: <path d="M25.8 15.5l-3.6 7" />,
  },
  r: {
    outline: <><path d="M10.5 7.5H16v4.3h4V7.5h5v4.3h4V7.5h5.5V18H10.5z" /><path d="M14 20.5h17V31H14z" /><path d={FOOT} /></>,
    lines: null,
  },
  q: {
    outline: <><path d="M7.5 11.5l6.7 8 3.3-12.5 5 11.5 5-11.5 3.3 12.5 6.7-8L33 31H12z" /><path d={FOOT} /></>,
    lines: null,
  },
  k: {
    outline: <><path d="M20.3 3.5h4.4v4h4v4.4h-4V16h-4.4v-4.1h-4V7.5h4z" /><path d="M8.8 20c3.5-3.8 9.7-3.8 13.7 0 4-3.8 10.2-3.8 13.7 0 .8 4.3-1.2 7.8-3.7 11h-20c-2.5-3.2-4.5-6.7-3.7-11z" /><path d={FOOT} /></>,
    lines: null,
  },
};

/** The drawings as symbols, once in a page; `Piece` refers to them. */
export function PieceSymbols({ drawings = DRAWINGS }: { drawings?: Drawings }) {
  return (
    <svg class="unseen" aria-hidden="true">
      {Object.entries(drawings).map(([kind, { outline, lines }]) => (
        <symbol key={kind} id={`piece-${kind}`} viewBox={`0 0 ${BOX} ${BOX}`}>
          <g class="outline">{outline}</g>
          {lines && <g class="lines">{lines}</g>}
        </symbol>
      ))}
    </svg>
  );
}

export interface PieceProps {
  sign: string;
  x?: number;
  y?: number;
  size: number;
}

/** A piece inside an SVG, from its letter: upper case is White's. */
export function Piece({ sign, x = 0, y = 0, size }: PieceProps) {
  const side = isWhite(sign) ? "white-man" : "black-man";
  return (
    <use class={side} href={`#piece-${sign.toLowerCase()}`} x={x} y={y} width={size} height={size} />
  );
}

/** A piece by itself, in a line of text. */
export function PieceIcon({ sign, size }: { sign: string; size: number }) {
  const color = isWhite(sign) ? "white" : "black";
  return (
    <svg class="piece-icon" viewBox={`0 0 ${BOX} ${BOX}`} width={size} height={size}
      role="img" aria-label={`${color} ${pieceName(sign)}`}>
      <Piece sign={sign} size={BOX} />
    </svg>
  );
}

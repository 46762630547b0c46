import type { JSX } from "preact";
import { isWhite, pieceName } from "../game/fen.ts";

/** The side of the box that each piece is drawn in. */
export const BOX = 45;

/** The drawings of the six pieces: an outline in the piece's color, and lines upon it. */
export const DRAWINGS: Record<string, { outline: JSX.Element; lines: JSX.Element | null }> = {
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

/** The drawings as symbols, once in a page; `Piece` refers to them. */
export function PieceSymbols() {
  return (
    <svg class="unseen" aria-hidden="true">
      {Object.entries(DRAWINGS).map(([kind, { outline, lines }]) => (
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

import { isWhite, squareAt, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { Piece } from "./pieces.tsx";

/** The side of a square, and the width of the margin with files and ranks. */
const SIDE = 10;
const MARGIN = 4.4;

/** All dark squares as one path, which draws much faster than 64 squares; they are the same from both sides. */
const DARK = Array.from({ length: 32 }, (_, at) => {
  const row = Math.floor(at / 4);
  return `M${MARGIN + SIDE * (2 * (at % 4) + 1 - (row % 2))} ${SIDE * row}h${SIDE}v${SIDE}h-${SIDE}z`;
}).join("");

export interface SquaresProps {
  /** The name of the picture for those who hear the page. */
  label: string;
  position: Position;
  /** The color at the bottom. */
  bottom: ColorName;
  /** The squares of the last move. */
  marked: readonly string[];
  /** True if the side to move is in check. */
  inCheck: boolean;
}

/** The squares of one board with their men: one picture, so that it prints as it looks. */
export function Squares({ label, position, bottom, marked, inCheck }: SquaresProps) {
  const place = (square: number) => (bottom === "white" ? square : 63 - square);
  const x = (square: number) => MARGIN + SIDE * (place(square) % 8);
  const y = (square: number) => SIDE * Math.floor(place(square) / 8);
  const squares = Array.from({ length: 64 }, (_, square) => square);
  return (
    <svg class="squares" viewBox={`0 0 ${8 * SIDE + MARGIN} ${8 * SIDE + MARGIN}`} role="img" aria-label={label}>
      <rect class="light" x={MARGIN} y={0} width={8 * SIDE} height={8 * SIDE} />
      <path class="dark" d={DARK} />
      {marked.map(squareAt).filter((square) => square !== undefined).map((square) => (
        <rect key={`moved ${square}`} x={x(square)} y={y(square)} width={SIDE} height={SIDE} class={`${shade(square)} moved`} />
      ))}
      {inCheck && squares.filter((square) => isCheckedKing(position, square)).map((square) => (
        <circle key="check" class="check" cx={x(square) + SIDE / 2} cy={y(square) + SIDE / 2} r={SIDE * 0.48} />
      ))}
      {squares.map((square) => {
        const man = position.men[square];
        return man && (
          <g key={`${square}${man.sign}`}>
            <Piece sign={man.sign} x={x(square) + 0.2} y={y(square) + 0.2} size={SIDE - 0.4} />
            {man.promoted && <circle class="promoted" cx={x(square) + 8.7} cy={y(square) + 1.3} r={0.9} />}
          </g>
        );
      })}
      <Coordinates bottom={bottom} />
    </svg>
  );
}

function shade(square: number): string {
  return (square + Math.floor(square / 8)) % 2 === 0 ? "light" : "dark";
}

function isCheckedKing({ men, onTurn }: Position, square: number): boolean {
  const sign = men[square]?.sign;
  return sign?.toLowerCase() === "k" && isWhite(sign) === (onTurn === "white");
}

/** The letters of the files and the numbers of the ranks, beside the board. */
function Coordinates({ bottom }: { bottom: ColorName }) {
  const turned = bottom === "black";
  return (
    <g class="coordinates" aria-hidden="true">
      {[..."abcdefgh"].map((file, at) => (
        <text key={file} x={MARGIN + SIDE * ((turned ? 7 - at : at) + 0.5)} y={8 * SIDE + 3.4} text-anchor="middle">{file}</text>
      ))}
      {[..."87654321"].map((rank, at) => (
        <text key={rank} x={MARGIN / 2 - 0.4} y={SIDE * ((turned ? 7 - at : at) + 0.5) + 1} text-anchor="middle">{rank}</text>
      ))}
    </g>
  );
}

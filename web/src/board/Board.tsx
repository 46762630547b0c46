import { describe, type Position } from "../game/fen.ts";
import type { BoardName, ColorName } from "../game/record.ts";
import { seatOf, type Seat } from "../game/seats.ts";
import { BoardFrame } from "./BoardFrame.tsx";
import type { Gauge } from "./Gauge.tsx";
import { PlayerBar } from "./PlayerBar.tsx";
import { Squares } from "./Squares.tsx";

export interface BoardProps {
  name: BoardName;
  /** The number of boards of the game. */
  boards: number;
  position: Position;
  bottom: ColorName;
  marked: readonly string[];
  inCheck: boolean;
  players: { name: string; rating: string | undefined; clockMs: number | undefined }[];
  /** True if the game has ended: nobody is on turn then. */
  over: boolean;
  gauge: Gauge | undefined;
}

/** One board of a recorded game with its two players, the pieces they hold, and a bar for who is ahead. */
export function Board({ name, boards, position, bottom, marked, inCheck, players, over, gauge }: BoardProps) {
  const player = (color: ColorName) => {
    const seat: Seat = seatOf(name, color);
    const known = players[seat];
    return known && (
      <PlayerBar seat={seat} boards={boards} {...known} position={position}
        onTurn={!over && position.onTurn === color} />
    );
  };
  return (
    <BoardFrame name={name} boards={boards} bottom={bottom} bar={player} gauge={gauge}>
      <Squares label={`${boards === 2 ? `Board ${name}` : "Board"}. ${describe(position)}`} position={position} bottom={bottom}
        marked={marked} inCheck={inCheck} />
    </BoardFrame>
  );
}

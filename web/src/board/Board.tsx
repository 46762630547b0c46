import { describe, type Position } from "../game/fen.ts";
import type { BoardName, ColorName } from "../game/record.ts";
import { seatOf, type Seat } from "../game/seats.ts";
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
  /** The share of the bar beside the board that is team one's, 0 to 1, and what it says. */
  gauge: { part: number; says: string } | undefined;
}

/** One board with its two players, the pieces they hold, and a bar for who is ahead. */
export function Board(props: BoardProps) {
  const { name, boards, position, bottom, marked, inCheck, players, over, gauge } = props;
  const player = (color: ColorName) => {
    const seat: Seat = seatOf(name, color);
    const known = players[seat];
    return known && (
      <PlayerBar seat={seat} boards={boards} {...known} position={position}
        onTurn={!over && position.onTurn === color} />
    );
  };
  const title = boards === 2 ? `Board ${name}` : "Board";
  return (
    <section class={`board${boards === 1 ? " alone" : ""}`} id={`board-${name}`} aria-label={title}>
      {boards === 2 && <h2 class="board-name">{title}</h2>}
      {player(bottom === "white" ? "black" : "white")}
      <div class="field">
        <Squares label={`${title}. ${describe(position)}`} position={position} bottom={bottom}
          marked={marked} inCheck={inCheck} />
        {gauge && <Gauge {...gauge} bottom={bottom} name={name} />}
      </div>
      {player(bottom)}
    </section>
  );
}

/** The bar beside a board. The team at the bottom fills it from below. */
function Gauge({ part, says, bottom, name }: { part: number; says: string; bottom: ColorName; name: BoardName }) {
  const oneIsBelow = (name === "A") === (bottom === "white");
  return (
    <div class={`gauge ${oneIsBelow ? "one-below" : "two-below"}`} role="img" aria-label={says} title={says}>
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="two" width="1" height="100" />
        <rect class="one" width="1" height={100 * part} y={oneIsBelow ? 100 - 100 * part : 0} />
      </svg>
    </div>
  );
}

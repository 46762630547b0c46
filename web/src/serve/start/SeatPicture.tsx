import { useEffect, useState } from "preact/hooks";
import { Squares } from "../../board/Squares.tsx";
import { readFen } from "../../game/fen.ts";
import { seatName, teamOf, type Seat } from "../../game/seats.ts";
import { START } from "../analysis/look.ts";
import { Chip } from "./Chip.tsx";

export interface SeatPictureProps {
  boards: number;
  own: readonly Seat[];
  /** The boards of a position to begin with. */
  fens: readonly string[] | undefined;
  isConnected: boolean;
  onChoose: (seats: readonly Seat[]) => void;
}

/** The seats that are not one alone. */
const OTHERS: readonly (readonly [name: string, seats: readonly Seat[]])[] = [["Both blue seats", [0, 3]], ["Both orange seats", [1, 2]], ["Watch", []]];

/** The boards with their seats, of which one is chosen, or the two of a team; partners are on the same side. */
export function SeatPicture({ boards, own, fens, isConnected, onChoose }: SeatPictureProps) {
  // Until the server has greeted nothing can begin, and what only adorns the page would make it late.
  const [isDrawn, setDrawn] = useState(isConnected);
  useEffect(() => { if (isConnected) setDrawn(true); }, [isConnected]);
  const chip = (label: string, seats: readonly Seat[]) => (
    <Chip key={label} group="seat" label={label} on={String(own) === String(seats)} onChoose={() => onChoose(seats)} />
  );
  const seat = (seat: Seat) => <div class={`place team-${teamOf(seat)}`}>{chip(seatName(seat, boards), [seat])}</div>;
  const columns: readonly (readonly [above: Seat, below: Seat])[] = boards === 2 ? [[1, 0], [2, 3]] : [[1, 0]];
  return (
    <fieldset class="seat-picture">
      <legend>Your seat</legend>
      <div class="places">
        {columns.map(([above, below], at) => (
          <div key={above} class="column">
            {seat(above)}
            <div aria-hidden="true">
              {isDrawn && <Squares label="" position={readFen(fens?.[at] ?? START)} bottom={at === 0 ? "white" : "black"} marked={[]} inCheck={false} />}
            </div>
            {seat(below)}
          </div>
        ))}
      </div>
      {boards === 2 && <p class="hint">Partners sit on the same side: Blue below, Orange above.</p>}
      <div class="chips">{OTHERS.filter(([, seats]) => boards === 2 || seats.length === 0).map(([label, seats]) => chip(label, seats))}</div>
    </fieldset>
  );
}

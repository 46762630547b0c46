import { useMemo, useRef, useState } from "preact/hooks";
import { BoardFrame } from "../../board/BoardFrame.tsx";
import { PlayerBar } from "../../board/PlayerBar.tsx";
import { readFen, squareAt, squareName } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { seatOf } from "../../game/seats.ts";
import { Grid } from "../../live/Grid.tsx";
import { Ground, type Dests, type GroundHandle } from "../../live/Ground.tsx";
import { Hand } from "../../live/Hand.tsx";
import { edited, handed, shifted, used, type Tool } from "./edit.ts";

export interface EditBoardProps {
  name: BoardName;
  boards: number;
  fen: string;
  flipped: boolean;
  tool: Tool;
  onChange: (fen: string) => void;
}

const SQUARES = Array.from({ length: 64 }, (_, at) => squareName(at));
const ANYWHERE: Dests = new Map(SQUARES.map((from) => [from, SQUARES]));
const NOTHING = { marks: new Map<string, string>(), none: [] as readonly never[], targets: new Set<string>() };

/** A board that is being set up: men go anywhere, and a press of a square uses the tool. */
export function EditBoard({ name, boards, fen, flipped, tool, onChange }: EditBoardProps) {
  const handle = useRef<GroundHandle | undefined>(undefined);
  const [version, setVersion] = useState(0);
  const position = useMemo(() => readFen(fen), [fen]);
  const bottom: ColorName = (name === "A") === flipped ? "black" : "white";
  const press = (square: string) => {
    const at = squareAt(square);
    if (at === undefined || !tool) return;
    handle.current?.unselect();
    onChange(edited(fen, (position) => used(position, tool, at)));
    setVersion(version + 1);
  };
  const move = (from: string, to: string) => {
    onChange(edited(fen, (position) => (tool ? position : shifted(position, squareAt(from) ?? 0, squareAt(to) ?? 0))));
    setVersion(version + 1);
  };
  const hold = (color: ColorName) => (kind: string) => onChange(edited(fen, (position) => handed(position, color, kind, tool?.kind !== "eraser")));
  const bar = (color: ColorName) => (
    <PlayerBar seat={seatOf(name, color)} boards={boards} name={color === "white" ? "White" : "Black"} rating={undefined} clockMs={undefined}
      position={position} onTurn={position.onTurn === color} clock={<TurnButton isOn={position.onTurn === color} onTurn={() => onChange(edited(fen, (position) => ({ ...position, onTurn: color })))} />}
      hand={<Hand position={position} color={color} chosen={undefined} awaited={undefined} onChoose={hold(color)} />} />
  );
  return (
    <BoardFrame name={name} boards={boards} bottom={bottom} bar={bar}>
      <div class="live-squares mine">
        <Ground position={position} bottom={bottom} movable="both" dests={tool ? EMPTY : ANYWHERE} lastMove={NOTHING.none} check={undefined} marks={NOTHING.marks}
          arrows={NOTHING.none} version={version} handle={handle} onMove={move} onDropped={() => undefined} onPress={press} />
        <Grid label={`Board ${name}, squares`} position={position} bottom={bottom} targets={NOTHING.targets} selected={undefined}
          onPress={(square) => handle.current?.press(square)} onPiece={() => undefined} onCancel={() => handle.current?.unselect()} />
      </div>
    </BoardFrame>
  );
}

const EMPTY: Dests = new Map();

function TurnButton({ isOn, onTurn }: { isOn: boolean; onTurn: () => void }) {
  return <button type="button" class="clock turn-button" aria-pressed={isOn} onClick={onTurn}>to move</button>;
}

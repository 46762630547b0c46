import { Board } from "../board/Board.tsx";
import { readFen } from "../game/fen.ts";
import type { BoardName, ColorName } from "../game/record.ts";
import { resultText } from "../game/result.ts";
import { playerName, teamPlayers, type Seat } from "../game/seats.ts";
import type { Example } from "./report.ts";

const NAMES: readonly BoardName[] = ["A", "B"];

export interface PositionViewProps {
  example: Example;
  /** The address of its game, where there is one. */
  game?: string | undefined;
}

/** Both boards of a position, the team that it is about below. */
export function PositionView({ example, game: address }: PositionViewProps) {
  const players = [0, 1, 2, 3].map((seat) => ({
    name: playerName(example.players, seat as Seat, 2),
    rating: undefined,
    clockMs: example.clocks_ms?.[seat],
  }));
  const game = `${teamPlayers(example.players, "one", 2)}  ${resultText(example.result)}  ${teamPlayers(example.players, "two", 2)}`;
  const facts = [example.place, example.date?.replaceAll(".", "-"), `after ${example.ply} moves`];
  return (
    <div class="position">
      <p class="headline">{example.move ? `Before ${example.move}` : "The end of the game"}</p>
      {example.note && <p class="because">{`${example.note.charAt(0).toUpperCase()}${example.note.slice(1)}.`}</p>}
      <div class="boards">
        {NAMES.map((name, at) => (
          <Board key={name} name={name} boards={2} position={readFen(example.fens[at] ?? "")} bottom={bottomOf(name, example)}
            marked={movedOn(name, example) ? example.squares : []} inCheck={false} players={players} over={false} gauge={undefined} />
        ))}
      </div>
      <p class="facts">{game}</p>
      <p class="facts">{facts.filter((fact) => fact && !fact.startsWith("?")).join(" \u00B7 ")}</p>
      {address && <p class="buttons"><a class="button" href={address}>Open the game here</a></p>}
    </div>
  );
}

/** The color of the player's team on a board. */
function bottomOf(name: BoardName, { board, color }: Example): ColorName {
  if (name === board) return color;
  return color === "white" ? "black" : "white";
}

/** True if the move of the example is on this board: its number has a letter, as in `17a.`. */
function movedOn(name: BoardName, { move }: Example): boolean {
  return move !== undefined && /^\d+([AaBb])\./.exec(move)?.[1]?.toUpperCase() === name;
}

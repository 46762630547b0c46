import { useEffect, useMemo, useState } from "preact/hooks";
import { readFen } from "../../game/fen.ts";
import { colorOf } from "../../game/seats.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { readTyped } from "../../live/san.ts";
import type { BoardState, FromPage, GameState, ToPage } from "../../wire/messages.ts";
import { arrowOf, ringed } from "../analysis/arrows.ts";
import type { Moment } from "./moments.ts";

let latestLook = 0;

/** The arrows of a moment on its board: the move that was played in red, the better one in green. */
export function useMomentArrows(
  moment: Moment | undefined, past: GameState | undefined, played: string | undefined, rules: string,
  send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void,
): readonly Arrow[] {
  const better = useBetter(moment, past, rules, send, listen);
  return useMemo(() => {
    if (!moment) return [];
    const mover = colorOf(moment.seat);
    const arrow = (move: string | undefined, brush: Arrow["brush"]) => (move === undefined ? [] : ringed(arrowOf(move, mover, brush)));
    return [...arrow(played, "red"), ...arrow(better, "green")];
  }, [moment, played, better]);
}

/** The better move in coordinates. A record has it in SAN; the server says which moves there are. */
function useBetter(
  moment: Moment | undefined, past: GameState | undefined, rules: string,
  send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void,
): string | undefined {
  const [found, setFound] = useState<{ moment: Moment; move: string } | undefined>(undefined);
  useEffect(() => {
    const { better } = moment ?? {};
    if (!moment || !past || better?.by !== "move") return undefined;
    latestLook += 1;
    const id = latestLook;
    const end = listen((message) => {
      if (message.type !== "looked" || message.id !== id) return;
      const move = moveOf(message.boards.find(({ board }) => board === moment.board), better.san);
      if (move !== undefined) setFound({ moment, move });
    });
    send({ type: "look", id, position: { rules, fens: past.boards.map(({ fen }) => fen), clocks_ms: null }, move: null });
    return end;
  }, [moment]);
  return found !== undefined && found.moment === moment ? found.move : undefined;
}

function moveOf(board: BoardState | undefined, san: string): string | undefined {
  if (!board) return undefined;
  const typed = readTyped(san, { position: readFen(board.fen), mover: colorOf(board.on_turn), legal: board.legal, mayReceive: false });
  return typed.kind === "move" ? typed.move : undefined;
}

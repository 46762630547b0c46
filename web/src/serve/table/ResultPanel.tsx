import { useEffect, useRef, useState } from "preact/hooks";
import { resultText } from "../../game/result.ts";
import { seatsOf, teamNames, teamOf } from "../../game/seats.ts";
import type { FromPage, ResultState, SeatTurn, TableState, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { placeText, type Place } from "../place.ts";
import { seatState } from "./state.ts";
import { isolated, sentence } from "../../game/text.ts";

export interface ResultPanelProps {
  table: TableState;
  result: ResultState;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
  /** The last position, to be analyzed. */
  analysis: Place;
  onFlip: () => void;
}

const TURNS: readonly (readonly [SeatTurn, string, string])[] = [
  ["same", "Rematch", "The same seats"],
  ["colors", "Other color", "Everybody stays on the board, with the other color"],
  ["boards", "Other board", "Partners change places"],
];

/** The end of a game: who has won, and how; and what can be done next. */
export function ResultPanel({ table, result, send, listen, analysis, onFlip }: ResultPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section class={`result-panel ${outcome(table, result)}`} aria-label="Result" tabIndex={-1} ref={panel}>
      <h2>{headline(table, result)} <span class="figures">{resultText(result.result)}</span></h2>
      <p>{sentence(result.reason)}</p>
      <div class="buttons">
        {table.you.owner && TURNS.filter(([turn]) => turn !== "boards" || table.boards === 2).map(([turn, name, title], at) => (
          <button key={turn} type="button" class={at === 0 ? "primary" : ""} title={title}
            onClick={() => send({ type: "rematch", turn })}>
            {name}
          </button>
        ))}
        {!table.you.owner && table.you.seats.length > 0 && <p>Who made the table can start the next game.</p>}
        {result.archived !== null && <a class="button" href={placeText({ at: "review", archived: result.archived })}>Review</a>}
        <a class="button" href={placeText(analysis)}>Analyze</a>
        <Download table={table} send={send} listen={listen} />
        <button type="button" class="icon flip" onClick={onFlip} aria-label="Turn the boards (F)" title="Turn the boards (F)"><Icon name="flip" /></button>
      </div>
    </section>
  );
}

function outcome({ you }: TableState, { winner }: ResultState): string {
  const [seat] = you.seats;
  if (seat === undefined || winner === null) return "";
  return teamOf(seat) === winner ? "won" : "lost";
}

/** The result for the reader: `You won`, or for onlookers the names of the team. */
function headline(table: TableState, { winner, result }: ResultState): string {
  if (winner === null) return result === "1/2-1/2" ? "Draw" : "Broken off";
  const [seat] = table.you.seats;
  if (seat !== undefined) return teamOf(seat) === winner ? "You won" : "You lost";
  const names = seatsOf(winner, table.boards).map((seat) => isolated(seatState(table, seat)?.name ?? "")).filter(Boolean);
  return `${names.join(" & ") || teamNames(table.boards)[winner]} won`;
}

/** A link to the record of the game, with or without an archive. */
function Download({ table, send, listen }: Pick<ResultPanelProps, "table" | "send" | "listen">) {
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    const end = listen((message) => {
      if (message.type === "record") setAddress(URL.createObjectURL(new Blob([message.bpgn], { type: "text/plain" })));
    });
    send({ type: "record" });
    return end;
  }, []);
  const kind = table.boards === 2 ? "bpgn" : "pgn";
  return address === undefined ? null : <a class="button" href={address} download={`tandem.${kind}`}>{kind.toUpperCase()}</a>;
}

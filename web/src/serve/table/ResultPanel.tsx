import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { resultText } from "../../game/result.ts";
import { seatsOf, teamNames, teamOf } from "../../game/seats.ts";
import type { FromPage, ResultState, SeatTurn, TableState } from "../../wire/messages.ts";
import { placeText, type Place } from "../place.ts";
import { seatState } from "./state.ts";
import { isolated, sentence } from "../../game/text.ts";

export interface ResultPanelProps {
  table: TableState;
  result: ResultState;
  send: (message: FromPage) => boolean;
  /** The record of the game, once it is there. */
  record: string | undefined;
  /** The position that is shown, to be analyzed. */
  analysis: Place;
}

const TURNS: readonly (readonly [SeatTurn, string, string])[] = [
  ["same", "Rematch", "The same seats"],
  ["colors", "Other color", "Everybody stays on the board, with the other color"],
  ["boards", "Other board", "Partners change places"],
];

/** The end of a game: who has won, and how; and what can be done next. */
export function ResultPanel({ table, result, send, record, analysis }: ResultPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const again = (turn: SeatTurn) => { send({ type: "rematch", turn }); };
  return (
    <section class={`result-panel ${outcome(table, result)}`} aria-label="Result" tabIndex={-1} ref={panel}>
      <h2>{headline(table, result)} <span class="figures">{resultText(result.result)}</span></h2>
      <p>{sentence(result.reason)}</p>
      <div class="buttons">
        {table.you.owner && <AskedRematch table={table} onAgree={again} />}
        {table.you.owner && TURNS.filter(([turn]) => turn !== table.rematch?.turn && (turn !== "boards" || table.boards === 2)).map(([turn, name, title], at) => (
          <button key={turn} type="button" class={at === 0 && table.rematch === null ? "primary" : ""} title={title} onClick={() => again(turn)}>
            {name}
          </button>
        ))}
        {!table.you.owner && table.you.seats.length > 0 && <AskRematch table={table} send={send} />}
        <a class="button" href={placeText(analysis)}>Analyze</a>
        <Download table={table} record={record} />
      </div>
    </section>
  );
}

/** The wish of a guest for another game, for the owner to agree. */
function AskedRematch({ table, onAgree }: { table: TableState; onAgree: (turn: SeatTurn) => void }) {
  const { rematch } = table;
  if (!rematch) return null;
  const [, name] = TURNS.find(([turn]) => turn === rematch.turn) ?? TURNS[0] ?? ["", "Rematch"];
  const who = isolated(seatState(table, rematch.seat)?.name ?? "") || "Your guest";
  return (
    <p class="asked-rematch" role="status">
      <span>{`${who} asks for another game.`}</span>
      <button type="button" class="primary" onClick={() => onAgree(rematch.turn)}>{`Agree: ${name.toLowerCase()}`}</button>
    </p>
  );
}

/** The ways in which a guest may ask for another game. */
function AskRematch({ table, send }: Pick<ResultPanelProps, "table" | "send">) {
  const { rematch } = table;
  if (rematch && table.you.seats.includes(rematch.seat)) return <p role="status">You have asked for another game.</p>;
  return (
    <>
      {TURNS.filter(([turn]) => turn !== "boards" || table.boards === 2).map(([turn, name, title], at) => (
        <button key={turn} type="button" class={at === 0 ? "primary" : ""} title={`Ask who made the table. ${title}`} onClick={() => send({ type: "ask_rematch", turn })}>
          {at === 0 ? "Ask for a rematch" : name}
        </button>
      ))}
    </>
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
function Download({ table, record }: Pick<ResultPanelProps, "table" | "record">) {
  const [address, setAddress] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (record === undefined) return undefined;
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [record]);
  const kind = table.boards === 2 ? "bpgn" : "pgn";
  return address === undefined ? null : <a class="button" href={address} download={`tandem.${kind}`}>{kind.toUpperCase()}</a>;
}

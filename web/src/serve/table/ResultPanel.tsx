import { useEffect, useRef, useState } from "preact/hooks";
import { resultText } from "../../game/result.ts";
import { seatsOf, teamNames, teamOf } from "../../game/seats.ts";
import type { FromPage, ResultState, SeatTurn, TableState, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { placeText, type Place } from "../place.ts";
import { seatState } from "./state.ts";
import { isolated } from "../../game/text.ts";

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
  const again = (turn: SeatTurn) => {
    send({ type: "rematch", turn });
    send({ type: "ready", ready: true });
  };
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
        {result.archived !== null && <a class="button" href={placeText({ at: "review", archived: result.archived })}>Review</a>}
        <a class="button" href={placeText(analysis)}>Analyze</a>
        <Download table={table} send={send} listen={listen} />
        <button type="button" class="icon flip" onClick={onFlip} aria-label="Turn the boards (F)" title="Turn the boards (F)"><Icon name="flip" /></button>
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

function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) || text === "" ? text : `${text}.`;
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

import { useEffect, useState } from "preact/hooks";
import { sentence } from "../../game/text.ts";
import type { FromPage, TableRow, ToPage } from "../../wire/messages.ts";
import { placeText, savedKey, type Place } from "../place.ts";
import { keepChoices, savedChoices } from "../start/choices.ts";
import { BrokenGame } from "./BrokenGame.tsx";
import { offerInWords } from "./invitation.ts";
import type { KeptGame } from "./keptGame.ts";

export interface DoorwayProps {
  place: Extract<Place, { at: "table" }>;
  isConnected: boolean;
  /** The reason for which there is no table. */
  gone: string | undefined;
  /** The tables as they were told last. */
  tables: readonly TableRow[];
  /** The game that ran at the table. */
  broken: KeptGame | undefined;
  /** The present run of the server, if it is connected. */
  run: string | undefined;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The way to a table: an invitation asks for a name; a table that is gone says so. */
export function Doorway({ place, isConnected, gone, tables, broken, run, send, listen }: DoorwayProps) {
  const [name, setName] = useState(() => savedChoices().name);
  const isInvited = place.invitation !== undefined;
  useEffect(() => { if (isInvited && isConnected) send({ type: "tables" }); }, [isInvited, isConnected]);
  const row = tables.find(({ table }) => table === place.table);
  if (gone !== undefined) {
    const isRestarted = broken !== undefined && run !== undefined && broken.run !== run;
    return (
      <main class="narrow">
        <section class="card">
          <h1>{isRestarted ? "The server was restarted" : isInvited ? "This invitation is not open" : "No longer at the table"}</h1>
          {!isRestarted && <p>{sentence(gone)}</p>}
          {broken && <BrokenGame game={broken} run={run} send={send} listen={listen} />}
          <div class="buttons">
            <a class="button" href={placeText({ at: "start" })}>Make a table</a>
            {isInvited && row && <a class="button" href={placeText({ at: "table", table: place.table })}>Watch this table</a>}
          </div>
        </section>
      </main>
    );
  }
  const { invitation } = place;
  const saved = savedKey(place.table);
  if (saved?.ofThisTab || (!saved && invitation === undefined)) return <main class="narrow"><p class="empty" role="status">Going to the table…</p></main>;
  if (saved && invitation === undefined) {
    return (
      <main class="narrow">
        <section class="card">
          <h1>You have a seat at this table</h1>
          <p>Another tab or window of this browser has taken it. Only one of them can play.</p>
          <div class="buttons">
            <button type="button" class="primary" disabled={!isConnected} onClick={() => send({ type: "return", table: place.table, key: saved.key })}>Take the seat here</button>
            <button type="button" disabled={!isConnected} onClick={() => send({ type: "watch", table: place.table })}>Only watch</button>
          </div>
        </section>
      </main>
    );
  }
  if (invitation === undefined) return null;
  const accept = () => {
    keepChoices({ ...savedChoices(), name });
    send({ type: "accept", table: place.table, invitation, name: name.trim() || "Guest" });
  };
  return (
    <main class="narrow">
      <form class="card" onSubmit={(event) => { event.preventDefault(); accept(); }}>
        <h1>You are invited to a game</h1>
        {row && <p class="offer">{offerInWords(row, place.seat)}</p>}
        <label>Your name <input type="text" value={name} maxLength={24} autocomplete="nickname" onInput={({ currentTarget: { value } }) => setName(value)} /></label>
        <div class="buttons">
          <button type="submit" class="primary big" disabled={!isConnected}>Sit down</button>
          <button type="button" disabled={!isConnected} onClick={() => send({ type: "watch", table: place.table })}>Only watch</button>
        </div>
        <p class="newcomer"><a href={placeText({ at: "learn" })} target="_blank" rel="noreferrer">New to bughouse? Learn it in a minute</a></p>
      </form>
    </main>
  );
}

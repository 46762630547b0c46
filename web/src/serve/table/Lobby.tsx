import { useState } from "preact/hooks";
import { seatName, teamOf } from "../../game/seats.ts";
import type { FromPage, SeatState, TableState } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { levelName } from "../levels.ts";
import { clockInWords } from "../start/choices.ts";
import { placeText } from "../place.ts";
import { isolated } from "../../game/text.ts";

export interface LobbyProps {
  table: TableState;
  /** The addresses at which others reach this server; without one only this machine does. */
  addresses: readonly string[];
  send: (message: FromPage) => boolean;
}

/** A table before its game: who is there, links for the others, and who is ready. */
export function Lobby({ table, addresses, send }: LobbyProps) {
  const open = table.seats.filter(({ standing }) => standing.who === "open");
  const own = table.seats.filter(({ seat }) => table.you.seats.includes(seat));
  const isReady = own.some(({ standing }) => standing.who === "person" && standing.ready);
  const base = addresses[0] ?? location.origin;
  return (
    <section class="lobby card" aria-label="Before the game">
      <h1>{table.phase === "starting" ? "The game begins" : open.length > 0 ? "Waiting for players" : "Before the game"}</h1>
      <p class="hint">{`${clockInWords(table.clock)}, rules: ${table.rules}`}</p>
      <ul class="seats">
        {table.seats.map((state) => (
          <li key={state.seat} class={`team-${teamOf(state.seat)}`}>
            <b>{seatName(state.seat, table.boards)}</b>
            <span>{who(state, table)}</span>
            {state.standing.who === "open" && state.standing.invitation !== null && (
              <Invitation address={`${base}/${placeText({ at: "table", table: table.table, invitation: state.standing.invitation })}`} seat={seatName(state.seat, table.boards)} />
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && table.you.owner && addresses.length === 0 && (
        <p class="hint">Only this machine can connect. Start the program with <code>--listen 0.0.0.0</code>, and the links work on your network.</p>
      )}
      <div class="buttons">
        {table.phase === "starting" && <p role="status">The engines are starting…</p>}
        {own.length > 0 && table.phase === "gathering" && (
          <button type="button" class="primary" aria-pressed={isReady} onClick={() => send({ type: "ready", ready: !isReady })}>
            {isReady ? "Ready: waiting for the others" : "I am ready"}
          </button>
        )}
        {open.length > 0 && table.you.owner && (
          <button type="button" onClick={() => send({ type: "fill_seats" })}>Tandem takes the free seats</button>
        )}
        {own.length === 0 && <p>You watch. The game begins when all players are ready.</p>}
      </div>
    </section>
  );
}

function who({ seat, name, standing }: SeatState, { you }: TableState): string {
  switch (standing.who) {
    case "tandem": return `${isolated(name)}, ${levelName(standing.level)}`;
    case "open": return "free";
    case "person": {
      const own = you.seats.includes(seat) ? " (you)" : "";
      const state = standing.connected ? standing.ready ? "ready" : "not ready yet" : "away";
      return `${isolated(name)}${own}: ${state}`;
    }
  }
}

function Invitation({ address, seat }: { address: string; seat: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <span class="invitation">
      <input type="text" readOnly value={address} aria-label={`Invitation for ${seat}`} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="icon" aria-label={`Copy the invitation for ${seat}`} title="Copy" onClick={() => {
        void navigator.clipboard?.writeText(address).then(() => setCopied(true), () => undefined);
      }}>
        <Icon name="copy" />
      </button>
      <span role="status">{copied ? "copied" : ""}</span>
    </span>
  );
}

import { useEffect, useRef } from "preact/hooks";
import { seatName, teamOf } from "../../game/seats.ts";
import type { FromPage, SeatState, TableState } from "../../wire/messages.ts";
import { levelName } from "../levels.ts";
import { clockInWords } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { Invitation } from "./Invitation.tsx";
import { invitationLink, invitationText, waitsForOwner } from "./invitation.ts";
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
  const isHeld = useRef(false);
  useReadiness(waitsForOwner(table) && !isHeld.current, () => send({ type: "ready", ready: true }));
  return (
    <section class="lobby card" aria-label="Before the game">
      <h1>{headline(table, open.length)}</h1>
      <p class="hint">{`${clockInWords(table.clock)}, rules: ${rulesName(table.rules)}`}</p>
      <ul class="seats">
        {table.seats.map((state) => (
          <li key={state.seat} class={`team-${teamOf(state.seat)}`}>
            <b>{seatName(state.seat, table.boards)}</b>
            <span>{who(state, table)}</span>
            {state.standing.who === "open" && state.standing.invitation !== null && (
              <Invitation address={invitationLink(base, table.table, state.seat, state.standing.invitation)} seat={seatName(state.seat, table.boards)} text={invitationText(table, state.seat)} />
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && table.you.owner && <p class="hint">The game begins when everybody is here.</p>}
      {open.length > 0 && table.you.owner && addresses.length === 0 && (
        <p class="hint">Only this machine can connect. Start the program with <code>--listen 0.0.0.0</code>, and the links work on your network.</p>
      )}
      <div class="buttons">
        {table.phase === "starting" && <p role="status">The engines are starting…</p>}
        {own.length > 0 && table.phase === "gathering" && (
          <button type="button" class={open.length > 0 ? "" : "primary"} aria-pressed={isReady} onClick={() => { isHeld.current = isReady; send({ type: "ready", ready: !isReady }); }}>
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

function headline({ phase, you }: TableState, open: number): string {
  if (phase === "starting") return "The game begins";
  if (open === 0) return "Before the game";
  if (!you.owner) return "Waiting for players";
  return open === 1 ? "Send this link to a friend" : "Send these links to your friends";
}

/** Says that the owner is ready as soon as the page is in front, so that nobody's clock runs behind a chat. */
function useReadiness(isAwaited: boolean, onReady: () => void): void {
  useEffect(() => {
    if (!isAwaited) return undefined;
    const look = () => { if (!document.hidden) onReady(); };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isAwaited]);
}

function who({ seat, name, standing }: SeatState, { you, seats }: TableState): string {
  switch (standing.who) {
    case "tandem": return `${isolated(name)}, ${levelName(standing.level)}`;
    case "open": return "free";
    case "person": {
      const isOwn = you.seats.includes(seat);
      const own = isOwn ? " (you)" : "";
      // The owner has nothing to do until the friends are there.
      if (isOwn && you.owner && !standing.ready && seats.some(({ standing }) => standing.who === "open")) return `${isolated(name)}${own}`;
      const state = standing.connected ? standing.ready ? "ready" : "not ready yet" : "away";
      return `${isolated(name)}${own}: ${state}`;
    }
  }
}

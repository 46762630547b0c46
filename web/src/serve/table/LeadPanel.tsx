import { useRef } from "preact/hooks";
import { seatName, type Seat } from "../../game/seats.ts";
import { diagonalOf, leadInWords, leadOf, opponentOf, partnerOf } from "../../live/lead.ts";
import { useTicks } from "../../live/Ticks.tsx";
import { runningClock } from "../../live/time.ts";
import type { TableState } from "../../wire/messages.ts";
import { Help } from "../../parts/Help.tsx";
import { LEAD } from "./phrases.ts";
import { seatState } from "./state.ts";
import { isolated } from "../../game/text.ts";

export interface LeadPanelProps {
  table: TableState;
  now: () => number;
}

/** The diagonal leads: who can wait longer than whom, and what follows from that. */
export function LeadPanel({ table, now }: LeadPanelProps) {
  if (table.boards === 1) return null;
  const [own] = table.you.seats;
  const seats: Seat[] = own === undefined ? [0, 1] : [own, partnerOf(own)];
  return (
    <div class="leads">
      {seats.map((seat) => <LeadOf key={seat} table={table} seat={seat} now={now} />)}
      <Help about="What is the lead?">{LEAD}</Help>
    </div>
  );
}

/** A lead is that of the player on turn of the two who race, seen from the seat. */
function LeadOf({ table, seat, now }: LeadPanelProps & { seat: Seat }) {
  const own = table.you.seats;
  const isOwn = own.includes(seat);
  const box = useRef<HTMLDivElement>(null);
  const amount = useRef<HTMLElement>(null);
  const advice = useRef<HTMLSpanElement>(null);
  const isPlaying = table.phase === "playing" && table.game !== null;
  // Tandems are told apart by their seats.
  const name = (seat: Seat) => {
    const state = seatState(table, seat);
    return state?.standing.who === "person" ? isolated(state.name) : seatName(seat, 2);
  };
  useTicks(isPlaying, () => {
    const { game } = table;
    if (!game || !box.current || !amount.current || !advice.current) return;
    const clocks = game.clocks.map(({ left_ms, runs_from_ms }) => runningClock(left_ms, isPlaying && runs_from_ms !== null, runs_from_ms ?? 0, now()));
    const lead = leadOf(clocks, seat);
    if (lead === undefined) return;
    const onTurn = isPlaying && game.boards.some((board) => board.on_turn === seat);
    const words = leadInWords(lead, onTurn, own.length === 0 ? "" : isOwn ? "you" : "partner");
    box.current.className = `lead ${words.kind}${onTurn ? " on-turn" : ""}`;
    write(amount.current, words.amount);
    write(advice.current, words.advice);
  });
  const rivals = isOwn ? `You against ${name(diagonalOf(seat))}` : `${name(seat)} against ${name(diagonalOf(seat))}`;
  return (
    <div class="lead" ref={box} title={`${rivals}: the clock of ${seatName(seat, 2)} less that of ${seatName(diagonalOf(seat), 2)}. ${name(opponentOf(seat))} waits for the latter.`}>
      <span class="rivals">{rivals}</span>
      <b ref={amount} />
      <span class="advice" ref={advice} />
    </div>
  );
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

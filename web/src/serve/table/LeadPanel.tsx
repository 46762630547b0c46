import { useRef } from "preact/hooks";
import { seatName, type Seat } from "../../game/seats.ts";
import { isolated } from "../../game/text.ts";
import { diagonalOf, leadBar, opponentOf, partnerOf, type LeadBar } from "../../live/lead.ts";
import { useTicks } from "../../live/Ticks.tsx";
import { runningClock } from "../../live/time.ts";
import type { TableState } from "../../wire/messages.ts";
import { Help } from "../../parts/Help.tsx";
import { LEAD } from "./phrases.ts";
import { seatState } from "./state.ts";

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
    <div class="leads" role="group" aria-label="Leads on the clock">
      {seats.map((seat) => <LeadOf key={seat} table={table} seat={seat} now={now} />)}
      <Help about="What is the lead?">{LEAD}</Help>
    </div>
  );
}

/** A lead between the two who race, leaning to the one who has more time. */
function LeadOf({ table, seat, now }: { table: TableState; seat: Seat; now: () => number }) {
  const rival = diagonalOf(seat);
  const box = useRef<HTMLDivElement>(null);
  const amount = useRef<HTMLSpanElement>(null);
  const advice = useRef<HTMLSpanElement>(null);
  const fill = useRef<HTMLElement>(null);
  const isPlaying = table.phase === "playing" && table.game !== null;
  useTicks(isPlaying, () => {
    const { game } = table;
    if (!game || !box.current || !amount.current || !advice.current || !fill.current) return;
    const clocks = game.clocks.map(({ left_ms, runs_from_ms }) => runningClock(left_ms, isPlaying && runs_from_ms !== null, runs_from_ms ?? 0, now()));
    const lead = leadBar(clocks, seat, isPlaying && game.boards.some((board) => board.on_turn === seat));
    if (!lead) return;
    const look = `lead-bar ${lead.kind}${lead.advice ? " on-turn" : ""}`;
    if (box.current.className !== look) box.current.className = look;
    const isOnlooker = table.you.seats.length === 0;
    write(amount.current, amountOf(lead, isOnlooker));
    write(advice.current, isOnlooker ? "" : lead.advice);
    fill.current.className = lead.share < 0 ? "to-rival" : "to-own";
    fill.current.style.width = `${(50 * Math.abs(lead.share)).toFixed(1)}%`;
  });
  const [one, other] = [nameOf(table, seat), nameOf(table, rival)];
  return (
    <div class="lead-bar even" ref={box} title={`${one} against ${other}: the clock of ${seatName(seat, 2)} less that of ${seatName(rival, 2)}. ${nameOf(table, opponentOf(seat))} waits for the latter.`}>
      <span class="one">{short(one)}</span>
      <span class="says"><span class="amount" ref={amount} /> <span class="advice" ref={advice} /></span>
      <span class="other"><span class="unseen">against </span>{short(other)}</span>
      <span class="track" aria-hidden="true"><i ref={fill} /></span>
    </div>
  );
}

/** A lead in words: the player's own, or for an onlooker that of the board of the one who leads. */
export function amountOf({ kind, amount }: LeadBar, isOnlooker: boolean): string {
  if (kind === "even") return "";
  return `${isOnlooker ? `${kind === "up" ? "A" : "B"} up` : kind} ${amount}`;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A player by the name in the game; Tandems are told apart by their seats. */
function nameOf(table: TableState, seat: Seat): string {
  const own = table.you.seats;
  if (own.length === 1 && own[0] === seat) return "You";
  if (own.length === 1 && own[0] === partnerOf(seat)) return "Partner";
  const state = seatState(table, seat);
  return state?.standing.who === "person" && !own.includes(seat) ? isolated(state.name) : seatName(seat, 2);
}

/** `White on B` in little room. */
function short(name: string): string {
  return name.replace(/^(White|Black) on (?=[AB]$)/, "$1\u00A0");
}

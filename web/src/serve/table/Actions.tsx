import { useState } from "preact/hooks";
import type { FromPage, Seat, TableState } from "../../wire/messages.ts";
import { Dialog } from "../Dialog.tsx";
import { Icon } from "../Icon.tsx";
import { Help } from "../../parts/Help.tsx";
import { useDeclined } from "./draws.ts";
import { SITTING } from "./phrases.ts";
import { canTalk, seatState } from "./state.ts";

export interface ActionsProps {
  table: TableState;
  send: (message: FromPage) => boolean;
  onFlip: () => void;
  /** Whether the talk with the partner is open, where it has no place of its own, and what opens and closes it. */
  talks: boolean;
  onTalk: () => void;
}

/** What a player does besides moving: sit, offer a draw, resign, turn the boards. */
export function Actions({ table, send, onFlip, talks, onTalk }: ActionsProps) {
  const [asks, setAsks] = useState<"nothing" | "draw" | "resign">("nothing");
  const isDeclined = useDeclined(table);
  const own = table.you.seats;
  const [first] = own;
  const isPlaying = table.phase === "playing" && first !== undefined;
  const offers = table.game?.draw_offers ?? [];
  const offered = first !== undefined && offers.includes(first);
  const isAsked = !offered && offers.length > 0;
  const offer = () => own.forEach((seat) => send({ type: "offer_draw", seat }));
  return (
    <div class="actions" role="group" aria-label="Actions">
      {isPlaying && table.boards === 2 && own.map((seat) => <SitButton key={seat} table={table} seat={seat} isOne={own.length === 1} send={send} />)}
      {isPlaying && table.boards === 2 && <Help about="What is sitting?">{SITTING}</Help>}
      {canTalk(table) && (
        <button type="button" class="to-talk" aria-expanded={talks} aria-controls="talk" aria-label="Talk to your partner" title="Talk to your partner" onClick={onTalk}><Icon name="talk" /></button>
      )}
      {isPlaying && (
        <button type="button" class={isAsked ? "asked" : ""} disabled={offered} onClick={() => (isAsked ? offer() : setAsks("draw"))}>
          {offered ? "Draw offered" : isAsked ? "Agree to a draw" : "Draw"}
        </button>
      )}
      {isPlaying && (
        <button type="button" class="resign" aria-label="Resign" onClick={() => setAsks("resign")}><Icon name="flag" /><span>Resign</span></button>
      )}
      <button type="button" class="icon" onClick={onFlip} aria-label="Turn the boards (F)" title="Turn the boards (F)"><Icon name="flip" /></button>
      <span class="declined" role="status">{isDeclined && "They moved on: your draw was declined."}</span>
      {isPlaying && asks === "draw" && !offered && (
        <Dialog title="Offer a draw?" yes="Offer" onNo={() => setAsks("nothing")} onYes={() => { offer(); setAsks("nothing"); }}>
          <p>{table.boards === 2 ? "A draw ends the game on both boards." : "A draw ends the game."}</p>
        </Dialog>
      )}
      {isPlaying && asks === "resign" && (
        <Dialog title="Resign for your team?" yes="Resign" onNo={() => setAsks("nothing")}
          onYes={() => { send({ type: "resign", seat: first }); setAsks("nothing"); }} />
      )}
    </div>
  );
}

function SitButton({ table, seat, isOne, send }: { table: TableState; seat: Seat; isOne: boolean; send: ActionsProps["send"] }) {
  const sits = seatState(table, seat)?.sits ?? false;
  const onTurn = table.game?.boards.some((board) => board.on_turn === seat) === true;
  const where = isOne ? "" : ` on ${seat < 2 ? "A" : "B"}`;
  return (
    <button type="button" class={`sit${sits ? " sits" : ""}`} aria-pressed={sits} disabled={!sits && !onTurn}
      title={sits ? "Move again" : onTurn ? "Tell your partner that you sit, and do not move" : "You can sit when it is your move"}
      onClick={() => send({ type: "sit", seat, sits: !sits })}>
      <Icon name={sits ? "go" : "hand"} />
      <span>{sits ? `You sit${where}: go` : `Sit${where}`}</span>
    </button>
  );
}

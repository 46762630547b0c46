import type { ComponentChildren } from "preact";
import type { TableState } from "../wire/messages.ts";
import type { Status } from "./connection.ts";
import { placeText, type Place } from "./place.ts";
import type { KeptGame } from "./table/keptGame.ts";
import { isOwnGame } from "./table/state.ts";

/** Something that is said for some seconds. */
export interface Notice {
  kind: "fault" | "info";
  text: string;
}

export interface NoticesProps {
  status: Status;
  place: Place;
  notice: Notice | undefined;
  table: TableState | undefined;
  /** The game that ran at a table that is gone. */
  broken: KeptGame | undefined;
  onDismiss: () => void;
}

/** What is said beside the parts of the page. It lies over them, so that nothing moves under a hand that plays; a way back stands above them. */
export function Notices({ status, place, notice, table, broken, onDismiss }: NoticesProps) {
  const isElsewhere = place.at !== "table";
  const isPlaying = isOwnGame(table);
  return (
    <aside aria-label="Notices">
      {isElsewhere && isPlaying && table && <p class="banner info"><a href={placeText({ at: "table", table: table.table })}>Your game is running: back to the table</a></p>}
      {isElsewhere && broken && <p class="banner info"><a href={placeText({ at: "table", table: broken.table })}>The server was restarted in your game: what became of it</a></p>}
      <div class="toasts">
        {status === "lost" && <Toast kind="fault">{isPlaying ? "Connection lost. A move you make now waits for it." : "Connection lost. The page comes back by itself."}</Toast>}
        {status === "silent" && isPlaying && <Toast kind="fault">No answer. A move you make now is not lost.</Toast>}
        {notice && <Toast kind={notice.kind} onDismiss={onDismiss}>{notice.text}</Toast>}
      </div>
    </aside>
  );
}

function Toast({ kind, children, onDismiss }: { kind: Notice["kind"]; children: ComponentChildren; onDismiss?: () => void }) {
  return (
    <div class={kind === "fault" ? "toast alarm" : "toast"} role={kind === "fault" ? "alert" : "status"}>
      <span>{children}</span>
      {onDismiss && <button type="button" onClick={onDismiss} aria-label="Dismiss">{"\u00D7"}</button>}
    </div>
  );
}

import { ThemeButton } from "../parts/ThemeButton.tsx";
import type { Status } from "./connection.ts";
import { Icon } from "./Icon.tsx";
import { placeText, type Place } from "./place.ts";

export interface HeaderProps {
  place: Place;
  status: Status;
  lag: number | undefined;
  onSettings: () => void;
  onTheme: () => void;
  /** Asked before the reader goes elsewhere; false keeps the reader here. */
  mayLeave: () => boolean;
}

const PARTS: readonly (readonly [Place, string])[] = [
  [{ at: "start" }, "Play"],
  [{ at: "analysis", position: undefined, moves: [] }, "Analyze"],
  [{ at: "review" }, "Review"],
  [{ at: "archive" }, "Games"],
  [{ at: "puzzles" }, "Puzzles"],
];

/** The parts of the page, the connection, settings and colors. */
export function Header({ place, status, lag, onSettings, onTheme, mayLeave }: HeaderProps) {
  return (
    <div class="top">
      <nav aria-label="Parts of the page">
        {PARTS.map(([to, name]) => (
          <a key={name} href={placeText(to)} aria-current={isPart(place, to) ? "page" : undefined}
            onClick={(event) => { if (!mayLeave()) event.preventDefault(); }}>
            {name}
          </a>
        ))}
      </nav>
      <section class="tools" aria-label="Connection and settings">
        <Connected status={status} lag={lag} />
        <button type="button" class="icon" onClick={onSettings} aria-haspopup="dialog" aria-label="Settings" title="Sounds, pieces, boards and more"><Icon name="settings" /></button>
        <ThemeButton onTheme={onTheme} />
      </section>
    </div>
  );
}

function isPart(place: Place, part: Place): boolean {
  return place.at === part.at || (part.at === "start" && place.at === "table") || (part.at === "archive" && place.at === "player");
}

const STATUS = { connecting: "connecting", silent: "no answer", lost: "reconnecting" } as const;

/** From this lag on, in milliseconds, it is said aloud. */
const SLOW_MS = 150;

function Connected({ status, lag }: { status: Status; lag: number | undefined }) {
  const says = status === "open" ? (lag === undefined ? "" : `${Math.round(lag)}\u00A0ms`) : STATUS[status];
  const look = status === "silent" ? "silent" : status !== "open" ? "lost" : lag !== undefined && lag >= SLOW_MS ? "slow" : "good";
  return (
    <span class={`connected ${look}`} title="The way to the server and back">
      <span class="unseen">{status === "open" ? "lag " : ""}</span>{says}
    </span>
  );
}

import type { ComponentChildren } from "preact";
import { gameTitle, resultInWords, resultText, winnerOf } from "../game/result.ts";
import type { GameRecord } from "../game/record.ts";
import { Menu } from "../parts/Menu.tsx";
import { teamNames, teamPlayers, type Team } from "../game/seats.ts";

export interface HeaderProps {
  games: readonly GameRecord[];
  chosen: number;
  onChoose: (game: number) => void;
  onFlip: () => void;
  /** True while the game is replayed at the pace at which it was played. */
  replays: boolean;
  onReplay: () => void;
  /** More buttons. */
  tools?: ComponentChildren;
  /** More buttons, in a menu where there is no room for them. */
  more?: ComponentChildren;
}

/** The teams with the result, where the game is from, and the list of games. */
export function Header({ games, chosen, onChoose, onFlip, replays, onReplay, tools, more }: HeaderProps) {
  const record = games[chosen] as GameRecord;
  const facts = [record.event, record.date?.replaceAll(".", "-"), record.time_control, resultInWords(record)];
  return (
    <header class="review-header">
      <div class="match">
        <h1>
          <TeamName record={record} team="one" />
          <span class="result">{resultText(record.result)}</span>
          <TeamName record={record} team="two" />
        </h1>
        <p class="facts">{facts.filter((fact) => fact && !fact.startsWith("?")).join(" \u00B7 ")}</p>
      </div>
      <div class="tools">
        {games.length > 1 && <Chooser games={games} chosen={chosen} onChoose={onChoose} />}
        <button type="button" class="icon" onClick={onReplay} aria-pressed={replays} aria-label="Replay at the recorded pace" title="Replay at the recorded pace">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d={replays ? "M8 5v14M16 5v14" : "M7 4l12 8-12 8z"} /></svg>
        </button>
        <button type="button" class="icon" onClick={onFlip} aria-label="Turn the boards" title="Turn the boards">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4v16M8 4L4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4" /></svg>
        </button>
        {tools}
        {more && <Menu label="More">{more}</Menu>}
      </div>
    </header>
  );
}

function TeamName({ record, team }: { record: GameRecord; team: Team }) {
  const won = winnerOf(record.result) === team;
  return (
    <span class={`team team-${team}${won ? " won" : ""}`}>
      <span class="unseen">{teamNames(record.start.length)[team]}: </span>
      {teamPlayers(record.players, team, record.start.length)}
    </span>
  );
}

function Chooser({ games, chosen, onChoose }: Pick<HeaderProps, "games" | "chosen" | "onChoose">) {
  return (
    <div class="chooser">
      <button type="button" class="icon" disabled={chosen === 0} onClick={() => onChoose(chosen - 1)} aria-label="Previous game" title="Previous game">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
      </button>
      <select aria-label="Game" value={chosen} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {games.map((record, at) => (
          <option key={at} value={at}>{`${at + 1}. ${gameTitle(record)}`}</option>
        ))}
      </select>
      <button type="button" class="icon" disabled={chosen === games.length - 1} onClick={() => onChoose(chosen + 1)} aria-label="Next game" title="Next game">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5l7 7-7 7" /></svg>
      </button>
    </div>
  );
}

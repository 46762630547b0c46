import { useState } from "preact/hooks";
import type { AnalysisPosition, FromPage, RuleSetName, TableRow } from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import { seatName } from "../../game/seats.ts";
import { Chip } from "./Chip.tsx";
import { SeatChooser } from "./SeatChooser.tsx";
import { SeatPicture } from "./SeatPicture.tsx";
import { boardsOf, clockInWords, CLOCKS, clockName, inWords, keepChoices, ownSeats, savedChoices, seated, setupOf, withFriend, type Choices } from "./choices.ts";
import { rulesName, rulesSentence } from "./rules.ts";
import { isolated } from "../../game/text.ts";

export interface StartPageProps {
  ruleSets: readonly RuleSetName[];
  elo: readonly [number, number];
  tables: readonly TableRow[];
  /** The position that the game begins with; the usual start without one. */
  position: AnalysisPosition | undefined;
  isConnected: boolean;
  send: (message: FromPage) => boolean;
}

/** The choices for a new table. One press plays the usual game, or the last one's. */
export function StartPage({ ruleSets, elo, tables, position, isConnected, send }: StartPageProps) {
  const [chosen, setChoices] = useState(savedChoices);
  const choices = position ? { ...chosen, rules: position.rules } : chosen;
  const [isFree, setFree] = useState(() => !CLOCKS.some(([minutes, increment]) => minutes === chosen.minutes && increment === chosen.increment));
  const boards = boardsOf(choices.rules, ruleSets);
  const own = ownSeats(choices, boards);
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some });
  const start = (made: Choices) => {
    keepChoices(choices);
    send({ type: "create", name: choices.name.trim() || "Guest", setup: setupOf(made, position?.fens) });
  };
  const as = own.length === 0 ? "" : own.length > 1 ? " for both seats" : ` as ${seatName(own[0] ?? 0, boards)}`;
  return (
    <main class="start">
      <form class="card" onSubmit={(event) => { event.preventDefault(); start(choices); }}>
        <div class="opening">
          <h1>{boards === 2 ? "Bughouse on two boards" : "A game on one board"}</h1>
          {position && (
            <p class="from-position">From a position of yours. <a href={placeText({ at: "analysis", position, moves: [] })}>Look at it</a>, or <a href={placeText({ at: "start" })}>use the start of the game</a>.</p>
          )}
          {boards === 2 && <p class="newcomer"><a href={placeText({ at: "learn" })}>New to bughouse? Learn it in a minute</a></p>}
          <p class="summary-line">{inWords(choices, boards)}</p>
          <div class="begin">
            <button type="submit" class="primary big" disabled={!isConnected}>
              {`${own.length === 0 ? "Watch" : "Play"} ${clockName(choices.minutes, choices.increment)}${as}`}
            </button>
            <button type="button" class="big friend" disabled={!isConnected} title={boards === 2 ? "A friend is your partner, Tandem plays against you" : "A friend plays against you"}
              onClick={() => start(withFriend(choices, boards).choices)}>
              Play with a friend
            </button>
          </div>
        </div>
        <fieldset class="chips">
          <legend>Clock</legend>
          {CLOCKS.map(([minutes, increment]) => (
            <Chip key={clockName(minutes, increment)} group="clock" label={clockName(minutes, increment)}
              on={!isFree && choices.minutes === minutes && choices.increment === increment}
              onChoose={() => { setFree(false); change({ minutes, increment }); }} />
          ))}
          <Chip group="clock" label="Other" on={isFree} onChoose={() => setFree(true)} />
          {isFree && (
            <span class="free-clock">
              <label>Minutes <input type="number" min={0.25} max={180} step={0.25} value={choices.minutes}
                onInput={({ currentTarget: { valueAsNumber } }) => { if (valueAsNumber > 0) change({ minutes: valueAsNumber }); }} /></label>
              <label>Seconds a move <input type="number" min={0} max={60} step={1} value={choices.increment}
                onInput={({ currentTarget: { valueAsNumber } }) => { if (valueAsNumber >= 0) change({ increment: Math.round(valueAsNumber) }); }} /></label>
            </span>
          )}
        </fieldset>
        <SeatPicture boards={boards} own={own} fens={position?.fens} isConnected={isConnected} onChoose={(seats) => setChoices(seated(choices, seats))} />
        <SeatChooser choices={choices} boards={boards} elo={elo} onChange={(seats) => change({ seats })} />
        <div class="fields">
          <label>Rules
            <select value={choices.rules} disabled={position !== undefined} onChange={({ currentTarget: { value } }) => {
              const next = { ...choices, rules: value };
              setChoices(ownSeats(next, boardsOf(value, ruleSets)).length === 0 && own.length > 0 ? seated(next, [0]) : next);
            }}>
              {!ruleSets.some(({ name }) => name === choices.rules) && <option value={choices.rules}>{rulesName(choices.rules)}</option>}
              {ruleSets.map(({ name }) => <option key={name} value={name}>{rulesName(name)}</option>)}
            </select>
          </label>
          <label>Your name
            <input type="text" value={choices.name} maxLength={24} autocomplete="nickname" onInput={({ currentTarget: { value } }) => change({ name: value })} />
          </label>
          <p class="rules-sentence">{rulesSentence(choices.rules)}</p>
        </div>
      </form>
      <Tables tables={tables} />
    </main>
  );
}

const PHASES: Record<TableRow["phase"], string> = { gathering: "not begun", starting: "about to begin", playing: "being played", over: "over" };

function Tables({ tables }: { tables: readonly TableRow[] }) {
  if (tables.length === 0) return null;
  return (
    <section class="card tables" aria-label="Tables to watch">
      <h2>Tables to watch</h2>
      <ul>
        {tables.map(({ table, clock, rules, players, phase }) => (
          <li key={table}>
            <a class="button" href={placeText({ at: "table", table })}>
              <b>{players.map((name) => isolated(name) || "free").join(", ")}</b> <span>{`${clockInWords(clock)}, ${rulesName(rules)}, ${PHASES[phase]}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

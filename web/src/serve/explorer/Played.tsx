import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { readFen } from "../../game/fen.ts";
import type { BoardName } from "../../game/record.ts";
import { resultText } from "../../game/result.ts";
import { seatOf, teamOf, type Team } from "../../game/seats.ts";
import { isolated } from "../../game/text.ts";
import type { AnalysisPosition, ExplorerExample, ExplorerFilter, ExplorerMove, FromPage, RuleSetName, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { placeText } from "../place.ts";
import { Filters } from "./Filters.tsx";
import { BOTH, conditions, type Scope } from "./filter.ts";
import { moveKey, useExplorer, type Explored } from "./useExplorer.ts";

export interface PlayedProps {
  position: AnalysisPosition;
  /** Number of boards of all games. */
  boards: number;
  isConnected: boolean;
  ruleSets: readonly RuleSetName[];
  onPlay: (board: BoardName, coordinates: string) => void;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The moves that are shown at first: those that the engine judges. */
const FEW = 8;

const SCOPES: readonly (readonly [of: Scope["of"], says: string])[] = [["both", "Both boards"], ["A", "Board A"], ["B", "Board B"]];

/** The moves that were played in the position that is shown, in the games of a file. */
export function Played({ position, boards, isConnected, ruleSets, onPlay, send, listen }: PlayedProps) {
  const [isOpen, setOpen] = useState(true);
  const [scope, setScope] = useState<Scope>(BOTH);
  const [filter, setFilter] = useState<ExplorerFilter>({});
  const question = isOpen && isConnected ? { position: { ...position, clocks_ms: null }, scope, filter } : undefined;
  const { explored, fault } = useExplorer(question, send, listen);
  const set = conditions(filter);
  return (
    <details class="played" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary><b>What was played</b> <span class="facts">{isOpen && explored ? countInWords(explored) : `in games of ${boards.toLocaleString("en")} boards`}</span></summary>
      <div class="segments" role="radiogroup" aria-label="Games with the same position on">
        {SCOPES.map(([of, says]) => (
          <label key={of} class="segment"><input type="radio" name="explorer-scope" checked={scope.of === of} onChange={() => setScope({ ...scope, of })} /><span>{says}</span></label>
        ))}
      </div>
      {scope.of !== "both" && (
        <label class="switch"><input type="checkbox" checked={!scope.held} onChange={({ currentTarget: { checked } }) => setScope({ ...scope, held: !checked })} /> whatever the players hold</label>
      )}
      <details class="filters">
        <summary>Filters{set > 0 && ` (${set})`}</summary>
        <Filters filter={filter} ruleSets={ruleSets} onChange={setFilter} />
      </details>
      {fault && <p class="fault" role="alert">{fault}</p>}
      {explored && <Moves explored={explored} onPlay={onPlay} onStructure={() => setScope({ ...explored.question.scope, held: false })} />}
    </details>
  );
}

function countInWords({ answer: { games }, question: { scope } }: Explored): string {
  const what = scope.of === "both" ? "game" : "board";
  return `${games.toLocaleString("en")} ${what}${games === 1 ? "" : "s"}`;
}

interface MovesProps {
  explored: Explored;
  onPlay: (board: BoardName, coordinates: string) => void;
  onStructure: () => void;
}

/** The answer: a row for each move, and what was found whatever the players hold. */
export function Moves({ explored: { question: { position, scope }, answer, wins }, onPlay, onStructure }: MovesProps) {
  const [shown, setShown] = useState<string | undefined>(undefined);
  const [hasAll, setAll] = useState(false);
  const more = answer.whatever_held ?? 0;
  const rest = more > answer.games && (
    <p class="facts"><button type="button" class="link" onClick={onStructure}>{more.toLocaleString("en")} boards</button> whatever the players hold</p>
  );
  if (answer.moves.length === 0) return <><p class="empty">{scope.of === "both" ? "No game came to this pair of positions. Ask for one board." : "No game came to this position."}</p>{rest}</>;
  return (
    <>
      <table>
        <thead><tr><th scope="col">Move</th><th scope="col" class="number">Games</th><th scope="col">Won</th><th scope="col" class="number">Time</th><th scope="col" class="number" title="The share of such games that the team of the mover wins, by the engine">Engine</th><th><span class="unseen">Examples</span></th></tr></thead>
        <tbody>
          {answer.moves.slice(0, hasAll ? answer.moves.length : FEW).map((move) => {
            const key = moveKey(move);
            const isShown = shown === key;
            return (
              <Fragment key={key}>
                <Row move={move} all={answer.games} mover={moverOf(position, move.board)} names={scope.of === "both"} wins={wins[key]} isShown={isShown} onPlay={onPlay} onShow={() => setShown(isShown ? undefined : key)} />
                {isShown && <tr class="examples"><td colSpan={6}><Examples examples={move.examples} /></td></tr>}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {!hasAll && answer.moves.length > FEW && <p class="facts"><button type="button" class="link" onClick={() => setAll(true)}>All {answer.moves.length} moves</button></p>}
      {rest}
    </>
  );
}

/** The team of the player on turn on a board. */
function moverOf({ fens }: AnalysisPosition, board: BoardName): Team {
  return teamOf(seatOf(board, readFen(fens[board === "A" ? 0 : 1] ?? "").onTurn));
}

interface RowProps {
  move: ExplorerMove;
  all: number;
  mover: Team;
  /** True if the board is named. */
  names: boolean;
  wins: number | undefined;
  isShown: boolean;
  onPlay: (board: BoardName, coordinates: string) => void;
  onShow: () => void;
}

function Row({ move, all, mover, names, wins, isShown, onPlay, onShow }: RowProps) {
  const { board, coordinates, san, is_legal, games, won, drawn, lost, seconds, rating, examples } = move;
  const ended = won + drawn + lost;
  const name = names ? `${board} ${san}` : san;
  return (
    <tr>
      <td><button type="button" class="played-move" disabled={!is_legal} title={is_legal ? `Play ${name}` : "Not possible with what is held here"} onClick={() => onPlay(board, coordinates)}>{names && <span class="of-board">{board}</span>} {san}</button></td>
      <td class="number" title={rating === null ? undefined : `mean rating ${Math.round(rating)}`}>{games.toLocaleString("en")} <span class="facts">{percent(games, all)}</span></td>
      <td><Results won={won} drawn={drawn} lost={lost} mover={mover} /><span class={`value team-${mover}`}>{ended === 0 ? "\u2013" : percent(won, ended)}</span></td>
      <td class="number">{seconds === null ? "\u2013" : `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`}</td>
      <td class={`number value team-${mover}`}>{wins === undefined ? "" : percent(wins, 1)}</td>
      <td>{examples.length > 0 && <button type="button" class="icon" aria-expanded={isShown} aria-label={`Games with ${name}`} title="Games" onClick={onShow}><Icon name="more" /></button>}</td>
    </tr>
  );
}

/** The results as a bar: Blue's wins, draws, Orange's wins, as in the bar of the match. */
function Results({ won, drawn, lost, mover }: { won: number; drawn: number; lost: number; mover: Team }) {
  const all = won + drawn + lost;
  if (all === 0) return null;
  const one = (100 * (mover === "one" ? won : lost)) / all;
  const even = (100 * drawn) / all;
  return (
    <svg class="results" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label={`${won} won, ${drawn} drawn, ${lost} lost`}>
      <rect class="two" width="100" height="1" />
      <rect class="even" width={one + even} height="1" />
      <rect class="one" width={one} height="1" />
    </svg>
  );
}

function percent(part: number, all: number): string {
  return all === 0 ? "" : `${Math.round((100 * part) / all)}\u202F%`;
}

const RESULTS = { white: "1-0", black: "0-1", draw: "1/2-1/2" } as const;

function Examples({ examples }: { examples: readonly ExplorerExample[] }) {
  return (
    <ul class="games">
      {examples.map((example) => {
        const { board, players, ratings, date, result, is_whole } = example;
        const names = players.map((name, at) => `${isolated(name)}${ratings[at] === null ? "" : ` (${ratings[at]})`}`).join(" \u2013 ");
        const facts = [resultText(result === null ? "*" : RESULTS[result]), date, is_whole ? undefined : "partner board not known"].filter(Boolean).join(" \u00B7 ");
        const says = <><span class="teams">{names}</span> <span class="facts">{facts}</span></>;
        return <li key={board}>{is_whole ? <a class="button" href={placeText({ at: "review", explored: board })} title="Review the game">{says}</a> : <span class="alone">{says}</span>}</li>;
      })}
    </ul>
  );
}

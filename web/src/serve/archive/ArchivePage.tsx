import { useEffect, useMemo, useState } from "preact/hooks";
import { resultText } from "../../game/result.ts";
import { teamPlayers } from "../../game/seats.ts";
import type { ArchivedGame, ArchiveQuery, FromPage, RuleSetName, ToPage } from "../../wire/messages.ts";
import { Icon } from "../Icon.tsx";
import { clockInWords } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { placeText } from "../place.ts";
import { AddGames } from "./AddGames.tsx";
import { Newest } from "./newest.ts";
import { isolated } from "../../game/text.ts";

export interface ArchivePageProps {
  isConnected: boolean;
  /** True on the machine that serves the page. */
  mayDelete: boolean;
  ruleSets: readonly RuleSetName[];
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

const ALL: ArchiveQuery = { player: null, result: null, rules: null, opening: null, since: null, until: null, skip: 0 };

/** The games that were played here, with a search. */
export function ArchivePage({ isConnected, mayDelete, ruleSets, send, listen }: ArchivePageProps) {
  const [query, setQuery] = useState(ALL);
  const [found, setFound] = useState<{ games: readonly ArchivedGame[]; total: number } | undefined>(undefined);
  const search = useMemo(() => new Newest((query: ArchiveQuery) => send({ type: "search_archive", query })), [send]);
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(NONE_DELETED);
  const [fault, setFault] = useState<string | undefined>(undefined);
  useEffect(() => listen((message) => {
    if (message.type === "archive_list") setDeleted(NONE_DELETED);
    if (message.type === "archive_deleted") setDeleted((deleted) => new Set([...deleted, message.game]));
    if (message.type === "archive_restored") setDeleted((deleted) => new Set([...deleted].filter((game) => game !== message.game)));
    if (message.type === "refused" && ["delete_archived", "restore_archived"].includes(message.what)) setFault(message.reason);
    if (message.type === "archive_list" && search.answered()) setFound(message);
    if (message.type === "refused" && message.what === "search_archive") search.answered();
    if (message.type === "welcome") search.again();
  }), [listen, search]);
  useEffect(() => {
    if (!isConnected) return undefined;
    const timer = setTimeout(() => search.want(query), 150);
    return () => clearTimeout(timer);
  }, [query, isConnected, search]);
  const change = (type: "delete_archived" | "restore_archived") => (game: number) => {
    setFault(undefined);
    send({ type, game });
  };
  const set = (some: Partial<ArchiveQuery>) => setQuery({ ...query, skip: 0, ...some });
  const text = (key: "player" | "opening", label: string, hint = "") => (
    <label>{label} <input type="search" value={query[key] ?? ""} placeholder={hint} onInput={({ currentTarget: { value } }) => set({ [key]: value.trim() || null })} /></label>
  );
  const day = (key: "since" | "until", label: string) => (
    <label>{label} <input type="date" value={query[key] ?? ""} onInput={({ currentTarget: { value } }) => set({ [key]: value || null })} /></label>
  );
  const games = found?.games ?? [];
  return (
    <main class="archive">
      <form class="card fields" role="search" aria-label="Games" onSubmit={(event) => event.preventDefault()}>
        <h1 class="unseen">Games that were played here</h1>
        {text("player", "Player or name")}
        <label>Result
          <select value={query.result ?? ""} onChange={({ currentTarget: { value } }) => set({ result: value || null })}>
            <option value="">any</option>
            <option value="1-0">first team won (Blue)</option>
            <option value="0-1">second team won (Orange)</option>
            <option value="1/2-1/2">drawn</option>
            <option value="*">unfinished</option>
          </select>
        </label>
        <label>Rules
          <select value={query.rules ?? ""} onChange={({ currentTarget: { value } }) => set({ rules: value || null })}>
            <option value="">any</option>
            {ruleSets.map(({ name }) => <option key={name} value={name}>{rulesName(name)}</option>)}
          </select>
        </label>
        {text("opening", "First moves", "e4 e5 Nf3")}
        {day("since", "From")}
        {day("until", "To")}
      </form>
      <AddGames isConnected={isConnected} send={send} listen={listen} onAdded={() => search.want(query)} />
      <Players games={found?.games ?? []} part={query.player ?? ""} />
      {fault && <p class="fault" role="alert">{fault}</p>}
      {found && games.length === 0 && <p class="empty">No games.</p>}
      {games.length > 0 && (
        <section class="card" aria-label="Games found">
          <ul class="games">
            {games.map((game) => (
              <Row key={game.game} game={game} mayDelete={mayDelete} isDeleted={deleted.has(game.game)}
                onDelete={change("delete_archived")} onRestore={change("restore_archived")} />
            ))}
          </ul>
          <div class="buttons">
            {query.skip > 0 && <button type="button" onClick={() => setQuery({ ...query, skip: Math.max(0, query.skip - 50) })}>Newer</button>}
            {found && query.skip + games.length < found.total && <button type="button" onClick={() => setQuery({ ...query, skip: query.skip + games.length })}>Older</button>}
            <p class="facts">{found ? `${query.skip + 1} to ${query.skip + games.length} of ${found.total}` : ""}</p>
          </div>
        </section>
      )}
    </main>
  );
}

/** The most players whose reports are offered. */
const MOST_PLAYERS = 3;

/** Links to the reports on players whose names have the text that is searched for. */
function Players({ games, part }: { games: readonly ArchivedGame[]; part: string }) {
  const of = part.toLowerCase();
  const names = new Map(games.filter(({ name }) => name === null).flatMap(({ players }) => players).map((name) => [name.toLowerCase(), name]));
  const found = of === "" ? [] : [...names].filter(([small, name]) => small.includes(of) && name !== "?").slice(0, MOST_PLAYERS);
  if (found.length === 0) return null;
  return (
    <p class="buttons player-links">
      {found.map(([small, name]) => <a key={small} class="button" href={placeText({ at: "player", player: name })}>Report on {isolated(name)}</a>)}
    </p>
  );
}

const NONE_DELETED: ReadonlySet<number> = new Set();

interface RowProps {
  game: ArchivedGame;
  mayDelete: boolean;
  isDeleted: boolean;
  onDelete: (game: number) => void;
  onRestore: (game: number) => void;
}

/** A game, which leads to its review, or a kept analysis, which opens as it was. */
function Row({ game, mayDelete, isDeleted, onDelete, onRestore }: RowProps) {
  const name = title(game);
  if (isDeleted) {
    return (
      <li class="deleted">
        <span class="facts" role="status">Deleted: {name}</span>
        <button type="button" onClick={() => onRestore(game.game)}>Undo</button>
      </li>
    );
  }
  const moves = game.plies === 1 ? "1 move" : `${game.plies} moves`;
  const facts = game.name === null ? [game.date, clockInWords(game.clock), isolated(game.reason), moves] : ["Analysis", game.date, game.rules, moves];
  return (
    <li>
      <a class="button" href={placeText(game.name === null ? { at: "review", archived: game.game } : { at: "analysis", position: undefined, moves: [], archived: game.game, ply: 0 })}>
        <span class="teams">{name}</span>
        <span class="facts">{facts.filter(Boolean).join(" \u00B7 ")}</span>
      </a>
      {mayDelete && (
        <button type="button" class="icon" aria-label={`Delete ${name}`} title="Delete" onClick={() => onDelete(game.game)}><Icon name="bin" /></button>
      )}
    </li>
  );
}

/** The name of an analysis, or the players of a game with its result. */
function title({ players, result, name }: ArchivedGame): string {
  if (name !== null) return isolated(name);
  const boards = players.length > 2 ? 2 : 1;
  return `${teamPlayers(players, "one", boards)}  ${resultText(result)}  ${teamPlayers(players, "two", boards)}`;
}

import { useEffect, useMemo, useState } from "preact/hooks";
import { resultText } from "../../game/result.ts";
import { teamPlayers } from "../../game/seats.ts";
import type { ArchivedGame, ArchiveQuery, FromPage, RuleSetName, ToPage } from "../../wire/messages.ts";
import { clockInWords } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { placeText } from "../place.ts";
import { AddGames } from "./AddGames.tsx";
import { Newest } from "./newest.ts";
import { isolated } from "../../game/text.ts";

export interface ArchivePageProps {
  isConnected: boolean;
  ruleSets: readonly RuleSetName[];
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

const ALL: ArchiveQuery = { player: null, result: null, rules: null, opening: null, since: null, until: null, skip: 0 };

/** The games that were played here, with a search. */
export function ArchivePage({ isConnected, ruleSets, send, listen }: ArchivePageProps) {
  const [query, setQuery] = useState(ALL);
  const [found, setFound] = useState<{ games: readonly ArchivedGame[]; total: number } | undefined>(undefined);
  const search = useMemo(() => new Newest((query: ArchiveQuery) => send({ type: "search_archive", query })), [send]);
  useEffect(() => listen((message) => {
    if (message.type === "archive_list" && search.answered()) setFound(message);
    if (message.type === "refused" && message.what === "search_archive") search.answered();
    if (message.type === "welcome") search.again();
  }), [listen, search]);
  useEffect(() => {
    if (!isConnected) return undefined;
    const timer = setTimeout(() => search.want(query), 150);
    return () => clearTimeout(timer);
  }, [query, isConnected, search]);
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
        {text("player", "Player")}
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
      {found && games.length === 0 && <p class="empty">No games.</p>}
      {games.length > 0 && (
        <section class="card" aria-label="Games found">
          <ul class="games">
            {games.map((game) => (
              <li key={game.game}>
                <a class="button" href={placeText({ at: "review", archived: game.game })}>
                  <span class="teams">{title(game)}</span>
                  <span class="facts">{[game.date, clockInWords(game.clock), isolated(game.reason), game.plies === 1 ? "1 move" : `${game.plies} moves`].filter(Boolean).join(" \u00B7 ")}</span>
                </a>
              </li>
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

function title({ players, result }: ArchivedGame): string {
  const boards = players.length > 2 ? 2 : 1;
  return `${teamPlayers(players, "one", boards)}  ${resultText(result)}  ${teamPlayers(players, "two", boards)}`;
}

import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { DRAWINGS, PieceSymbols, SOLID_DRAWINGS } from "../board/pieces.tsx";
import { setVolume } from "../live/sounds.ts";
import { keepSettings, savedSettings, showSettings, type Settings } from "../parts/settings.ts";
import { keepTheme, opposite, savedTheme } from "../parts/theme.ts";
import learnStyles from "../styles/learn.css";
import settingsStyles from "../styles/settings.css";
import studyStyles from "../styles/study.css";
import type { TableRow } from "../wire/messages.ts";
import { isUp, type Connection } from "./connection.ts";
import { Header } from "./Header.tsx";
import { later, OVER } from "./later.tsx";
import { Notices, type Notice } from "./Notices.tsx";
import { readPlace } from "./place.ts";
import { SettingsContext } from "./settings/context.ts";
import { sheet } from "./sheets.ts";
import { StartPage } from "./start/StartPage.tsx";
import { isOwnGame } from "./table/state.ts";
import { useTitle } from "./table/useTitle.ts";
import { useTable } from "./table/useTable.ts";

/** A table is loaded as soon as the reader does anything, so that it is there when a button is pressed. */
const TablePage = later(async () => (await import("./bundles/room.ts")).TablePage);
const Doorway = later(async () => (await import("./bundles/room.ts")).Doorway);

/** Parts that nobody needs to play. */
const LearnPage = later(async () => (await styled(import("./bundles/learn.ts"), learnStyles)).LearnPage);
const SettingsDialog = later(async () => (await styled(import("./bundles/settings.ts"), settingsStyles)).SettingsDialog, OVER);
const AnalysisPage = later(async () => (await study()).AnalysisPage);
const ReviewPage = later(async () => (await study()).ReviewPage);
const ArchivePage = later(async () => (await study()).ArchivePage);
const PlayerPage = later(async () => (await study()).PlayerPage);
const PuzzlesPage = later(async () => (await study()).PuzzlesPage);

const study = () => styled(import("./bundles/study.ts"), studyStyles);

/** A part with its styles, both on their way at once. */
async function styled<Part>(part: Promise<Part>, styles: string): Promise<Part> {
  return (await Promise.all([part, sheet(styles)]))[0];
}

/** The whole page: its address says which part is shown. */
export function App({ connection }: { connection: Connection }) {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  const [theme, setTheme] = useState(savedTheme);
  const [settings, setSettings] = useState(savedSettings);
  const [isSetting, setSetting] = useState(false);
  const [tables, setTables] = useState<readonly TableRow[]>([]);
  const [notice, setNotice] = useState<Notice | undefined>(undefined);
  const [, redraw] = useState(0);
  const { welcome } = connection;
  const isConnected = welcome !== undefined && isUp(connection.status);
  const send = useCallback(connection.send.bind(connection), [connection]);
  const listen = useCallback(connection.listen.bind(connection), [connection]);
  const seat = useTable(connection, place, setNotice);
  useLayoutEffect(() => keepTheme(theme), [theme]);
  useLayoutEffect(() => {
    showSettings(settings);
    setVolume(settings.volume);
  }, [settings]);
  useTitle(place.at === "table" ? seat.table : undefined);
  useEffect(() => {
    const change = () => redraw((count) => count + 1);
    change(); // for what has come before
    return connection.watch(change);
  }, [connection]);
  useEffect(() => {
    const onHash = () => setPlace(readPlace(location.hash));
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  useEffect(() => {
    const begun = new AbortController();
    for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, () => { TablePage.load(); begun.abort(); }, { signal: begun.signal, passive: true });
    return () => begun.abort();
  }, []);
  useEffect(() => listen((message) => {
    if (message.type === "tables") setTables(message.tables);
  }), [listen]);
  useEffect(() => {
    if (place.at === "start" && welcome) send({ type: "tables" });
  }, [place, welcome]);
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = setTimeout(() => setNotice(undefined), notice.kind === "info" ? 3500 : 6000);
    return () => clearTimeout(timer);
  }, [notice]);
  const isPlaying = isOwnGame(seat.table);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onLeave);
    return () => removeEventListener("beforeunload", onLeave);
  }, [isPlaying]);
  const change = (settings: Settings) => {
    keepSettings(settings);
    setSettings(settings);
  };
  const mayLeave = () => !(isPlaying && place.at === "table") || confirm("Your game goes on without you. Leave it?");
  const elo = useMemo((): [number, number] => (welcome ? [welcome.elo[0] ?? 500, welcome.elo[1] ?? 2850] : [500, 2850]), [welcome]);
  const ruleSets = welcome?.rule_sets ?? [{ name: "fics", variant: "bughouse", clock: "180" }];
  return (
    <SettingsContext.Provider value={settings}>
      <PieceSymbols drawings={settings.pieces === "solid" ? SOLID_DRAWINGS : DRAWINGS} />
      <Header place={place} status={connection.status} lag={connection.time.lag} onSettings={() => setSetting(true)}
        onTheme={() => setTheme(opposite(theme))} mayLeave={mayLeave} />
      <Notices status={connection.status} place={place} notice={notice} table={seat.table} broken={seat.broken} onDismiss={() => setNotice(undefined)} />
      {place.at === "start" && <StartPage ruleSets={ruleSets} elo={elo} tables={tables} position={place.position} isConnected={isConnected} send={send} />}
      {place.at === "learn" && <LearnPage isConnected={isConnected} sounds={settings.volume > 0} send={send} listen={listen} />}
      {place.at === "table" && (seat.table
        ? (
          <TablePage table={seat.table} sounds={settings.volume > 0} onZen={(zen) => change({ ...settings, zen })} refusals={seat.refusals} epoch={seat.epoch} addresses={welcome?.addresses ?? []}
            now={connection.now} send={send} listen={listen} />
        )
        : <Doorway place={place} isConnected={isConnected} gone={seat.gone} tables={tables} broken={seat.broken} run={isConnected ? welcome?.run : undefined} send={send} listen={listen} />)}
      {place.at === "analysis" && <AnalysisPage place={place} hasArchive={welcome?.has_archive ?? false} explorerBoards={welcome?.explorer_boards ?? null} isConnected={isConnected} ruleSets={ruleSets} send={send} listen={listen} />}
      {place.at === "review" && <ReviewPage place={place} hasArchive={welcome?.has_archive ?? false} isConnected={welcome !== undefined} send={send} listen={listen} />}
      {place.at === "archive" && <ArchivePage isConnected={welcome !== undefined} mayDelete={welcome?.may_delete ?? false} ruleSets={ruleSets} send={send} listen={listen} />}
      {place.at === "player" && <PlayerPage player={place.player} isConnected={welcome !== undefined} send={send} listen={listen} />}
      {place.at === "puzzles" && <PuzzlesPage puzzle={place.puzzle} isConnected={isConnected} send={send} listen={listen} />}
      {isSetting && <SettingsDialog settings={settings} onChange={change} onClose={() => setSetting(false)} />}
    </SettingsContext.Provider>
  );
}

import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { DRAWINGS, PieceSymbols, SOLID_DRAWINGS } from "../board/pieces.tsx";
import { setVolume } from "../live/sounds.ts";
import { keepSettings, savedSettings, showSettings, type Settings } from "../parts/settings.ts";
import { keepTheme, opposite, savedTheme } from "../parts/theme.ts";
import type { TableRow } from "../wire/messages.ts";
import { AnalysisPage } from "./analysis/AnalysisPage.tsx";
import { ArchivePage } from "./archive/ArchivePage.tsx";
import type { Connection } from "./connection.ts";
import { Header } from "./Header.tsx";
import { LearnPage } from "./learn/LearnPage.tsx";
import { placeText, readPlace } from "./place.ts";
import { PuzzlesPage } from "./puzzles/PuzzlesPage.tsx";
import { ReviewPage } from "./review/ReviewPage.tsx";
import { SettingsContext } from "./settings/context.ts";
import { SettingsDialog } from "./settings/SettingsDialog.tsx";
import { StartPage } from "./start/StartPage.tsx";
import { Doorway } from "./table/Doorway.tsx";
import { TablePage } from "./table/TablePage.tsx";
import { useTitle } from "./table/useTitle.ts";
import { useTable } from "./table/useTable.ts";

/** The whole page: its address says which part is shown. */
export function App({ connection }: { connection: Connection }) {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  const [theme, setTheme] = useState(savedTheme);
  const [settings, setSettings] = useState(savedSettings);
  const [isSetting, setSetting] = useState(false);
  const [tables, setTables] = useState<readonly TableRow[]>([]);
  const [notice, setNotice] = useState<string | undefined>(undefined);
  const [, redraw] = useState(0);
  const { welcome } = connection;
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
  useEffect(() => listen((message) => {
    if (message.type === "tables") setTables(message.tables);
  }), [listen]);
  useEffect(() => {
    if (place.at === "start" && welcome) send({ type: "tables" });
  }, [place, welcome]);
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = setTimeout(() => setNotice(undefined), 6000);
    return () => clearTimeout(timer);
  }, [notice]);
  const isPlaying = seat.table?.phase === "playing" && seat.table.you.seats.length > 0;
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
  const changeZen = useCallback((zen: boolean) => setSettings((settings) => {
    keepSettings({ ...settings, zen });
    return { ...settings, zen };
  }), []);
  const mayLeave = () => !(isPlaying && place.at === "table") || confirm("Your game goes on without you. Leave it?");
  const elo = useMemo((): [number, number] => (welcome ? [welcome.elo[0] ?? 500, welcome.elo[1] ?? 2850] : [500, 2850]), [welcome]);
  const ruleSets = welcome?.rule_sets ?? [{ name: "fics", variant: "bughouse", clock: "180" }];
  return (
    <SettingsContext.Provider value={settings}>
      <PieceSymbols drawings={settings.pieces === "solid" ? SOLID_DRAWINGS : DRAWINGS} />
      <Header place={place} status={connection.status} lag={connection.time.lag} onSettings={() => setSetting(true)}
        onTheme={() => setTheme(opposite(theme))} mayLeave={mayLeave} />
      <aside aria-label="Notices">
        {connection.status === "lost" && <p class="banner" role="alert">The connection is lost; the page comes back by itself.</p>}
        {notice && <p class="banner" role="alert">{notice}</p>}
        {isPlaying && place.at !== "table" && seat.table && (
          <p class="banner info"><a href={placeText({ at: "table", table: seat.table.table })}>Your game is running: back to the table</a></p>
        )}
      </aside>
      {place.at === "start" && <StartPage ruleSets={ruleSets} elo={elo} tables={tables} position={place.position} isConnected={welcome !== undefined && connection.status === "open"} send={send} />}
      {place.at === "learn" && <LearnPage isConnected={welcome !== undefined && connection.status === "open"} sounds={settings.volume > 0} send={send} listen={listen} />}
      {place.at === "table" && (seat.table
        ? (
          <TablePage table={seat.table} sounds={settings.volume > 0} onZen={changeZen} refusals={seat.refusals} epoch={seat.epoch} addresses={welcome?.addresses ?? []}
            now={connection.now} send={send} listen={listen} />
        )
        : <Doorway place={place} isConnected={welcome !== undefined} gone={seat.gone} tables={tables} send={send} />)}
      {place.at === "analysis" && <AnalysisPage place={place} hasArchive={welcome?.has_archive ?? false} isConnected={welcome !== undefined && connection.status === "open"} ruleSets={ruleSets} send={send} listen={listen} />}
      {place.at === "review" && <ReviewPage archived={place.archived} isConnected={welcome !== undefined} send={send} listen={listen} />}
      {place.at === "archive" && <ArchivePage isConnected={welcome !== undefined} mayDelete={welcome?.may_delete ?? false} ruleSets={ruleSets} send={send} listen={listen} />}
      {place.at === "puzzles" && <PuzzlesPage puzzle={place.puzzle} isConnected={welcome !== undefined && connection.status === "open"} send={send} listen={listen} />}
      {isSetting && <SettingsDialog settings={settings} onChange={change} onClose={() => setSetting(false)} />}
    </SettingsContext.Provider>
  );
}

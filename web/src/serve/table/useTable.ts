import { useEffect, useRef, useState } from "preact/hooks";
import type { TableState, ToPage } from "../../wire/messages.ts";
import type { Connection } from "../connection.ts";
import type { Notice } from "../Notices.tsx";
import { forgetKey, keepKey, placeText, savedKey, type Place } from "../place.ts";
import { followed, keepGame, keptGame, type KeptGame } from "./keptGame.ts";
import { heardAtTable, isNews, isOwnGame, isReadyAtOnce } from "./state.ts";

/** The table at which the reader is, as the server has told it. */
export interface AtTable {
  table: TableState | undefined;
  /** The reason for which the reader is no longer at the table. */
  gone: string | undefined;
  /** The game that ran at the table that is gone. */
  broken: KeptGame | undefined;
  /** The number of moves that were refused. */
  refusals: number;
  /** The number of times that the table was told as a whole. */
  epoch: number;
}

const NOWHERE: AtTable = { table: undefined, gone: undefined, broken: undefined, refusals: 0, epoch: 0 };
const BACK: Notice = { kind: "info", text: "You are back in the game." };

/** Sits at the table of the address, comes back to it after a break, and hears of it. */
export function useTable(connection: Connection, place: Place, onNotice: (notice: Notice) => void): AtTable {
  const [at, setAt] = useState(NOWHERE);
  const latest = useRef(at);
  const wanted = useRef(place);
  wanted.current = place;
  useEffect(() => {
    let run: string | undefined;
    let returns = false;
    return connection.listen((message) => {
      const before = latest.current.table;
      if (message.type === "welcome") {
        returns = run !== undefined;
        latest.current = greeted(latest.current, run === undefined || run === message.run);
        run = message.run;
        setAt(latest.current);
        enter(connection, wanted.current, latest.current.table);
        return;
      }
      latest.current = heard(latest.current, message);
      setAt(latest.current);
      const { table } = latest.current;
      const isStep = message.type === "table" || message.type === "moved" || message.type === "ended";
      if (isStep && table && run !== undefined) keepGame(followed(table, run));
      if (message.type === "table") {
        if (returns && isOwnGame(message)) onNotice(BACK);
        returns = false;
        arrived(connection, before, message, wanted.current);
      }
      if (message.type === "refused") {
        if (message.what === "return") forgotten(connection, wanted.current, before);
        else if (isNews(message.what, before) && !isAskedAtDoor(message.what, wanted.current)) onNotice({ kind: "fault", text: message.reason });
      }
    });
  }, [connection]);
  const id = place.at === "table" ? place.table : undefined;
  const invitation = place.at === "table" ? place.invitation : undefined;
  useEffect(() => {
    if (latest.current.gone !== undefined) {
      latest.current = { ...latest.current, gone: undefined }; // it was said of another way in
      setAt(latest.current);
    }
    if (id !== undefined && latest.current.table?.table !== id) enter(connection, wanted.current, undefined);
  }, [id, invitation]);
  const isHere = at.table !== undefined && (place.at !== "table" || at.table.table === place.table);
  if (isHere) return at;
  const broken = at.broken ?? (id === undefined ? undefined : keptGame(id));
  return { ...at, table: undefined, broken: id === undefined || broken?.table === id ? broken : undefined };
}

/** The door of a table that is gone asks for its game, and says itself what became of it. */
function isAskedAtDoor(what: string, place: Place): boolean {
  return what === "load_archived" && place.at === "table";
}

/** After a greeting. Another run of the server does not know the table. */
function greeted(at: AtTable, isSameRun: boolean): AtTable {
  if (isSameRun || !at.table) return at;
  return { ...at, table: undefined, broken: at.table.phase === "playing" ? keptGame(at.table.table) : undefined };
}

function heard(at: AtTable, message: ToPage): AtTable {
  const table = heardAtTable(at.table, message);
  switch (message.type) {
    case "table": return { ...at, table, gone: undefined, broken: undefined, epoch: at.epoch + 1 };
    case "left": return { ...at, table, gone: message.reason, broken: at.table?.phase === "playing" ? keptGame(at.table.table) : undefined };
    case "refused": {
      // A key that opens no seat any more: nothing is known of the table.
      const gone = message.what === "watch" || message.what === "accept" ? message.reason : at.gone;
      const table = message.what === "return" ? undefined : at.table;
      return { ...at, table, gone, refusals: at.refusals + (message.what === "move" ? 1 : 0) };
    }
    default: return table === at.table ? at : { ...at, table };
  }
}

/** Goes to the table of an address, or back to the one of the reader's: with the key of this tab, or as an onlooker; all else is asked first. */
function enter(connection: Connection, place: Place, own: TableState | undefined): void {
  const table = place.at === "table" ? place.table : own?.table;
  if (table === undefined) return;
  const saved = savedKey(table);
  const isInvited = place.at === "table" && place.invitation !== undefined;
  if (saved?.ofThisTab) connection.send({ type: "return", table, key: saved.key });
  else if (!saved && !isInvited) connection.send({ type: "watch", table });
}

/** Forgets a key that opens no seat any more; its owner watches. */
function forgotten(connection: Connection, place: Place, own: TableState | undefined): void {
  const table = place.at === "table" ? place.table : own?.table;
  if (table !== undefined) forgetKey(table);
  if (place.at === "table") connection.send({ type: "watch", table: place.table });
}

/** Keeps the key of a table, goes to the address of a new one, and is ready where that is plain. */
function arrived(connection: Connection, before: TableState | undefined, table: TableState, place: Place): void {
  if (table.you.key) keepKey(table.table, table.you.key);
  const isThere = place.at === "table" && place.table === table.table;
  if ((place.at === "start" || place.at === "learn") && table.table !== before?.table) location.hash = placeText({ at: "table", table: table.table });
  else if (isThere && place.invitation !== undefined && table.you.key) {
    history.replaceState(null, "", placeText({ at: "table", table: table.table }));
    dispatchEvent(new HashChangeEvent("hashchange"));
    if (table.phase === "gathering") connection.send({ type: "ready", ready: true }); // who sits down wants to play
  }
  if (isReadyAtOnce(before, table)) connection.send({ type: "ready", ready: true });
}

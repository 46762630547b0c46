import { useEffect, useRef, useState } from "preact/hooks";
import type { FromPage, TableState, ToPage } from "../../wire/messages.ts";
import type { Connection } from "../connection.ts";
import { forgetKey, keepKey, placeText, savedKey, type Place } from "../place.ts";
import { heardAtTable } from "./state.ts";

/** The table at which the reader is, as the server has told it. */
export interface AtTable {
  table: TableState | undefined;
  /** The reason for which the reader is no longer at the table. */
  gone: string | undefined;
  /** The number of moves that were refused. */
  refusals: number;
  /** The number of times that the table was told as a whole. */
  epoch: number;
}

const NOWHERE: AtTable = { table: undefined, gone: undefined, refusals: 0, epoch: 0 };

/** The requests whose refusals are said where they were made, and not above the page as well. */
const SAID_BY_PAGES: ReadonlySet<string> = new Set<FromPage["type"]>([
  "review", "open_game", "look", "add_to_archive", "delete_archived", "restore_archived", "next_puzzle", "load_puzzle", "answer_puzzle", "hint_puzzle",
]);

/** Sits at the table of the address, comes back to it after a break, and hears of it. */
export function useTable(connection: Connection, place: Place, onNotice: (reason: string) => void): AtTable {
  const [at, setAt] = useState(NOWHERE);
  const wanted = useRef(place);
  wanted.current = place;
  const known = useRef<string | undefined>(undefined);
  useEffect(() => connection.listen((message) => {
    setAt((at) => heard(at, message));
    if (message.type === "welcome") enter(connection, wanted.current);
    if (message.type === "table") {
      arrived(connection, message, wanted.current, message.table !== known.current);
      known.current = message.table;
    }
    if (message.type === "refused") {
      const isSaidAtDoor = message.what === "accept" && wanted.current.at === "table";
      const isSaid = isSaidAtDoor || SAID_BY_PAGES.has(message.what);
      if (!refused(connection, message.what, wanted.current) && !isSaid) onNotice(message.reason);
    }
  }), [connection]);
  const id = place.at === "table" ? place.table : undefined;
  const invitation = place.at === "table" ? place.invitation : undefined;
  useEffect(() => {
    setAt((at) => (at.gone === undefined ? at : { ...at, gone: undefined })); // it was said of another way in
    if (id !== undefined && at.table?.table !== id) enter(connection, wanted.current);
  }, [id, invitation]);
  const isHere = at.table !== undefined && (place.at !== "table" || at.table.table === place.table);
  return isHere ? at : { ...at, table: undefined };
}

function heard(at: AtTable, message: ToPage): AtTable {
  const table = heardAtTable(at.table, message);
  switch (message.type) {
    case "table": return { ...at, table, gone: undefined, epoch: at.epoch + 1 };
    case "left": return { ...at, table, gone: message.reason };
    case "refused": {
      const gone = message.what === "watch" || message.what === "accept" ? message.reason : at.gone;
      return { ...at, gone, refusals: at.refusals + (message.what === "move" ? 1 : 0) };
    }
    default: return table === at.table ? at : { ...at, table };
  }
}

/** Goes to the table of an address: with the key of this tab, or as an onlooker; all else is asked first. */
function enter(connection: Connection, place: Place): void {
  if (place.at !== "table") return;
  const saved = savedKey(place.table);
  if (saved?.ofThisTab) connection.send({ type: "return", table: place.table, key: saved.key });
  else if (!saved && place.invitation === undefined) connection.send({ type: "watch", table: place.table });
}

/** What is said elsewhere, or needs no words: a key that opens no seat any more is forgotten, and its owner watches. True for these. */
function refused(connection: Connection, what: string, place: Place): boolean {
  // The panel after a game says by itself that there is no review.
  if (what === "review" && place.at === "table") return true;
  if (what !== "return" || place.at !== "table") return false;
  forgetKey(place.table);
  return connection.send({ type: "watch", table: place.table });
}

/** Keeps the key of a table, goes to the address of a new one, and is ready if nobody else has to be. */
function arrived(connection: Connection, table: TableState, place: Place, isNew: boolean): void {
  if (table.you.key) keepKey(table.table, table.you.key);
  const isThere = place.at === "table" && place.table === table.table;
  if ((place.at === "start" || place.at === "learn") && isNew) location.hash = placeText({ at: "table", table: table.table });
  else if (isThere && place.invitation !== undefined && table.you.key) {
    history.replaceState(null, "", placeText({ at: "table", table: table.table }));
    dispatchEvent(new HashChangeEvent("hashchange"));
    if (table.phase === "gathering") connection.send({ type: "ready", ready: true }); // who sits down wants to play
  }
  const people = table.seats.filter(({ standing }) => standing.who !== "tandem");
  const isAlone = people.every(({ seat, standing }) => standing.who === "person" && table.you.seats.includes(seat));
  const isReady = people.some(({ standing }) => standing.who === "person" && standing.ready);
  if (table.you.owner && table.phase === "gathering" && isAlone && !isReady) connection.send({ type: "ready", ready: true });
}

import type { AnalysisPosition } from "../wire/messages.ts";
import type { Seat } from "../game/seats.ts";
import { withoutTurns } from "../game/text.ts";

/** The part of the page that is shown, as its address says after `#`. */
export type Place =
  /** A new table, perhaps from a position. */
  | { at: "start"; position?: AnalysisPosition }
  /** An invitation says for which seat it is. */
  | { at: "table"; table: string; invitation?: string; seat?: Seat }
  /** Moves and notes are those of the line that is shown; a game of the archive is shown after a ply. */
  | { at: "analysis"; position: AnalysisPosition | undefined; moves: readonly string[]; notes?: string }
  | { at: "analysis"; position: undefined; moves: readonly never[]; archived: number; ply: number }
  /** A game of the archive, of the file of the explorer by the number of a board, or one that another page has handed over. */
  | { at: "review"; archived?: number; explored?: number; handed?: string }
  | { at: "archive" }
  | { at: "player"; player: string }
  | { at: "puzzles"; puzzle?: number }
  | { at: "learn" };

/** The rule set of an address that names none. */
const USUAL_RULES = "fics";

export function readPlace(hash: string): Place {
  const [, path = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const [at, id, mark, secret, seat] = path.split("/");
  // A link may be anybody's.
  const asked = new URLSearchParams([...new URLSearchParams(query)].map(([name, value]) => [name, withoutTurns(value)]));
  switch (at) {
    case "t": return id ? { at: "table", table: id, ...(mark === "i" && secret ? { invitation: secret, ...seatOf(seat) } : {}) } : { at: "start" };
    case "analysis": {
      if (Number(id) > 0) return { at, position: undefined, moves: [], archived: Number(id), ply: Number(asked.get("ply")) || 0 };
      const notes = asked.get("notes");
      return { at, position: positionOf(asked), moves: asked.get("moves")?.split(" ").filter(Boolean) ?? [], ...(notes ? { notes } : {}) };
    }
    case "review": {
      if (id === "board" && /^\d+$/.test(mark ?? "")) return { at, explored: Number(mark) };
      const handed = asked.get("handed");
      return { at, ...(Number(id) > 0 ? { archived: Number(id) } : {}), ...(handed && /^[0-9a-f]{32}$/.test(handed) ? { handed } : {}) };
    }
    case "archive": return { at };
    case "player": return id ? { at, player: withoutTurns(decoded(id)) } : { at: "archive" };
    case "learn": return { at };
    case "puzzles": return { at, ...(Number.isSafeInteger(Number(id)) && Number(id) !== 0 ? { puzzle: Number(id) } : {}) };
    default: {
      const position = positionOf(asked);
      return { at: "start", ...(position ? { position } : {}) };
    }
  }
}

/** A part of an address as it was written; one that was written by hand may be no such text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function seatOf(text: string | undefined): { seat?: Seat } {
  return text !== undefined && /^[0-3]$/.test(text) ? { seat: Number(text) as Seat } : {};
}

function positionOf(asked: URLSearchParams): AnalysisPosition | undefined {
  const fens = ["A", "B"].flatMap((board) => asked.get(board)?.replaceAll("_", " ") || []);
  if (fens.length === 0) return undefined;
  const clocks = asked.get("clocks")?.split(",").map(Number) ?? [];
  const isWhole = clocks.length === 2 * fens.length && clocks.every(Number.isFinite);
  return { rules: asked.get("rules") ?? USUAL_RULES, fens, clocks_ms: isWhole ? clocks : null };
}

/** A place as an address; FENs keep their slashes, and blanks are underlines, so that it can be read. */
export function placeText(place: Place): string {
  switch (place.at) {
    case "start": return place.position ? `#/play?${positionText(place.position).join("&")}` : "#/";
    case "archive": return "#/archive";
    case "player": return `#/player/${encodeURIComponent(place.player)}`;
    case "learn": return "#/learn";
    case "puzzles": return `#/puzzles${place.puzzle === undefined ? "" : `/${place.puzzle}`}`;
    case "table": return `#/t/${place.table}${place.invitation ? `/i/${place.invitation}${place.seat === undefined ? "" : `/${place.seat}`}` : ""}`;
    case "review": {
      if (place.explored !== undefined) return `#/review/board/${place.explored}`;
      if (place.handed !== undefined) return `#/review?handed=${place.handed}`;
      return `#/review${place.archived === undefined ? "" : `/${place.archived}`}`;
    }
    case "analysis": {
      if ("archived" in place) return `#/analysis/${place.archived}?ply=${place.ply}`;
      const { position, moves, notes } = place;
      if (!position) return "#/analysis";
      const line = moves.length > 0 ? [`moves=${moves.join("+")}`] : [];
      return `#/analysis?${[...positionText(position), ...line, ...(notes ? [`notes=${encodeURIComponent(notes)}`] : [])].join("&")}`;
    }
  }
}

function positionText({ rules, fens, clocks_ms }: AnalysisPosition): string[] {
  const boards = fens.map((fen, at) => `${"AB".charAt(at)}=${fen.replaceAll(" ", "_")}`);
  const clocks = clocks_ms ? [`clocks=${clocks_ms.join(",")}`] : [];
  return [...(rules === USUAL_RULES ? [] : [`rules=${encodeURIComponent(rules)}`]), ...boards, ...clocks];
}

/** The keys of this browser's seats: those of this tab first, so that a reload comes back. */
export function savedKey(table: string): { key: string; ofThisTab: boolean } | undefined {
  const name = `tandem-key-${table}`;
  try {
    const own = sessionStorage.getItem(name);
    if (own) return { key: own, ofThisTab: true };
    const other = localStorage.getItem(name);
    return other ? { key: other, ofThisTab: false } : undefined;
  } catch {
    return undefined; // a browser may refuse storage
  }
}

export function keepKey(table: string, key: string): void {
  try {
    sessionStorage.setItem(`tandem-key-${table}`, key);
    localStorage.setItem(`tandem-key-${table}`, key);
  } catch {
    // the seat is kept until the page is closed
  }
}

export function forgetKey(table: string): void {
  try {
    sessionStorage.removeItem(`tandem-key-${table}`);
    localStorage.removeItem(`tandem-key-${table}`);
  } catch {
    // there was none then
  }
}

import type { BoardName, ColorName } from "../../game/record.ts";
import { boardOf, colorOf, teamOf } from "../../game/seats.ts";
import { partnerOf } from "../../live/lead.ts";
import type { BoardState, FromPage, GameState, Seat, SeatState, TableState, ToPage } from "../../wire/messages.ts";

/** A table after a message. Messages that are not about it leave it as it is. */
export function heardAtTable(table: TableState | undefined, message: ToPage): TableState | undefined {
  if (message.type === "table") return message;
  if (message.type === "left") return undefined;
  if (table === undefined) return table;
  if (message.type === "seats") return { ...table, seats: message.seats, onlookers: message.onlookers, rematch: message.rematch };
  const game = table.game && heardInGame(table.game, message);
  const phase = message.type === "ended" ? "over" : table.phase;
  return game === table.game ? table : { ...table, game, phase };
}

function heardInGame(game: GameState, message: ToPage): GameState {
  switch (message.type) {
    case "moved": {
      if (message.plies !== game.plies.length + 1) return game; // a table that follows has everything
      const boards = game.boards.map((board) => message.boards.find((other) => other.board === board.board) ?? board);
      return { ...game, boards, clocks: message.clocks, plies: [...game.plies, message.ply], draw_offers: message.draw_offers };
    }
    case "told": return { ...game, words: [...game.words, message.word] };
    case "draw_offers": return { ...game, draw_offers: message.seats };
    case "ended": return { ...game, result: message.result, clocks: message.clocks };
    default: return game;
  }
}

/** True while a person's game runs in which the reader plays. */
export function isOwnGame(table: TableState | undefined): boolean {
  return table?.phase === "playing" && table.you.seats.length > 0;
}

/**
 * Whether the owner's page says that the owner is ready, which happens in this one place: if nobody
 * else has to be, and when the owner has asked for the next game.
 */
export function isReadyAtOnce(before: TableState | undefined, table: TableState): boolean {
  const { owner, seats: own } = table.you;
  if (!owner || table.phase !== "gathering") return false;
  const people = table.seats.filter(({ standing }) => standing.who !== "tandem");
  if (people.some(({ seat, standing }) => own.includes(seat) && standing.who === "person" && standing.ready)) return false;
  const isAlone = people.every(({ seat, standing }) => standing.who === "person" && own.includes(seat));
  const hasAsked = before?.table === table.table && before.phase === "over";
  return isAlone || hasAsked;
}

/** What is asked for by messages that a game's end may overtake. */
const IN_GAME: ReadonlySet<string> = new Set<FromPage["type"]>(["move", "tell", "sit", "offer_draw", "resign"]);
/** What is refused in the place where it was asked for: at the door of the table, or by a link that is not there. */
const SAID_THERE: ReadonlySet<string> = new Set<FromPage["type"]>([
  "accept", "return", "watch", "record", "review", "open_game", "look", "add_to_archive", "delete_archived", "restore_archived",
  "next_puzzle", "load_puzzle", "answer_puzzle", "hint_puzzle",
]);

/** Whether a refusal tells the reader something: not if a message and the end of the game crossed. */
export function isNews(what: string, table: TableState | undefined): boolean {
  return !SAID_THERE.has(what) && !(IN_GAME.has(what) && table?.phase !== "playing");
}

/** The board in front of the reader: that of the first own seat. An onlooker looks at A. */
export function nearBoard({ you, boards }: TableState): BoardName {
  const [seat] = you.seats;
  return seat === undefined || boards === 1 ? "A" : boardOf(seat);
}

/** The color at the bottom of a board: the own one, or else that of the own team. */
export function bottomOf({ you }: TableState, board: BoardName): ColorName {
  const own = you.seats.find((seat) => boardOf(seat) === board);
  if (own !== undefined) return colorOf(own);
  const [seat] = you.seats;
  const team = seat === undefined ? "one" : teamOf(seat);
  return (board === "A") === (team === "one") ? "white" : "black";
}

/** The seat that the reader plays on a board: the one on turn if both are the reader's. */
export function ownSeat({ you }: TableState, { board, on_turn }: BoardState): Seat | undefined {
  const own = you.seats.filter((seat) => boardOf(seat) === board);
  return own.includes(on_turn) ? on_turn : own[0];
}

export function seatState(table: TableState, seat: Seat): SeatState | undefined {
  return table.seats.find((state) => state.seat === seat);
}

export function boardState(game: GameState, board: BoardName): BoardState | undefined {
  return game.boards.find((state) => state.board === board);
}

/** The number of moves made on a board. */
export function pliesOn({ plies }: GameState, board: BoardName): number {
  return plies.filter(({ seat }) => boardOf(seat) === board).length;
}

/** The squares of the last move on a board. */
export function lastSquares({ plies }: GameState, board: BoardName): readonly string[] {
  return plies.findLast(({ seat }) => boardOf(seat) === board)?.squares ?? [];
}

/** The boards of a game, the reader's first. */
export function boardsInOrder(table: TableState): BoardName[] {
  const near = nearBoard(table);
  if (table.boards === 1) return [near];
  return near === "A" ? ["A", "B"] : ["B", "A"];
}

/** True while the reader has a partner to talk to. */
export function canTalk({ you, boards, phase }: TableState): boolean {
  const [seat] = you.seats;
  return phase === "playing" && boards === 2 && seat !== undefined && !you.seats.includes(partnerOf(seat));
}

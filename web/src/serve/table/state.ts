import type { BoardName, ColorName } from "../../game/record.ts";
import { boardOf, colorOf, teamOf } from "../../game/seats.ts";
import { partnerOf } from "../../live/lead.ts";
import type { BoardState, GameState, Seat, SeatState, TableState, ToPage } from "../../wire/messages.ts";

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

/** The seats of the reader on the boards in order, for what concerns one of them. */
export function firstSeat(table: TableState): Seat | undefined {
  return table.you.seats[0];
}

/** True while the reader has a partner to talk to. */
export function canTalk({ you, boards, phase }: TableState): boolean {
  const [seat] = you.seats;
  return phase === "playing" && boards === 2 && seat !== undefined && !you.seats.includes(partnerOf(seat));
}

import type { Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { imagined, intentOf, partsOf, signOf, type MoveText } from "./moves.ts";

/** A move as it was entered, and what it said at that moment: it is made as that, or not at all. */
export interface Entered {
  move: MoveText;
  intent: string;
}

/**
 * The moves that a player has made on the page: the first one may be on its way to the server, the
 * others wait for their turn. So a move, a premove and a drop of a piece that is still to come are
 * one thing.
 */
export interface Queue {
  /** The game and the seat for which the moves were entered. */
  game: string;
  moves: readonly Entered[];
  /** The ply of the board at which the first move was sent, and the number of the connection that took it. */
  sent: { ply: number; epoch: number } | undefined;
}

export const EMPTY: Queue = { game: "", moves: [], sent: undefined };

/** A board as far as its player's moves depend on it. */
export interface Turn {
  /** The game and the seat; a queue of another one is none here. */
  game: string;
  position: Position;
  color: ColorName;
  /** The number of moves made on the board. */
  ply: number;
  /** The number of the connection: a move that an earlier one has taken is sent again if it was not made. */
  epoch: number;
  /** The legal moves of the player; none if the player is not on turn. */
  legal: readonly MoveText[];
  onTurn: boolean;
  sits: boolean;
  /** True if pieces may come to the hand while the player is on turn. */
  mayReceive: boolean;
}

/** What is to be done with the first move of a queue. */
export type Step =
  | { kind: "wait" }
  | { kind: "send"; move: MoveText }
  /** The first move is a drop of a piece that the player does not hold yet. */
  | { kind: "lacks"; piece: string }
  | { kind: "drop-all" };

/** The queue that is left of a kept one in a turn: a move that was sent has been made if the board has moved on. */
export function atTurn(queue: Queue, { game, ply, epoch }: Turn): Queue {
  if (queue.game !== game) return EMPTY;
  if (queue.sent === undefined) return queue;
  if (ply > queue.sent.ply) return { ...queue, moves: queue.moves.slice(1), sent: undefined };
  return epoch === queue.sent.epoch ? queue : { ...queue, sent: undefined };
}

/** The queue with a move that is entered after those in it; a move of no own man is none. */
export function added(queue: Queue, { position, color }: Turn, move: MoveText): Queue {
  const intent = intentOf(ahead(position, color, queue), color, move);
  return intent === undefined ? queue : { ...queue, moves: [...queue.moves, { move, intent }] };
}

export function next({ moves, sent }: Queue, turn: Turn): Step {
  const [first] = moves;
  if (first === undefined || sent !== undefined || !turn.onTurn || turn.sits) return { kind: "wait" };
  const { position, color } = turn;
  const move = turn.legal.find((legal) => intentOf(position, color, legal) === first.intent);
  if (move !== undefined) return { kind: "send", move };
  const { drop, to } = partsOf(first.move) ?? {};
  const lacks = drop !== undefined && to !== undefined && turn.mayReceive && position.men[to] === undefined && !position.held.includes(signOf(drop, color));
  return lacks ? { kind: "lacks", piece: drop } : { kind: "drop-all" };
}

export function sent(queue: Queue, { ply, epoch }: Turn): Queue {
  return { ...queue, sent: { ply, epoch } };
}

/** The position with all moves of the queue made that still are what they were when they were entered. */
export function ahead(position: Position, color: ColorName, { moves }: Queue): Position {
  return moves.reduce((at, { move, intent }) => (intentOf(at, color, move) === intent ? imagined(at, color, move) : at), position);
}

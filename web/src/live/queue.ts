import type { Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { imagined, partsOf, signOf, type MoveText } from "./moves.ts";

/**
 * The moves that a player has made on the page: the first one may be on its way to the server, the
 * others wait for their turn. So a move, a premove and a drop of a piece that is still to come are
 * one thing.
 */
export interface Queue {
  moves: readonly MoveText[];
  /** The ply of the board at which the first move was sent. */
  sentAt: number | undefined;
}

export const EMPTY: Queue = { moves: [], sentAt: undefined };

/** A board as far as its player's moves depend on it. */
export interface Turn {
  position: Position;
  color: ColorName;
  /** The number of moves made on the board. */
  ply: number;
  /** The legal moves of the player; none if the player is not on turn. */
  legal: readonly MoveText[];
  onTurn: boolean;
  sits: boolean;
}

/** What is to be done with the first move of a queue. */
export type Step =
  | { kind: "wait" }
  | { kind: "send"; move: MoveText }
  /** The first move is a drop of a piece that the player does not hold yet. */
  | { kind: "lacks"; piece: string }
  | { kind: "drop-all" };

export function added(queue: Queue, move: MoveText): Queue {
  return { ...queue, moves: [...queue.moves, move] };
}

export function next({ moves, sentAt }: Queue, turn: Turn): Step {
  const [move] = moves;
  if (move === undefined || sentAt !== undefined || !turn.onTurn || turn.sits) return { kind: "wait" };
  const found = legalForm(turn.legal, move);
  if (found !== undefined) return { kind: "send", move: found };
  const { drop } = partsOf(move) ?? {};
  const lacks = drop !== undefined && !turn.position.held.includes(signOf(drop, turn.color));
  return lacks ? { kind: "lacks", piece: drop } : { kind: "drop-all" };
}

/** A move as the list of legal moves writes it: castling may be told by the rook's square. */
export function legalForm(legal: readonly MoveText[], move: MoveText): MoveText | undefined {
  if (legal.includes(move)) return move;
  const turned: Record<string, string> = {
    e1h1: "e1g1", e1a1: "e1c1", e8h8: "e8g8", e8a8: "e8c8", e1g1: "e1h1", e1c1: "e1a1", e8g8: "e8h8", e8c8: "e8a8",
  };
  const other = turned[move];
  return other !== undefined && legal.includes(other) ? other : undefined;
}

export function sent(queue: Queue, ply: number): Queue {
  return { ...queue, sentAt: ply };
}

/** The queue once the board has moved on: a move that was sent has been made. */
export function atPly(queue: Queue, ply: number): Queue {
  if (queue.sentAt === undefined || ply <= queue.sentAt) return queue;
  return { moves: queue.moves.slice(1), sentAt: undefined };
}

/** The position with all moves of the queue made. */
export function ahead(position: Position, color: ColorName, { moves }: Queue): Position {
  return moves.reduce((at, move) => imagined(at, color, move), position);
}

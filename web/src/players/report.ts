import type { BoardName, ColorName } from "../game/record.ts";

/** A report on a player as the program writes it: `docs/players.md` describes the fields. */
export interface PlayerReport {
  player: string;
  games: number;
  score: ScoreRow;
  findings: Finding[];
  measures: Measure[];
  colors: ScoreRow[];
  seats: ScoreRow[];
  clocks: ScoreRow[];
  partners: ScoreRow[];
  openings: (ScoreRow & { color: ColorName })[];
  endings: { name: string; won: number; lost: number }[];
  time?: TimeReport;
  drops: DropRow[];
  accuracy?: { moves: Pair; loss: Shares; kinds: MistakeRow[] };
}

/** A number of the player, and of the others. */
export type Pair = readonly [own: number, others: number];
export type Shares = readonly [own: number | null, others: number | null];

export interface ScoreRow {
  name: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** Points per game, 0 to 1, and half of the interval of 95 %. */
  share: number | null;
  within: number | null;
}

export interface Finding {
  about: string;
  text: string;
  /** False if the positions show the others, who do it more often. */
  shows_player: boolean;
  examples: Example[];
}

export type Unit = "count" | "share" | "seconds";

export interface Measure {
  habit: string;
  measure: string;
  unit: Unit;
  own: number | null;
  others: number | null;
  difference: number | null;
  within: number | null;
  is_clear: boolean;
}

export interface TimeReport {
  games: number;
  move_seconds: number | null;
  sat: number;
  sat_seconds: number;
  sat_for_piece: number;
  left_seconds: number;
  /** Ahead, level and behind on the clock at half time; in each, the same at the end. */
  leads: number[][];
}

export interface DropRow {
  piece: string;
  drops: number;
  checks: number;
  shares: Pair;
  /** Drops on each square from a1, b1 to h8, from the player's side. */
  squares: number[];
}

export interface MistakeRow {
  kind: string;
  name: string;
  counts: Pair;
  shares: Shares;
  cost: number | null;
  examples: Example[];
}

/** A position of a game, with both boards before a move. */
export interface Example {
  place: string;
  players: string[];
  date?: string;
  result: string;
  ply: number;
  board: BoardName;
  color: ColorName;
  move?: string;
  squares: string[];
  fens: string[];
  clocks_ms?: number[];
  note?: string;
}

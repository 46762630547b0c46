/** A game as the program writes it into the page: `docs/analyze.md` describes most of the fields. */
export interface GameRecord {
  game: number;
  result: string;
  players: string[];
  plies: Ply[];
  /** The FEN of each board at the start, and after each move. */
  start: string[];
  after: string[][];
  /** The comments before the first move, and after each move. */
  said: string[][];
  /** The squares that each move touches, origin first; a drop has one. */
  squares?: string[][];
  reason?: string;
  /** The result as far as it is known, and whether a mate or a flag on the board implies it. */
  outcome?: { result: string; by: string };
  /** Whose games the forecasts are about; a game that has it has marks too. */
  scale?: string;
  ratings?: (string | null)[];
  event?: string;
  date?: string;
  time_control?: string;
}

/** A move with its judgement, from the mover's point of view. */
export interface Ply {
  board: BoardName;
  color: ColorName;
  san: string;
  clock_ms?: number;
  best: Score;
  played: Score;
  /** The share of a game that the move cost, 0 to 1. */
  lost: number;
  /** The mark of a mistake. */
  mark?: Mark;
  better?: string[];
  /** The best plan of the mover's team on both boards, in SAN. */
  plan?: string;
  /** The reasons of the mistake, a sentence each. */
  why?: string[];
  /** The forecast before the move: the share of such games that team one wins. */
  team_one_wins: number;
}

export type Mark = "?!" | "?" | "??";
export type BoardName = "A" | "B";
export type ColorName = "white" | "black";

export type Score =
  | { centipawns: number }
  | { mate_in: number }
  | { wins_unless_helped_in: number };

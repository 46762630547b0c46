import type { BoardName, ColorName, GameRecord, Ply } from "../src/game/record.ts";

/** A move with a judgement that a test may replace. */
export function ply(board: BoardName, color: ColorName, san: string, rest: Partial<Ply> = {}): Ply {
  return { board, color, san, best: { centipawns: 0 }, played: { centipawns: 0 }, lost: 0, team_one_wins: 0.5, ...rest };
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1";
const F3 = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR[] b KQkq - 0 1";
const E5 = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR[] w KQkq - 0 2";
const G4 = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR[] b KQkq - 0 2";
const MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w KQkq - 1 3";

/** The shortest mate, with a move on the other board. */
export const GAME: GameRecord = {
  game: 1,
  result: "0-1",
  players: ["Anna", "Bert", "Carl", "Dora"],
  start: [START, START],
  after: [[F3, START], [F3, E4], [E5, E4], [G4, E4], [MATE, E4]],
  said: [[], ["Anna says hello"], [], [], [], []],
  squares: [["f2", "f3"], ["e2", "e4"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]],
  ratings: ["1500", null, null, "1800"],
  reason: "Anna checkmated",
  event: "a short one",
  time_control: "60+0",
  plies: [
    ply("A", "white", "f3", { clock_ms: 59_000, played: { centipawns: -60 }, team_one_wins: 0.5 }),
    ply("B", "white", "e4", { clock_ms: 58_500, team_one_wins: 0.4 }),
    ply("A", "black", "e5", { clock_ms: 57_000, played: { centipawns: 90 }, team_one_wins: 0.45 }),
    ply("A", "white", "g4", {
      clock_ms: 49_000, lost: 0.5, mark: "??", played: { mate_in: -1 }, better: ["e3", "d5"], team_one_wins: 0.4,
    }),
    ply("A", "black", "Qh4+", { clock_ms: 45_000, played: { mate_in: 1 }, best: { mate_in: 1 }, team_one_wins: 0.1 }),
  ],
};

/** A game on one board. */
export const CRAZYHOUSE: GameRecord = {
  game: 1,
  result: "*",
  players: ["Ida", "Jan", "?", "?"],
  start: [START],
  after: [[E4], [E5]],
  said: [[], [], []],
  plies: [ply("A", "white", "e4"), ply("A", "black", "e5")],
};

import type { Score } from "./record.ts";
import type { Team, TeamNames } from "./seats.ts";

/** Beyond this many centipawns a number says no more than that a board is won. */
const WON = 1000;
/** Near this many centipawns stands a mate with a piece that is about to arrive. */
const ALMOST_MATE = 15_000;
/** A score in pawns is no more than this. */
const MOST_PAWNS = 20;
/** Below this many centipawns a board is even. */
const EVEN = 25;

/** The same score from the other side. */
export function negated(score: Score): Score {
  if ("centipawns" in score) return { centipawns: -score.centipawns };
  if ("mate_in" in score) return { mate_in: -score.mate_in };
  return { wins_unless_helped_in: -score.wins_unless_helped_in };
}

/** A mover's score from the point of view of team one, which all scores of the page have. */
export function forTeamOne(score: Score, mover: Team): Score {
  return mover === "one" ? score : negated(score);
}

function value(score: Score): number {
  if ("centipawns" in score) return score.centipawns;
  return "mate_in" in score ? score.mate_in : score.wins_unless_helped_in;
}

/** The team that a score of team one favors; nobody on an even board. */
export function favored(score: Score): Team | undefined {
  if ("centipawns" in score && Math.abs(score.centipawns) < EVEN) return undefined;
  return value(score) > 0 || Object.is(value(score), 0) ? "one" : "two";
}

/** A score of team one from -1 to 1. */
export function worth(score: Score): number {
  if (!("centipawns" in score)) return Math.sign(value(score));
  const pawns = score.centipawns / 100;
  return pawns / (Math.abs(pawns) + 3);
}

/** A score in pawns from -20 to 20; a mate counts most. */
export function pawnsOf(score: Score): number {
  if (!("centipawns" in score)) return favored(score) === "one" ? MOST_PAWNS : -MOST_PAWNS;
  return Math.min(Math.max(score.centipawns / 100, -MOST_PAWNS), MOST_PAWNS);
}

/** A score of team one in a few characters, never more than ten pawns: `+1.4`, `+10`, `\u2212#3`. */
export function shortScore(score: Score): string {
  const sign = value(score) < 0 || Object.is(value(score), -0) ? "\u2212" : "+";
  if ("mate_in" in score) return `${sign}#${Math.abs(score.mate_in)}`;
  if ("wins_unless_helped_in" in score) return `${sign}#?`;
  const size = Math.abs(score.centipawns);
  if (size >= ALMOST_MATE) return `${sign}#?`;
  if (size >= WON) return `${sign}10`;
  const pawns = (size / 100).toFixed(1);
  return pawns === "0.0" ? "0.0" : sign + pawns;
}

/** A score of team one in words: `Blue is 1.4 pawns ahead`, `Orange mates in 3`. */
export function scoreInWords(score: Score, names: TeamNames): string {
  const team = favored(score);
  if (team === undefined) return "even";
  const name = names[team];
  const size = Math.abs(value(score));
  if ("mate_in" in score) return size === 0 ? `${name} has mated` : `${name} mates in ${size}`;
  if ("wins_unless_helped_in" in score) return `${name} wins unless a piece arrives`;
  if (size >= ALMOST_MATE) return `${name} mates once a piece arrives`;
  if (size >= WON) return `${name} is winning`;
  return `${name} is ${(size / 100).toFixed(1)} pawns ahead`;
}

/** A share of games as a percentage. */
export function percent(part: number): string {
  return `${Math.round(100 * part)}\u00A0%`;
}

/** The forecast in words, for the team that it favors: `Blue wins 63 %`. */
export function forecastInWords(teamOneWins: number, names: TeamNames): string {
  const one = Math.round(100 * teamOneWins);
  return one >= 50 ? `${names.one} wins ${one}\u00A0%` : `${names.two} wins ${100 - one}\u00A0%`;
}

/** A place in the games of a page: a game, counted from 0, and a number of moves played. */
export interface Place {
  game: number;
  ply: number;
}

/** Reads the part of an address after `#`, as in `game=2&ply=17`; what is missing is the start. */
export function readPlace(hash: string): Place {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => Math.max(0, Math.trunc(Number(asked.get(name)) || 0));
  return { game: Math.max(0, number("game") - 1), ply: number("ply") };
}

export function placeText({ game, ply }: Place): string {
  return `#game=${game + 1}&ply=${ply}`;
}

/** The place that exists nearest to one asked for. */
export function within({ game, ply }: Place, lengths: readonly number[]): Place {
  const known = Math.min(Math.max(game, 0), Math.max(lengths.length - 1, 0));
  return { game: known, ply: Math.min(Math.max(ply, 0), lengths[known] ?? 0) };
}

let handed: string | undefined;

/** Hands a game to the page of reviews, which is about to be opened. */
export function handOver(game: string): void {
  handed = game;
}

/** The game that was handed over, once. */
export function takeHanded(): string | undefined {
  const game = handed;
  handed = undefined;
  return game;
}

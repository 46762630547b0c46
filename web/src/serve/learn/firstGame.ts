import type { Setup, Sitter } from "../../wire/messages.ts";

const tandem = (elo: number): Sitter => ({ who: "tandem", level: { elo, pace: "human" } });

/** The game after the lesson: time to look, beginners to win against, and a partner who knows how. */
export const FIRST_GAME: Setup = {
  rules: "fics",
  clock: "300",
  start: null,
  seats: [{ who: "me" }, tandem(500), tandem(500), tandem(1700)],
};

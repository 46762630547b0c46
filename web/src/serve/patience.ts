import type { FromPage, ToPage } from "../wire/messages.ts";

/**
 * Lengths in milliseconds, from the oldest ping without an answer, which goes out a second after the
 * last answer at most: until the page says that nothing is heard, and until it takes the connection
 * for dead. A dead one does not close by itself for a minute.
 */
export const SILENT = 3250;
export const DEAD = 8000;
/** The second while an answer of megabytes may be on a slow way, behind which all others are. */
const DEAD_BEHIND_A_LONG_ANSWER = 120_000;
/** The questions with such answers, each with the last of them. */
const LONG_ANSWERS: Partial<Record<FromPage["type"], ToPage["type"]>> = { review: "review_done", open_game: "game_opened", load_archived: "archive_game" };

/**
 * The patience with a silent server: longer while it may be sending a long answer, unless the reader
 * plays a game, whose clocks do not wait for the answer.
 */
export class Patience {
  #questions = new Set<FromPage["type"]>();
  #isPlaying = false;

  /** The silence after which a connection is let go. */
  get limit(): number {
    return this.#questions.size > 0 && !this.#isPlaying ? DEAD_BEHIND_A_LONG_ANSWER : DEAD;
  }

  asked(question: FromPage["type"]): void {
    if (LONG_ANSWERS[question]) this.#questions.add(question);
    if (question === "stop_review") this.#questions.delete("review");
  }

  heard(message: ToPage): void {
    if (message.type === "welcome") this.#questions.clear();
    if (message.type === "table") this.#isPlaying = message.phase === "playing" && message.you.seats.length > 0;
    if (message.type === "ended" || message.type === "left") this.#isPlaying = false;
    for (const question of this.#questions) {
      const isRefused = message.type === "refused" && message.what === question;
      if (isRefused || LONG_ANSWERS[question] === message.type) this.#questions.delete(question);
    }
  }
}

import { marked } from "../../game/mistakes.ts";
import type { GameRecord } from "../../game/record.ts";
import { settled } from "../../game/result.ts";
import type { ToPage } from "../../wire/messages.ts";

/** The quick review of the game that has just ended. */
export type QuickReview =
  /** Nobody asks for one: the reader did not play, or hardly anything was played. */
  | { at: "none" }
  /** The record of the game is waited for, or the server's answer. */
  | { at: "asked"; id: number }
  | { at: "running"; id: number; done: number; plies: number }
  | { at: "done"; game: GameRecord }
  | { at: "unavailable"; why: string };

/** The review after a message. Those about others leave it as it is. */
export function heardQuick(review: QuickReview, message: ToPage): QuickReview {
  if (review.at !== "asked" && review.at !== "running") return review;
  if (message.type === "refused" && message.what === "review") return { at: "unavailable", why: message.reason };
  if (!("id" in message) || message.id !== review.id) return review;
  switch (message.type) {
    case "review_read": return read(review.id, message.plies, message.faults);
    case "review_progress": return review.at === "running" ? { ...review, done: message.done } : review;
    case "reviewed": return { at: "done", game: settled(marked(message.game)) };
    case "review_done": return { at: "unavailable", why: "the record of the game has no moves" };
    default: return review;
  }
}

function read(id: number, plies: readonly number[], faults: readonly string[]): QuickReview {
  const [number] = plies;
  if (number === undefined) return { at: "unavailable", why: faults[0] ?? "the record of the game cannot be read" };
  return { at: "running", id, done: 0, plies: number };
}

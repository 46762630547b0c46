/** A step through a game. */
export type Step = "first" | "back" | "next" | "last" | "mistake-back" | "mistake-next";

const STEPS: Record<string, Step> = {
  ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last",
};

/** The step that a key asks for; with Shift an arrow goes to the next mistake. */
export function stepOf(event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">): Step | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.shiftKey && event.key === "ArrowLeft") return "mistake-back";
  if (event.shiftKey && event.key === "ArrowRight") return "mistake-next";
  return STEPS[event.key];
}

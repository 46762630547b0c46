// Text of other people: names, words, comments, names of files.

/** The characters that turn what follows them around, past the end of their text: embeddings, overrides and isolates. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A text without the characters that turn others around. */
export function withoutTurns(text: string): string {
  return text.replace(TURNS, "");
}

/** Reads JSON whose texts may be anybody's, each without the characters that turn others around. A whole record, which is for a file, stays as it is. */
export function readJson(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (typeof value === "string" && key !== "bpgn" ? withoutTurns(value) : value));
}

/** A reason of the server as a sentence. */
export function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) || text === "" ? text : `${text}.`;
}

/** A name within a sentence: one that is written from right to left is isolated, so that it moves nothing around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

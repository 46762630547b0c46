import { heardPing, UNKNOWN_TIME, type ServerTime } from "../live/time.ts";
import { LONGEST, VERSION, type FromPage, type ToPage } from "../wire/messages.ts";
import { readJson } from "../game/text.ts";

export type Welcome = Extract<ToPage, { type: "welcome" }>;

export type Status = "connecting" | "open" | "lost";

/** Lengths in milliseconds: between pings, until the next attempt to connect, at most between them. */
const PING_EVERY = 2500;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 5000;
/** Without an answer for this long a connection is taken for dead, as after a laptop was closed. */
const SILENCE = 9000;
/** The same while an answer of megabytes may be on a slow way, behind which all others are. */
const LONG_SILENCE = 120_000;
/** The questions with such answers, each with the last of them. */
const LONG_ANSWERS: Partial<Record<FromPage["type"], ToPage["type"]>> = { review: "review_done", open_game: "game_opened", load_archived: "archive_game" };

const TOO_LONG = `that is more than ${LONGEST >> 20} MiB at once; compress the file, or bring fewer games`;

/** The patience with a silent server: longer while it may be sending a long answer. */
export class Patience {
  #questions = new Set<FromPage["type"]>();

  get silence(): number {
    return this.#questions.size > 0 ? LONG_SILENCE : SILENCE;
  }

  asked(question: FromPage["type"]): void {
    if (LONG_ANSWERS[question]) this.#questions.add(question);
    if (question === "stop_review") this.#questions.delete("review");
  }

  heard(message: ToPage): void {
    if (message.type === "welcome") this.#questions.clear();
    for (const question of this.#questions) {
      const isRefused = message.type === "refused" && message.what === question;
      if (isRefused || LONG_ANSWERS[question] === message.type) this.#questions.delete(question);
    }
  }
}

/** The connection with the server: it greets, measures the way, and comes back when it is lost. */
export class Connection {
  status: Status = "connecting";
  time: ServerTime = UNKNOWN_TIME;
  /** The latest greeting of the server; the page may not have listened yet when the first one came. */
  welcome: Welcome | undefined;
  #socket: WebSocket | undefined;
  #retry = FIRST_RETRY;
  #heardAt = performance.now();
  readonly #patience = new Patience();
  readonly #listeners = new Set<(message: ToPage) => void>();
  readonly #changes = new Set<() => void>();

  constructor(readonly address: string) {
    this.#connect();
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.#connect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#ping();
    });
  }

  /** The server's clock now. */
  now = (): number => performance.now() + this.time.offset;

  /** Sends a message; false if there is nobody to hear it. */
  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    const text = JSON.stringify(message);
    // The server would end the connection, and its reason with it.
    if (isTooLong(text)) queueMicrotask(() => this.#tell({ type: "refused", what: message.type, reason: TOO_LONG }));
    else {
      this.#patience.asked(message.type);
      this.#socket.send(text);
    }
    return true;
  }

  /** Calls a function for every message, the latest greeting included; returns what ends that. */
  listen(listener: (message: ToPage) => void): () => void {
    this.#listeners.add(listener);
    if (this.welcome && this.status === "open") listener(this.welcome);
    return () => this.#listeners.delete(listener);
  }

  /** Calls a function when the status or the lag has changed. */
  watch(change: () => void): () => void {
    this.#changes.add(change);
    return () => this.#changes.delete(change);
  }

  #connect(): void {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#heardAt = performance.now();
      this.send({ type: "hello", version: VERSION });
      this.#ping();
    });
    socket.addEventListener("message", (event) => this.#hear(String(event.data)));
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.#set("lost");
      setTimeout(() => this.#connect(), this.#retry);
      this.#retry = Math.min(LONGEST_RETRY, 1.6 * this.#retry);
    });
  }

  #hear(text: string): void {
    const message = readJson(text) as ToPage;
    this.#heardAt = performance.now();
    this.#patience.heard(message);
    if (message.type === "pong") {
      this.time = heardPing(this.time, { asked: message.sent_ms, heard: performance.now(), server: message.now_ms });
      for (const change of this.#changes) change();
      return;
    }
    if (message.type === "welcome") {
      this.welcome = message;
      this.#retry = FIRST_RETRY;
      this.#set("open");
    }
    this.#tell(message);
  }

  #tell(message: ToPage): void {
    for (const listener of this.#listeners) listener(message);
  }

  #ping(): void {
    if (this.#socket?.readyState === WebSocket.OPEN && performance.now() - this.#heardAt > this.#patience.silence) this.#socket.close();
    this.send({ type: "ping", sent_ms: performance.now() });
  }

  #set(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    for (const change of this.#changes) change();
  }
}

/** Whether a message is longer than the server takes. */
export function isTooLong(text: string): boolean {
  // No character of JavaScript has more than three bytes, so most texts need no count.
  return 3 * text.length > LONGEST && new TextEncoder().encode(text).length > LONGEST;
}

/** The address of the server's socket: that of the page. */
export function socketAddress({ protocol, host }: Pick<Location, "protocol" | "host">): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
}

import { heardPing, UNKNOWN_TIME, type ServerTime } from "../live/time.ts";
import { LONGEST, VERSION, type FromPage, type ToPage } from "../wire/messages.ts";
import { readJson } from "../game/text.ts";
import { Patience, SILENT } from "./patience.ts";

export type Welcome = Extract<ToPage, { type: "welcome" }>;

/** Silent: the connection is there, but nothing has come for some seconds. Lost: another one is dialled. */
export type Status = "connecting" | "open" | "silent" | "lost";

/** Lengths in milliseconds: between pings, and between two looks at the clock. */
const PING_EVERY = 1000;
const TICK = 250;
/** A tick that comes so late says that the page slept: what has come meanwhile may not be heard yet. */
const LATE = 2500;
/** Until a connection that does not come about is dialled again: more with each attempt, within limits. */
const DIAL_PATIENCE = 4000;
const LONGEST_DIAL_PATIENCE = 8000;
/** Until the next attempt after one that was refused, at most. */
const FIRST_RETRY = 400;
const LONGEST_RETRY = 5000;

/** The state of a socket that is open. */
const OPEN = 1;

const TOO_LONG = `that is more than ${LONGEST >> 20} MiB at once; compress the file, or bring fewer games`;

export type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "addEventListener">;

/** What a connection needs of its surroundings: a browser, or a test with a clock of its own. */
export interface Surroundings {
  now: () => number;
  dial: (address: string) => Socket;
  every: (ms: number, run: () => void) => void;
  /** Calls a function when the network may have changed, or the reader has come back to the page. */
  onChange: (run: () => void) => void;
}

const BROWSER: Surroundings = {
  now: () => performance.now(),
  dial: (address) => new WebSocket(address),
  every: (ms, run) => void setInterval(run, ms),
  onChange: (run) => {
    addEventListener("online", run);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) run();
    });
  },
};

/** The way to the server. */
type Way =
  /** Until the server has greeted. */
  | { at: "dialling"; socket: Socket; since: number }
  /** Since the oldest ping without an answer, if there is one. */
  | { at: "talking"; socket: Socket; pinged: number; unanswered: number | undefined }
  /** Until the next attempt. */
  | { at: "resting"; until: number };

/** The connection with the server: it greets, measures the way, and comes back when it is lost. */
export class Connection {
  status: Status = "connecting";
  time: ServerTime = UNKNOWN_TIME;
  /** The latest greeting of the server; the page may not have listened yet when the first one came. */
  welcome: Welcome | undefined;
  #way: Way;
  /** The number of attempts since the server has greeted last. */
  #attempts = 0;
  #ticked: number;
  readonly #around: Surroundings;
  readonly #patience = new Patience();
  readonly #listeners = new Set<(message: ToPage) => void>();
  readonly #changes = new Set<() => void>();

  constructor(readonly address: string, around: Surroundings = BROWSER) {
    this.#around = around;
    this.#ticked = around.now();
    this.#way = this.#dial();
    around.every(TICK, () => this.#tick());
    around.onChange(() => this.#hurry());
  }

  /** The server's clock now. */
  now = (): number => this.#around.now() + this.time.offset;

  /** Sends a message; false if there is nobody to hear it. */
  send(message: FromPage): boolean {
    if (this.#way.at !== "talking" || this.#way.socket.readyState !== OPEN) return false;
    const text = JSON.stringify(message);
    // The server would end the connection, and its reason with it.
    if (isTooLong(text)) queueMicrotask(() => this.#tell({ type: "refused", what: message.type, reason: TOO_LONG }));
    else {
      this.#patience.asked(message.type);
      this.#way.socket.send(text);
    }
    return true;
  }

  /** Calls a function for every message, the latest greeting included; returns what ends that. */
  listen(listener: (message: ToPage) => void): () => void {
    this.#listeners.add(listener);
    if (this.welcome && this.#way.at === "talking") listener(this.welcome);
    return () => this.#listeners.delete(listener);
  }

  /** Calls a function when the status or the lag has changed. */
  watch(change: () => void): () => void {
    this.#changes.add(change);
    return () => this.#changes.delete(change);
  }

  #dial(): Way {
    const socket = this.#around.dial(this.address);
    this.#attempts += 1;
    socket.addEventListener("open", () => {
      if (this.#isCurrent(socket)) socket.send(JSON.stringify({ type: "hello", version: VERSION }));
    });
    socket.addEventListener("message", (event) => {
      if (this.#isCurrent(socket)) this.#hear(socket, String(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#isCurrent(socket)) this.#rest();
    });
    return { at: "dialling", socket, since: this.#around.now() };
  }

  /** A socket that was let go says nothing any more. */
  #isCurrent(socket: Socket): boolean {
    return this.#way.at !== "resting" && this.#way.socket === socket;
  }

  #rest(): void {
    const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 1.6 ** Math.max(0, this.#attempts - 1));
    this.#way = { at: "resting", until: this.#around.now() + pause };
    this.#set("lost");
  }

  /** Lets the socket go, without waiting for its end, and dials anew. */
  #redial(): void {
    const before = this.#way;
    this.#way = this.#dial();
    if (before.at !== "resting") before.socket.close();
    this.#set(this.welcome ? "lost" : this.status);
  }

  #hear(socket: Socket, text: string): void {
    const message = readJson(text) as ToPage;
    const way = this.#way;
    this.#patience.heard(message);
    if (message.type === "welcome") {
      // The clock of another server begins at another number.
      if (this.welcome && this.welcome.run !== message.run) this.time = { ...this.time, samples: [] };
      this.welcome = message;
      this.#attempts = 0;
      this.#way = { at: "talking", socket, pinged: 0, unanswered: undefined };
      this.#ping();
    } else if (way.at === "talking") way.unanswered = undefined;
    if (message.type === "pong") {
      this.time = heardPing(this.time, { asked: message.sent_ms, heard: this.#around.now(), server: message.now_ms });
      this.status = "open";
      for (const change of this.#changes) change();
      return;
    }
    if (this.#way.at === "talking") this.#set("open");
    this.#tell(message);
  }

  #tell(message: ToPage): void {
    for (const listener of this.#listeners) listener(message);
  }

  #tick(): void {
    const now = this.#around.now();
    const isLate = now - this.#ticked > LATE;
    this.#ticked = now;
    const way = this.#way;
    if (way.at === "resting" && now >= way.until) this.#way = this.#dial();
    else if (way.at === "dialling" && !isLate && now - way.since >= this.#dialPatience()) this.#redial();
    else if (way.at === "talking") {
      const silence = way.unanswered === undefined || isLate ? 0 : now - way.unanswered;
      if (silence >= this.#patience.limit) return this.#redial();
      if (silence >= SILENT) this.#set("silent");
      if (now - way.pinged >= PING_EVERY) this.#ping();
    }
  }

  #dialPatience(): number {
    return Math.min(LONGEST_DIAL_PATIENCE, DIAL_PATIENCE + 1000 * (this.#attempts - 1));
  }

  /** Does at once what is due soon. */
  #hurry(): void {
    if (this.#way.at === "talking") this.#ping();
    else if (this.#way.at === "resting") this.#way = this.#dial();
  }

  #ping(): void {
    if (this.#way.at !== "talking") return;
    const now = this.#around.now();
    this.#way.pinged = now;
    this.#way.unanswered ??= now;
    this.send({ type: "ping", sent_ms: now });
  }

  #set(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    for (const change of this.#changes) change();
  }
}

/** Whether messages are sent: those on a silent connection may still arrive. */
export function isUp(status: Status): boolean {
  return status === "open" || status === "silent";
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

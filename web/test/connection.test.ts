import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection, isUp, type Socket, type Status } from "../src/serve/connection.ts";
import { Patience } from "../src/serve/patience.ts";
import type { FromPage, ToPage } from "../src/wire/messages.ts";

type Listener = (event: { data: string }) => void;

/** A socket of the test. What is said on it is heard by nobody, until the test answers. */
class Wire {
  readyState = 0;
  readonly said: FromPage[] = [];
  readonly #listeners = new Map<string, Listener[]>();

  addEventListener(kind: string, listener: Listener): void {
    this.#listeners.set(kind, [...this.#listeners.get(kind) ?? [], listener]);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as FromPage);
  }

  /** As with a dead TCP connection, the event of the end does not come. */
  close(): void {
    this.readyState = 2;
  }

  happens(kind: "open" | "close" | "message", data = ""): void {
    if (kind === "open") this.readyState = 1;
    if (kind === "close") this.readyState = 3;
    for (const listener of this.#listeners.get(kind) ?? []) listener({ data });
  }

  hears(message: object): void {
    this.happens("message", JSON.stringify(message));
  }
}

/** A network of the test, with a clock of its own. */
class Network {
  now = 1_000_000;
  readonly wires: Wire[] = [];
  /** False while nothing arrives, in either direction. */
  carries = true;
  run = "first";
  hasSlept = false;
  hasChanged = () => undefined as void;
  #ticks: (() => void)[] = [];
  readonly heard: ToPage[] = [];
  readonly statuses: Status[] = [];
  readonly connection: Connection;

  constructor() {
    this.connection = new Connection("ws://test/ws", {
      now: () => this.now,
      dial: () => {
        const wire = new Wire();
        this.wires.push(wire);
        return wire as unknown as Socket;
      },
      every: (_, run) => this.#ticks.push(run),
      onChange: (run) => { this.hasChanged = run; },
    });
    this.connection.listen((message) => this.heard.push(message));
    this.connection.watch(() => {
      if (this.statuses.at(-1) !== this.connection.status) this.statuses.push(this.connection.status);
    });
  }

  get wire(): Wire {
    const wire = this.wires.at(-1);
    assert.ok(wire);
    return wire;
  }

  /** Lets seconds go by, in which a server answers whatever arrives. */
  pass(seconds: number): void {
    for (let step = 0; step < 4 * seconds; step++) {
      this.now += 250;
      for (const tick of this.#ticks) tick();
      this.answer();
    }
  }

  /** The page sleeps: no tick comes, and then one. */
  sleep(seconds: number): void {
    this.now += 1000 * seconds;
    for (const tick of this.#ticks) tick();
  }

  answer(): void {
    if (!this.carries) return;
    const { wire } = this;
    if (wire.readyState === 0) wire.happens("open");
    for (const message of wire.said.splice(0)) {
      if (message.type === "hello") wire.hears({ type: "welcome", run: this.run });
      if (message.type === "ping") wire.hears({ type: "pong", sent_ms: message.sent_ms, now_ms: this.now + 5000 });
    }
  }
}

test("a connection that falls silent is said to be after four seconds, and let go after nine", () => {
  const network = new Network();
  network.pass(2);
  assert.deepEqual(network.statuses, ["open"]);
  network.carries = false;
  network.pass(2.5);
  assert.equal(network.connection.status, "open");
  network.pass(1.5);
  assert.equal(network.connection.status, "silent");
  assert.ok(isUp(network.connection.status));
  assert.equal(network.wires.length, 1);
  network.pass(5);
  assert.deepEqual([network.connection.status, network.wires.length], ["lost", 2], "dialled at once");
  assert.equal(network.wires[0]?.readyState, 2, "the old socket is closed");
  network.carries = true;
  network.pass(0.5);
  assert.deepEqual(network.statuses, ["open", "silent", "lost", "open"]);
  assert.equal(network.heard.filter(({ type }) => type === "welcome").length, 2);
});

test("a silence of three seconds costs nothing", () => {
  const network = new Network();
  network.pass(2);
  network.carries = false;
  network.pass(2.75);
  network.carries = true;
  network.pass(3);
  assert.deepEqual([network.statuses, network.wires.length], [["open"], 1]);
});

test("whatever comes ends a silence", () => {
  const network = new Network();
  network.pass(2);
  network.carries = false;
  network.pass(6);
  assert.equal(network.connection.status, "silent");
  network.wire.hears({ type: "draw_offers", seats: [] });
  assert.equal(network.connection.status, "open");
  network.pass(7);
  assert.equal(network.wires.length, 1);
});

test("what an old socket still says is not heard, and its end ends nothing", () => {
  const network = new Network();
  network.pass(2);
  network.carries = false;
  network.pass(10);
  network.carries = true;
  network.pass(1);
  const before = network.heard.length;
  network.wires[0]?.hears({ type: "left", reason: "late" });
  network.wires[0]?.happens("close");
  network.pass(1);
  assert.deepEqual([network.connection.status, network.heard.length], ["open", before]);
});

test("an attempt that hangs is given up for another one", () => {
  const network = new Network();
  network.carries = false;
  network.pass(4.5);
  assert.deepEqual([network.wires.length, network.connection.status], [2, "connecting"]);
  network.pass(60);
  const all = network.wires.length;
  assert.ok(all > 7 && all < 16, `${all}`);
  network.carries = true;
  network.pass(0.5);
  assert.equal(network.connection.status, "open", "the attempt that is under way comes about");
});

test("a server that greets nobody is given up as well", () => {
  const network = new Network();
  network.carries = false;
  network.wire.happens("open");
  network.pass(4.5);
  assert.equal(network.wires.length, 2);
});

test("a refused connection is tried again, less and less often, and at once when the network is back", () => {
  const network = new Network();
  network.pass(1);
  network.carries = false;
  const attempts: number[] = [];
  for (let at = 0; at < 60; at += 1) {
    if (network.wire.readyState !== 3) network.wire.happens("close");
    network.pass(1);
    attempts.push(network.wires.length);
  }
  assert.ok(attempts.at(-1)! >= 12 && attempts.at(-1)! <= 22, `${attempts}`);
  network.wire.happens("close");
  const before = network.wires.length;
  network.hasChanged();
  assert.equal(network.wires.length, before + 1);
});

test("a page that has slept waits until it has heard what came meanwhile", () => {
  const network = new Network();
  network.pass(2);
  network.carries = false;
  network.pass(1.25); // a ping is on its way
  network.carries = true;
  network.sleep(60);
  assert.equal(network.wires.length, 1);
  network.answer();
  network.pass(2);
  assert.deepEqual([network.statuses, network.wires.length], [["open"], 1]);
  // In a page that nobody sees, ticks come once a minute.
  for (let minute = 0; minute < 5; minute++) {
    network.sleep(60);
    network.answer();
  }
  assert.deepEqual([network.statuses, network.wires.length], [["open"], 1]);
  // A connection that died in the sleep is let go soon after it.
  network.carries = false;
  network.sleep(3600);
  network.pass(9);
  assert.equal(network.wires.length, 2);
});

test("nothing is sent to nobody, and what was sent on a silent connection is told apart by the greeting", () => {
  const network = new Network();
  assert.equal(network.connection.send({ type: "tables" }), false, "before the greeting");
  network.pass(1);
  network.carries = false;
  network.pass(5);
  assert.equal(network.connection.send({ type: "tables" }), true, "it may still arrive");
  network.pass(5);
  assert.equal(network.connection.send({ type: "tables" }), false);
});

test("the time of another run of the server is measured anew", () => {
  const network = new Network();
  network.pass(20);
  assert.equal(network.connection.time.offset, 5000);
  network.wire.happens("close");
  network.pass(2);
  assert.ok(network.connection.time.samples.length > 15, "the same server has the same clock");
  network.run = "second";
  network.wire.happens("close");
  network.pass(1);
  assert.ok(network.connection.time.samples.length < 3);
});

const playing = { type: "table", phase: "playing", you: { seats: [0] } };

test("a server that may be sending a long answer is waited for, but not in a game", () => {
  const patience = new Patience();
  const usual = patience.limit;
  const heard = (message: object) => patience.heard(message as ToPage);
  for (const [question, last] of [["review", "review_done"], ["open_game", "game_opened"], ["load_archived", "archive_game"]] as const) {
    for (const end of [{ type: last }, { type: "refused", what: question }, { type: "welcome" }]) {
      patience.asked(question);
      heard({ type: "pong" });
      heard({ type: "refused", what: "move" });
      assert.ok(patience.limit > 5 * usual, question);
      heard(playing);
      assert.equal(patience.limit, usual, "a game does not wait");
      heard({ type: "ended" });
      assert.ok(patience.limit > 5 * usual, question);
      heard({ ...playing, you: { seats: [] } });
      assert.ok(patience.limit > 5 * usual, "an onlooker does");
      heard(end);
      assert.equal(patience.limit, usual, question);
    }
  }
  patience.asked("review");
  patience.asked("stop_review");
  patience.asked("move");
  assert.equal(patience.limit, usual);
});

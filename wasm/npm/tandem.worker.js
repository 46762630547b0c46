// The worker of one engine, in browsers and in node's worker threads: it instantiates the module,
// takes in lines, and gives the engine turns. Or the worker of one thread of an engine's search.
"use strict";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
/** A module of node itself, in a way that no bundler follows: a program for browsers has none. */
const builtin = (name) => process.getBuiltinModule?.(name) ?? module.constructor.createRequire(process.execPath)(name);
const port = isNode ? builtin("node:worker_threads").parentPort : self;

/** WASI's error number for what is not supported. */
const ENOTSUP = 58;
/** Length of a turn in milliseconds, where the engine cannot see that a line has been sent. */
const SLICE = 20;
/** The longest time that a timer counts, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

const encoder = new TextEncoder();
const decoders = [1, 2].map(() => new TextDecoder());

/** Bytes of lines that the engine has not read yet. */
let input = new Uint8Array(0);
/** The beginning of the line that is being written to standard output, and to standard error. */
const begun = ["", ""];
/** Number of lines taken in. */
let taken = 0;
/** Number of lines sent, shared with the sender; absent where memory cannot be shared. */
let sent;
let engine;
/** The memory of the engine: its own, or one that its threads share. */
let memory;
/** Begin of the monotonic clock, the same in all threads of an engine. */
let origin = performance.timeOrigin;
let timer;

const isMailWaiting = () => sent !== undefined && Atomics.load(sent, 0) !== taken;
const view = () => new DataView(memory.buffer);

/** The buffers that a call of WASI names. */
function buffers(vectors, count) {
  return Array.from({ length: count }, (_, index) => {
    const at = vectors + 8 * index;
    return new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
  });
}

/** The parts of WASI that the engine uses: its clock and its standard streams. */
const wasi = {
  clock_time_get(clock, _precision, result) {
    const milliseconds = clock === 0 ? Date.now() : performance.timeOrigin - origin + performance.now();
    view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
    return 0;
  },
  fd_read(_fd, vectors, count, result) {
    let read = 0;
    for (const buffer of buffers(vectors, count)) {
      const part = input.subarray(0, buffer.length);
      buffer.set(part);
      input = input.subarray(part.length);
      read += part.length;
    }
    view().setUint32(result, read, true);
    return 0;
  },
  fd_write(fd, vectors, count, result) {
    const stream = fd - 1;
    let written = 0;
    for (const buffer of buffers(vectors, count)) {
      begun[stream] += decoders[stream].decode(buffer.slice(), { stream: true }); // shared memory is not decoded in place
      written += buffer.length;
    }
    const lines = begun[stream].split("\n");
    begun[stream] = lines.pop();
    for (const line of lines) port.postMessage(stream === 0 ? { line } : { error: line });
    view().setUint32(result, written, true);
    return 0;
  },
  environ_get: () => 0,
  environ_sizes_get(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  },
  // Nothing here waits.
  poll_oneoff: () => ENOTSUP,
  sched_yield: () => 0,
  proc_exit(status) {
    throw new Error(`the engine has ended with status ${status}`);
  },
};

/** Calls a function after the messages that have come meanwhile. */
const soon = isNode ? setImmediate : ((channel) => {
  let next;
  channel.port1.onmessage = () => next();
  return (callback) => {
    next = callback;
    channel.port2.postMessage(null);
  };
})(new MessageChannel());

/** Gives the engine a turn, and sees to the next one. */
function turn() {
  clearTimeout(timer);
  let wait;
  try {
    wait = engine.turn(sent === undefined ? SLICE : Infinity);
  } catch (error) {
    return end(error.stack ?? String(error));
  }
  if (wait < 0) end();
  else if (wait > 0) timer = wait === Infinity ? undefined : setTimeout(turn, Math.min(wait, LONGEST_TIMER));
  else if (!isMailWaiting()) soon(turn); // otherwise the line that is on its way brings the next turn
}

function end(reason) {
  engine = undefined;
  port.postMessage({ ended: reason ?? "" });
  port.close();
}

async function bytes(file) {
  if (isNode) return builtin("node:fs/promises").readFile(file);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** Instantiates the module, and returns what it exports. */
async function instantiate(module) {
  const startWorker = (number, stack) => port.postMessage({ thread: { module, origin, number, stack } });
  const imports = {
    wasi_snapshot_preview1: wasi,
    tandem: { has_mail: () => Number(isMailWaiting()), start_worker: startWorker },
    env: { memory },
  };
  return (await WebAssembly.instantiate(module, imports)).exports;
}

async function start(file) {
  const exports = await instantiate(await WebAssembly.compile(await bytes(file)));
  if (exports.memory) memory = exports.memory;
  else exports.__wasm_init_tls(layOut(exports, exports.__stack_pointer.value));
  engine = exports;
}

/** Lays out the stack of a thread, whose upper end is given, and returns the address of its thread-local variables. */
function layOut({ __stack_pointer: stack, __tls_size: size, __tls_align: align }, end) {
  const unit = Math.max(align.value, 16);
  const variables = Math.floor((end - size.value) / unit) * unit;
  stack.value = variables; // it grows downwards
  return variables;
}

/** Runs threads of an engine's search, one after the other, for as long as the engine lives. */
async function serve({ module, origin: common, number, stack }) {
  origin = common;
  const exports = await instantiate(module);
  const variables = layOut(exports, stack);
  for (;;) {
    exports.__wasm_init_tls(variables);
    exports.run_thread(number);
  }
}

function receive({ start: file, sent: counter, memory: shared, thread, line }) {
  memory ??= shared;
  if (file !== undefined) {
    sent = counter;
    start(file).then(() => port.postMessage({ ready: true }), (error) => end(`cannot start the engine: ${error.message}`));
  } else if (thread) {
    serve(thread).catch((error) => end(`a thread of its search: ${error}`));
  } else if (engine) {
    const more = encoder.encode(`${line}\n`);
    const all = new Uint8Array(input.length + more.length);
    all.set(input);
    all.set(more, input.length);
    input = all;
    taken = (taken + 1) | 0;
    turn();
  }
}

if (isNode) port.on("message", receive);
else port.onmessage = ({ data }) => receive(data);

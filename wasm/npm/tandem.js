// Starts engines, each in a worker of its own. For `<script src>`, where it defines `Tandem`, and
// for `require`; `tandem.mjs` is for `import`.
"use strict";
(() => {
  const isNode = typeof process === "object" && Boolean(process.versions?.node);
  /** A module of node itself, in a way that no bundler follows: a program for browsers has none. */
  const builtin = (name) => process.getBuiltinModule?.(name) ?? module.constructor.createRequire(process.execPath)(name);
  /** The script of a page; a worker and a module have none. */
  const script = typeof document === "object" ? document.currentScript : undefined;
  const folder = isNode ? __dirname + builtin("node:path").sep : script?.src?.replace(/[^/]*$/, "") ?? "";

  /** A module of one function, which adds two vectors. */
  const VECTORS = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, // magic number, version
    1, 5, 1, 96, 0, 1, 123, // a type: () -> v128
    3, 2, 1, 0, // a function of this type
    10, 14, 1, 12, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 110, 11, // i8x16.add of two splats
  ]);

  /** A module of one function, which reads memory that threads share. */
  const THREADS = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, // magic number, version
    1, 5, 1, 96, 0, 1, 127, // a type: () -> i32
    3, 2, 1, 0, // a function of this type
    5, 4, 1, 3, 1, 1, // a page of shared memory
    10, 10, 1, 8, 0, 65, 0, 254, 16, 2, 0, 11, // i32.atomic.load of address 0
  ]);
  /** Pages of 64 KiB that `tandem-threads.wasm` begins with, and those that it may grow to: 2 GiB. */
  const INITIAL = 512;
  const MAXIMUM = 32768;

  /** Memory for an engine and the threads of its search; the system may have no room to let it grow so far. */
  function sharedMemory() {
    for (let maximum = MAXIMUM; maximum >= 8 * INITIAL; maximum /= 2) {
      try {
        return new WebAssembly.Memory({ initial: INITIAL, maximum, shared: true });
      } catch {
        // The next one is smaller.
      }
    }
    return undefined;
  }

  /** A worker, of an engine or of a thread of its search: in browsers it may come from another site. */
  function worker(file) {
    if (isNode) return new (builtin("node:worker_threads").Worker)(file);
    if (new URL(file, location.href).origin === location.origin) return new Worker(file);
    const code = new Blob([`importScripts(${JSON.stringify(file)})`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(code));
  }

  /** Starts an engine; it obeys UCI. */
  function Tandem({ locateFile = (file) => folder + file } = {}) {
    const hasVectors = WebAssembly.validate(VECTORS);
    // Number of lines sent: an engine that searches looks here, since it takes in no messages then.
    const canShare = typeof SharedArrayBuffer === "function" && (isNode || crossOriginIsolated);
    const sent = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    const memory = canShare && hasVectors && WebAssembly.validate(THREADS) ? sharedMemory() : undefined;
    const file = memory ? "tandem-threads.wasm" : hasVectors ? "tandem-simd.wasm" : "tandem.wasm";
    /** The worker of the engine, and those of its threads. */
    const workers = [];
    const listeners = [];
    const tell = (line) => [...listeners].forEach((listener) => listener(line));

    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (reason) => {
        isOver = true;
        reject(new Error(reason)); // has no effect once the engine has started
        if (reason) tell(`info string the engine has ended: ${reason}`);
        workers.forEach((each) => each.terminate());
      };
      const receive = ({ ready, line, error, ended, thread }) => {
        if (isOver) return;
        if (line !== undefined) tell(line);
        else if (error !== undefined) console.error(error);
        else if (ended !== undefined) end(ended);
        else if (thread) start({ thread, memory });
        else if (ready) resolve({ postMessage, addMessageListener, removeMessageListener, terminate });
      };
      /** Starts a worker. Threads are started here, since a worker in its search starts none. */
      const start = (message) => {
        const started = worker(String(locateFile("tandem.worker.js")));
        workers.push(started);
        if (isNode) {
          started.on("message", receive);
          started.on("error", (error) => end(String(error)));
        } else {
          started.onmessage = ({ data }) => receive(data);
          started.onerror = ({ message }) => end(`cannot start the engine: ${message ?? "its worker does not load"}`);
        }
        started.postMessage(message);
        return started;
      };
      const postMessage = (line) => {
        if (isOver) return;
        if (sent) Atomics.add(sent, 0, 1);
        engine.postMessage({ line: String(line) });
      };
      const addMessageListener = (listener) => void listeners.push(listener);
      const removeMessageListener = (listener) => {
        const at = listeners.indexOf(listener);
        if (at >= 0) listeners.splice(at, 1);
      };
      const terminate = () => {
        isOver = true;
        workers.forEach((each) => each.terminate());
      };

      const address = locateFile(file);
      const engine = start({ start: isNode ? address : new URL(address, location.href).href, sent, memory });
    });
  }

  if (typeof module === "object" && module.exports) module.exports = Tandem;
  else globalThis.Tandem = Tandem;
})();

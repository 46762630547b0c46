// Starts engines, each in a worker of its own. For `<script src>`, where it defines `Tandem`, and
// for `require`; `tandem.mjs` is for `import`.
"use strict";
(() => {
  const isNode = typeof process === "object" && Boolean(process.versions?.node);
  const folder = isNode ? __dirname + require("node:path").sep : document?.currentScript?.src.replace(/[^/]*$/, "") ?? "";

  /** A module of one function, which adds two vectors. */
  const VECTORS = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, // magic number, version
    1, 5, 1, 96, 0, 1, 123, // a type: () -> v128
    3, 2, 1, 0, // a function of this type
    10, 14, 1, 12, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 110, 11, // i8x16.add of two splats
  ]);

  /** The worker of an engine: in browsers it may come from another site. */
  function worker(file) {
    if (isNode) return new (require("node:worker_threads").Worker)(file);
    if (new URL(file, location.href).origin === location.origin) return new Worker(file);
    const code = new Blob([`importScripts(${JSON.stringify(file)})`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(code));
  }

  /** Starts an engine; it obeys UCI. */
  function Tandem({ locateFile = (file) => folder + file } = {}) {
    const hasVectors = WebAssembly.validate(VECTORS);
    const engine = worker(String(locateFile("tandem.worker.js")));
    // Number of lines sent: an engine that searches looks here, since it takes in no messages then.
    const canShare = typeof SharedArrayBuffer === "function" && (isNode || crossOriginIsolated);
    const sent = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    const listeners = [];
    const tell = (line) => [...listeners].forEach((listener) => listener(line));

    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (reason) => {
        isOver = true;
        reject(new Error(reason)); // has no effect once the engine has started
        if (reason) tell(`info string the engine has ended: ${reason}`);
        engine.terminate();
      };
      const receive = ({ ready, line, error, ended }) => {
        if (line !== undefined) tell(line);
        else if (error !== undefined) console.error(error);
        else if (ended !== undefined) end(ended);
        else if (ready) resolve({ postMessage, addMessageListener, removeMessageListener, terminate });
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
        engine.terminate();
      };

      if (isNode) {
        engine.on("message", receive);
        engine.on("error", (error) => end(String(error)));
      } else {
        engine.onmessage = ({ data }) => receive(data);
        engine.onerror = ({ message }) => end(`cannot start the engine: ${message ?? "its worker does not load"}`);
      }
      const file = new URL(locateFile(hasVectors ? "tandem-simd.wasm" : "tandem.wasm"), isNode ? "file:" : location.href);
      engine.postMessage({ start: isNode ? locateFile(hasVectors ? "tandem-simd.wasm" : "tandem.wasm") : file.href, sent });
    });
  }

  if (typeof module === "object" && module.exports) module.exports = Tandem;
  else globalThis.Tandem = Tandem;
})();

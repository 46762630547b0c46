// For `import` in browsers and bundlers, which find the files by these addresses.
import * as script from "./tandem.js";

const start = script.default ?? globalThis.Tandem;
const files = {
  "tandem.worker.js": new URL("./tandem.worker.js", import.meta.url),
  "tandem-threads.wasm": new URL("./tandem-threads.wasm", import.meta.url),
  "tandem-simd.wasm": new URL("./tandem-simd.wasm", import.meta.url),
  "tandem.wasm": new URL("./tandem.wasm", import.meta.url),
};

export default function Tandem(options) {
  return start({ locateFile: (file) => files[file].href, ...options });
}

// For `import` in browsers and bundlers, which find the files by these addresses.
import * as script from "./tandem.js";

// A bundler that takes `tandem.js` for a module finds no exports in it, which then has set the global; a copy of its names keeps that without a warning.
const start = { ...script }.default ?? globalThis.Tandem;
const files = {
  "tandem.worker.js": () => new URL("./tandem.worker.js", import.meta.url),
  "tandem-threads.wasm": () => new URL("./tandem-threads.wasm", import.meta.url),
  "tandem-simd.wasm": () => new URL("./tandem-simd.wasm", import.meta.url),
  "tandem.wasm": () => new URL("./tandem.wasm", import.meta.url),
};
// In a bundle that is a script a module has no address; its files lie beside the bundle.
const found = import.meta.url ? { locateFile: (file) => files[file]().href } : {};

export default function Tandem(options) {
  return start({ ...found, ...options });
}

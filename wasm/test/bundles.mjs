// The package in a program that is bundled, by each of the common bundlers as people set them up.
//
//     npm install --prefix wasm/test --no-save --no-package-lock webpack@5.113.0 rollup@4.68.8 vite@8.3.8 @rollup/plugin-node-resolve@16.0.3
//
// esbuild is that of web/.
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const own = createRequire(import.meta.url);
const npm = new URL("../npm/", import.meta.url).pathname;
/** The reason for which nothing is bundled here, if there is one. */
export const MISSING = existsSync(new URL("node_modules/webpack", import.meta.url)) ? undefined : "needs webpack, rollup and vite: see bundles.mjs";

/** A program of a page: the engine says `uciok` in its title. */
const APP = `import Tandem from "tandem-bughouse";
const engine = await Tandem();
engine.addMessageListener((line) => { if (line === "uciok") document.title = line; });
engine.postMessage("uci");
`;
/** The same for bundles that are scripts, which wait for nothing at their top. */
const SCRIPT = APP.replace("const engine = await Tandem();", "Tandem().then((engine) => {").replace(/$/, "}, (error) => { document.title = String(error); });\n");
/** The files that the package loads while it runs. */
const LOADED = ["tandem.worker.js", "tandem-threads.wasm", "tandem-simd.wasm", "tandem.wasm"];
/** A module with nothing but a name, by which bundlers tell two of them apart; of 16 kB, since they copy small files into the code. */
function emptyModule(name) {
  const section = new Uint8Array(0x3fff);
  section.set([name.length, ...new TextEncoder().encode(name)]);
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, 0xff, 0x7f, ...section]);
}

/** Bundlers by name: each turns the app in a folder into `dist/` there, and throws if it has a word to say. */
export const BUNDLERS = { webpack, "esbuild as a module": esbuild("esm"), "esbuild as a script": esbuild("iife"), rollup, vite };

/** Makes an app that uses the package, bundles it, and returns the folder of its page. A module that is not built is an empty one. */
export async function bundled(name) {
  const folder = await mkdtemp(join(tmpdir(), "tandem-app-"));
  const installed = join(folder, "node_modules/tandem-bughouse");
  await mkdir(installed, { recursive: true });
  const { files } = JSON.parse(await readFile(join(npm, "package.json"), "utf8"));
  for (const file of ["package.json", ...files]) {
    if (existsSync(npm + file)) await cp(npm + file, join(installed, file));
    else if (file.endsWith(".wasm")) await writeFile(join(installed, file), emptyModule(file));
  }
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const isScript = name === "esbuild as a script";
  await writeFile(join(folder, "app.js"), isScript ? SCRIPT : APP);
  const page = (source) => `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><title>loading</title><body><script ${isScript ? "" : 'type="module" '}src="${source}"></script></body>`;
  await writeFile(join(folder, "index.html"), page("./app.js"));
  const dist = join(folder, "dist");
  await BUNDLERS[name](folder, dist);
  // Bundlers that leave addresses as they are need the files beside the bundle.
  if (/esbuild|rollup/.test(name)) await Promise.all(LOADED.map((file) => cp(join(installed, file), join(dist, file))));
  if (name !== "vite") await writeFile(join(dist, "index.html"), page("./app.js"));
  return dist;
}

async function webpack(folder, dist) {
  const stats = await new Promise((resolve, reject) => own("webpack")(
    { context: folder, mode: "production", entry: "./app.js", output: { path: dist, filename: "app.js", publicPath: "auto" }, performance: false },
    (error, stats) => (error ? reject(error) : resolve(stats)),
  ));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
}

function esbuild(format) {
  return async (folder, dist) => {
    const { build } = createRequire(new URL("../../web/package.json", import.meta.url))("esbuild");
    const options = { absWorkingDir: folder, entryPoints: ["app.js"], bundle: true, minify: true, format, target: "es2022", outfile: join(dist, "app.js"), logLevel: "silent" };
    const { warnings } = await build(options);
    // A script has no address of its own, as its author knows.
    const others = warnings.filter(({ id }) => format !== "iife" || id !== "empty-import-meta");
    if (others.length > 0) throw new Error(others.map(({ text }) => text).join("\n"));
  };
}

async function rollup(folder, dist) {
  const [{ rollup }, { nodeResolve }] = await Promise.all([import("rollup"), import("@rollup/plugin-node-resolve")]);
  const said = [];
  const bundle = await rollup({ input: join(folder, "app.js"), plugins: [nodeResolve({ browser: true })], onwarn: ({ message }) => void said.push(message) });
  await bundle.write({ file: join(dist, "app.js"), format: "es" });
  await bundle.close();
  if (said.length > 0) throw new Error(said.join("\n"));
}

async function vite(folder, dist) {
  const { build, createLogger } = await import("vite");
  const said = [];
  const note = (text) => void said.push(text);
  const customLogger = { ...createLogger("silent"), warn: note, warnOnce: note, error: note };
  await build({ root: folder, base: "./", configFile: false, logLevel: "silent", customLogger, build: { outDir: dist, target: "es2022" } });
  if (said.length > 0) throw new Error(said.join("\n"));
}

// Bundles the pages, which are checked in, so that the program is built without Node: each report is
// one HTML file that needs nothing else, the page of the server a folder of files. With `--tests` it
// bundles the tests instead, for `node --test`.
import { build } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const options = {
  bundle: true,
  write: false,
  target: "es2023",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "ascii",
  logLevel: "warning",
};

const text = ({ outputFiles }) => outputFiles[0].text.trim();
const script = async (name) => text(await build({ ...options, entryPoints: [here(`src/${name}/main.tsx`)], format: "iife", minify: true }));
const styles = async (name) => text(await build({ ...options, entryPoints: [here(`src/${name}/main.css`)], minify: true, external: ["*.svg"] }));

/** A comment with the licences of packages. */
async function licences(packages) {
  const texts = await Promise.all(packages.map(async (name) => `With ${name}:\n${(await readFile(here(`node_modules/${name}/LICENSE`), "utf8")).trim()}`));
  return `/* ${texts.join("\n\n").replaceAll("*/", "* /")}\n*/`;
}

/** A page of one file: what it shows is appended to it. */
async function report(name) {
  // Each text is a function's answer, since `$&` in a replacement would be replaced in turn; no text
  // may end the element that holds it.
  const code = `${await licences(["preact"])}\n${(await script(name)).replaceAll("</script", "<\\/script")}`;
  const css = await styles(name);
  const template = await readFile(here(`src/${name}/page.html`), "utf8");
  const whole = template.replace("/* STYLES */", () => css).replace("/* SCRIPT */", () => `\n${code}\n`);
  await writeFile(here(`dist/${name}.html`), whole);
}

/** Licences as comments of the code that they are about, so that each loads with it. */
const CREDITS = {
  "preact/dist/preact.mjs": async () => licences(["preact"]),
  // chessground is under Tandem's own licence, whose text is long; its name says which.
  "uqr/dist/index.mjs": async () => licences(["uqr"]),
  "chessground/dist/chessground.js": async () => "/* With chessground (GPL-3.0-or-later), https://github.com/lichess-org/chessground */",
};

const withCredits = {
  name: "credits",
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.(preact.dist.preact.mjs|uqr.dist.index.mjs|chessground.dist.chessground.js)$/ }, async ({ path }) => {
      const [, credit] = Object.entries(CREDITS).find(([name]) => path.replaceAll("\\", "/").endsWith(name));
      return { contents: `${(await credit()).replace("/*", "/*!")}\n${await readFile(path, "utf8")}`, loader: "js" };
    });
  },
};

/** The pictures of the men are drawn here, where the styles ask for them. */
const withMen = {
  name: "men",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^men(-solid)?\.svg$/ }, ({ path }) => ({ path, namespace: "drawn" }));
    onLoad({ filter: /./, namespace: "drawn" }, async ({ path }) => ({ contents: (await men())[path === "men.svg" ? 0 : 1], loader: "file" }));
  },
};

/** A style sheet that code imports is a file of its own, and the code has its name, which no folder around this one changes. */
const withSheets = {
  name: "sheets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css$/ }, ({ path, importer, resolveDir }) => (/\.tsx?$/.test(importer) ? { path: relative(here("."), join(resolveDir, path)), namespace: "sheet" } : undefined));
    onLoad({ filter: /./, namespace: "sheet" }, async ({ path }) => ({ contents: text(await build({ ...options, entryPoints: [here(path)], minify: true })), loader: "file" }));
  },
};

/**
 * The page of the server. All but its front page is in `assets/`, where each name has the hash of the
 * content, so that a browser asks for it once. Parts that are not needed at first are loaded later. The
 * code that greets the server is bundled by itself: it waits for nothing that others share.
 */
async function serve() {
  await rm(here("dist/serve"), { recursive: true, force: true });
  await mkdir(here("dist/serve/assets"), { recursive: true });
  const parts = await assets({ entryPoints: ["src/serve/show.tsx", "src/serve/main.css"], splitting: true, plugins: [withCredits, withMen, withSheets] });
  const greeting = await assets({ entryPoints: ["src/serve/main.tsx"], plugins: [withNamesOf(parts)] });
  await writeFile(here("dist/serve/index.html"), front(await readFile(here("src/serve/page.html"), "utf8"), { ...parts, ...greeting }));
}

/** Bundles files of `assets/` and writes them; returns what each of them is. */
async function assets(some) {
  const { outputFiles, metafile } = await build({
    ...options,
    ...some,
    absWorkingDir: here("."),
    format: "esm",
    minify: true,
    metafile: true,
    legalComments: "inline",
    outdir: "dist/serve/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
  });
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
  return metafile.outputs;
}

/** Code that loads parts of another bundle later has the names of their files. */
const withNamesOf = (outputs) => ({
  name: "names",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const [file] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint !== undefined && here(entryPoint) === join(resolveDir, path));
      return { path: `./${basename(file)}`, external: true };
    });
  },
});

/** The most files of code that the first part may need: browsers have six ways to a server, and one brings the styles. */
const MOST_EARLY = 4;

/** The front page with the names of what it loads: the code that the first part needs is asked for at once. */
function front(page, outputs) {
  const named = Object.entries(outputs).map(([path, output]) => ({ ...output, path, name: path.replace("dist/serve/", "") }));
  const [script, styles, shown] = ["main.tsx", "main.css", "show.tsx"].map((name) => named.find(({ entryPoint }) => entryPoint === `src/serve/${name}`));
  const needed = new Set([shown.path]);
  for (const path of needed) for (const { path: next, kind } of outputs[path].imports) if (kind === "import-statement") needed.add(next);
  if (needed.size > MOST_EARLY) throw new Error(`the first part needs ${needed.size} files of code: see src/serve/bundles/core.ts`);
  const early = named.filter(({ path }) => needed.has(path)).map(({ name }) => `<link rel="modulepreload" href="${name}">`);
  return page.replace("main.css", styles.name).replace("main.js", script.name).replace("<!-- EARLY -->", early.join("\n"));
}

/** The drawings of both sets of men, each as one picture: a row for each color, as chessground's backgrounds need it. */
async function men() {
  const { outputFiles } = await build({ ...options, platform: "node", format: "esm", entryPoints: [here("src/board/menPicture.tsx")] });
  const { menPicture, DRAWINGS, SOLID_DRAWINGS } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  return [DRAWINGS, SOLID_DRAWINGS].map((drawings) => `${menPicture(drawings)}\n`);
}

async function tests() {
  const names = (await readdir(here("test"))).filter((name) => /\.test\.tsx?$/.test(name));
  await build({
    ...options,
    write: true,
    platform: "node",
    format: "esm",
    entryPoints: names.map((name) => here(`test/${name}`)),
    outdir: here(".tests"),
    outExtension: { ".js": ".mjs" },
  });
}

if (process.argv.includes("--tests")) await tests();
else await Promise.all([report("review"), report("players"), serve()]);

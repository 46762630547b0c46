// Bundles the pages, which are checked in, so that the program is built without Node: the report is
// one HTML file that needs nothing else, the page of the server a folder of files. With `--tests` it
// bundles the tests instead, for `node --test`.
import { build } from "esbuild";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
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
/** A part that the page loads when it is needed. */
const module = async (name) => text(await build({ ...options, entryPoints: [here(`src/${name}/main.ts`)], format: "esm", minify: true }));
const styles = async (name) => text(await build({ ...options, entryPoints: [here(`src/${name}/main.css`)], minify: true, external: ["*.svg"] }));

/** A comment with the licences of packages. */
async function licences(packages) {
  const texts = await Promise.all(packages.map(async (name) => `With ${name}:\n${(await readFile(here(`node_modules/${name}/LICENSE`), "utf8")).trim()}`));
  return `/* ${texts.join("\n\n").replaceAll("*/", "* /")}\n*/`;
}

async function report() {
  // Each text is a function's answer, since `$&` in a replacement would be replaced in turn; no text
  // may end the element that holds it.
  const code = `${await licences(["preact"])}\n${(await script("review")).replaceAll("</script", "<\\/script")}`;
  const css = await styles("review");
  const template = await readFile(here("src/review/page.html"), "utf8");
  const whole = template.replace("/* STYLES */", () => css).replace("/* SCRIPT */", () => `\n${code}\n`);
  await writeFile(here("dist/review.html"), whole);
}

async function serve() {
  await mkdir(here("dist/serve"), { recursive: true });
  // chessground is under Tandem's own licence, whose text is long; its name says which.
  const credits = "/* With chessground (GPL-3.0-or-later), https://github.com/lichess-org/chessground */";
  await writeFile(here("dist/serve/serve.js"), `${await licences(["preact"])}\n${credits}\n${await script("serve")}\n`);
  await writeFile(here("dist/serve/serve.css"), `${await styles("serve")}\n`);
  await writeFile(here("dist/serve/index.html"), await readFile(here("src/serve/page.html"), "utf8"));
  const [outlined, solid] = await men();
  await writeFile(here("dist/serve/men.svg"), outlined);
  await writeFile(here("dist/serve/men-solid.svg"), solid);
  await writeFile(here("dist/serve/qr.js"), `${await licences(["uqr"])}\n${await module("qr")}\n`);
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
else await Promise.all([report(), serve()]);

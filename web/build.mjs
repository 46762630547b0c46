// Bundles the pages: each is one HTML file that needs nothing else, and is checked in, so that the
// program is built without Node. With `--tests` it bundles the tests instead, for `node --test`.
import { build } from "esbuild";
import { readdir, readFile, writeFile } from "node:fs/promises";
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

async function page(name) {
  const script = await build({ ...options, entryPoints: [here(`src/${name}/main.tsx`)], format: "iife", minify: true });
  const styles = await build({ ...options, entryPoints: [here(`src/${name}/main.css`)], minify: true });
  const licence = await readFile(here("node_modules/preact/LICENSE"), "utf8");
  const text = ({ outputFiles }) => outputFiles[0].text.trim();
  // Each text is a function's answer, since `$&` in a replacement would be replaced in turn; no text
  // may end the element that holds it.
  const code = `/* With Preact:\n${licence.trim()}\n*/\n${text(script).replaceAll("</script", "<\\/script")}`;
  const template = await readFile(here(`src/${name}/page.html`), "utf8");
  const whole = template.replace("/* STYLES */", () => text(styles)).replace("/* SCRIPT */", () => `\n${code}\n`);
  await writeFile(here(`dist/${name}.html`), whole);
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

await (process.argv.includes("--tests") ? tests() : page("review"));

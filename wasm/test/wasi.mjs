// Runs a program for WASI, with its arguments.
//
//     node --no-warnings wasm/test/wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const imports = wasi.getImportObject();
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] ??= () => {
    throw new Error(`the program calls \`${name}\`, which nobody lends it`);
  };
}
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));

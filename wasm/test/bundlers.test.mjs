// The package is bundled without a word, and what comes out asks for nothing of node.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { BUNDLERS, MISSING, bundled } from "./bundles.mjs";

for (const name of Object.keys(BUNDLERS)) {
  test(`the package is bundled by ${name}`, { skip: MISSING }, async () => {
    const dist = await bundled(name);
    const files = readdirSync(dist, { recursive: true });
    const assets = (end) => files.filter((file) => file.endsWith(end)).length;
    assert.equal(assets(".wasm"), 3, files.join());
    const code = files.filter((file) => file.endsWith(".js")).map((file) => readFileSync(join(dist, file), "utf8"));
    assert.ok(code.some((text) => text.includes("wasi_snapshot_preview1")), "the worker is there");
    for (const text of code) assert.doesNotMatch(text, /(require|import|from)\s*\(?\s*["']node:/);
  });
}

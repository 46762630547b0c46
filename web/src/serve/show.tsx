import { render } from "preact";
import { App } from "./App.tsx";
import type { Connection } from "./connection.ts";

export function show(connection: Connection): void {
  const root = document.getElementById("page");
  if (root) render(<App connection={connection} />, root);
}

export * as core from "./bundles/core.ts";

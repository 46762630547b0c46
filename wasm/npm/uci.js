#!/usr/bin/env node
// The engine on standard input and output, as programs for chess start engines.
"use strict";
const readline = require("node:readline");
const Tandem = require("./tandem.js");

Tandem().then((engine) => {
  engine.addMessageListener((line) => process.stdout.write(`${line}\n`));
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => engine.postMessage(line));
  lines.on("close", () => engine.postMessage("quit"));
}, (error) => {
  console.error(error.message);
  process.exitCode = 1;
});

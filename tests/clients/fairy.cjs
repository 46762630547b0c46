// The engine of the npm package `fairy-stockfish-nnue.wasm`, on standard input and output; it speaks
// CECP and UCI.
//
//     node --no-experimental-fetch fairy.cjs
//
// With `fetch`, the package would look for its own files on the network. It is found in a folder
// `node_modules` here or above.

const readline = require("readline");
const start = require("fairy-stockfish-nnue.wasm/stockfish.js");

const say = (line) => process.stdout.write(`${line}\n`);
const loading = start().then((engine) => {
  engine.addMessageListener(say);
  return engine;
});
const tell = (line) => loading.then((engine) => engine.postMessage(line));

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (line === "xboard") say("feature done=0"); // it takes seconds until it reads
  tell(line);
});
lines.on("close", () => tell("quit"));

// Games of crazyhouse against fairy-stockfish-nnue.wasm, both by one client.
//
//     npm install --prefix tests/clients --no-save fairy-stockfish-nnue.wasm@1.1.12
//     node --no-experimental-fetch wasm/test/match.mjs GAMES
//
// A third engine keeps the record: it refuses an illegal move in words, and the program fails.
import { createRequire } from "node:module";
import { Client } from "./client.mjs";

const require = createRequire(import.meta.url);
const Tandem = require("../npm/tandem.js");
const Fairy = createRequire(new URL("../../tests/clients/fairy.cjs", import.meta.url))("fairy-stockfish-nnue.wasm/stockfish.js");

const games = Number(process.argv[2] ?? 4);
const MOVETIME = 5;
const LONGEST = 300;
const OPENINGS = ["e2e4 e7e5", "d2d4 d7d5", "g1f3 g8f6", "c2c4 e7e6", "e2e4 c7c5", "b1c3 d7d5", "e2e4 e7e6", "d2d4 g8f6", "e2e4 d7d5", "g2g3 e7e5"];

async function ready(start) {
  const client = new Client(await start());
  await client.ask(/^uciok$/, "uci");
  await client.ask(/^readyok$/, "setoption name UCI_Variant value crazyhouse", "isready");
  return client;
}

const players = [await ready(Tandem), await ready(Fairy)];
const referee = await ready(Tandem);

/** Plays a game, and returns the index of the winner; -1 for a draw. */
async function play(first, opening) {
  const moves = opening.split(" ");
  for (const player of players) await player.ask(/^readyok$/, "ucinewgame", "isready");
  while (moves.length < LONGEST) {
    const mover = (first + moves.length) % 2;
    const position = `position startpos moves ${moves.join(" ")}`;
    const answer = await players[mover].ask(/^bestmove /, position, `go movetime ${MOVETIME}`);
    const move = answer.split(" ")[1];
    if (move === "(none)" || move === "0000") return 1 - mover;
    moves.push(move);
    referee.lines.length = 0;
    await referee.ask(/^readyok$/, `position startpos moves ${moves.join(" ")}`, "isready");
    const refusal = referee.lines.find((line) => line.startsWith("info string"));
    if (refusal) throw new Error(`${["Tandem", "Fairy"][mover]}: ${move}: ${refusal}`);
  }
  return -1;
}

const results = [0, 0, 0];
for (let game = 0; game < games; game++) {
  const winner = await play(game % 2, OPENINGS[Math.floor(game / 2) % OPENINGS.length]);
  results[winner < 0 ? 2 : winner]++;
}
console.log(`${games} games: Tandem ${results[0]}, Fairy-Stockfish ${results[1]}, drawn ${results[2]}`);
process.exit(0); // the other engine's workers do not end by themselves

import { render } from "preact";
import { marked } from "../game/mistakes.ts";
import type { GameRecord } from "../game/record.ts";
import { settled } from "../game/result.ts";
import { App } from "./App.tsx";
import { readJson } from "../game/text.ts";

// The games follow this script, one script element each, so that the page is whole whenever it ends.
addEventListener("DOMContentLoaded", () => {
  const scripts = [...document.querySelectorAll("script.game")];
  const games = scripts.map((script) => settled(marked(readJson(script.textContent ?? "") as GameRecord)));
  const root = document.getElementById("page");
  if (!root) return;
  render(games.length > 0 ? <App games={games} /> : <p class="empty">This page has no games yet.</p>, root);
});

import { render } from "preact";
import { readJson } from "../game/text.ts";
import { App } from "./App.tsx";
import type { PlayerReport } from "./report.ts";

// The report follows this script in a script element of its own.
addEventListener("DOMContentLoaded", () => {
  const script = document.querySelector("script.report");
  const root = document.getElementById("page");
  if (!root) return;
  const report = script && (readJson(script.textContent ?? "") as PlayerReport);
  if (report) document.title = `${report.player}: a report by Tandem`;
  render(report ? <App report={report} /> : <p class="empty">This page has no report yet.</p>, root);
});

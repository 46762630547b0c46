import type { FromPage, RuleSetName, ToPage } from "../../wire/messages.ts";
import type { Place } from "../place.ts";

export interface AnalysisPageProps {
  place: Extract<Place, { at: "analysis" }>;
  isConnected: boolean;
  ruleSets: readonly RuleSetName[];
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

export function AnalysisPage(_: AnalysisPageProps) {
  return <main class="narrow"><p class="empty">Soon.</p></main>;
}

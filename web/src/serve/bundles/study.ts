// The parts of the page that nobody needs to play a game: one file, loaded with the first of them.
export { AnalysisPage } from "../analysis/AnalysisPage.tsx";
export { ArchivePage } from "../archive/ArchivePage.tsx";
export { PlayerPage } from "../player/PlayerPage.tsx";
export { PuzzlesPage } from "../puzzles/PuzzlesPage.tsx";
export { ReviewPage } from "../review/ReviewPage.tsx";
export * as core from "./core.ts";

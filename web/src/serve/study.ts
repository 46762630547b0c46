// The parts of the page that nobody needs to play a game. They are one file, loaded with the first of
// them: each file more makes files more for what it shares with others, and each is a way to the server.
export { AnalysisPage } from "./analysis/AnalysisPage.tsx";
export { ArchivePage } from "./archive/ArchivePage.tsx";
export { PuzzlesPage } from "./puzzles/PuzzlesPage.tsx";
export { ReviewPage } from "./review/ReviewPage.tsx";

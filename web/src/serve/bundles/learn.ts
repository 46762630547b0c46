// The lesson.
export { LearnPage } from "../learn/LearnPage.tsx";
export * as core from "./core.ts";

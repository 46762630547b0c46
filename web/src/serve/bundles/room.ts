// A table: the way to it, its game, and what comes after.
export { Doorway } from "../table/Doorway.tsx";
export { TablePage } from "../table/TablePage.tsx";
export * as core from "./core.ts";

// The dialog of the settings.
export { SettingsDialog } from "../settings/SettingsDialog.tsx";
export * as core from "./core.ts";

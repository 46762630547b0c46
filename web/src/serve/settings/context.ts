import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { USUAL_SETTINGS, type Settings } from "../../parts/settings.ts";

/** The settings of the reader, for whatever part of the page depends on them. */
export const SettingsContext = createContext<Settings>(USUAL_SETTINGS);

export function useSettings(): Settings {
  return useContext(SettingsContext);
}

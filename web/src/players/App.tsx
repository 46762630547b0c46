import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { PieceSymbols } from "../board/pieces.tsx";
import { keepTheme, opposite, savedTheme } from "../parts/theme.ts";
import { ThemeButton } from "../parts/ThemeButton.tsx";
import { placeText, readPlace } from "./place.ts";
import type { PlayerReport } from "./report.ts";
import { Report } from "./Report.tsx";

/** The page of a report: the position that is open is in its address. */
export function App({ report }: { report: PlayerReport }) {
  const [chosen, setChosen] = useState(() => readPlace(location.hash));
  const [theme, setTheme] = useState(savedTheme);
  useLayoutEffect(() => keepTheme(theme), [theme]);
  useEffect(() => history.replaceState(null, "", chosen ? placeText(chosen) : location.pathname), [chosen]);
  useEffect(() => {
    const onHash = () => setChosen(readPlace(location.hash));
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return (
    <>
      <PieceSymbols />
      <Report report={report} chosen={chosen} onChoose={setChosen} tools={<ThemeButton onTheme={() => setTheme(opposite(theme))} />} />
    </>
  );
}

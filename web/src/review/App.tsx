import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { PieceSymbols } from "../board/pieces.tsx";
import type { GameRecord } from "../game/record.ts";
import { keepTheme, opposite, savedTheme } from "../parts/theme.ts";
import { ThemeButton } from "../parts/ThemeButton.tsx";
import { Games } from "./Games.tsx";
import { placeText, readPlace, within } from "./place.ts";

/** The review page: the games of a file, each with its place in the page's address. */
export function App({ games }: { games: readonly GameRecord[] }) {
  const lengths = useMemo(() => games.map(({ plies }) => plies.length), [games]);
  const [place, setPlace] = useState(() => within(readPlace(location.hash), lengths));
  const [theme, setTheme] = useState(savedTheme);
  useEffect(() => history.replaceState(null, "", placeText(place)), [place]);
  useLayoutEffect(() => keepTheme(theme), [theme]);
  useLayoutEffect(() => {
    const onHash = () => setPlace(within(readPlace(location.hash), lengths));
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, [lengths]);
  return (
    <>
      <PieceSymbols />
      <Games games={games} place={place} onPlace={setPlace} tools={<ThemeButton onTheme={() => setTheme(opposite(theme))} />} />
    </>
  );
}

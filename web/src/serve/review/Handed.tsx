import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../Dialog.tsx";
import { playersIn } from "./bookmark.ts";

export interface HandedProps {
  /** The name under which the server keeps the game. */
  secret: string;
  hasArchive: boolean;
  onTaken: (games: string, keeps: boolean) => void;
  onRefused: () => void;
  /** Says why there is no game. */
  onFault: (fault: string) => void;
}

/** Asks whether to take a game that another page has handed over. */
export function Handed({ secret, hasArchive, onTaken, onRefused, onFault }: HandedProps) {
  const [games, setGames] = useState<string | undefined>(undefined);
  const [keeps, setKeeps] = useState(true);
  useEffect(() => {
    fetch(`/handed/${secret}`)
      .then(async (answer) => (answer.ok ? setGames(await answer.text()) : onFault(GONE)))
      .catch((error: unknown) => onFault(String(error)));
  }, [secret]);
  if (games === undefined) return null;
  return (
    <Dialog title="Take this game of chess.com?" yes="Review it" onYes={() => onTaken(games, keeps && hasArchive)} onNo={onRefused}>
      <p>{playersIn(games) ?? "It does not have the two boards of a game."}</p>
      {hasArchive && <label class="keeps"><input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} /> Keep it under Games</label>}
    </Dialog>
  );
}

const GONE = "The game that was handed over is not here any more. Click the bookmark on chess.com again.";

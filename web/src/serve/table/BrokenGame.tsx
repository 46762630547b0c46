import { useEffect, useState } from "preact/hooks";
import type { ArchivedGame, FromPage, ToPage } from "../../wire/messages.ts";
import { placeText } from "../place.ts";
import type { KeptGame } from "./keptGame.ts";

export interface BrokenGameProps {
  game: KeptGame;
  /** The present run of the server, if it is connected and has an archive. */
  run: string | undefined;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The game in the archive, as far as it is known. */
type Found = "asking" | "missing" | ArchivedGame;

/** What became of a game whose table is gone. The archive is asked, so that only what is there is promised. */
export function BrokenGame({ game, run, send, listen }: BrokenGameProps) {
  const [found, setFound] = useState<Found>("asking");
  const { archived } = game;
  useEffect(() => {
    if (run === undefined || archived === null) return undefined;
    const end = listen((message) => {
      if (message.type === "archive_game" && message.game.game === archived) setFound(isSame(game, message.game) ? message.game : "missing");
      // A server that ends answers nothing more; the next run of it will.
      if (message.type === "refused" && message.what === "load_archived" && run !== game.run) setFound("missing");
    });
    send({ type: "load_archived", game: archived });
    return end;
  }, [run, archived]);
  if (archived === null) return <p>This server keeps no games, so the game is gone.</p>;
  if (found === "asking") return <p role="status">{run === undefined ? "Once the server is back, its archive is asked for the game." : "Looking for the game in the archive\u2026"}</p>;
  if (found === "missing") return <p>The archive of this server does not have the game.</p>;
  return (
    <>
      <p>{savedText(game, found)}</p>
      <div class="buttons"><a class="button primary" href={placeText({ at: "review", archived })}>Review the game</a></div>
    </>
  );
}

/** Another archive has another game under the number. */
export function isSame({ players }: KeptGame, found: ArchivedGame): boolean {
  return players.every((name, seat) => (found.players[seat] ?? "") === name);
}

export function savedText({ isOwn, plies }: KeptGame, found: ArchivedGame): string {
  const late = plies - found.plies;
  const lacks = late <= 0 ? "" : late === 1 ? " The last move came too late." : ` The last ${late} moves came too late.`;
  const saved = found.plies === 0 ? "was saved before its first move" : `was saved up to move ${found.plies}`;
  return `${isOwn ? "Your" : "The"} game ${saved}.${lacks} ${found.result === "*" ? "It has no result; nobody has lost." : ""}`.trim();
}

/** The address of a bookmark that hands the game of chess.com that is shown to this server. */
export function bookmarkAddress(server: string): string {
  return `javascript:${encodeURIComponent(`(${handBoardsTo})(${JSON.stringify(server)})`)}`;
}

/**
 * Reads both boards of the game that is shown, and sends them to a server as a form. It runs in a page of chess.com, as its own text: it
 * may use nothing from outside.
 */
async function handBoardsTo(server: string): Promise<void> {
  // While the click is fresh: a browser takes a window that is opened later for an advertisement.
  const shown = open("", "tandem");
  try {
    const board = async (number: number | string) => {
      const answer = await fetch(`/callback/live/game/${number}`);
      if (!answer.ok) throw new Error(`chess.com does not give game ${number} (${answer.status}).`);
      return await answer.json() as { game?: { partnerGameId?: number; isFinished?: boolean } };
    };
    const [number] = /\d{6,}/.exec(location.pathname + location.hash) ?? [];
    const first = number ? await board(number) : {};
    if (!first.game?.partnerGameId) throw new Error("This is no game of bughouse. Open a finished one first.");
    if (!first.game.isFinished) throw new Error("This game is still being played.");
    const games = [first, await board(first.game.partnerGameId)];
    // A form from https to http has no origin otherwise, and the server asks who sends it.
    const policy = document.createElement("meta");
    Object.assign(policy, { name: "referrer", content: "origin" });
    document.head.append(policy);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: `${server}/handed`, target: shown ? "tandem" : "_self", acceptCharset: "utf-8", hidden: true });
    const field = document.createElement("textarea");
    Object.assign(field, { name: "games", value: games.map((game) => JSON.stringify(game)).join("\n") });
    form.append(field);
    document.body.append(form);
    form.submit();
    form.remove();
  } catch (error) {
    shown?.close();
    alert(`Tandem: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The four players of two boards, team against team, or nothing if the text is something else. */
export function playersIn(games: string): string | undefined {
  try {
    const [first, second] = games.trim().split(/[\r\n]+/).map((line) => playersOf(JSON.parse(line)));
    if (!first || !second) return undefined;
    return `${first.white} and ${second.black} against ${first.black} and ${second.white}`;
  } catch {
    return undefined;
  }
}

function playersOf({ game: { pgnHeaders } }: { game: { pgnHeaders: { White: string; Black: string } } }): Record<"white" | "black", string> {
  return { white: pgnHeaders.White.slice(0, LONGEST_NAME), black: pgnHeaders.Black.slice(0, LONGEST_NAME) };
}

const LONGEST_NAME = 40;

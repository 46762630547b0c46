import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardName } from "../../game/record.ts";
import type { AnalysisPosition, BoardScore, FromPage, Mating, ToPage } from "../../wire/messages.ts";

/** The results of the engine for the position that is shown. */
export interface Found {
  boards: Partial<Record<BoardName, BoardScore>>;
  teamOneWins: number | undefined;
  /** For each board, the mates of White and Black. */
  mates: readonly (readonly (Mating | null)[])[];
  /** The reason for which the search has ended. */
  ended: string | undefined;
}

const NOTHING: Found = { boards: {}, teamOneWins: undefined, mates: [], ended: undefined };

let latestId = 0;

/** Searches a position while it is shown; a new one ends the search of the old. */
export function useSearch(
  position: AnalysisPosition | undefined, lines: number, isOn: boolean, send: (message: FromPage) => boolean,
  listen: (listener: (message: ToPage) => void) => () => void,
): Found {
  const [found, setFound] = useState(NOTHING);
  const id = useRef(0);
  useEffect(() => listen((message) => {
    if (!("id" in message) || message.id !== id.current) return;
    setFound((found) => heard(found, message));
  }), [listen]);
  useEffect(() => {
    latestId += 1;
    id.current = latestId;
    setFound(NOTHING);
    if (position && isOn) send({ type: "analyze", id: latestId, position, lines });
    else send({ type: "stop_analysis" });
  }, [position, lines, isOn]);
  useEffect(() => () => { send({ type: "stop_analysis" }); }, []);
  return found;
}

function heard(found: Found, message: ToPage): Found {
  switch (message.type) {
    case "analysis": {
      const boards = { ...found.boards };
      for (const score of message.boards) boards[score.board] = score;
      return { ...found, boards, teamOneWins: message.team_one_wins ?? found.teamOneWins };
    }
    case "analysis_mates": return { ...found, mates: message.boards };
    case "analysis_done": return { ...found, ended: message.reason };
    default: return found;
  }
}

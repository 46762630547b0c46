import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardName } from "../../game/record.ts";
import type { AnalysisPosition, BoardScore, FromPage, Mating, TeamPlans, ToPage } from "../../wire/messages.ts";
import type { Wish } from "./plans.ts";

/** The results of the engine for the position that is shown. */
export interface Found {
  boards: Partial<Record<BoardName, BoardScore>>;
  teamOneWins: number | undefined;
  plans: TeamPlans | undefined;
  /** For each board, the mates of White and Black. */
  mates: readonly (readonly (Mating | null)[])[];
  /** The reason for which the search has ended. */
  ended: string | undefined;
}

/** What is searched. */
export interface Wanted {
  position: AnalysisPosition | undefined;
  /** Number of best lines of each board. */
  lines: number;
  wish: Wish;
}

const NOTHING: Found = { boards: {}, teamOneWins: undefined, plans: undefined, mates: [], ended: undefined };

let latestId = 0;

/** Searches a position while it is shown; a new one ends the search of the old. */
export function useSearch(
  { position, lines, wish }: Wanted, isOn: boolean, send: (message: FromPage) => boolean,
  listen: (listener: (message: ToPage) => void) => () => void,
): Found {
  const [found, setFound] = useState(NOTHING);
  const id = useRef(0);
  const searched = useRef<AnalysisPosition | undefined>(undefined);
  useEffect(() => listen((message) => {
    if (!("id" in message) || message.id !== id.current) return;
    setFound((found) => heard(found, message));
  }), [listen]);
  useEffect(() => {
    latestId += 1;
    id.current = latestId;
    // Another wish for the same boards leaves their lines.
    const isSame = searched.current === position;
    searched.current = position;
    setFound((found) => (isSame ? { ...found, plans: undefined, ended: undefined } : NOTHING));
    if (position && isOn) send({ type: "analyze", id: latestId, position, lines, team: wish.team, must_move: wish.mustMove ?? null });
    else send({ type: "stop_analysis" });
  }, [position, lines, wish, isOn]);
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
    case "analysis_plans": return { ...found, plans: message.plans };
    case "analysis_mates": return { ...found, mates: message.boards };
    case "analysis_done": return { ...found, ended: message.reason };
    default: return found;
  }
}

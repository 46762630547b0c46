import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardName } from "../../game/record.ts";
import type { AnalysisPosition, ExplorerAnswer, ExplorerFilter, FromPage, ToPage } from "../../wire/messages.ts";
import { Newest } from "../archive/newest.ts";
import { scopeOf, trimmed, type Scope } from "./filter.ts";

/** A question for the games. */
export interface Question {
  position: AnalysisPosition;
  scope: Scope;
  filter: ExplorerFilter;
}

/** The answer as far as it has come. */
export interface Explored {
  /** The question that it is about. */
  question: Question;
  answer: ExplorerAnswer;
  /** The share of such games that the team of the mover wins, by the board and the move. */
  wins: Readonly<Record<string, number>>;
}

export interface UseExplorer {
  explored: Explored | undefined;
  /** The reason for which the newest question was refused. */
  fault: string | undefined;
}

/** Time in milliseconds that a position is looked at before it is asked for. */
const ASK_AFTER = 150;

let latestId = 0;

/** The key of the score of a move. */
export function moveKey({ board, coordinates }: { board: BoardName; coordinates: string }): string {
  return board + coordinates;
}

/** Asks for what was played in a position, while that is wanted. The last answer stays until the next one is there. */
export function useExplorer(
  question: Question | undefined, send: (message: FromPage) => boolean, listen: (listener: (message: ToPage) => void) => () => void,
): UseExplorer {
  const [explored, setExplored] = useState<Explored | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const asked = useRef<{ id: number; question: Question } | undefined>(undefined);
  const newest = useMemo(() => new Newest((question: Question) => {
    latestId += 1;
    asked.current = { id: latestId, question };
    const { position, scope, filter } = question;
    send({ type: "explore", id: latestId, question: { position, scope: scopeOf(scope), filter: trimmed(filter) }, judged: true });
  }), [send]);
  useEffect(() => listen((message) => {
    const { id, question } = asked.current ?? {};
    if (message.type === "explored" && message.id === id && question) {
      if (!newest.answered()) return;
      setExplored({ question, answer: message.answer, wins: {} });
      setFault(undefined);
    } else if (message.type === "explored_score" && message.id === id) {
      setExplored((explored) => explored && { ...explored, wins: { ...explored.wins, [moveKey(message.move)]: message.wins } });
    } else if (message.type === "refused" && message.what === "explore" && newest.answered()) {
      setFault(message.reason);
    } else if (message.type === "welcome") newest.again();
  }), [listen, newest]);
  const text = question && JSON.stringify(question);
  useEffect(() => {
    if (!question) {
      send({ type: "stop_exploring" });
      return undefined;
    }
    const timer = setTimeout(() => newest.want(question), ASK_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => { send({ type: "stop_exploring" }); }, []);
  return { explored, fault };
}

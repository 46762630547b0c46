import { useEffect, useState } from "preact/hooks";
import type { Judging } from "../../players/Mistakes.tsx";
import type { Chosen } from "../../players/place.ts";
import { Report } from "../../players/Report.tsx";
import type { Example, PlayerReport } from "../../players/report.ts";
import { sentence } from "../../game/text.ts";
import type { FromPage, ToPage } from "../../wire/messages.ts";
import { placeText } from "../place.ts";

export interface PlayerPageProps {
  player: string;
  isConnected: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** The report on a player of the archive. */
export function PlayerPage({ player, isConnected, send, listen }: PlayerPageProps) {
  const [report, setReport] = useState<PlayerReport | undefined>(undefined);
  const [judging, setJudging] = useState<Judging | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  useEffect(() => listen((message) => {
    if (message.type === "player_report") {
      setReport(message.report);
      setJudging(message.to_judge > 0 ? { is: "running", done: 0, of: message.to_judge } : undefined);
      setFault(undefined);
    }
    if (message.type === "player_judged") setJudging({ is: "running", done: message.done, of: message.of });
    if (message.type === "refused" && message.what === "report_player") setFault(message.reason);
  }), [listen]);
  useEffect(() => {
    setReport(undefined);
    setChosen(undefined);
    setFault(undefined);
    if (!isConnected) return undefined;
    send({ type: "report_player", player });
    return () => void send({ type: "stop_report" });
  }, [player, isConnected]);
  if (fault !== undefined && !report) return <main class="narrow"><p class="fault" role="alert">{sentence(fault)}</p></main>;
  if (!report) return <main class="narrow"><p class="empty" role="status">Counting the games of {player}…</p></main>;
  return (
    <Report report={report} chosen={chosen} onChoose={setChosen} gameOf={gameOf} judging={fault === undefined ? judging : { is: "refused", reason: fault }}
      tools={<a class="button" href={placeText({ at: "archive" })}>All games</a>} />
  );
}

/** The address of the game of a position, whose place is as in `game 17`. */
function gameOf({ place, ply }: Example): string | undefined {
  const archived = Number(/^game (\d+)$/.exec(place)?.[1]);
  return archived > 0 ? placeText({ at: "analysis", position: undefined, moves: [], archived, ply }) : undefined;
}

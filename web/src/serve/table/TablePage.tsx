import { useEffect, useMemo, useState } from "preact/hooks";
import { MoveColumns, type MoveItem } from "../../board/MoveColumns.tsx";
import { readFen } from "../../game/fen.ts";
import { boardOf, colorOf, seatName, teamOf } from "../../game/seats.ts";
import { roundClock } from "../../game/clock.ts";
import type { AnalysisPosition, FromPage, GameState, PlyState, TableState, ToPage } from "../../wire/messages.ts";
import { AfterPanel } from "../after/AfterPanel.tsx";
import { useAfter } from "../after/useAfter.ts";
import type { Place } from "../place.ts";
import { useSettings } from "../settings/context.ts";
import { clockInWords } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { Actions } from "./Actions.tsx";
import { Announcer } from "./Announcer.tsx";
import { Bubble } from "./Bubble.tsx";
import { LeadPanel } from "./LeadPanel.tsx";
import { Lobby } from "./Lobby.tsx";
import { PartnerPanel } from "./PartnerPanel.tsx";
import { PlayBoard } from "./PlayBoard.tsx";
import { ResultPanel } from "./ResultPanel.tsx";
import { boardsInOrder, isOwnGame } from "./state.ts";
import { useFocusInGame, useKeys } from "./useKeys.ts";
import { useTableSounds } from "./useTableSounds.ts";

export interface TablePageProps {
  table: TableState;
  sounds: boolean;
  onZen: (zen: boolean) => void;
  refusals: number;
  epoch: number;
  addresses: readonly string[];
  now: () => number;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** A table: before its game, while it runs, and after it. */
export function TablePage(props: TablePageProps) {
  const { table, sounds, refusals, epoch, now, send } = props;
  const [flipped, setFlipped] = useState(false);
  const [talks, setTalks] = useState(false);
  useTableSounds(table, sounds);
  const { zen, announces } = useSettings();
  useKeys({ f: () => setFlipped((flipped) => !flipped), z: () => props.onZen(!zen) });
  useEffect(() => {
    // The first screen has all of the game.
    if (table.phase === "playing") scrollTo(0, 0);
  }, [table.phase]);
  const { game } = table;
  const after = useAfter(table, send, props.listen);
  useFocusInGame(table);
  if (!game || table.phase === "gathering" || table.phase === "starting") return <main class="narrow"><Lobby table={table} addresses={props.addresses} send={send} /></main>;
  const isPlaying = isOwnGame(table);
  const [near, far] = boardsInOrder(table).map((board, at) => (
    <PlayBoard key={`${board} ${game.number}`} table={after.table} arrows={after.moment?.board === board ? after.arrows : NO_ARROWS} board={board} flipped={flipped} sounds={sounds} refusals={refusals} epoch={epoch} now={now} send={send}>
      {at === 0 && <Bubble table={table} />}
    </PlayBoard>
  ));
  return (
    <main class={`game live ${lookOf(table)}${game.result ? " over" : ""}${zen && isPlaying ? " zen" : ""}`}>
      <h1 class="unseen">{`Table: ${clockInWords(table.clock)}, ${rulesName(table.rules)}`}</h1>
      <div class="near">{near}</div>
      {!game.result && <LeadPanel table={table} now={now} />}
      <Actions table={table} send={send} onFlip={() => setFlipped(!flipped)} talks={talks} onTalk={() => setTalks(!talks)} />
      {far && <div class="far">{far}</div>}
      {table.boards === 2 && <PartnerPanel table={table} send={send} isOpen={talks} onClose={() => setTalks(false)} />}
      <div class="beside">
        {game.result
          ? (
            <>
              <ResultPanel table={table} result={game.result} send={send} record={after.record} analysis={analysisOf(table, after.table.game ?? game)} />
              <AfterPanel table={table} steps={after.steps} review={after.review} moments={after.moments} record={after.record} onMoment={after.showMoment} onAgain={after.again}>
                <Moves table={table} game={game} ply={after.steps.ply} onPly={after.steps.go} />
              </AfterPanel>
            </>
          )
          : <Moves table={table} game={game} ply={game.plies.length} />}
      </div>
      {announces && isPlaying && <Announcer table={table} />}
    </main>
  );
}

/** The kind of screen: the own board large, both alike for two seats or for an onlooker, or one alone. */
function lookOf({ boards, you }: TableState): "own" | "both" | "watch" | "single" {
  if (boards === 1) return "single";
  if (you.seats.length === 1) return "own";
  return you.seats.length > 1 ? "both" : "watch";
}

const NO_ARROWS = [] as const;

interface MovesProps {
  table: TableState;
  game: GameState;
  ply: number;
  onPly?: (ply: number) => void;
}

function Moves({ table, game, ply, onPly }: MovesProps) {
  const moves = useMemo(() => game.plies.map((ply, at) => itemOf(game, ply, at, table.boards)), [game.plies]);
  return (
    <div class="record card">
      <MoveColumns moves={moves} boards={table.boards} ply={ply} onPly={onPly} />
    </div>
  );
}

function itemOf(game: GameState, ply: PlyState, at: number, boards: number): MoveItem {
  const board = boardOf(ply.seat);
  const before = game.plies.slice(0, at).findLast(({ seat }) => boardOf(seat) === board)?.fen ?? game.start[board === "A" ? 0 : 1] ?? "";
  const { number } = readFen(before);
  const isWhite = colorOf(ply.seat) === "white";
  return {
    number: boards === 1 ? `${number}${isWhite ? "." : "\u2026"}` : `${number}${isWhite ? board : board.toLowerCase()}.`,
    san: ply.san,
    team: teamOf(ply.seat),
    isRight: boards === 2 ? board === "B" : !isWhite,
    title: seatName(ply.seat, boards),
    more: <span class="score">{roundClock(ply.clock_ms)}</span>,
  };
}

function analysisOf(table: TableState, game: GameState): Place {
  const position: AnalysisPosition = {
    rules: table.rules,
    fens: game.boards.map(({ fen }) => fen),
    clocks_ms: game.clocks.map(({ left_ms }) => Math.max(0, left_ms)),
  };
  return { at: "analysis", position, moves: [] };
}

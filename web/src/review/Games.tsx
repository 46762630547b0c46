import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board.tsx";
import { readFen } from "../game/fen.ts";
import { nextMistake } from "../game/mistakes.ts";
import type { BoardName, GameRecord } from "../game/record.ts";
import { waitsOf } from "../game/replay.ts";
import { scoreInWords, worth } from "../game/score.ts";
import { playerName, ratingOf, teamNames, type Seat } from "../game/seats.ts";
import { boardScore, timelineOf, type Timeline } from "../game/timeline.ts";
import { isTyping } from "../parts/typing.ts";
import { Controls } from "./Controls.tsx";
import { Forecast } from "./Forecast.tsx";
import { Header } from "./Header.tsx";
import { stepOf, type Step } from "./keys.ts";
import { MoveList } from "./MoveList.tsx";
import { Note } from "./Note.tsx";
import { within, type Place } from "./place.ts";
import { SummaryTable } from "./SummaryTable.tsx";

export interface GamesProps {
  /** At least one game. */
  games: readonly GameRecord[];
  place: Place;
  onPlace: (change: (place: Place) => Place) => void;
  /** More buttons of the header. */
  tools?: ComponentChildren;
  /** More buttons of the header, in a menu where there is no room for them. */
  more?: ComponentChildren;
}

/** Analyzed games: one of them, and the position after some of its moves. */
export function Games({ games, place, onPlace, tools, more }: GamesProps) {
  const lengths = useMemo(() => games.map(({ plies }) => plies.length), [games]);
  const [flipped, setFlipped] = useState(false);
  const timeline = useMemo(() => timelineOf(games[place.game] as GameRecord), [games, place.game]);
  const go = useCallback((ply: number) => onPlace((was) => within({ ...was, ply }, lengths)), [lengths]);
  const step = useCallback((step: Step) => {
    onPlace((was) => {
      const to = target(games[was.game] as GameRecord, was.ply, step);
      return to === undefined ? was : { ...was, ply: to };
    });
  }, [games]);
  const [replays, setReplays] = useReplay(timeline, place.ply, go);
  // Before the page is drawn, so that no key is missed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = stepOf(event);
      if (asked === undefined || isTyping(event)) return;
      event.preventDefault();
      step(asked);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [step]);
  const record = timeline.record;
  const possible = new Set(STEPS.filter((asked) => target(record, place.ply, asked) !== undefined));
  return (
    <>
      <Header games={games} chosen={place.game} onChoose={(game) => onPlace(() => within({ game, ply: 0 }, lengths))}
        onFlip={() => setFlipped(!flipped)} replays={replays} onReplay={() => setReplays(!replays)} tools={tools} more={more} />
      <main class={timeline.boards === 1 ? "one-board" : ""}>
        <div class="stage">
          <Boards timeline={timeline} ply={place.ply} flipped={flipped} />
          <Controls ply={place.ply} plies={record.plies.length} possible={possible} onStep={step} />
        </div>
        <Forecast timeline={timeline} ply={place.ply} onPly={go} />
        <div class="side">
          <Note timeline={timeline} ply={place.ply} />
          <SummaryTable timeline={timeline} />
          <MoveList timeline={timeline} ply={place.ply} onPly={go} />
        </div>
      </main>
    </>
  );
}

/** Steps on at the pace at which the game was played, while that is asked for. */
function useReplay(timeline: Timeline, ply: number, go: (ply: number) => void): [boolean, (replays: boolean) => void] {
  const [replays, setReplays] = useState(false);
  const waits = useMemo(() => waitsOf(timeline), [timeline]);
  useEffect(() => {
    const wait = waits[ply];
    if (!replays) return undefined;
    if (wait === undefined) {
      setReplays(false);
      return undefined;
    }
    const timer = setTimeout(() => go(ply + 1), wait);
    return () => clearTimeout(timer);
  }, [replays, ply, waits]);
  const start = (replays: boolean) => {
    if (replays && ply === waits.length) go(0);
    setReplays(replays);
  };
  return [replays, start];
}

const STEPS: Step[] = ["first", "back", "next", "last", "mistake-back", "mistake-next"];

/** The ply that a step leads to; `undefined` if it leads nowhere. */
function target({ plies }: GameRecord, ply: number, step: Step): number | undefined {
  switch (step) {
    case "first": return ply > 0 ? 0 : undefined;
    case "back": return ply > 0 ? ply - 1 : undefined;
    case "next": return ply < plies.length ? ply + 1 : undefined;
    case "last": return ply < plies.length ? plies.length : undefined;
    case "mistake-back": return nextMistake(plies, ply, -1);
    case "mistake-next": return nextMistake(plies, ply, 1);
  }
}

interface BoardsProps {
  timeline: Timeline;
  ply: number;
  flipped: boolean;
}

/** The boards after a number of moves. Team one is at the bottom unless they are turned. */
function Boards({ timeline, ply, flipped }: BoardsProps) {
  const { record, boards, clocks } = timeline;
  const fens = (ply === 0 ? record.start : record.after[ply - 1]) ?? record.start;
  const players = [0, 1, 2, 3].map((seat) => ({
    name: playerName(record.players, seat as Seat, boards),
    rating: ratingOf(record.ratings, seat as Seat),
    clockMs: clocks[ply]?.[seat],
  }));
  const names: BoardName[] = boards === 2 ? ["A", "B"] : ["A"];
  return (
    <div class="boards">
      {names.map((name, at) => {
        const last = record.plies.slice(0, ply).findLastIndex(({ board }) => board === name);
        const score = boardScore(timeline, name, ply);
        const says = score ? `Board${boards === 2 ? ` ${name}` : ""}: ${scoreInWords(score, teamNames(boards))}` : "";
        return (
          <Board key={name} name={name} boards={boards} position={readFen(fens[at] ?? "")}
            bottom={(name === "A") === flipped ? "black" : "white"}
            marked={record.squares?.[last] ?? []} inCheck={/[+#]$/.test(record.plies[last]?.san ?? "")}
            players={players} over={ply === record.plies.length && record.result !== "*"}
            gauge={{ part: 0.5 + 0.5 * (score ? worth(score) : 0), says: says || "even" }} />
        );
      })}
    </div>
  );
}

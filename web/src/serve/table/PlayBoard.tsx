import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { PlayerBar } from "../../board/PlayerBar.tsx";
import { pieceName, readFen } from "../../game/fen.ts";
import type { BoardName, ColorName } from "../../game/record.ts";
import { colorOf, seatOf } from "../../game/seats.ts";
import { LiveBoard } from "../../live/LiveBoard.tsx";
import type { Arrow } from "../../live/Ground.tsx";
import { squaresOf, type MoveText } from "../../live/moves.ts";
import { useSettings } from "../settings/context.ts";
import { Confirmation, usePending } from "./Confirmation.tsx";
import { added, ahead, atTurn, EMPTY, next, sent, type Queue, type Turn } from "../../live/queue.ts";
import { play } from "../../live/sounds.ts";
import { LiveClock } from "../../live/Ticks.tsx";
import type { FromPage, Seat, SeatState, TableState } from "../../wire/messages.ts";
import { levelName } from "../levels.ts";
import { boardState, bottomOf, lastSquares, ownSeat, pliesOn, seatState } from "./state.ts";
import { isolated } from "../../game/text.ts";

export interface PlayBoardProps {
  table: TableState;
  board: BoardName;
  flipped: boolean;
  sounds: boolean;
  /** Grows with each refusal of a move, and with each new beginning of the connection. */
  refusals: number;
  epoch: number;
  now: () => number;
  send: (message: FromPage) => boolean;
  /** Arrows of a move that was better. */
  arrows?: readonly Arrow[];
  /** Lies over the squares. */
  children?: ComponentChildren;
}

const NO_ARROWS = [] as const;
const NO_MOVES: readonly MoveText[] = [];

/** A board of a table. Its player's moves wait in a queue until their turn. */
export function PlayBoard(props: PlayBoardProps) {
  const { table, board, flipped, sounds, refusals, epoch, now, send } = props;
  const { game } = table;
  const state = game && boardState(game, board);
  const seat = state && table.phase === "playing" ? ownSeat(table, state) : undefined;
  const position = useMemo(() => readFen(state?.fen ?? ""), [state?.fen]);
  const turn: Turn | undefined = seat !== undefined && state && game ? {
    game: `${table.table} ${game.number} ${seat} ${refusals}`,
    position,
    color: colorOf(seat),
    ply: pliesOn(game, board),
    epoch,
    legal: state.legal,
    onTurn: state.on_turn === seat,
    sits: seatState(table, seat)?.sits ?? false,
    mayReceive: table.boards === 2,
  } : undefined;
  const [queue, setQueue] = useQueue(turn);
  const cancel = () => setQueue(() => EMPTY);
  const step = turn ? next(queue, turn) : { kind: "wait" as const };
  useEffect(() => {
    if (step.kind === "drop-all") {
      cancel();
      if (sounds) play("refused");
    } else if (step.kind === "send" && turn && seat !== undefined && game) {
      if (send({ type: "move", seat, plies: game.plies.length, coordinates: step.move })) setQueue((queue) => sent(queue, turn));
    }
  });
  useEscape(queue.moves.length > 0, cancel);

  const entered = useMemo(() => (turn ? ahead(position, turn.color, queue) : position), [position, turn?.color, queue]);
  const { confirms } = useSettings();
  const pending = usePending(confirms, turn, entered);
  const shown = pending.shown;
  const waiting = useMemo(() => [...queue.moves.slice(queue.sent ? 1 : 0).map(({ move }) => move), ...(pending.move ? [pending.move] : [])].flatMap(squaresOf), [queue, pending.move]);
  const last = useMemo(() => (game ? lastSquares(game, board) : []), [game, board]);
  if (!game || !state) return null;
  const makes = (move: MoveText) => {
    if (turn?.sits && turn.onTurn && seat !== undefined) send({ type: "sit", seat, sits: false });
    if (turn) setQueue((queue) => added(queue, turn, move));
  };
  const makesMove = confirms ? pending.enter : makes;
  const cancelAll = () => {
    if (pending.move) pending.drop();
    else cancel();
  };
  const bottom = (bottomOf(table, board) === "white") === flipped ? "black" : "white";
  const isNow = turn !== undefined && turn.onTurn && queue.moves.length === 0;
  const checked: ColorName | undefined = state.check && queue.moves.length === 0 && !pending.move ? colorOf(state.on_turn) : undefined;
  const waits = !pending.move && <Waiting key="waits" queue={queue} lacks={step.kind === "lacks" ? step.piece : undefined} onCancel={cancel} />;
  const bar = (color: ColorName, hand: ComponentChildren) => {
    const here = seatOf(board, color);
    return <Bar table={table} seat={here} hand={here === seat ? [hand, waits] : hand} position={shown} now={now} sounds={sounds} />;
  };
  return (
    <LiveBoard name={board} boards={table.boards} position={shown} bottom={bottom} mover={turn?.color}
      legal={pending.move ? NO_MOVES : isNow ? state.legal : "ahead"} lastMove={last} waiting={waiting} check={checked} arrows={props.arrows ?? NO_ARROWS}
      awaited={step.kind === "lacks" ? step.piece : undefined} mayReceive={turn?.mayReceive ?? false} bar={bar} onMove={makesMove} onCancel={cancelAll}>
      {props.children}
      {pending.move && (
        <Confirmation move={pending.move} position={entered} onYes={() => { if (pending.move) makes(pending.move); pending.drop(); }} onNo={pending.drop} />
      )}
      {turn?.sits && <span class="unseen sits" role="status">You sit</span>}
    </LiveBoard>
  );
}

/** Escape takes back the moves that wait, wherever the focus is. */
function useEscape(isOn: boolean, cancel: () => void): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => { if (event.key === "Escape") cancel(); };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

/** The moves of a player that are not made yet. Which of them still stand follows from the turn, so that no order of effects matters. */
function useQueue(turn: Turn | undefined): [Queue, (change: (queue: Queue) => Queue) => void] {
  const [kept, setKept] = useState(EMPTY);
  const at = (queue: Queue) => (turn ? atTurn(queue, turn) : EMPTY);
  const queue = useMemo(() => at(kept), [kept, turn?.game, turn?.ply, turn?.epoch]);
  return [queue, (change) => setKept((kept) => ({ ...change(at(kept)), game: turn?.game ?? "" }))];
}

/** Says beside the hand how many moves wait, and for what; it takes them back. */
function Waiting({ queue, lacks, onCancel }: { queue: Queue; lacks: string | undefined; onCancel: () => void }) {
  const count = queue.moves.length - (queue.sent ? 1 : 0);
  if (count < 1) return null;
  const what = lacks ? `${queue.moves[0]?.move} waits for a ${pieceName(lacks)}` : undefined;
  return (
    <span class="waiting-note" role="status">
      <button type="button" onClick={onCancel} title={`${what ? `${what}. ` : ""}Take back the moves that wait (Esc)`}>
        <span class="short"><b>{`${count} \u00D7`}</b> waits</span>
        <span class="long">{what ?? (count === 1 ? "1 move waits" : `${count} moves wait`)}</span>
        <b class="cross" aria-hidden="true">{"\u00D7"}</b>
        <span class="unseen">: take back</span>
      </button>
    </span>
  );
}

interface BarProps {
  table: TableState;
  seat: Seat;
  hand: ComponentChildren;
  position: ReturnType<typeof readFen>;
  now: () => number;
  sounds: boolean;
}

function Bar({ table, seat, hand, position, now, sounds }: BarProps) {
  const state = seatState(table, seat);
  const clock = table.game?.clocks[seat];
  const isMine = table.you.seats.includes(seat);
  const onTurn = table.phase === "playing" && table.game?.boards.some((board) => board.on_turn === seat) === true;
  return (
    <PlayerBar seat={seat} boards={table.boards} name={isMine ? "You" : isolated(state?.name ?? "") || "free"} rating={undefined} clockMs={undefined}
      position={position} onTurn={onTurn} isOwn={isMine} note={state && noteOf(state)} hand={hand}
      clock={clock && (
        <LiveClock ms={clock.left_ms} runs={clock.runs_from_ms !== null && table.phase === "playing"} at={clock.runs_from_ms ?? 0} now={now}
          onLow={isMine && sounds ? () => play("low") : undefined} />
      )} />
  );
}

/** From this lag on, in milliseconds, a player's connection is called slow. */
const SLOW_MS = 200;

/** The state of a player in a word or two. */
function noteOf({ standing, sits }: SeatState): ComponentChildren {
  if (sits) return <b class="now">sits</b>;
  switch (standing.who) {
    case "tandem": return levelName(standing.level);
    case "open": return "free seat";
    case "person": {
      if (!standing.connected) return <b class="now">away</b>;
      return standing.lag_ms !== null && standing.lag_ms >= SLOW_MS ? <span class="now">{`lag ${standing.lag_ms} ms`}</span> : undefined;
    }
  }
}

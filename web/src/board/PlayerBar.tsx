import type { ComponentChildren } from "preact";
import { clockText } from "../game/clock.ts";
import { handOf, type Position } from "../game/fen.ts";
import { colorOf, seatName, teamNames, teamOf, type Seat } from "../game/seats.ts";
import { PieceIcon } from "./pieces.tsx";

export interface PlayerBarProps {
  seat: Seat;
  boards: number;
  name: string;
  rating: string | undefined;
  clockMs: number | undefined;
  position: Position;
  /** True if it is this player's move. */
  onTurn: boolean;
  /** True if the reader sits here. */
  isOwn?: boolean;
  /** A state of the player in a word or two. */
  note?: ComponentChildren;
  /** A clock that runs, in place of a time. */
  clock?: ComponentChildren;
  /** A hand that can be used, in place of the pieces. */
  hand?: ComponentChildren;
}

/** A player beside a board: team, name, turn, clock, and the pieces in hand. */
export function PlayerBar(props: PlayerBarProps) {
  const { seat, boards, name, rating, clockMs, position, onTurn, note, clock, hand, isOwn } = props;
  const team = teamOf(seat);
  const place = seatName(seat, boards);
  const who = boards === 2 ? `${place}, team ${teamNames(boards)[team]}` : place;
  return (
    <div class={`player team-${team}${onTurn ? " on-turn" : ""}${isOwn ? " own" : ""}`}>
      <span class="name" title={`${name}${rating ? ` ${rating}` : ""} (${who})`}>
        <span class={`disc ${colorOf(seat)}`} aria-hidden="true" />
        <span class="unseen">{who}: </span>
        <b>{name}</b>
        {rating && <span class="rating"> {rating}</span>}
      </span>
      {note && <span class="player-note">{note}</span>}
      {onTurn && <span class="turn">to move</span>}
      {clock ?? (
        <span class="clock">
          {clockMs === undefined ? null : <><span class="unseen">clock </span>{clockText(clockMs)}</>}
        </span>
      )}
      {hand ?? <Hand seat={seat} position={position} />}
    </div>
  );
}

function Hand({ seat, position }: Pick<PlayerBarProps, "seat" | "position">) {
  const hand = handOf(position, colorOf(seat));
  return (
    <span class="hand">
      {hand.length === 0 ? <span class="unseen">nothing in hand</span> : <span class="unseen">in hand: </span>}
      {hand.map(([sign, count]) => (
        <span class="held" key={sign}>
          <PieceIcon sign={sign} size={24} />
          {count > 1 && <span class="count">{count}</span>}
        </span>
      ))}
    </span>
  );
}

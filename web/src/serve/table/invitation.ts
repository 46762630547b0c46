import { seatName, teamOf, type Seat } from "../../game/seats.ts";
import { isolated } from "../../game/text.ts";
import { opponentOf, partnerOf } from "../../live/lead.ts";
import type { SeatState, TableRow, TableState } from "../../wire/messages.ts";
import { clockInWords } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { placeText } from "../place.ts";

/**
 * The link of an invitation. The secret is behind `#`, which no request has; before it are the table and the seat alone, so that the
 * server can say in a chat who invites to what.
 */
export function invitationLink(base: string, table: string, seat: Seat, invitation: string): string {
  return `${base}/join?t=${table}&s=${seat}${placeText({ at: "table", table, invitation, seat })}`;
}

/** What an invitation is for: `as my partner: Black on B, 3+0`. */
export function invitationText({ you, boards, clock }: TableState, seat: Seat): string {
  const [own] = you.seats;
  const as = own === undefined ? "for a game" : teamOf(own) === teamOf(seat) ? "as my partner" : "against me";
  return `Play ${boards === 2 ? "bughouse" : "a game"} ${as}: ${seatName(seat, boards)}, ${clockInWords(clock)}`;
}

/** True if the owner has only to be there for the game to begin: all seats are taken, and all others are ready. */
export function waitsForOwner({ you, phase, seats }: TableState): boolean {
  const isReady = ({ standing }: SeatState) => standing.who === "person" && standing.ready;
  const others = seats.filter(({ seat, standing }) => standing.who !== "tandem" && !you.seats.includes(seat));
  const own = seats.filter(({ seat }) => you.seats.includes(seat));
  return you.owner && phase === "gathering" && others.length > 0 && others.every(isReady) && own.length > 0 && !own.some(isReady);
}

/** What an invitation offers to the one who has it, as far as its table and its seat are known. */
export function offerInWords({ players, clock, rules }: TableRow, seat: Seat | undefined): string {
  const boards = players.length / 2;
  const name = (seat: Seat) => isolated(players[seat] ?? "") || "somebody who is still to come";
  const facts = `${clockInWords(clock)}, rules: ${rulesName(rules)}.`;
  if (seat === undefined || seat >= players.length) return facts;
  const others = boards === 1 ? [opponentOf(seat)] : [opponentOf(seat), opponentOf(partnerOf(seat))];
  const partner = boards === 1 ? "" : `, with ${name(partnerOf(seat))} as your partner`;
  return `You play ${seatName(seat, boards)}${partner}, against ${others.map(name).join(" and ")}. ${facts}`;
}

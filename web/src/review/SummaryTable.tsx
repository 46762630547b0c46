import { roundClock } from "../game/clock.ts";
import { GRADES, markOf, type Grade } from "../game/mistakes.ts";
import { boardOf, colorOf, playerName, seatName, seatsOf, teamNames, teamOf, type Seat } from "../game/seats.ts";
import { summaryOf } from "../game/summary.ts";
import { SITTING_MS, type Timeline } from "../game/timeline.ts";

const HEADS: Record<Grade, string> = { inaccuracy: "Inaccuracies", mistake: "Mistakes", blunder: "Blunders" };

/** A row for each player: mistakes of each grade, the average loss, the time sat. */
export function SummaryTable({ timeline }: { timeline: Timeline }) {
  const { boards, record } = timeline;
  const seats: Seat[] = [...seatsOf("one", boards), ...seatsOf("two", boards)];
  const sitting = `Turns of ${SITTING_MS / 1000} s or more while the other board went on`;
  return (
    <section class="summary" aria-label="Players">
      <table>
        <caption class="unseen">Mistakes, average loss and time sat of each player</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {GRADES.map((grade) => (
              <th key={grade} scope="col" title={HEADS[grade]}>
                <span aria-hidden="true" class={`mark ${grade}`}>{markOf(grade)}</span>
                <span class="unseen">{HEADS[grade]}</span>
              </th>
            ))}
            <th scope="col" title="The share of a game that a move cost, on average"><span class="unseen">Average </span>Loss</th>
            {boards === 2 && <th scope="col" title={sitting}>Sat</th>}
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => <Row key={seat} timeline={timeline} seat={seat} name={playerName(record.players, seat, boards)} />)}
        </tbody>
      </table>
    </section>
  );
}

function Row({ timeline, seat, name }: { timeline: Timeline; seat: Seat; name: string }) {
  const { grades, averageLoss, satMs } = summaryOf(timeline, seat);
  const team = teamOf(seat);
  const { boards } = timeline;
  const place = seatName(seat, boards);
  return (
    <tr class={`team-${team}`}>
      <th scope="row" title={`${name}, ${place}`}>
        <span class={`disc ${colorOf(seat)}`} aria-hidden="true" />
        <span class="unseen">{boards === 2 ? `${teamNames(boards)[team]}, ${place}: ` : `${place}: `}</span>
        {boards === 2 && name !== place && <span class="place" aria-hidden="true">{boardOf(seat)} </span>}
        {name}
      </th>
      {GRADES.map((grade) => <td key={grade}>{grades[grade]}</td>)}
      <td>{averageLoss === undefined ? "\u2013" : `${(100 * averageLoss).toFixed(1)}\u00A0%`}</td>
      {boards === 2 && <td>{satMs === undefined ? "\u2013" : roundClock(satMs)}</td>}
    </tr>
  );
}

import { useState } from "preact/hooks";
import { seatName, teamOf, type Seat } from "../../game/seats.ts";
import type { Pace } from "../../wire/messages.ts";
import { levelChoices } from "../levels.ts";
import type { Choices, SeatChoice } from "./choices.ts";

export interface SeatChooserProps {
  choices: Choices;
  boards: number;
  elo: readonly [number, number];
  onChange: (seats: readonly SeatChoice[]) => void;
}

/** Who sits in the other seats: all alike by two choices, or each by itself. */
export function SeatChooser({ choices, boards, elo, onChange }: SeatChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const seats = ([0, 1, 2, 3] as Seat[]).slice(0, 2 * boards);
  const others = choices.seats.filter((seat, at) => at < 2 * boards && seat.who !== "me");
  const alike = <K extends "elo" | "pace">(key: K): SeatChoice[K] | undefined =>
    others.every((seat) => seat[key] === others[0]?.[key]) ? others[0]?.[key] : undefined;
  const set = (some: Partial<SeatChoice>, only?: Seat) =>
    onChange(choices.seats.map((seat, at) => (only === undefined ? seat.who !== "me" : at === only) ? { ...seat, ...some } : seat));
  return (
    <>
      <div class="fields">
        <LevelSelect label="Level of the others" elo={elo} value={alike("elo")} onChange={(value) => set({ elo: value })} />
        <PaceSelect label="They answer" value={alike("pace")} onChange={(pace) => set({ pace })} />
      </div>
      <details class="each-seat" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>Each seat by itself, and people by link</summary>
        <div class="seat-cards">
          {isOpen && seats.map((seat) => {
            const choice = choices.seats[seat] as SeatChoice;
            const name = seatName(seat, boards);
            return (
              <fieldset key={seat} class={`seat-card team-${teamOf(seat)}`}>
                <legend>{name}</legend>
                <select aria-label={`Who is ${name}`} value={choice.who} onChange={({ currentTarget: { value } }) => set({ who: value as SeatChoice["who"] }, seat)}>
                  <option value="me">you</option>
                  <option value="tandem">Tandem</option>
                  <option value="guest">person by link</option>
                </select>
                {choice.who !== "me" && (
                  <>
                    <LevelSelect label={`Level of ${name}`} isHidden elo={elo} value={choice.elo} onChange={(value) => set({ elo: value }, seat)} />
                    <PaceSelect label={`Pace of ${name}`} isHidden value={choice.pace} onChange={(pace) => set({ pace }, seat)} />
                  </>
                )}
              </fieldset>
            );
          })}
        </div>
      </details>
    </>
  );
}

interface SelectProps<T> {
  label: string;
  isHidden?: boolean;
  /** `undefined` if the seats differ. */
  value: T | undefined;
  onChange: (value: T) => void;
}

function LevelSelect({ label, isHidden, elo, value, onChange }: SelectProps<number | null> & { elo: readonly [number, number] }) {
  const text = value === undefined ? "" : String(value);
  const choices = levelChoices(elo);
  const isListed = value === undefined || choices.some((choice) => choice.elo === value);
  return (
    <Labelled label={label} isHidden={isHidden}>
      <select aria-label={label} value={text} onChange={({ currentTarget: { value } }) => { if (value) onChange(value === "null" ? null : Number(value)); }}>
        {value === undefined && <option value="">different</option>}
        {!isListed && <option value={text}>{`${text} Elo`}</option>}
        {choices.map(({ elo, label }) => <option key={label} value={String(elo)}>{label}</option>)}
      </select>
    </Labelled>
  );
}

function PaceSelect({ label, isHidden, value, onChange }: SelectProps<Pace>) {
  return (
    <Labelled label={label} isHidden={isHidden}>
      <select aria-label={label} value={value ?? ""} onChange={({ currentTarget: { value } }) => { if (value) onChange(value as Pace); }}>
        {value === undefined && <option value="">different</option>}
        <option value="human">as a person would</option>
        <option value="engine">at once</option>
      </select>
    </Labelled>
  );
}

function Labelled({ label, isHidden, children }: { label: string; isHidden: boolean | undefined; children: preact.ComponentChildren }) {
  return isHidden ? <>{children}</> : <label>{label}{children}</label>;
}

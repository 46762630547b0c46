import type { ExplorerFilter, RuleSetName } from "../../wire/messages.ts";
import { rulesName } from "../start/rules.ts";
import { trimmed, typedNumber } from "./filter.ts";

export interface FiltersProps {
  filter: ExplorerFilter;
  ruleSets: readonly RuleSetName[];
  onChange: (filter: ExplorerFilter) => void;
}

const RATING = 9999;
const SECONDS = 86_400;

/** The conditions that games have to meet. */
export function Filters({ filter, ruleSets, onChange }: FiltersProps) {
  const set = (some: { [Key in keyof ExplorerFilter]: ExplorerFilter[Key] | undefined }) => onChange(trimmed({ ...filter, ...some } as ExplorerFilter));
  const number = (key: "least_rating" | "most_rating" | "least_seconds" | "most_seconds", label: string, most: number) => (
    <label>{label} <input type="text" inputMode="numeric" value={filter[key] ?? ""} onInput={({ currentTarget: { value } }) => set({ [key]: typedNumber(value, most) })} /></label>
  );
  const day = (key: "since" | "until", label: string) => (
    <label>{label} <input type="date" value={filter[key] ?? ""} onInput={({ currentTarget: { value } }) => set({ [key]: value || undefined })} /></label>
  );
  return (
    <form class="fields" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>Player <input type="search" value={filter.player ?? ""} onInput={({ currentTarget: { value } }) => set({ player: value.trim() || undefined })} /></label>
      <label>Color of the player
        <select value={filter.color ?? ""} disabled={!filter.player} onChange={({ currentTarget: { value } }) => set({ color: value === "white" || value === "black" ? value : undefined })}>
          <option value="">any</option>
          <option value="white">White</option>
          <option value="black">Black</option>
        </select>
      </label>
      {number("least_rating", "Rating from", RATING)}
      {number("most_rating", "Rating to", RATING)}
      {number("least_seconds", "Seconds from", SECONDS)}
      {number("most_seconds", "Seconds to", SECONDS)}
      {day("since", "Day from")}
      {day("until", "Day to")}
      <label>Result of the board
        <select value={filter.result ?? ""} onChange={({ currentTarget: { value } }) => set({ result: value === "white" || value === "black" || value === "draw" ? value : undefined })}>
          <option value="">any</option>
          <option value="white">White's team won</option>
          <option value="black">Black's team won</option>
          <option value="draw">drawn</option>
        </select>
      </label>
      <label>Rules
        <select value={filter.rules ?? ""} onChange={({ currentTarget: { value } }) => set({ rules: value || undefined })}>
          <option value="">any</option>
          {ruleSets.filter(({ variant }) => variant === "bughouse").map(({ name }) => <option key={name} value={name}>{rulesName(name)}</option>)}
        </select>
      </label>
    </form>
  );
}

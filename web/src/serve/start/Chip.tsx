import type { ComponentChildren } from "preact";

export interface ChipProps {
  group: string;
  label: ComponentChildren;
  on: boolean;
  onChoose: () => void;
}

/** One of several choices, of which one is taken. */
export function Chip({ group, label, on, onChoose }: ChipProps) {
  return (
    <label class="chip">
      <input type="radio" name={group} checked={on} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
}

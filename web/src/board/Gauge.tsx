import type { BoardName, ColorName } from "../game/record.ts";

/** The share of a bar that is team one's, 0 to 1, and its meaning in words. */
export interface Gauge {
  part: number;
  says: string;
}

/** The bar beside a board. The team at the bottom fills it from below. */
export function GaugeBar({ part, says, bottom, name }: Gauge & { bottom: ColorName; name: BoardName }) {
  const oneIsBelow = (name === "A") === (bottom === "white");
  return (
    <div class={`gauge ${oneIsBelow ? "one-below" : "two-below"}`} role="img" aria-label={says} title={says}>
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="two" width="1" height="100" />
        <rect class="one" width="1" height={100 * part} y={oneIsBelow ? 100 - 100 * part : 0} />
      </svg>
    </div>
  );
}

import type { ComponentChildren } from "preact";
import type { BoardName, ColorName } from "../game/record.ts";
import { GaugeBar, type Gauge } from "./Gauge.tsx";

export interface BoardFrameProps {
  name: BoardName;
  /** The number of boards of the game. */
  boards: number;
  bottom: ColorName;
  /** The bar of a player. */
  bar: (color: ColorName) => ComponentChildren;
  gauge?: Gauge | undefined;
  /** The squares. */
  children: ComponentChildren;
}

/** A board between the bars of its players, with a bar beside it for who is ahead. */
export function BoardFrame({ name, boards, bottom, bar, gauge, children }: BoardFrameProps) {
  const title = boards === 2 ? `Board ${name}` : "Board";
  return (
    <section class={`board${boards === 1 ? " alone" : ""}`} id={`board-${name}`} aria-label={title}>
      {boards === 2 && <h2 class="board-name">{title}</h2>}
      {bar(bottom === "white" ? "black" : "white")}
      <div class="field">
        {children}
        {gauge && <GaugeBar {...gauge} bottom={bottom} name={name} />}
      </div>
      {bar(bottom)}
    </section>
  );
}

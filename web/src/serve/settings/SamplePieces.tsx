import { BOX, type Drawings } from "../../board/pieces.tsx";

/** A few men of a set in both colors, as they are on a board. */
export function SamplePieces({ drawings }: { drawings: Drawings }) {
  return (
    <svg class="piece-sample" viewBox={`0 0 ${4 * BOX} ${BOX}`} aria-hidden="true">
      {["white-man n", "black-man q", "white-man p", "black-man b"].map((look, at) => {
        const [color = "", kind = ""] = look.split(" ");
        const drawing = drawings[kind];
        return drawing && (
          <g key={look} class={color} transform={`translate(${at * BOX} 0)`}>
            <g class="outline">{drawing.outline}</g>
            {drawing.lines && <g class="lines">{drawing.lines}</g>}
          </g>
        );
      })}
    </svg>
  );
}

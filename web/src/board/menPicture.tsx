import { render } from "preact-render-to-string";
import { BOX, type Drawings } from "./pieces.tsx";

export { DRAWINGS, SOLID_DRAWINGS } from "./pieces.tsx";

/** The kinds in the order of the picture's columns. */
const KINDS = [..."kqrbnp"];
const COLORS = [
  { outline: { fill: "#ffffff", stroke: "#1a1f27" }, lines: "#1a1f27" },
  { outline: { fill: "#262c36", stroke: "#0d1014" }, lines: "#d5dbe4" },
];

/** All men of a set in one SVG, White's above Black's, in the colors that `board.css` gives them. */
export function menPicture(drawings: Drawings): string {
  return render(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${KINDS.length * BOX} ${COLORS.length * BOX}`}>
      {COLORS.map(({ outline, lines }, row) => KINDS.map((kind, column) => {
        const drawing = drawings[kind];
        return drawing && (
          <g key={kind} transform={`translate(${column * BOX} ${row * BOX})`}>
            <g {...outline} stroke-width="1.7" stroke-linejoin="round">{drawing.outline}</g>
            {drawing.lines && <g fill="none" stroke={lines} stroke-width="1.6" stroke-linecap="round">{drawing.lines}</g>}
          </g>
        );
      }))}
    </svg>,
  );
}

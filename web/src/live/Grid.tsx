import { useRef, useState } from "preact/hooks";
import { isWhite, pieceName, squareName, type Position } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";

export interface GridProps {
  label: string;
  position: Position;
  bottom: ColorName;
  /** The squares that can be moved or dropped to now. */
  targets: ReadonlySet<string>;
  selected: string | undefined;
  onPress: (square: string) => void;
  /** A letter of a piece was typed: P, N, B, R or Q. */
  onPiece: (kind: string) => void;
  onCancel: () => void;
}

const STEPS: Record<string, [files: number, ranks: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/**
 * The squares of a board for the keyboard and for those who hear the page: arrows go from square to
 * square, Enter presses one. It lies over the board, and lets the mouse and fingers through.
 */
export function Grid(props: GridProps) {
  const { label, position, bottom, targets, selected, onPress, onPiece, onCancel } = props;
  const [current, setCurrent] = useState(bottom === "white" ? 52 : 11);
  const grid = useRef<HTMLDivElement>(null);
  const turned = bottom === "black";
  const shown = (place: number) => (turned ? 63 - place : place);
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      const place = shown(current);
      const file = Math.min(7, Math.max(0, (place % 8) + step[0]));
      const rank = Math.min(7, Math.max(0, Math.floor(place / 8) + step[1]));
      const to = shown(8 * rank + file);
      setCurrent(to);
      grid.current?.querySelector<HTMLElement>(`[data-square="${squareName(to)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") onPress(squareName(current));
    else if (/^[pnbrq]$/i.test(event.key)) onPiece(event.key.toUpperCase());
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="key-grid" role="grid" aria-label={label} ref={grid} onKeyDown={onKey}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((rank) => (
        <div role="row" key={rank}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((file) => {
            const at = shown(8 * rank + file);
            const name = squareName(at);
            return (
              <div role="gridcell" key={file} data-square={name} tabIndex={at === current ? 0 : -1}
                aria-selected={name === selected} aria-label={inWords(position, at, targets)}
                onFocus={() => setCurrent(at)} onClick={() => onPress(name)} />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function inWords({ men }: Position, at: number, targets: ReadonlySet<string>): string {
  const man = men[at];
  const name = squareName(at);
  const who = man ? ` ${isWhite(man.sign) ? "white" : "black"} ${pieceName(man.sign)}` : "";
  return `${name}${who}${targets.has(name) ? ", target" : ""}`;
}

import { useLayoutEffect, useRef } from "preact/hooks";
import { PieceIcon } from "../board/pieces.tsx";
import { pieceName } from "../game/fen.ts";
import type { ColorName } from "../game/record.ts";
import { signOf } from "./moves.ts";

export interface PromotionProps {
  /** The file on the screen, 0 to 7 from the left, and whether the pawn arrives at the upper edge. */
  file: number;
  above: boolean;
  color: ColorName;
  kinds: readonly string[];
  onChoose: (kind: string) => void;
  onCancel: () => void;
}

/** The choice of a piece for a pawn that arrives, over the square where it arrives. */
export function Promotion({ file, above, color, kinds, onChoose, onCancel }: PromotionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <div class="promotion-veil" onClick={onCancel}>
      <div class={`promotion ${above ? "above" : "below"} file-${file}`} role="dialog" aria-modal="true" aria-label="Promote to"
        onKeyDown={(event) => { if (event.key === "Escape") onCancel(); }}>
        {kinds.map((kind, at) => (
          <button key={kind} type="button" ref={at === 0 ? first : null} aria-label={pieceName(kind)}
            onClick={(event) => {
              event.stopPropagation();
              if (event.detail < 2) onChoose(kind); // the second click of two was for the square, before the choice was there
            }}>
            <PieceIcon sign={signOf(kind, color)} size={45} />
          </button>
        ))}
      </div>
    </div>
  );
}

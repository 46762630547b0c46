import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface HelpProps {
  /** The name of the button for those who hear the page, as in `What is sitting?`. */
  about: string;
  children: ComponentChildren;
}

/** The least distance of the words from the edges of the window. */
const EDGE = 8;

/** A question mark that is answered in place: a press shows the words, another one, Escape, or a press elsewhere hides them. */
export function Help({ about, children }: HelpProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLSpanElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const id = useId();
  useLayoutEffect(() => { if (open && whole.current && words.current) place(words.current, whole.current); }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const close = () => setOpen(false);
    const onKey = (event: KeyboardEvent) => { if (event.key === "Escape") close(); };
    const onPress = (event: Event) => { if (!(event.target instanceof Node && whole.current?.contains(event.target))) close(); };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    addEventListener("resize", close);
    addEventListener("scroll", close, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
      removeEventListener("resize", close);
      removeEventListener("scroll", close, true);
    };
  }, [open]);
  return (
    <span class="help" ref={whole}>
      <button type="button" class="help-mark" aria-label={about} title={about} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span aria-hidden="true">?</span>
      </button>
      <span id={id} role="status">{open && <span class="help-words" ref={words}>{children}</span>}</span>
    </span>
  );
}

/** Puts the words below the mark, or above it where there is no room, within the window. */
function place(words: HTMLElement, mark: HTMLElement): void {
  const at = mark.getBoundingClientRect();
  const { width, height } = words.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(at.x + at.width / 2 - width / 2, innerWidth - width - EDGE));
  const below = at.bottom + 6;
  const top = below + height > innerHeight - EDGE ? Math.max(EDGE, at.top - height - 6) : below;
  Object.assign(words.style, { left: `${left}px`, top: `${top}px` });
}

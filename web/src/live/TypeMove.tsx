import { useEffect, useId, useRef, useState } from "preact/hooks";
import { isTyping } from "../parts/typing.ts";
import { readTyped, refusalOf, type Board } from "./san.ts";
import type { MoveText } from "./moves.ts";

export interface TypeMoveProps extends Board {
  /** The board in words, as in `on A`; empty for the only one. */
  where: string;
  onMove: (move: MoveText) => void;
}

/**
 * A field in which a move is typed. It is always there for the keyboard and for those who hear the page, and is seen
 * over the board while it has the focus; `/` leads to the first one, and from there to that of the other board.
 */
export function TypeMove({ where, onMove, ...board }: TypeMoveProps) {
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    document.addEventListener("keydown", onSlash);
    return () => document.removeEventListener("keydown", onSlash);
  }, []);
  const enter = () => {
    const typed = readTyped(text, board);
    setRefusal(refusalOf(typed));
    if (typed.kind !== "move") return input.current?.select();
    setText("");
    onMove(typed.move);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "/" && text === "") {
      event.preventDefault();
      fieldAfter(input.current)?.focus({ preventScroll: true });
    }
    if (event.key !== "Escape") return;
    event.stopPropagation(); // the moves that wait stay
    if (text === "") input.current?.blur();
    setText("");
    setRefusal(undefined);
  };
  return (
    <form class="type-move" onSubmit={(event) => { event.preventDefault(); enter(); }} onKeyDown={onKey}>
      {refusal && <p role="alert" id={id}>{refusal}.</p>}
      <input type="text" ref={input} value={text} maxLength={24} autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="go"
        placeholder="Nf3, N@f7, O-O" aria-label={`Type a move${where ? ` ${where}` : ""}`} aria-invalid={refusal !== undefined} aria-describedby={refusal ? id : undefined}
        onInput={({ currentTarget: { value } }) => { setText(value); setRefusal(undefined); }} onBlur={() => setRefusal(undefined)} />
    </form>
  );
}

/** The field of the next board, where there are two. */
function fieldAfter(field: HTMLInputElement | null): HTMLInputElement | undefined {
  const fields = [...document.querySelectorAll<HTMLInputElement>(".type-move input")];
  return fields[(fields.findIndex((one) => one === field) + 1) % fields.length];
}

/** `/` leads to the first field; every board asks for that, and one answer is enough. */
function onSlash(event: KeyboardEvent): void {
  if (event.key !== "/" || isTyping(event) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const field = document.querySelector<HTMLInputElement>(".type-move input");
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
}

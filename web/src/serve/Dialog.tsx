import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface DialogProps {
  title: string;
  /** The words of the button that goes on. */
  yes: string;
  onYes: () => void;
  onNo: () => void;
  children?: ComponentChildren;
}

/** A question that has to be answered before anything else. */
export function Dialog({ title, yes, onYes, onNo, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onNo} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{title}</h2>
      {children}
      <div class="buttons">
        <button type="button" onClick={onNo}>No</button>
        <button type="button" class="primary" onClick={onYes}>{yes}</button>
      </div>
    </dialog>
  );
}

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface MenuProps {
  /** The name of the button for those who hear the page. */
  label: string;
  children: ComponentChildren;
}

/**
 * Buttons in a row. In a narrow window, which has no room for them, they are behind one of three dots, and a press
 * anywhere puts them away.
 */
export function Menu({ label, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onClick = (event: Event) => {
      const isOwn = event.target instanceof Element && event.target.closest(".menu-button") === menu.current?.firstElementChild;
      if (!isOwn) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      menu.current?.querySelector<HTMLElement>(".menu-button")?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
  return (
    <div class={`menu${isOpen ? " open" : ""}`} ref={menu}>
      <button type="button" class="icon menu-button" aria-label={label} title={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h.01M12 12h.01M19 12h.01" /></svg>
      </button>
      <div class="menu-entries">{children}</div>
    </div>
  );
}

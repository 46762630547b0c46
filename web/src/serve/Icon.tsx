const PATHS = {
  flip: "M8 4v16M8 4L4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4",
  flag: "M5 21V4M5 4c5-3 8 3 14 0v10c-6 3-9-3-14 0",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5a2.5 2.5 0 0 1 0 5 2.5 2.5 0 0 1 0-5M8 14.5a2.5 2.5 0 0 1 0 5 2.5 2.5 0 0 1 0-5",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  first: "M6 5v14M19 5l-9 7 9 7",
  last: "M18 5v14M5 5l9 7-9 7",
  hand: "M8 13V6.5a1.5 1.5 0 0 1 3 0V11M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2 7-6 7-3.500 0-4.500-2-6.500-6.500a1.600 1.600 0 0 1 2.500-1.500z",
  go: "M6 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  talk: "M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** A sign in a button, drawn by lines. */
export function Icon({ name }: { name: IconName }) {
  return <svg viewBox="0 0 24 24" aria-hidden="true"><path d={PATHS[name]} /></svg>;
}

/** A position that is open: a group of positions, and which of them, counted from 0. */
export interface Chosen {
  group: string;
  at: number;
}

/** Reads the part of an address after `#`, as in `habit-2.3`: the third position of the second habit. */
export function readPlace(hash: string): Chosen | undefined {
  const found = /^#([a-z0-9_-]+)\.(\d)$/.exec(hash);
  return found ? { group: found[1] ?? "", at: Number(found[2]) - 1 } : undefined;
}

export function placeText({ group, at }: Chosen): string {
  return `#${group}.${at + 1}`;
}

/** The size of the box that curves are drawn in; it is stretched to its place on the page. */
export const WIDTH = 1000;
export const HEIGHT = 100;

/** A point of a curve: a number of moves played, and a share of the height from below. */
export interface Point {
  at: number;
  part: number;
}

/** A curve as the points of a polyline. */
export function polyline(points: readonly Point[], plies: number): string {
  return points.map(({ at, part }) => `${round(xOf(at, plies))},${round(yOf(part))}`).join(" ");
}

/** The area between a curve and a level, clipped to one side of it by the caller. */
export function area(points: readonly Point[], plies: number, level: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const base = yOf(level);
  return `${round(xOf(first.at, plies))},${base} ${polyline(points, plies)} ${round(xOf(last.at, plies))},${base}`;
}

export function xOf(at: number, plies: number): number {
  return (WIDTH * at) / Math.max(plies, 1);
}

export function yOf(part: number): number {
  return HEIGHT * (1 - part);
}

/** The number of moves played at a share of the width from the left. */
export function plyAt(part: number, plies: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * plies);
}

/** Round numbers of moves for a scale, about six of them. */
export function ticks(plies: number): number[] {
  const step = [5, 10, 20, 50, 100, 200, 500, 1000].find((step) => plies / step <= 8) ?? 2000;
  return Array.from({ length: Math.floor(plies / step) + 1 }, (_, at) => at * step);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

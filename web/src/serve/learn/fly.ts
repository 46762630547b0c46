import { isWhite } from "../../game/fen.ts";
import { boardOf, teamOf } from "../../game/seats.ts";
import type { Flight } from "./lesson.ts";

/** The time of a flight in milliseconds, and that for which the hand shows where it ended. */
const FLIGHT_MS = 850;
const ARRIVED_MS = 900;

/** True for those who want nothing to move by itself. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Shows how a captured piece flies to the hand that gets it; done at once where nothing should move. */
export async function fly(flight: Flight): Promise<void> {
  const from = squareBox(flight);
  const slot = slotOf(flight);
  const to = slot?.getBoundingClientRect();
  if (!from || !slot || !to) return;
  if (!isStill()) await travel(flight.sign, from, to);
  slot.classList.add("has-arrived");
  setTimeout(() => slot.classList.remove("has-arrived"), ARRIVED_MS);
}

async function travel(sign: string, from: DOMRect, to: DOMRect): Promise<void> {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#piece-${sign.toLowerCase()}`);
  use.setAttribute("class", isWhite(sign) ? "white-man" : "black-man");
  svg.setAttribute("class", "flying-piece");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  Object.assign(svg.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(svg);
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  const end = `translate(${x}px, ${y}px) scale(${to.width / from.width})`;
  const middle = `translate(${x / 2}px, ${y / 2 - 40}px) scale(${Math.max(1.25, to.width / from.width)})`;
  const animation = svg.animate([{ transform: "none" }, { transform: middle }, { transform: end }], { duration: FLIGHT_MS, easing: "ease-in-out", fill: "forwards" });
  await animation.finished.catch(() => undefined);
  svg.remove();
}

/** The place of a square on the screen. */
function squareBox({ board, square }: Flight): DOMRect | undefined {
  const wrap = document.querySelector(`#board-${board} .cg-wrap`);
  const box = wrap?.getBoundingClientRect();
  if (!wrap || !box) return undefined;
  const [file, rank] = ["abcdefgh".indexOf(square.charAt(0)), Number(square.charAt(1)) - 1];
  const isTurned = wrap.classList.contains("orientation-black");
  const [column, row] = isTurned ? [7 - file, rank] : [file, 7 - rank];
  const side = box.width / 8;
  return new DOMRect(box.x + column * side, box.y + row * side, side, side);
}

/** The place in a hand for a kind of piece. */
function slotOf({ sign, to }: Flight): Element | undefined {
  const hand = document.querySelector(`#board-${boardOf(to)} .player.team-${teamOf(to)} .live-hand`);
  return hand?.children["PNBRQ".indexOf(sign.toUpperCase())];
}

import type { BoardName } from "../../game/record.ts";
import type { Arrow } from "../../live/Ground.tsx";
import { withoutCommands } from "../../game/comment.ts";

/** The arrows and rings that a person has drawn on each board. */
export type Drawings = Partial<Record<BoardName, readonly Arrow[]>>;

/** A comment on a position, and what is drawn in it. */
export interface Note {
  comment?: string;
  drawings?: Drawings;
}

/** The letters of colors in PGN. */
const LETTERS: Record<Arrow["brush"], string> = { green: "G", red: "R", blue: "B", yellow: "Y" };

/** A letter's color. */
function brushOf(letter: string): Arrow["brush"] | undefined {
  return (Object.keys(LETTERS) as Arrow["brush"][]).find((brush) => LETTERS[brush] === letter);
}

/**
 * A note as the text of a comment in PGN: `[%cal Ge2e4]` is an arrow and `[%csl Re4]` a ring on the
 * board of the move, `[%cal-B …]` and `[%csl-B …]` are on another board than that.
 */
export function noteText({ comment, drawings }: Note, own: BoardName): string {
  const commands = (["A", "B"] as const).flatMap((board) => {
    const drawn = drawings?.[board] ?? [];
    const end = board === own ? "" : `-${board}`;
    const squares = (arrows: readonly Arrow[]) => arrows.map(({ brush, from, to = "" }) => `${LETTERS[brush]}${from}${to}`).join(",");
    const [arrows, rings] = [drawn.filter(({ to }) => to !== undefined), drawn.filter(({ to }) => to === undefined)];
    return [...(arrows.length > 0 ? [`[%cal${end} ${squares(arrows)}]`] : []), ...(rings.length > 0 ? [`[%csl${end} ${squares(rings)}]`] : [])];
  });
  return [...(comment ? [plain(comment)] : []), ...commands].join(" ");
}

/** A comment in which nothing reads as something else. */
function plain(comment: string): string {
  return comment.replaceAll("{", "(").replaceAll("}", ")").replaceAll("[%", "[ %").replaceAll(/\s+/g, " ").trim();
}

/** Reads the comments on a move; commands that are not known are left out. */
export function readNote(texts: readonly string[], own: BoardName): Note {
  const drawings: Record<BoardName, Arrow[]> = { A: [], B: [] };
  for (const [, board, value = ""] of texts.join(" ").matchAll(/\[%c[as]l(?:-([AB]))?\s+([^\]]*)\]/g)) {
    drawings[(board as BoardName | undefined) ?? own].push(...value.split(",").flatMap((text) => readArrow(text.trim())));
  }
  const comment = withoutCommands(texts.join(" "));
  const drawn = Object.fromEntries(Object.entries(drawings).filter(([, arrows]) => arrows.length > 0)) as Drawings;
  return { ...(comment ? { comment } : {}), ...(Object.keys(drawn).length > 0 ? { drawings: drawn } : {}) };
}

function readArrow(text: string): Arrow[] {
  const [, letter = "", from = "", to] = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/.exec(text) ?? [];
  const brush = brushOf(letter);
  return brush === undefined ? [] : [{ from, brush, ...(to === undefined || to === from ? {} : { to }) }];
}

/** The arrows with one more, or without it if it was there in that color. */
export function toggled(arrows: readonly Arrow[], arrow: Arrow): readonly Arrow[] {
  const others = arrows.filter(({ from, to }) => from !== arrow.from || to !== arrow.to);
  const known = arrows.find(({ from, to }) => from === arrow.from && to === arrow.to);
  return known?.brush === arrow.brush ? others : [...others, arrow];
}

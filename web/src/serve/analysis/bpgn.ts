import { noteText } from "./notes.ts";
import { boardAt, type Tree } from "./tree.ts";

/** A tree as a game record: BPGN of two boards, PGN of one; variations are in brackets as in PGN. */
export function bpgnOf(tree: Tree, date: Date): string {
  const root = tree.nodes[0];
  const { rules = "fics", fens = [], clocks_ms = null } = root?.position ?? {};
  const clocks = clocks_ms?.map((ms) => ms / 1000).join(" ");
  const tags: [string, string | undefined][] = [
    ["Event", "Analysis"], ["StudyName", tree.name === undefined ? undefined : quoted(tree.name)], ["Date", date.toISOString().slice(0, 10).replaceAll("-", ".")], ["Rules", rules],
    ["Variant", fens.length === 1 && rules.startsWith("crazyhouse") ? "Crazyhouse" : undefined],
    ["SetUp", "1"], ["FEN", fens.join(" | ")], ["StartClocks", clocks], ["Result", "*"],
  ];
  const head = tags.flatMap(([name, value]) => (value === undefined ? [] : [`[${name} "${value}"]`]));
  const words = [...comment(tree, 0), ...line(tree, 0), "*"];
  return `${head.join("\n")}\n\n${wrapped(words.join(" "))}\n`;
}

/** A name for a tree that has none: its first moves. */
export function nameOf(tree: Tree): string {
  const main: string[] = [];
  for (let at = tree.nodes[0]?.children[0]; at !== undefined && main.length < 4; at = tree.nodes[at]?.children[0]) {
    const move = tree.nodes[at]?.move;
    if (move) main.push(`${move.number} ${move.san}`);
  }
  return main.join(" ") || "Position";
}

/** A text inside the quotes of a tag. */
function quoted(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

/** The moves after a node: the main one, the others in brackets, and what follows the main one. */
function line(tree: Tree, from: number): string[] {
  const words: string[] = [];
  for (let node = tree.nodes[from]; node; ) {
    const [main, ...others] = node.children;
    if (main === undefined) break;
    words.push(...move(tree, main));
    for (const other of others) words.push("(", ...move(tree, other), ...line(tree, other), ")");
    node = tree.nodes[main];
  }
  return words;
}

function move(tree: Tree, at: number): string[] {
  const made = tree.nodes[at]?.move;
  if (!made) return [];
  return [made.number.replace("\u2026", "..."), made.san, ...comment(tree, at)];
}

function comment(tree: Tree, at: number): string[] {
  const text = noteText(tree.nodes[at] ?? {}, boardAt(tree, at));
  return text ? [`{${text}}`] : [];
}

/** Lines of 80 characters at most, broken at blanks. */
function wrapped(text: string): string {
  return text.replaceAll(/(?![^\n]{1,80}$)([^\n]{1,80})\s/g, "$1\n");
}

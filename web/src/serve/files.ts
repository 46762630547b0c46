import type { GameFile } from "../wire/messages.ts";

/** The first bytes of files that gzip, bzip2 and zstd have compressed. */
const COMPRESSED: readonly (readonly number[])[] = [[0x1f, 0x8b], [0x42, 0x5a, 0x68], [0x28, 0xb5, 0x2f, 0xfd]];
/** The first bytes of UTF-16, and the name of that encoding. */
const WIDE: readonly (readonly [first: readonly number[], name: string])[] = [[[0xff, 0xfe], "utf-16le"], [[0xfe, 0xff], "utf-16be"]];
/** A text of more characters than this is compressed. */
const COMPRESS_FROM = 100_000;
/** Most characters and games of one message: so many games, compressed, are no longer than the server takes. */
const MOST_CHARACTERS = 1_200_000;
const MOST_GAMES = 400;

/** Files as messages have them, in as many parts as they need. */
export interface ReadFiles {
  parts: readonly (readonly GameFile[])[];
  /** A line for each file that is none of games. */
  faults: readonly string[];
}

/** Reads files that were chosen or dropped. Long ones are compressed, and the longest are divided between games. */
export async function readFiles(files: Iterable<File>): Promise<ReadFiles> {
  const all = await Promise.all([...files].map(async (file) => readFile(file.name, new Uint8Array(await file.arrayBuffer()))));
  const faults = all.flatMap((read) => ("fault" in read ? [read.fault] : []));
  const long = all.flatMap((read) => ("pieces" in read && read.pieces.length > 1 ? read.pieces : []));
  const short = all.flatMap((read) => ("pieces" in read && read.pieces.length === 1 ? read.pieces : []));
  const parts = [...together(short), ...long.map((piece) => [piece])];
  return { parts: await Promise.all(parts.map((part) => Promise.all(part.map(packed)))), faults };
}

/** A file in pieces, or the reason why it is none of games. */
export function readFile(name: string, bytes: Uint8Array): { pieces: GameFile[] } | { fault: string } {
  if (COMPRESSED.some((start) => beginsWith(bytes, start))) return { pieces: [{ name, text: base64(bytes), base64: true }] };
  const [, encoding = "utf-8"] = WIDE.find(([start]) => beginsWith(bytes, start)) ?? [];
  const text = new TextDecoder(encoding).decode(bytes);
  // A picture, a film or a program has bytes of zeros.
  if (text.includes("\0")) return { fault: `${name} is not a file of games.` };
  return { pieces: divided(text).map((text) => ({ name, text })) };
}

/** A long text of games in pieces that end between games. */
export function divided(text: string): string[] {
  if (text.length <= MOST_CHARACTERS) return [text];
  const pieces: string[] = [];
  let [piece, games] = ["", 0];
  for (const game of text.split(/(?<=\n\s*\n)(?=\[Event\s)/)) {
    if (piece !== "" && (games === MOST_GAMES || piece.length + game.length > MOST_CHARACTERS)) {
      pieces.push(piece);
      [piece, games] = ["", 0];
    }
    piece += game;
    games += 1;
  }
  return [...pieces, piece];
}

/** Short files in as few parts as can be: the two boards of a game may be two files. */
function together(files: readonly GameFile[]): GameFile[][] {
  const parts: GameFile[][] = [];
  let length = Infinity;
  for (const file of files) {
    if (length + file.text.length > MOST_CHARACTERS) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(file);
    length += file.text.length;
  }
  return parts;
}

/** A file, compressed if it is long and the browser can do that. */
export async function packed(file: GameFile): Promise<GameFile> {
  if (file.base64 || file.text.length < COMPRESS_FROM || typeof CompressionStream === "undefined") return file;
  const stream = new Blob([file.text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return { name: file.name, text: base64(bytes), base64: true };
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

import type { GameFile } from "../wire/messages.ts";

/** The first bytes of files that gzip and zstd have compressed. */
const COMPRESSED: readonly (readonly number[])[] = [[0x1f, 0x8b], [0x28, 0xb5, 0x2f, 0xfd]];

/** Files as messages have them: text, or bytes in base64 where they are compressed. */
export async function gameFiles(files: Iterable<File>): Promise<GameFile[]> {
  return Promise.all([...files].map(async (file) => gameFile(file.name, new Uint8Array(await file.arrayBuffer()))));
}

export function gameFile(name: string, bytes: Uint8Array): GameFile {
  const isCompressed = COMPRESSED.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (!isCompressed) return { name, text: new TextDecoder().decode(bytes) };
  return { name, text: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), base64: true };
}

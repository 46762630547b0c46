import { encode } from "uqr";

/** The quiet margin around a code, in modules, as its standard asks for. */
const MARGIN = 4;

/** A text as a QR code: the dark modules as a path of unit squares, and the side of the whole. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "L", border: MARGIN });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { path: rows.join(""), size };
}

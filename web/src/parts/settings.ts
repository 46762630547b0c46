/** What a reader has chosen for all pages of the server. */
export interface Settings {
  /** The volume of sounds, 0 (none) to 100. */
  volume: number;
  pieces: PieceSet;
  board: BoardTheme;
  /** A move is made by a second press only. */
  confirms: boolean;
  /** A game shows its boards and little else. */
  zen: boolean;
  /** The moves of the others are said to those who hear the page. */
  announces: boolean;
}

export const PIECE_SETS = ["outline", "solid"] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

export const BOARD_THEMES = ["slate", "wood"] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];

export const USUAL_SETTINGS: Settings = { volume: 70, pieces: "outline", board: "slate", confirms: false, zen: false, announces: false };

const KEY = "tandem-settings";
/** Where earlier pages kept whether there are sounds. */
const SOUNDS_KEY = "tandem-sounds";

/** Settings from what a browser has kept, which may be anything: what cannot be read is as usual. */
export function readSettings(kept: string | null, sounds: string | null = null): Settings {
  const usual = sounds === "off" ? { ...USUAL_SETTINGS, volume: 0 } : USUAL_SETTINGS;
  const { volume, pieces, board, confirms, zen, announces } = objectOf(kept);
  return {
    volume: typeof volume === "number" && volume >= 0 && volume <= 100 ? Math.round(volume) : usual.volume,
    pieces: PIECE_SETS.find((name) => name === pieces) ?? usual.pieces,
    board: BOARD_THEMES.find((name) => name === board) ?? usual.board,
    confirms: typeof confirms === "boolean" ? confirms : usual.confirms,
    zen: typeof zen === "boolean" ? zen : usual.zen,
    announces: typeof announces === "boolean" ? announces : usual.announces,
  };
}

function objectOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function savedSettings(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY), localStorage.getItem(SOUNDS_KEY));
  } catch {
    return USUAL_SETTINGS; // a browser may refuse storage
  }
}

export function keepSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // the choice holds until the page is closed
  }
}

/** Shows the set of pieces and the theme of the boards: the styles ask the root for them. */
export function showSettings({ pieces, board }: Settings): void {
  Object.assign(document.documentElement.dataset, { pieces, board });
}

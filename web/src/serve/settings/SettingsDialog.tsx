import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DRAWINGS, SOLID_DRAWINGS, type Drawings } from "../../board/pieces.tsx";
import { play } from "../../live/sounds.ts";
import { BOARD_THEMES, PIECE_SETS, type BoardTheme, type PieceSet, type Settings } from "../../parts/settings.ts";
import { SamplePieces } from "./SamplePieces.tsx";

export interface SettingsDialogProps {
  settings: Settings;
  onChange: (settings: Settings) => void;
  onClose: () => void;
}

const SETS: Record<PieceSet, { name: string; drawings: Drawings }> = {
  outline: { name: "Outlined", drawings: DRAWINGS },
  solid: { name: "Solid", drawings: SOLID_DRAWINGS },
};

const THEMES: Record<BoardTheme, string> = { slate: "Slate", wood: "Wood" };

/** What can be switched on, with what it does. */
const SWITCHES: readonly (readonly ["confirms" | "zen" | "announces", string, string])[] = [
  ["confirms", "Confirm each move", "A move at a table is made by a second press."],
  ["zen", "Zen during a game (Z)", "Boards, clocks, hands, and the buttons for Sit, Draw and Resign."],
  ["announces", "Announce moves", "A screen reader says the moves of the others. Your own are not said."],
];

/** All settings in one place; each change holds at once. */
export function SettingsDialog({ settings, onChange, onClose }: SettingsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const change = (some: Partial<Settings>) => onChange({ ...settings, ...some });
  return (
    <dialog class="settings" ref={dialog} onClose={onClose} aria-labelledby="settings-title"
      onClick={(event) => { if (event.target === dialog.current) dialog.current?.close(); }}>
      <div class="settings-body">
        <h2 id="settings-title">Settings</h2>
        <label class="volume">
          <span>Sounds</span>
          <input type="range" min={0} max={100} step={5} value={settings.volume} aria-valuetext={volumeInWords(settings.volume)}
            onInput={({ currentTarget: { valueAsNumber } }) => change({ volume: valueAsNumber })} onChange={() => play("move")} />
          <output>{volumeInWords(settings.volume)}</output>
        </label>
        <fieldset class="samples">
          <legend>Pieces</legend>
          {PIECE_SETS.map((set) => (
            <Sample key={set} group="pieces" name={SETS[set].name} on={settings.pieces === set} onChoose={() => change({ pieces: set })}>
              <SamplePieces drawings={SETS[set].drawings} />
            </Sample>
          ))}
        </fieldset>
        <fieldset class="samples">
          <legend>Boards</legend>
          {BOARD_THEMES.map((theme) => (
            <Sample key={theme} group="board" name={THEMES[theme]} on={settings.board === theme} onChoose={() => change({ board: theme })}>
              <span class="board-sample" data-sample={theme} aria-hidden="true" />
            </Sample>
          ))}
        </fieldset>
        {SWITCHES.map(([name, title, what]) => (
          <label class="switch" key={name}>
            <input type="checkbox" role="switch" checked={settings[name]} onChange={({ currentTarget: { checked } }) => change({ [name]: checked })} />
            <span><b>{title}</b> <span class="what">{what}</span></span>
          </label>
        ))}
        <p class="what typing-hint">Moves can be typed: press <kbd>/</kbd> on a board that you play on.</p>
        <div class="buttons"><button type="button" class="primary" onClick={() => dialog.current?.close()}>Done</button></div>
      </div>
    </dialog>
  );
}

function volumeInWords(volume: number): string {
  return volume === 0 ? "off" : `${volume}\u00A0%`;
}

interface SampleProps {
  group: string;
  name: string;
  on: boolean;
  onChoose: () => void;
  children: ComponentChildren;
}

/** One of a few looks, shown as it is. */
function Sample({ group, name, on, onChoose, children }: SampleProps) {
  return (
    <label class="sample">
      <input type="radio" name={`settings-${group}`} checked={on} onChange={onChoose} />
      <span>{children}{name}</span>
    </label>
  );
}

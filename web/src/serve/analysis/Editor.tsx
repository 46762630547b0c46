import { useState } from "preact/hooks";
import { PieceIcon } from "../../board/pieces.tsx";
import { roundClock } from "../../game/clock.ts";
import { pieceName, isWhite } from "../../game/fen.ts";
import { seatName, type Seat } from "../../game/seats.ts";
import type { AnalysisPosition, RuleSetName } from "../../wire/messages.ts";
import { boardsOf } from "../start/choices.ts";
import { rulesName } from "../start/rules.ts";
import { BARE, hasRight, possibleRights, readBoards, readClock, withRight, type Tool } from "./edit.ts";
import { startOf } from "./look.ts";

export interface EditorProps {
  position: AnalysisPosition;
  ruleSets: readonly RuleSetName[];
  tool: Tool;
  fault: string | undefined;
  onTool: (tool: Tool) => void;
  onChange: (position: AnalysisPosition) => void;
  onDone: () => void;
  /** Opens a game in place of a position. */
  onGame: (text: string) => void;
  onCancel: () => void;
}

/** The tools and the texts of a position that is being set up. */
export function Editor({ position, ruleSets, tool, fault, onTool, onChange, onDone, onGame, onCancel }: EditorProps) {
  const [game, setGame] = useState("");
  const [promoted, setPromoted] = useState(false);
  const boards = position.fens.length;
  const chosen = tool?.kind === "man" ? tool.man.sign : undefined;
  const setFen = (at: number, text: string) => {
    const several = readBoards(text);
    onChange({ ...position, fens: several.length === boards && boards > 1 ? several : position.fens.with(at, text) });
  };
  return (
    <form class="editor" aria-label="Set up a position" onSubmit={(event) => { event.preventDefault(); onDone(); }}>
      <div class="palette" role="group" aria-label="Men to put down">
        {[..."KQRBNPkqrbnp"].map((sign) => (
          <button key={sign} type="button" class="piece" aria-pressed={chosen === sign} aria-label={`${isWhite(sign) ? "white" : "black"} ${pieceName(sign)}`}
            onClick={() => onTool(chosen === sign ? undefined : { kind: "man", man: { sign, promoted: promoted && !/[kp]/i.test(sign) } })}>
            <PieceIcon sign={sign} size={30} />
          </button>
        ))}
        <button type="button" aria-pressed={tool?.kind === "eraser"} onClick={() => onTool(tool?.kind === "eraser" ? undefined : { kind: "eraser" })}>Eraser</button>
        <button type="button" aria-pressed={promoted} title="A promoted man, which is captured as a pawn" onClick={() => {
          setPromoted(!promoted);
          if (tool?.kind === "man") onTool({ kind: "man", man: { ...tool.man, promoted: !promoted && !/[kp]/i.test(tool.man.sign) } });
        }}>Promoted</button>
      </div>
      <p class="hint">Press a square to put the man down; a piece beside the board goes into that hand, with the eraser out of it.</p>
      <label>Rules
        <select value={position.rules} onChange={({ currentTarget: { value } }) => {
          const fens = startOf(value, ruleSets).fens;
          onChange({ rules: value, fens: fens.length === boards ? position.fens : fens, clocks_ms: fens.length === boards ? position.clocks_ms : null });
        }}>
          {!ruleSets.some(({ name }) => name === position.rules) && <option value={position.rules}>{rulesName(position.rules)}</option>}
          {ruleSets.map(({ name }) => <option key={name} value={name}>{rulesName(name)}</option>)}
        </select>
      </label>
      {position.fens.map((fen, at) => (
        <label key={at}>{boards === 2 ? `Board ${"AB".charAt(at)} as FEN, or both as BFEN` : "FEN"}
          <input type="text" spellcheck={false} value={fen} onInput={({ currentTarget: { value } }) => setFen(at, value)} />
        </label>
      ))}
      <Castling position={position} onChange={onChange} />
      <Clocks position={position} onChange={onChange} />
      {fault && <p class="fault" role="alert">{fault}</p>}
      <div class="buttons">
        <button type="submit" class="primary">Analyze this</button>
        <button type="button" onClick={() => onChange({ ...startOf(position.rules, ruleSets) })}>Start</button>
        <button type="button" onClick={() => onChange({ ...position, fens: Array<string>(boardsOf(position.rules, ruleSets)).fill(BARE) })}>Clear</button>
        <button type="button" onClick={onCancel}>Cancel</button>
      </div>
      <label>Or a game as BPGN, with its comments and arrows
        <textarea rows={3} spellcheck={false} value={game} onInput={({ currentTarget: { value } }) => setGame(value)} />
      </label>
      <div class="buttons"><button type="button" disabled={game.trim() === ""} onClick={() => onGame(game)}>Open the game</button></div>
    </form>
  );
}

const RIGHTS: readonly (readonly [right: string, name: string, says: string])[] = [
  ["K", "White O-O", "White may castle kingside"], ["Q", "White O-O-O", "White may castle queenside"],
  ["k", "Black O-O", "Black may castle kingside"], ["q", "Black O-O-O", "Black may castle queenside"],
];

/** Who may still castle on each board. Where king and rook are not at home, nobody can. */
function Castling({ position, onChange }: Pick<EditorProps, "position" | "onChange">) {
  return (
    <>
      {position.fens.map((fen, at) => {
        const board = position.fens.length === 2 ? ` on ${"AB".charAt(at)}` : "";
        const possible = possibleRights(fen);
        return (
          <fieldset class="castling" key={at}>
            <legend>Castling{board}</legend>
            {RIGHTS.map(([right, name, says]) => (
              <label key={right} class="switch">
                <input type="checkbox" disabled={!possible.includes(right)} checked={hasRight(fen, right)} aria-label={`${says}${board}`}
                  onChange={({ currentTarget: { checked } }) => onChange({ ...position, fens: position.fens.with(at, withRight(fen, right, checked)) })} />
                {name}
              </label>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

function Clocks({ position, onChange }: Pick<EditorProps, "position" | "onChange">) {
  const { clocks_ms, fens } = position;
  const seats = ([0, 1, 2, 3] as Seat[]).slice(0, 2 * fens.length);
  return (
    <fieldset class="clocks">
      <legend>Clocks</legend>
      {seats.map((seat) => (
        <label key={seat}>{seatName(seat, fens.length)}
          <input type="text" inputMode="numeric" placeholder="3:00" value={clocks_ms ? roundClock(clocks_ms[seat] ?? 0) : ""}
            onChange={({ currentTarget: { value } }) => {
              const ms = readClock(value);
              const before = clocks_ms ?? seats.map(() => 180_000);
              onChange({ ...position, clocks_ms: ms === undefined ? null : before.map((clock, at) => (at === seat ? ms : clock)) });
            }} />
        </label>
      ))}
    </fieldset>
  );
}

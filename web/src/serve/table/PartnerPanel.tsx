import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PieceIcon } from "../../board/pieces.tsx";
import { pieceName } from "../../game/fen.ts";
import { colorOf, seatName, teamOf } from "../../game/seats.ts";
import { partnerOf } from "../../live/lead.ts";
import { signOf } from "../../live/moves.ts";
import type { FromPage, Seat, TableState, Word } from "../../wire/messages.ts";
import { Help } from "../../parts/Help.tsx";
import { AFTERWARDS, LEAD, LINES, mateLine, PIECE_MEANINGS, PIECE_SENTENCES, PIECE_WORDS, pieceLine, SENTENCES, SITTING, TRADES, type PieceWord } from "./phrases.ts";
import { Icon } from "../Icon.tsx";
import { canTalk, seatState } from "./state.ts";
import { isolated } from "../../game/text.ts";

export interface PartnerPanelProps {
  table: TableState;
  send: (message: FromPage) => boolean;
  /** Opened over the screen, where there is no place for the buttons beside the boards. */
  isOpen: boolean;
  onClose: () => void;
}

/** The talk of the partners: buttons for what people say, what was said, and a line for the rest. */
export function PartnerPanel({ table, send, isOpen, onClose }: PartnerPanelProps) {
  const [seat] = table.you.seats;
  const partner = seat === undefined ? undefined : partnerOf(seat);
  const isAlone = partner === undefined || table.you.seats.includes(partner);
  const name = partner === undefined ? "" : seatState(table, partner)?.name ?? "";
  return (
    <section class={`partner${isOpen ? " open" : ""}`} id="talk" aria-label={isAlone ? "Talk of the partners" : "Your partner"}>
      <h2>{isAlone ? "What partners say" : `Your partner: ${isolated(name)}`}</h2>
      <Talk table={table} />
      {seat !== undefined && canTalk(table) && <Buttons seat={seat} isOpen={isOpen} onClose={onClose} say={(text) => { send({ type: "tell", seat, text }); onClose(); }} />}
      {seat !== undefined && table.phase === "over" && <Afterwards say={(text) => send({ type: "tell", seat, text })} />}
    </section>
  );
}

function Talk({ table }: { table: TableState }) {
  const words = table.game?.words ?? [];
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const toEnd = () => { if (list.current) list.current.scrollTop = list.current.scrollHeight; };
    toEnd();
    addEventListener("resize", toEnd);
    return () => removeEventListener("resize", toEnd);
  }, [words.length]);
  return (
    <ol class="talk" aria-live="polite" aria-label="Said so far" ref={list} tabIndex={0}>
      {words.map((word, at) => (
        <li key={at} class={`team-${teamOf(word.seat)}${table.you.seats.includes(word.seat) ? " own" : ""}`}>
          <span class="speaker">{speaker(table, word)}</span> <bdi>{word.text}</bdi>
        </li>
      ))}
    </ol>
  );
}

function speaker(table: TableState, { seat }: Word): string {
  if (table.you.seats.includes(seat) && table.you.seats.length === 1) return "You:";
  const state = seatState(table, seat);
  // After the game all teams are heard, and Tandems are told apart by their seats.
  const isPlain = table.phase === "over" && state?.standing.who !== "person";
  return `${isPlain || !state?.name ? seatName(seat, table.boards) : isolated(state.name)}:`;
}

interface ButtonsProps {
  seat: Seat;
  say: (text: string) => void;
  isOpen: boolean;
  onClose: () => void;
}

function Buttons({ seat, say, isOpen, onClose }: ButtonsProps) {
  const [word, setWord] = useState<PieceWord>("need");
  const [moves, setMoves] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (isOpen) box.current?.focus({ preventScroll: true }); }, [isOpen]);
  return (
    <div class="phrases" ref={box} tabIndex={-1} onKeyDown={(event) => { if (event.key === "Escape") onClose(); }}>
      <div class="words" role="radiogroup" aria-label="Speak of a piece">
        {PIECE_WORDS.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={word === one} title={PIECE_MEANINGS[one]} onClick={() => setWord(one)}>{one}</button>
        ))}
      </div>
      <button type="button" class="icon close" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
      {["P", "N", "B", "R", "Q"].map((kind) => (
        <button key={kind} type="button" class="piece" aria-label={nameOf(word, kind)} title={nameOf(word, kind)}
          onClick={() => { say(pieceLine(word, kind)); setWord("need"); }}>
          <PieceIcon sign={signOf(kind, word === "need" || word === "mates" ? colorOf(seat) : otherColor(seat))} size={28} />
        </button>
      ))}
      {LINES.map(([name, line, meaning]) => <Line key={name} name={name} meaning={meaning} onSay={() => say(line)} />)}
      <span class="mate">
        <button type="button" title="I mate if nothing arrives" onClick={() => say(mateLine(moves))}>{`mate in ${moves}`}</button>
        <button type="button" class="more" aria-label="More moves to the mate" onClick={() => setMoves((moves) => (moves % 5) + 1)}>+</button>
      </span>
      {TRADES.map(([name, line, meaning]) => <Line key={name} name={name} meaning={meaning} onSay={() => say(line)} isWide />)}
      <Say label="Say something else to your partner" hint="Say something else" say={say}><Meanings /></Say>
    </div>
  );
}

/** After the game all at the table hear each other. */
function Afterwards({ say }: { say: (text: string) => void }) {
  return (
    <div class="phrases afterwards">
      {AFTERWARDS.map(([name, line]) => <Line key={name} name={name} meaning="All at the table hear this" isWide onSay={() => say(line)} />)}
      <Say label="Say something to all at the table" hint="All at the table hear you" say={say} />
    </div>
  );
}

/** A line of one's own. */
function Say({ label, hint, say, children }: { label: string; hint: string; say: (text: string) => void; children?: ComponentChildren }) {
  const [text, setText] = useState("");
  return (
    <form onSubmit={(event) => {
      event.preventDefault();
      if (text.trim()) say(text.trim());
      setText("");
    }}>
      <input type="text" value={text} maxLength={200} autocomplete="off" enterkeyhint="send" placeholder={hint} aria-label={label}
        onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit">Say</button>
      {children}
    </form>
  );
}

/** The words of partners, with a sentence each. */
function Meanings() {
  const list = (lines: readonly (readonly [string, string])[]) => lines.map(([said, sentence]) => [<dt key={said}>{said}</dt>, <dd key={`${said}.`}>{sentence}</dd>]);
  return (
    <Help about="What do these words mean?">
      <b>What partners say</b>
      <dl>{list(PIECE_SENTENCES)}{list(SENTENCES)}{list([["to sit", SITTING], ["the lead", LEAD]])}</dl>
    </Help>
  );
}

interface LineProps {
  name: string;
  meaning: string;
  isWide?: boolean;
  onSay: () => void;
}

function Line({ name, meaning, isWide, onSay }: LineProps) {
  return <button type="button" class={isWide ? "wide" : ""} title={meaning} onClick={onSay}>{name}</button>;
}

function otherColor(seat: Seat): "white" | "black" {
  return colorOf(seat) === "white" ? "black" : "white";
}

/** A button in words: the line, and the piece by its name. */
function nameOf(word: PieceWord, kind: string): string {
  return word === "need" || word === "no" ? `${word} ${pieceName(kind)}` : `${pieceName(kind)} ${word}`;
}

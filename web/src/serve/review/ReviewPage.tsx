import { useEffect, useRef, useState } from "preact/hooks";
import { marked } from "../../game/mistakes.ts";
import type { GameRecord } from "../../game/record.ts";
import { settled } from "../../game/result.ts";
import { timelineOf } from "../../game/timeline.ts";
import { packed, readFiles } from "../files.ts";
import { placeText, type Place } from "../place.ts";
import { save } from "../save.ts";
import { Bookmark } from "./Bookmark.tsx";
import { Handed } from "./Handed.tsx";
import { takeHanded } from "./handOver.ts";
import { nextReviewId } from "./ids.ts";
import { report } from "./report.ts";
import { Games } from "../../review/Games.tsx";
import type { FromPage, GameFile, ReviewSource, ToPage } from "../../wire/messages.ts";

export interface ReviewPageProps {
  place: Extract<Place, { at: "review" }>;
  hasArchive: boolean;
  isConnected: boolean;
  send: (message: FromPage) => boolean;
  listen: (listener: (message: ToPage) => void) => () => void;
}

/** A review as far as the server has got. */
interface Review {
  id: number;
  games: readonly GameRecord[];
  /** The games as the server has sent them, for the report. */
  sent: readonly GameRecord[];
  bpgn: readonly string[];
  plies: number;
  done: number;
  isOver: boolean;
  faults: readonly string[];
}

/** The review of games that were dropped or pasted, of one of the archive or of the explorer, or of one that was handed over. */
export function ReviewPage({ place: { archived, explored, handed }, hasArchive, isConnected, send, listen }: ReviewPageProps) {
  const [review, setReview] = useState<Review | undefined>(undefined);
  const [place, setPlace] = useState({ game: 0, ply: 0 });
  const start = (source: ReviewSource, faults: readonly string[] = []) => {
    const id = nextReviewId();
    setPlace({ game: 0, ply: 0 });
    setReview({ id, games: [], sent: [], bpgn: [], plies: 0, done: 0, isOver: false, faults });
    send({ type: "review", id, source });
  };
  useEffect(() => listen((message) => setReview((review) => review && heard(review, message))), [listen]);
  useEffect(() => {
    if (archived !== undefined && isConnected) start({ from: "archive", game: archived });
    if (explored !== undefined && isConnected) start({ from: "explorer", board: explored });
  }, [archived, explored, isConnected]);
  useEffect(() => {
    const text = isConnected && archived === undefined && explored === undefined ? takeHanded() : undefined;
    if (text !== undefined) start({ from: "files", files: [{ name: "the game", text }] });
  }, [isConnected]);
  useEffect(() => () => { send({ type: "stop_review" }); }, []);
  const forgetHanded = () => location.replace(placeText({ at: "review" }));
  const onTaken = (text: string, keeps: boolean) => {
    const files = [{ name: "chess.com", text }];
    forgetHanded();
    if (keeps) send({ type: "add_to_archive", files });
    start({ from: "files", files });
  };
  return (
    <div class="review-page">
      {handed !== undefined && isConnected && (
        <Handed secret={handed} hasArchive={hasArchive} onTaken={onTaken} onRefused={forgetHanded}
          onFault={(fault) => { forgetHanded(); setReview({ ...NO_REVIEW, faults: [fault] }); }} />
      )}
      {review && !review.isOver && <Progress review={review} onStop={() => { send({ type: "stop_review" }); setReview({ ...review, isOver: true }); }} />}
      {review?.faults.map((fault, at) => <p key={at} class="banner" role="alert">{fault}</p>)}
      {review && review.games.length > 0
        ? <Games games={review.games} place={place} onPlace={setPlace} more={<Tools review={review} analysis={archived === undefined ? analysisOf(review.games[place.game], place.ply) : { at: "analysis", position: undefined, moves: [], archived, ply: place.ply }} onFault={(fault) => setReview({ ...review, faults: [...review.faults, fault] })} onOther={() => setReview(undefined)} />} />
        : (!review || review.isOver) && <Intake isConnected={isConnected} onFiles={(files, faults) => start({ from: "files", files: [...files] }, faults)} onFault={(fault) => setReview({ ...NO_REVIEW, faults: [fault] })} />}
    </div>
  );
}

function heard(review: Review, message: ToPage): Review {
  if (message.type === "refused" && message.what === "review") return { ...review, isOver: true, faults: [...review.faults, message.reason] };
  if (message.type === "refused" && message.what === "add_to_archive") return { ...review, faults: [...review.faults, message.reason] };
  if (!("id" in message) || message.id !== review.id) return review;
  switch (message.type) {
    case "review_read": return { ...review, plies: message.plies.reduce((sum, plies) => sum + plies, 0), faults: [...review.faults, ...message.faults] };
    case "review_progress": return { ...review, done: message.done };
    case "reviewed": return { ...review, games: [...review.games, settled(marked(message.game))], sent: [...review.sent, message.game], bpgn: [...review.bpgn, message.bpgn] };
    case "review_done": return { ...review, isOver: true };
    default: return review;
  }
}

function Progress({ review, onStop }: { review: Review; onStop: () => void }) {
  return (
    <div class="progress" role="status">
      <label>{review.plies > 0 ? `Analyzing: ${review.done} of ${review.plies} moves` : "Reading the games"}
        <progress max={Math.max(review.plies, 1)} value={review.done} />
      </label>
      <button type="button" onClick={onStop}>Stop</button>
    </div>
  );
}

/** A review without games, which is over. */
const NO_REVIEW: Review = { id: 0, games: [], sent: [], bpgn: [], plies: 0, done: 0, isOver: true, faults: [] };
const TOO_MANY = "These are more games than are reviewed at once: the first ones are. Add the file under Games to review any of them.";

interface IntakeProps {
  isConnected: boolean;
  onFiles: (files: readonly GameFile[], faults: readonly string[]) => void;
  /** Says why there is nothing to review. */
  onFault: (fault: string) => void;
}

/** The place where games come in: dropped, chosen, or pasted. */
function Intake({ isConnected, onFiles, onFault }: IntakeProps) {
  const [text, setText] = useState("");
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: FileList | null | undefined) => {
    if (!files || files.length === 0) return;
    const { parts: [first, ...others], faults } = await readFiles(files);
    if (!first) onFault(faults.join(" "));
    else onFiles(first, others.length > 0 ? [...faults, TOO_MANY] : faults);
  };
  return (
    <main class="narrow">
      <form class={`card intake${isOver ? " over" : ""}`} onSubmit={(event) => { event.preventDefault(); if (text.trim()) void packed({ name: "pasted", text }).then((file) => onFiles([file], [])); }}
        onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={(event) => { event.preventDefault(); setOver(false); void take(event.dataTransfer?.files); }}>
        <h1>Review a game</h1>
        <p>Drop files here, or choose them: BPGN, PGN, positions as BFEN, or the JSON of chess.com, games or the archives of a month; gzip, bzip2 and zstd are unpacked.</p>
        <div class="buttons">
          <input type="file" multiple hidden ref={input} onChange={(event) => void take(event.currentTarget.files)} aria-label="Files of games" />
          <button type="button" class="primary" disabled={!isConnected} onClick={() => input.current?.click()}>Choose files</button>
        </div>
        <label>Or paste a game
          <textarea rows={8} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="buttons"><button type="submit" disabled={!isConnected || text.trim() === ""}>Review what is pasted</button></div>
      </form>
      <Bookmark />
    </main>
  );
}

/** The position after a number of moves, to be analyzed. */
function analysisOf(record: GameRecord | undefined, ply: number): Place {
  const fens = record && (ply === 0 ? record.start : record.after[ply - 1]);
  if (!record || !fens) return { at: "analysis", position: undefined, moves: [] };
  const rules = fens.length === 1 ? "crazyhouse" : "fics";
  const clocks = timelineOf(record).clocks[ply]?.slice(0, 2 * fens.length) ?? [];
  const isWhole = clocks.every((clock) => clock !== undefined);
  return { at: "analysis", position: { rules, fens, clocks_ms: isWhole ? clocks : null }, moves: [] };
}

interface ToolsProps {
  review: Review;
  analysis: Place;
  onFault: (fault: string) => void;
  onOther: () => void;
}

function Tools({ review: { bpgn, sent }, analysis, onFault, onOther }: ToolsProps) {
  const saveReport = () => {
    report(sent).then((page) => save("reviewed.html", page, "text/html")).catch((error: unknown) => onFault(String(error)));
  };
  return (
    <>
      <a class="button" href={placeText(analysis)}>Analyze</a>
      <button type="button" onClick={() => save("reviewed.bpgn", bpgn.join("\n"), "text/plain")}>BPGN</button>
      <button type="button" onClick={saveReport} title="One file to send to a friend">Report</button>
      <button type="button" onClick={onOther} title="Review other games">Other games</button>
    </>
  );
}

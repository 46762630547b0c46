import { useState } from "preact/hooks";
import { bookmarkAddress } from "./bookmark.ts";

/** The bookmark that brings games of chess.com here, to be dragged to the bar of the browser. */
export function Bookmark() {
  const [isPressed, setPressed] = useState(false);
  return (
    <section class="card bookmark" aria-labelledby="bookmark-title">
      <h2 id="bookmark-title">From chess.com by one click</h2>
      <p>
        Drag this to the bookmarks of your browser: <a class="button" href={bookmarkAddress(location.origin)} onClick={(event) => { event.preventDefault(); setPressed(true); }}>Review in Tandem</a>
      </p>
      {isPressed && <p role="status">It works on chess.com. Drag it to your bookmarks first.</p>}
      <p>Then open a finished game of bughouse on chess.com, and click the bookmark. It reads both boards there, and this page asks you before it takes them.</p>
      <p>On a phone, paste both boards above: what <code>www.chess.com/callback/live/game/NUMBER</code> shows for each.</p>
    </section>
  );
}

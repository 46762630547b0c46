import { markOf, type Grade } from "../game/mistakes.ts";

/** The sign of a mistake, such as `??`, and its name for those who hear the page. */
export function Mark({ grade }: { grade: Grade }) {
  return (
    <>
      <span class={`mark ${grade}`} aria-hidden="true">{markOf(grade)}</span>
      <span class="unseen"> {grade} </span>
    </>
  );
}

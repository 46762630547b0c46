import type { ComponentChild, ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** A part of the page whose code is loaded when it is first shown, or before. */
export type LaterPart<Props> = ComponentType<Props> & {
  /** Loads the code ahead; a part that is asked for later is then there at once. */
  load: () => void;
};

/** A part that is not loaded yet, or cannot be. */
type Loaded<Props> = { is: "coming" } | { is: "there"; Part: ComponentType<Props> } | { is: "failed" };

/** What stands in the place of a part until it is there, and if it does not come. */
export interface StandIns {
  coming: () => ComponentChild;
  failed: () => ComponentChild;
}

/** A part that is loaded later. Once it is loaded it is shown without a wait. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, { coming, failed }: StandIns = WHOLE): LaterPart<Props> {
  let known: Loaded<Props> = { is: "coming" };
  let way: Promise<void> | undefined;
  const loading = (): Promise<void> => {
    // A connection that failed once may be there again.
    if (known.is === "failed") way = undefined;
    way ??= load().then((Part) => { known = { is: "there", Part }; }, () => { known = { is: "failed" }; });
    return way;
  };
  function Later(props: Props) {
    const [loaded, setLoaded] = useState<Loaded<Props>>(() => (known.is === "there" ? known : { is: "coming" }));
    // Before the screen is drawn: a part that is on the page already shows no wait.
    useLayoutEffect(() => {
      if (known.is === "there") setLoaded(known); // it came after the first drawing
      else void loading().then(() => setLoaded(known));
    }, []);
    switch (loaded.is) {
      case "there": return <loaded.Part {...props} />;
      case "coming": return coming();
      case "failed": return failed();
    }
  }
  return Object.assign(Later, { load: () => void loading() });
}

const reload = () => location.reload();

/** For a part that is the whole of the page below its header. */
const WHOLE: StandIns = {
  coming: () => <main class="narrow"><p class="empty" role="status">Loading…</p></main>,
  failed: () => (
    <main class="narrow">
      <section class="card">
        <h1>This part did not load</h1>
        <p>The server may be away, or have been renewed.</p>
        <div class="buttons"><button type="button" class="primary" onClick={reload}>Load the page again</button></div>
      </section>
    </main>
  ),
};

/** For a part that lies over the page. */
export const OVER: StandIns = {
  coming: () => null,
  failed: () => (
    <div class="toasts">
      <div class="toast alarm" role="alert"><span>This did not load: the server may be away.</span><button type="button" class="again" onClick={reload}>Reload</button></div>
    </div>
  ),
};

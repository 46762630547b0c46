import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A part of the page that is not loaded yet, or cannot be. */
type Loaded<Props> = { is: "coming" } | { is: "there"; Part: ComponentType<Props> } | { is: "failed" };

/** A part of the page whose code is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: Loaded<Props> = { is: "coming" };
  return function Later(props: Props) {
    const [loaded, setLoaded] = useState(known);
    useEffect(() => {
      if (known.is === "there") return;
      void load().then((Part) => ({ is: "there", Part }) as const, () => ({ is: "failed" }) as const).then((now) => {
        known = now;
        setLoaded(now);
      });
    }, []);
    switch (loaded.is) {
      case "there": return <loaded.Part {...props} />;
      case "coming": return <main class="narrow"><p class="empty" role="status">Loading…</p></main>;
      // The names of the code change with each version of the program.
      case "failed": return (
        <main class="narrow">
          <section class="card">
            <h1>This part did not load</h1>
            <p>The server may be away, or have been renewed.</p>
            <div class="buttons"><button type="button" class="primary" onClick={() => location.reload()}>Load the page again</button></div>
          </section>
        </main>
      );
    }
  };
}

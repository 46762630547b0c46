/** The style sheets that were asked for. */
const asked = new Map<string, Promise<void>>();

/** Loads a style sheet of a part that is loaded later. */
export function sheet(name: string): Promise<void> {
  const known = asked.get(name);
  if (known) return known;
  const coming = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(name, import.meta.url).href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      asked.delete(name); // the next one who asks tries again
      reject(new Error(`no style sheet ${name}`));
    });
    document.head.append(link);
  });
  asked.set(name, coming);
  return coming;
}

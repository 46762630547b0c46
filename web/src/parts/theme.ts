/** The colors of the page: those of the system, or chosen. */
export type Theme = "system" | "light" | "dark";

const KEY = "tandem-theme";

export function savedTheme(): Theme {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === "light" || saved === "dark" ? saved : "system";
  } catch {
    return "system"; // a browser may refuse storage to a file
  }
}

/** Shows a theme, that of the system as it changes, and saves it; returns what ends that. */
export function keepTheme(theme: Theme): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    document.documentElement.dataset["theme"] = seen(theme);
  };
  show();
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // the choice holds until the page is closed
  }
  system.addEventListener("change", show);
  return () => system.removeEventListener("change", show);
}

/** The other theme than the one that is seen. */
export function opposite(theme: Theme): Theme {
  return seen(theme) === "dark" ? "light" : "dark";
}

function seen(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

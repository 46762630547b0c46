/** The button between light and dark colors. */
export function ThemeButton({ onTheme }: { onTheme: () => void }) {
  return (
    <button type="button" class="icon theme" onClick={onTheme} aria-label="Light or dark colors" title="Light or dark colors">
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5" /><path class="half" d="M12 3.5a8.5 8.5 0 0 0 0 17z" /></svg>
    </button>
  );
}

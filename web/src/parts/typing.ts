/** True for a key that is pressed in a field, which takes it; it is no command then. */
export function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** The text of a comment without the commands that other programs read, such as `[%cal Ge2e4]`. */
export function withoutCommands(comment: string): string {
  return comment.replaceAll(/\[%[^\]]*\]/g, " ").replaceAll(/\s+/g, " ").trim();
}

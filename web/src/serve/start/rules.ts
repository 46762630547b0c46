/** The rule sets of the server, as people call them, each with what is special about it. */
const RULES: Record<string, readonly [name: string, says: string]> = {
  fics: ["Online (FICS)", "The usual rules of chess servers: it is no mate if a dropped piece could block the check."],
  fide: ["FIDE", "The laws of FIDE with its chapter on bughouse: you may castle with a dropped rook, and a draw needs all four players."],
  uscf: ["US Chess", "The rules of American tournaments: no draws by repetition, by fifty moves, or for lack of pieces."],
  scholastic: ["US Chess for schools", "As US Chess, but for the tournaments of children."],
  hawaii: ["Hawaii", "Rules for the club evening: only what you hold can block a check, so a mate from far away is a mate."],
  wbn: ["World Bughouse Network", "Laws for games over the board: pawns become a queen or a knight, and a partner's last drop can save a draw."],
  crazyhouse: ["Crazyhouse", "One board, and you drop what you take yourself."],
  chess: ["Chess", "The usual game, on one board."],
};

/** A rule set by its name for people; rules that override it stay as they are. */
export function rulesName(rules: string): string {
  const [preset = "", ...others] = rules.split(" ");
  return [RULES[preset]?.[0] ?? preset, ...others].join(" ");
}

/** A sentence on a rule set; nothing for one that is not known. */
export function rulesSentence(rules: string): string | undefined {
  return RULES[rules.split(" ")[0] ?? ""]?.[1];
}

/** What a player says of pieces, as all programs of bughouse understand it. */
export const PIECE_WORDS = ["need", "no", "mates", "mates me"] as const;

export type PieceWord = (typeof PIECE_WORDS)[number];

/** What each way to speak of a piece means. */
export const PIECE_MEANINGS: Record<PieceWord, string> = {
  need: "A piece that would help you",
  no: "A piece that your opponent must not get",
  mates: "A piece with which you mate",
  "mates me": "A piece with which your opponent mates you",
};

/** The line that is said of a piece. */
export function pieceLine(word: PieceWord, kind: string): string {
  return word === "need" || word === "no" ? `${word} ${kind}` : `${kind} ${word}`;
}

/** What sitting is, in a sentence. */
export const SITTING = "To sit is to make no move for now: your clock runs, and your partner can bring you the piece that you need.";

/** What the lead is, in a sentence. */
export const LEAD = "The lead compares your clock with that of your partner's opponent: if you have 4 s more, you can wait 4 s longer than they can.";

/** What is said of pieces, each with a sentence. */
export const PIECE_SENTENCES: readonly (readonly [said: string, sentence: string])[] = [
  ["need", "Please take this piece for me: it would help me."],
  ["no", "Do not give up this piece: my opponent must not get it."],
  ["mates", "I mate as soon as I hold this piece."],
  ["mates me", "My opponent mates me with this piece: do not let it go."],
];

/** What is said of other things, each with a sentence. */
export const SENTENCES: readonly (readonly [said: string, sentence: string])[] = [
  ["sit", "Do not move until I say go."],
  ["go", "You need not wait for me any longer: move."],
  ["fast", "Move quickly: we are short of time."],
  ["dead", "I am lost unless a piece comes soon."],
  ["thanks", "Thank you."],
  ["mate in 2", "I mate in two moves if nothing new arrives on my board."],
  ["trades good", "Exchange pieces: that helps me more than my opponent."],
  ["trades bad", "Do not exchange pieces: that helps my opponent more than me."],
];

/** A button: its words, the line that is said, and what it means. */
type Phrase = readonly [name: string, line: string, meaning: string];

export const LINES: readonly Phrase[] = [
  ["sit", "sit", "Do not move until I say go"],
  ["go", "go", "Move, and sit no longer"],
  ["fast", "fast", "Move quickly"],
  ["dead", "dead", "I am lost unless something comes"],
  ["thanks", "thanks", "Thanks"],
];

/** What is said after a game. */
export const AFTERWARDS: readonly (readonly [name: string, line: string])[] = [["good game", "good game"], ["well played", "well played"], ["sorry", "sorry"]];

export const TRADES: readonly Phrase[] = [
  ["trades good", "trades good", "Exchanges help me"],
  ["trades bad", "trades bad", "Exchanges hurt me"],
];

export function mateLine(moves: number): string {
  return `mate in ${moves}`;
}

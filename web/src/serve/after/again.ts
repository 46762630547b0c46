import type { Level, Setup, Sitter, TableState } from "../../wire/messages.ts";

/** A table like this one from a position, for its reader alone: Tandems take the seats of the others, at their levels. */
export function setupAgain(table: TableState, fens: readonly string[], usual: Level): Setup {
  const sitter = (seat: number): Sitter => {
    if (table.you.seats.some((own) => own === seat)) return { who: "me" };
    const standing = table.seats.find((state) => state.seat === seat)?.standing;
    return { who: "tandem", level: standing?.who === "tandem" ? standing.level : usual };
  };
  return { rules: table.rules, clock: table.clock, start: fens.join(" | "), seats: [sitter(0), sitter(1), sitter(2), sitter(3)] };
}

// What the first part of the page shares with others. Each bundle has a name for all of it; otherwise
// what two of them share, and three, and so on, would be a file each, and each file is a way to the server.
export * from "../../board/pieces.tsx";
export * from "../../board/Squares.tsx";
export * from "../../game/fen.ts";
export * from "../../game/seats.ts";
export * from "../../live/lead.ts";
export * from "../../live/sounds.ts";
export * from "../../parts/settings.ts";
export * from "../analysis/look.ts";
export * from "../Icon.tsx";
export * from "../levels.ts";
export * from "../place.ts";
export * from "../settings/context.ts";
export * from "../start/Chip.tsx";
export * from "../start/choices.ts";
export * from "../start/rules.ts";
export * from "../table/state.ts";

// Made from server/src/message/ by `TANDEM_WRITE_TYPES=1 cargo test -p tandem-server types_of`.

/** Version of the messages. */
export const VERSION = 1;

/** Longest message of the page, in bytes. */
export const LONGEST = 1048576;

/**
 * A line of moves with its score.
 */
export type AnalysisLine = { 
/**
 * The score from the point of view of team one, as in `docs/analyze.md`; `mate_in` is 0 if
 * the side to move is mated, and -0 if that is of team one.
 */
score: import("../game/record.ts").Score, 
/**
 * The moves in coordinates.
 */
moves: Array<string>, 
/**
 * The moves in SAN.
 */
san: Array<string>, };

/**
 * A position to analyze.
 */
export type AnalysisPosition = { 
/**
 * Rule set, which decides the variant.
 */
rules: string, 
/**
 * A FEN for each board.
 */
fens: Array<string>, 
/**
 * The clocks in milliseconds, in the order of the seats; `null` if they are not known.
 */
clocks_ms: number[] | null, };

/**
 * A search in the archive; each field that is not `null` narrows it.
 */
export type ArchiveQuery = { 
/**
 * A part of a player's name, or of the name of an analysis.
 */
player: string | null, 
/**
 * The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string | null, 
/**
 * The name of a rule set.
 */
rules: string | null, 
/**
 * The first moves on one of the boards in SAN, as in `e4 e5 Nf3`.
 */
opening: string | null, 
/**
 * The first day, as in `2026-01-31`.
 */
since: string | null, 
/**
 * The last day.
 */
until: string | null, 
/**
 * Number of games to leave out, the newest first.
 */
skip: number, };

/**
 * A message about the archive of games.
 */
export type ArchiveRequest = { "type": "search_archive", 
/**
 * The search.
 */
query: ArchiveQuery, } | { "type": "load_archived", 
/**
 * Its number.
 */
game: number, } | { "type": "report_player", 
/**
 * The whole name, in any case.
 */
player: string, } | { "type": "stop_report", } | { "type": "add_to_archive", 
/**
 * The games.
 */
files: Array<GameFile>, } | { "type": "delete_archived", 
/**
 * Its number.
 */
game: number, } | { "type": "restore_archived", 
/**
 * Its number.
 */
game: number, };

/**
 * A game in the list of the archive.
 */
export type ArchivedGame = { 
/**
 * Its number.
 */
game: number, 
/**
 * Date and time of its start, as in `2026-01-31 18:30`, in UTC; empty if unknown.
 */
date: string, 
/**
 * Names of the players in the order of the seats.
 */
players: Array<string>, 
/**
 * The result.
 */
result: string, 
/**
 * The reason of the result.
 */
reason: string, 
/**
 * The rule set.
 */
rules: string, 
/**
 * The time control.
 */
clock: string, 
/**
 * Number of moves on both boards.
 */
plies: number, 
/**
 * The name of a kept analysis; `null` for a game.
 */
name: string | null, };

/**
 * A move to be made in a position.
 */
export type BoardMove = { 
/**
 * The board of the move.
 */
board: BoardName, 
/**
 * The move in coordinates.
 */
coordinates: string, };

/**
 * A board.
 */
export type BoardName = "A" | "B";

/**
 * The latest result of the search of one board.
 */
export type BoardScore = { 
/**
 * The board.
 */
board: BoardName, 
/**
 * Depth of the search in plies.
 */
depth: number, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Nodes a second.
 */
nps: number, 
/**
 * Time of the search in milliseconds.
 */
time_ms: number, 
/**
 * The best lines, best first.
 */
lines: Array<AnalysisLine>, };

/**
 * A board at one moment.
 */
export type BoardState = { 
/**
 * The board.
 */
board: BoardName, 
/**
 * The position, holdings in brackets.
 */
fen: string, 
/**
 * The seat to move.
 */
on_turn: Seat, 
/**
 * True if the side to move is in check.
 */
check: boolean, 
/**
 * All legal moves in coordinates (`e2e4`, `e7e8q`, `N@f7`; castling is the king's move), if
 * the receiver sits in the seat to move and the game runs; else empty.
 */
legal: Array<string>, };

/**
 * A clock: it shows `left_ms`, less the time that has passed since `runs_from_ms`.
 */
export type ClockState = { 
/**
 * Milliseconds left; negative once the flag has fallen.
 */
left_ms: number, 
/**
 * Moment on the server's clock (as in `pong`) from which it runs, which lies ahead during a
 * delay; `null` for a clock that stands.
 */
runs_from_ms: number | null, };

/**
 * The clocks as a team has them.
 */
export type ClocksCase = "known" | "ahead" | "level" | "behind";

/**
 * A color.
 */
export type ColorName = "white" | "black";

/**
 * A message about the connection itself.
 */
export type ConnectionRequest = { "type": "hello", 
/**
 * Version of the messages.
 */
version: number, } | { "type": "ping", 
/**
 * Any number, which comes back.
 */
sent_ms: number, };

/**
 * The moves that were played.
 */
export type ExplorerAnswer = { 
/**
 * Number of games that came to the position; of boards, if one board was asked for.
 */
games: number, 
/**
 * Number of boards that came to it whatever the players held; `null` if it was not asked with
 * holdings of one board.
 */
whatever_held: number | null, 
/**
 * The most frequent moves, at most 30.
 */
moves: Array<ExplorerMove>, };

/**
 * A board with a move.
 */
export type ExplorerExample = { 
/**
 * Its number in the file.
 */
board: number, 
/**
 * Names of White and Black.
 */
players: [string, string], 
/**
 * Their ratings.
 */
ratings: [number | null, number | null], 
/**
 * The day, as in `2026-01-31`; `null` if it is not known.
 */
date: string | null, 
/**
 * The result; `null` if there is none.
 */
result: ExplorerResult | null, 
/**
 * True if the whole game, with both boards, can be opened.
 */
is_whole: boolean, };

/**
 * Conditions that games have to meet, all of those that are set.
 */
export type ExplorerFilter = { 
/**
 * Name of a player, in any case.
 */
player?: string, 
/**
 * The color of the player.
 */
color?: ColorName, 
/**
 * Lowest mean rating of a board.
 */
least_rating?: number, 
/**
 * Highest mean rating of a board.
 */
most_rating?: number, 
/**
 * Shortest time at the start, in seconds.
 */
least_seconds?: number, 
/**
 * Longest time at the start, in seconds.
 */
most_seconds?: number, 
/**
 * First day, as in `2026-01-31`.
 */
since?: string, 
/**
 * Last day.
 */
until?: string, 
/**
 * The result of the board.
 */
result?: ExplorerResult, 
/**
 * The rule set.
 */
rules?: string, };

/**
 * A move in numbers.
 */
export type ExplorerMove = { 
/**
 * Its board.
 */
board: BoardName, 
/**
 * The move in coordinates.
 */
coordinates: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * True if it is legal in the position that was asked for: a drop of a piece that is not held
 * there is not.
 */
is_legal: boolean, 
/**
 * Number of games in which it was played.
 */
games: number, 
/**
 * Games that the team of the mover won.
 */
won: number, 
/**
 * Games that were drawn.
 */
drawn: number, 
/**
 * Games that the team of the mover lost. The other games have no result.
 */
lost: number, 
/**
 * Mean time that the move took, in seconds.
 */
seconds: number | null, 
/**
 * Mean rating of the mover.
 */
rating: number | null, 
/**
 * Some games with this move.
 */
examples: Array<ExplorerExample>, };

/**
 * A question for the moves that were played.
 */
export type ExplorerQuestion = { 
/**
 * The positions of both boards.
 */
position: AnalysisPosition, 
/**
 * The part of it that is looked up.
 */
scope: ExplorerScope, 
/**
 * The games that count.
 */
filter?: ExplorerFilter, };

/**
 * The result of a board: the team of a color has won on whichever board, or nobody has.
 */
export type ExplorerResult = "white" | "black" | "draw";

/**
 * The part of a position by which games are looked up.
 */
export type ExplorerScope = { "of": "both", } | { "of": "board", 
/**
 * The board.
 */
board: BoardName, } | { "of": "structure", 
/**
 * The board.
 */
board: BoardName, };

/**
 * A message of the page. The first one of a connection is `hello`.
 */
export type FromPage = ConnectionRequest | TablesRequest | TableRequest | GameRequest | StudyRequest | ArchiveRequest | PuzzleRequest;

/**
 * A file of games.
 */
export type GameFile = { 
/**
 * Its name, for messages about it.
 */
name: string, 
/**
 * Its content: text, or its bytes in base64.
 */
text: string, 
/**
 * True if `text` is base64. So files come that are compressed by gzip or zstd.
 */
base64?: boolean, };

/**
 * A message about the game that runs at the table, for a seat of the page.
 */
export type GameRequest = { "type": "move", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Number of moves on both boards of the game that the page knew; a repeated message is
 * recognized by it.
 */
plies: number, 
/**
 * The move in coordinates.
 */
coordinates: string, } | { "type": "tell", 
/**
 * The seat of the speaker.
 */
seat: Seat, 
/**
 * The text.
 */
text: string, } | { "type": "sit", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * True if it sits.
 */
sits: boolean, } | { "type": "offer_draw", 
/**
 * The seat.
 */
seat: Seat, } | { "type": "resign", 
/**
 * The seat.
 */
seat: Seat, };

/**
 * A game with all that has happened in it.
 */
export type GameState = { 
/**
 * Number of the game at this table, from 1.
 */
number: number, 
/**
 * The FEN of each board at the start.
 */
start: Array<string>, 
/**
 * The boards now.
 */
boards: Array<BoardState>, 
/**
 * The clocks now, in the order of the seats.
 */
clocks: Array<ClockState>, 
/**
 * All moves of both boards, in the order in which they were made.
 */
plies: Array<PlyState>, 
/**
 * The words between partners that the receiver may read, in order: those of its own team; all
 * of them once the game is over.
 */
words: Array<Word>, 
/**
 * The seats whose offer of a draw stands.
 */
draw_offers: Array<Seat>, 
/**
 * The result; `null` while the game runs.
 */
result: ResultState | null, 
/**
 * Number under which the archive has the game from its first move on; `null` without an archive.
 */
archived: number | null, };

/**
 * Strength and pace of a Tandem.
 */
export type Level = { 
/**
 * Strength in Elo within the limits of `welcome`; `null` for full strength.
 */
elo: number | null, 
/**
 * When it answers.
 */
pace: Pace, };

/**
 * A move that was made in a position.
 */
export type LookedMove = { 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The squares that it touches, origin first; a drop has one.
 */
squares: Array<string>, 
/**
 * The letter of the piece that the partner got by it; `null` if none.
 */
handed: string | null, };

/**
 * The pieces with which a color mates on a board, as if on turn.
 */
export type Mating = { 
/**
 * True if it mates with what it holds.
 */
already: boolean, 
/**
 * The letters of the pieces of which one more would mate, as in `NQ`: what its opponents must
 * not give.
 */
with_one_more: string, };

/**
 * A recorded game without an analysis.
 */
export type OpenedGame = { 
/**
 * The name of a kept analysis; `null` for a game.
 */
name: string | null, 
/**
 * The rule set.
 */
rules: string, 
/**
 * The FEN of each board at the start.
 */
start: Array<string>, 
/**
 * The clocks at the start in milliseconds, in the order of the seats, if the record has them.
 */
clocks_ms: number[] | null, 
/**
 * The comments before the first move, and after each move.
 */
said: Array<Array<string>>, 
/**
 * The moves of both boards in the order in which they were made, each with its variations behind it.
 */
plies: Array<OpenedPly>, };

/**
 * A move of a recorded game.
 */
export type OpenedPly = { 
/**
 * Number of the move that it follows, from 1 in the order of `plies`; 0 at the start.
 */
after: number, 
/**
 * The board.
 */
board: BoardName, 
/**
 * The move in coordinates.
 */
coordinates: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The squares that it touches, origin first; a drop has one.
 */
squares: Array<string>, 
/**
 * The FEN of each board after it.
 */
fens: Array<string>, };

/**
 * The time at which Tandem answers.
 */
export type Pace = "human" | "engine";

/**
 * The activity of a table.
 */
export type Phase = "gathering" | "starting" | "playing" | "over";

/**
 * What is proved of a plan.
 */
export type PlanOutcome = "mates" | "wins_unless_helped" | "mated" | "loses_unless_helped";

/**
 * A text for each board; `null` where the team is not on turn.
 */
export type PlanParts = { 
/**
 * On board A.
 */
A: string | null, 
/**
 * On board B.
 */
B: string | null, };

/**
 * A proof that a plan wins or loses.
 */
export type PlanProof = { 
/**
 * What is proved.
 */
outcome: PlanOutcome, 
/**
 * The moves until then.
 */
moves: number, };

/**
 * A plan.
 */
export type PlanState = { 
/**
 * What the team does on each board: a move in coordinates, or `sit`.
 */
moves: PlanParts, 
/**
 * The same in SAN.
 */
san: PlanParts, 
/**
 * The share of such games that the team wins.
 */
wins: number, 
/**
 * By how much that has changed with the latest searches; 0 for a proof.
 */
margin: number, 
/**
 * The proof, if there is one.
 */
proof: PlanProof | null, 
/**
 * Depth of the shallower of the two searches after the plan, in plies.
 */
depth: number, 
/**
 * At most twelve moves of both boards in the order in which they happen, those of the plan
 * first.
 */
line: Array<PlanStep>, 
/**
 * The reasons, a sentence each.
 */
why: Array<string>, };

/**
 * A move in the line of a plan.
 */
export type PlanStep = { 
/**
 * The mover.
 */
seat: Seat, 
/**
 * The move in coordinates.
 */
coordinates: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The letter of the piece that the partner gets by it; `null` if none.
 */
handed: string | null, };

/**
 * The plans for one case of the clocks.
 */
export type PlansCase = { 
/**
 * The case.
 */
clocks: ClocksCase, 
/**
 * At most five plans, best first; none if the team is on turn on neither board.
 */
plans: Array<PlanState>, };

/**
 * A move of the game.
 */
export type PlyState = { 
/**
 * The player.
 */
seat: Seat, 
/**
 * The move in coordinates.
 */
coordinates: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The squares that it touches, origin first; a drop has one.
 */
squares: Array<string>, 
/**
 * Milliseconds from the start of the game to the move.
 */
at_ms: number, 
/**
 * The clock after the move.
 */
clock_ms: number, 
/**
 * The letter of the piece that the partner got by it (`P`, `N`, `B`, `R`, `Q`); `null` if none.
 */
handed: string | null, 
/**
 * The FEN of this board after the move.
 */
fen: string, };

/**
 * The end of the game that a position is.
 */
export type PositionOutcome = { 
/**
 * The team that has won; `null` for a draw.
 */
winner: TeamName | null, 
/**
 * The reason as a clause, as in `White on A is mated`.
 */
reason: string, };

/**
 * An answer to a puzzle.
 */
export type PuzzleAnswer = { "by": "moves", 
/**
 * The moves in coordinates; the last one is its own.
 */
moves: Array<string>, } | { "by": "piece", 
/**
 * Its letter, as in `N`.
 */
piece: string, } | { "by": "sitting", 
/**
 * True for to sit.
 */
sits: boolean, } | { "by": "given_up", };

/**
 * The question of a puzzle.
 */
export type PuzzleKind = "mate" | "take" | "need" | "give" | "sit";

/**
 * A move in the course of a puzzle.
 */
export type PuzzlePly = { 
/**
 * The move in coordinates.
 */
coordinates: string, 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The squares that it touches, origin first; a drop has one.
 */
squares: Array<string>, 
/**
 * The letter of the piece that arrived for this move; `null` if none did.
 */
arrived: string | null, };

/**
 * The puzzles of one kind in numbers.
 */
export type PuzzleRecord = { 
/**
 * The kind.
 */
kind: PuzzleKind, 
/**
 * Number of puzzles.
 */
puzzles: number, 
/**
 * Those whose latest answer was right.
 */
solved: number, 
/**
 * Those whose latest answer was wrong.
 */
failed: number, };

/**
 * A message about puzzles.
 */
export type PuzzleRequest = { "type": "next_puzzle", 
/**
 * Where it is from.
 */
from: PuzzleSource, 
/**
 * The name of the player whose losses are meant.
 */
player: string | null, 
/**
 * Its question; `null` for any.
 */
kind: PuzzleKind | null, 
/**
 * The number of the one that it should not be; `null` for none.
 */
but: number | null, } | { "type": "load_puzzle", 
/**
 * Its number.
 */
puzzle: number, } | { "type": "hint_puzzle", 
/**
 * Its number.
 */
puzzle: number, } | { "type": "answer_puzzle", 
/**
 * Its number.
 */
puzzle: number, 
/**
 * The answer.
 */
answer: PuzzleAnswer, 
/**
 * True if a hint was asked for.
 */
hinted: boolean, };

/**
 * The solution of a puzzle.
 */
export type PuzzleSolution = { 
/**
 * The right answers: the first move in coordinates; the partner's captures; the letters of the
 * pieces; the capture that gives nothing; `sit` or `move`.
 */
answers: Array<string>, 
/**
 * Lines in SAN: the mate; the mate with each piece; after the move that holds out longest; the
 * moves that do not lose, a line each.
 */
lines: Array<Array<string>>, 
/**
 * The letters of the pieces that arrive before the lines: of the piece that the partner takes, or
 * of those that must not be given.
 */
pieces: Array<string>, 
/**
 * What it is about, as in `Back rank`; empty if it is not known.
 */
theme: string, 
/**
 * Why it is the solution, in a sentence or two; empty if it is not known.
 */
explanation: string, };

/**
 * Where a puzzle is from.
 */
export type PuzzleSource = "set" | "games" | "losses";

/**
 * A puzzle without its solution.
 */
export type PuzzleState = { 
/**
 * Its number.
 */
puzzle: number, 
/**
 * Its question.
 */
kind: PuzzleKind, 
/**
 * The number of its game in the archive; `null` for a puzzle that came with the program.
 */
game: number | null, 
/**
 * The Elo of a player who solves it every other time; `null` if it is not rated.
 */
rating: number | null, 
/**
 * True if it was asked before.
 */
again: boolean, 
/**
 * Number of moves on both boards before it.
 */
ply: number, 
/**
 * The names of the players of the game in the order of the seats.
 */
players: Array<string>, 
/**
 * The date of the game, as in the list of the archive.
 */
date: string, 
/**
 * The seat that is asked; it is on turn.
 */
seat: Seat, 
/**
 * Number of moves of the mate: of the asked seat, or of its opponent after the seat's move.
 * 0 where there is none to be seen.
 */
moves: number, 
/**
 * The position, with clocks if they are known.
 */
position: AnalysisPosition, 
/**
 * Its boards, with all legal moves; of captures that are asked for, with no other moves.
 */
boards: Array<BoardState>, 
/**
 * The squares of the last move on each board; none before the first one.
 */
last: Array<Array<string>>, };

/**
 * A move of a solution, on the board of the puzzle.
 */
export type PuzzleStep = { 
/**
 * The move in SAN.
 */
san: string, 
/**
 * The squares that it touches, origin first; a drop has one.
 */
squares: Array<string>, 
/**
 * The FEN of each board after it.
 */
fens: Array<string>, };

/**
 * The verdict on an answer.
 */
export type PuzzleVerdict = "solved" | "failed" | "goes_on" | "undecided";

/**
 * The wish of a guest for another game.
 */
export type RematchAsked = { 
/**
 * The seat of the guest.
 */
seat: Seat, 
/**
 * The way in which the seats are turned.
 */
turn: SeatTurn, };

/**
 * The result of a game.
 */
export type ResultState = { 
/**
 * `1-0` if team one has won, `0-1`, `1/2-1/2`, or `*` for a game that was broken off.
 */
result: string, 
/**
 * The team that has won.
 */
winner: TeamName | null, 
/**
 * The kind of the ending in a word or two, as in `mate` or `flag`.
 */
kind: string, 
/**
 * The reason as a clause, as in `White on A is mated`.
 */
reason: string, 
/**
 * Number of the game in the archive; `null` without an archive.
 */
archived: number | null, };

/**
 * The games to review.
 */
export type ReviewSource = { "from": "files", 
/**
 * The files.
 */
files: Array<GameFile>, } | { "from": "archive", 
/**
 * Its number.
 */
game: number, } | { "from": "explorer", 
/**
 * The number of one of its boards.
 */
board: number, };

/**
 * A rule set as a choice for a new table.
 */
export type RuleSetName = { 
/**
 * Its name, as in `fics`.
 */
name: string, 
/**
 * The variant: `bughouse`, `crazyhouse` or `chess`.
 */
variant: string, 
/**
 * Its usual time control.
 */
clock: string, };

/**
 * A seat as a number: 0 White on A, 1 Black on A, 2 White on B, 3 Black on B.
 */
export type Seat = 0 | 1 | 2 | 3;

/**
 * A seat and who sits there.
 */
export type SeatState = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Name of the player, as it is shown.
 */
name: string, 
/**
 * The player in the seat.
 */
standing: Standing, 
/**
 * True for a player who has said that it sits. Known to its own team only; to all once the
 * game is over.
 */
sits: boolean, };

/**
 * The way in which the seats are turned for the next game.
 */
export type SeatTurn = "same" | "colors" | "boards";

/**
 * The choices with which a table is made.
 */
export type Setup = { 
/**
 * Rule set, and rules that override it, as in `fics` or `wbn last-drop=no`. It decides
 * whether the game is bughouse, crazyhouse or chess.
 */
rules: string, 
/**
 * Time for each player in seconds, as in `180`, `180+2`, `300d2` or `180b2`.
 */
clock: string, 
/**
 * The boards to start from, as BFEN or a FEN; `null` for the usual start.
 */
start: string | null, 
/**
 * The player of each seat, in the order of their numbers; on one board the last two are
 * ignored.
 */
seats: [Sitter, Sitter, Sitter, Sitter], };

/**
 * The player wanted in a seat.
 */
export type Sitter = { "who": "me" } | { "who": "guest", 
/**
 * The level of Tandem in that case.
 */
level: Level, } | { "who": "tandem", 
/**
 * Strength and pace.
 */
level: Level, };

/**
 * The player in a seat.
 */
export type Standing = { "who": "person", 
/**
 * True while a browser of this person is connected.
 */
connected: boolean, 
/**
 * True if this person is ready for the next game.
 */
ready: boolean, 
/**
 * The latest round trip of a message in milliseconds, as measured by the server; `null` if
 * it is not known.
 */
lag_ms: number | null, } | { "who": "tandem", 
/**
 * Strength and pace.
 */
level: Level, } | { "who": "open", 
/**
 * The secret of an invitation, for a link: 32 hexadecimal digits. Told to the owner only.
 */
invitation: string | null, 
/**
 * The level of Tandem if nobody comes.
 */
level: Level, };

/**
 * A message about positions and games to be analyzed.
 */
export type StudyRequest = { "type": "look", 
/**
 * A number of the page's, which comes back with the answer.
 */
id: number, 
/**
 * The position.
 */
position: AnalysisPosition, 
/**
 * A move to be made in it; `null` for none.
 */
move: BoardMove | null, } | { "type": "analyze", 
/**
 * A number of the page's, which comes back with all answers.
 */
id: number, 
/**
 * The position.
 */
position: AnalysisPosition, 
/**
 * Number of best lines for each board, 1 to 5.
 */
lines: number, 
/**
 * The team whose plans are asked for; team one if it is missing.
 */
team?: TeamName, 
/**
 * The board on which the team may not sit; `null` or missing for none.
 */
must_move?: BoardName | null, } | { "type": "stop_analysis", } | { "type": "open_game", 
/**
 * A number of the page's, which comes back with the answer.
 */
id: number, 
/**
 * The game.
 */
source: ReviewSource, } | { "type": "review", 
/**
 * A number of the page's, which comes back with all answers.
 */
id: number, 
/**
 * The games.
 */
source: ReviewSource, 
/**
 * True for a review with few nodes, which is there soon.
 */
quick?: boolean, } | { "type": "stop_review", } | { "type": "explore", 
/**
 * A number of the page's, which comes back with all answers.
 */
id: number, 
/**
 * The question.
 */
question: ExplorerQuestion, 
/**
 * True if the engine is to judge the most frequent moves.
 */
judged?: boolean, } | { "type": "stop_exploring", };

/**
 * A message about the table of the page, and its next game.
 */
export type TableRequest = { "type": "ready", 
/**
 * True if ready.
 */
ready: boolean, } | { "type": "record", } | { "type": "fill_seats", } | { "type": "set_seat", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The new player of the seat.
 */
sitter: Sitter, } | { "type": "rematch", 
/**
 * The way in which the seats are turned.
 */
turn: SeatTurn, } | { "type": "ask_rematch", 
/**
 * The way in which the seats are turned.
 */
turn: SeatTurn, } | { "type": "close", };

/**
 * A table in the list of tables.
 */
export type TableRow = { 
/**
 * The table in links.
 */
table: string, 
/**
 * The rule set.
 */
rules: string, 
/**
 * The time control.
 */
clock: string, 
/**
 * Names of the players in the order of the seats; an open seat has an empty one.
 */
players: Array<string>, 
/**
 * The phase of the table.
 */
phase: Phase, };

/**
 * A table as one browser sees it: everything that is needed to draw it afresh.
 */
export type TableState = { 
/**
 * The table in links.
 */
table: string, 
/**
 * The receiver of this message.
 */
you: You, 
/**
 * The rule set as in [`Setup`].
 */
rules: string, 
/**
 * The time control as in [`Setup`].
 */
clock: string, 
/**
 * Number of boards, one or two.
 */
boards: number, 
/**
 * The seats in play, in the order of their numbers.
 */
seats: Array<SeatState>, 
/**
 * Number of browsers that watch.
 */
onlookers: number, 
/**
 * The phase of the table.
 */
phase: Phase, 
/**
 * The next game as a guest has asked for it; `null` if nobody has.
 */
rematch: RematchAsked | null, 
/**
 * The game that runs or ran last; `null` before the first one.
 */
game: GameState | null, };

/**
 * A message about all tables: which there are, and at which the page is.
 */
export type TablesRequest = { "type": "tables", } | { "type": "create", 
/**
 * The name of the person.
 */
name: string, 
/**
 * The choices.
 */
setup: Setup, } | { "type": "accept", 
/**
 * The table.
 */
table: string, 
/**
 * The invitation.
 */
invitation: string, 
/**
 * The name of the person.
 */
name: string, } | { "type": "return", 
/**
 * The table.
 */
table: string, 
/**
 * The key.
 */
key: string, } | { "type": "watch", 
/**
 * The table.
 */
table: string, } | { "type": "leave", };

/**
 * A team: `one` is White on A and Black on B. On one board it is White.
 */
export type TeamName = "one" | "two";

/**
 * The plans of a team.
 */
export type TeamPlans = { 
/**
 * The team.
 */
team: TeamName, 
/**
 * The board on which it may not sit; `null` for none.
 */
must_move: BoardName | null, 
/**
 * The cases of the clocks: the known ones first, if they are known, and then those that can be
 * assumed.
 */
cases: Array<PlansCase>, };

/**
 * A message to the page.
 */
export type ToPage = { "type": "welcome", 
/**
 * Version of the messages.
 */
version: number, 
/**
 * Name and version of the program.
 */
program: string, 
/**
 * A name of this run of the server: after its end and start again it has another, other
 * tables, and another clock.
 */
run: string, 
/**
 * The rule sets.
 */
rule_sets: Array<RuleSetName>, 
/**
 * The lowest and the highest Elo of a Tandem that is not at full strength.
 */
elo: [number, number], 
/**
 * Addresses at which others reach this server, as in `http://192.168.1.5:8080`, for
 * invitations; empty if only this machine does.
 */
addresses: Array<string>, 
/**
 * True if games are kept.
 */
has_archive: boolean, 
/**
 * Number of boards of the games that `explore` looks into; `null` if there are none.
 */
explorer_boards: number | null, 
/**
 * True if games of the archive may be deleted from here.
 */
may_delete: boolean, } | { "type": "pong", 
/**
 * The number of the ping.
 */
sent_ms: number, 
/**
 * The server's clock in milliseconds, the same for all clocks of all games.
 */
now_ms: number, } | { "type": "refused", 
/**
 * The `type` of the message, or an empty text if it could not be read; `position` if a part
 * of a position was left out, and all else was done.
 */
what: string, 
/**
 * The reason, for people.
 */
reason: string, } | { "type": "tables", 
/**
 * One row each.
 */
tables: Array<TableRow>, } | { "type": "table" } & TableState | { "type": "seats", 
/**
 * All seats in play.
 */
seats: Array<SeatState>, 
/**
 * Number of browsers that watch.
 */
onlookers: number, 
/**
 * The next game as a guest has asked for it; `null` if nobody has.
 */
rematch: RematchAsked | null, } | { "type": "moved", 
/**
 * Number of moves on both boards, this one included.
 */
plies: number, 
/**
 * The move.
 */
ply: PlyState, 
/**
 * The boards that have changed: that of the move and, if a piece was handed over, the
 * other one.
 */
boards: Array<BoardState>, 
/**
 * All clocks.
 */
clocks: Array<ClockState>, 
/**
 * The seats whose offer of a draw stands.
 */
draw_offers: Array<Seat>, } | { "type": "told", 
/**
 * The word.
 */
word: Word, } | { "type": "draw_offers", 
/**
 * The seats whose offer stands.
 */
seats: Array<Seat>, } | { "type": "ended", 
/**
 * The result.
 */
result: ResultState, 
/**
 * The clocks as they stand.
 */
clocks: Array<ClockState>, } | { "type": "record", 
/**
 * The game as BPGN; crazyhouse and chess as PGN.
 */
bpgn: string, } | { "type": "left", 
/**
 * The reason, for people.
 */
reason: string, } | { "type": "looked", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The position, after the move if one was asked for; a captured piece is handed over.
 */
position: AnalysisPosition, 
/**
 * Its boards.
 */
boards: Array<BoardState>, 
/**
 * The move that was made.
 */
ply: LookedMove | null, 
/**
 * The end of the game, if the position is one; `null` if the game goes on.
 */
outcome: PositionOutcome | null, } | { "type": "analysis", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The boards whose search has got further.
 */
boards: Array<BoardScore>, 
/**
 * The forecast from both boards: the share of such games that team one wins; `null` until
 * all boards have a score.
 */
team_one_wins: number | null, } | { "type": "analysis_plans", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The plans.
 */
plans: TeamPlans, } | { "type": "analysis_mates", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * For each board, White and Black; `null` for a color whose opponent is in check.
 */
boards: Array<[Mating | null, Mating | null]>, } | { "type": "analysis_done", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The reason, for people.
 */
reason: string, } | { "type": "game_opened", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The game.
 */
game: OpenedGame, } | { "type": "review_read", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * Number of moves of each game.
 */
plies: Array<number>, 
/**
 * One line for each game that could not be read.
 */
faults: Array<string>, } | { "type": "review_progress", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * Moves of all games that are done.
 */
done: number, } | { "type": "reviewed", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The game as `tandem analyze --report` writes it into a page.
 */
game: import("../game/record.ts").GameRecord, 
/**
 * The game as BPGN with the analysis in comments.
 */
bpgn: string, } | { "type": "review_done", 
/**
 * The number of the page's.
 */
id: number, } | { "type": "explored", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The moves.
 */
answer: ExplorerAnswer, } | { "type": "explored_score", 
/**
 * The number of the page's.
 */
id: number, 
/**
 * The move.
 */
move: BoardMove, 
/**
 * The share of such games that the team of the mover wins after it.
 */
wins: number, } | { "type": "archive_list", 
/**
 * At most 50 games.
 */
games: Array<ArchivedGame>, 
/**
 * Number of games that match the search.
 */
total: number, } | { "type": "archive_game", 
/**
 * The game.
 */
game: ArchivedGame, 
/**
 * Its record.
 */
bpgn: string, } | { "type": "player_report", 
/**
 * The report as `tandem players --json` prints it. The places of its positions are the numbers of
 * games, as in `game 17`.
 */
report: import("../players/report.ts").PlayerReport, 
/**
 * Number of moves that the engine judges now; 0 if it has judged all that it does.
 */
to_judge: number, } | { "type": "player_judged", 
/**
 * Number of moves that are judged.
 */
done: number, 
/**
 * Number of moves of the sample.
 */
of: number, } | { "type": "archive_added", 
/**
 * Number of games that are new.
 */
games: number, 
/**
 * Number of games that were there already.
 */
known: number, 
/**
 * The number of the first of them all; `null` if there is none.
 */
first: number | null, 
/**
 * One line for each game that could not be read.
 */
faults: Array<string>, } | { "type": "archive_deleted", 
/**
 * Its number.
 */
game: number, } | { "type": "archive_restored", 
/**
 * Its number.
 */
game: number, } | { "type": "puzzle", 
/**
 * The puzzle; `null` if there is none.
 */
puzzle: PuzzleState | null, 
/**
 * The puzzles of each kind in numbers, those of the set or of the games.
 */
records: Array<PuzzleRecord>, 
/**
 * The rating of who solves the puzzles of the set here.
 */
solver: number, 
/**
 * Number of games in which puzzles are still looked for.
 */
games_left: number, } | { "type": "puzzle_hint", 
/**
 * Its number.
 */
puzzle: number, 
/**
 * The squares of the move, origin first; a drop has one. None if the answer is no move.
 */
squares: Array<string>, 
/**
 * The letter of the piece that is dropped; `null` for a move on the board.
 */
piece: string | null, } | { "type": "puzzle_answered", 
/**
 * Its number.
 */
puzzle: number, 
/**
 * The verdict.
 */
verdict: PuzzleVerdict, 
/**
 * All moves since the position of the puzzle, the reply to the last one included.
 */
plies: Array<PuzzlePly>, 
/**
 * The position after them.
 */
position: AnalysisPosition, 
/**
 * Its boards.
 */
boards: Array<BoardState>, 
/**
 * The solution, once the puzzle is over.
 */
solution: PuzzleSolution | null, 
/**
 * The lines of the solution, move by move; none before the puzzle is over.
 */
steps: Array<Array<PuzzleStep>>, 
/**
 * The puzzles of each kind in numbers, those of the set or of the games.
 */
records: Array<PuzzleRecord>, 
/**
 * The rating of who solves the puzzles of the set here.
 */
solver: number, };

/**
 * A message from one partner to the other.
 */
export type Word = { 
/**
 * The speaker.
 */
seat: Seat, 
/**
 * The text.
 */
text: string, 
/**
 * Milliseconds from the start of the game.
 */
at_ms: number, 
/**
 * Number of moves on both boards before it.
 */
plies: number, };

/**
 * A person at a table, as told to itself.
 */
export type You = { 
/**
 * The key with which this person comes back to its seats; `null` for an onlooker. It is a
 * secret: 32 hexadecimal digits.
 */
key: string | null, 
/**
 * True for the person who made the table, and who alone may manage it.
 */
owner: boolean, 
/**
 * Seats of this person.
 */
seats: Array<Seat>, };

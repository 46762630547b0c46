"""Odd writers: games of chess and crazyhouse, written as many programs and people write PGN, are read
by Tandem and compared with what python-chess reads.

    python3 odd_pgn.py TANDEM [GAMES] [SEED]

A game is a random tree of moves with variations, comments and glyphs. It is written twice: strictly by
python-chess, and by an odd writer of this file. `tandem bpgn convert` reads the odd text; what it
writes must be the same tree. Where the odd writer uses no sign that is foreign to python-chess,
python-chess must read the odd text as the same tree too.

Left out are differences on purpose, in which python-chess reads something else than is written:

- letters and signs that it skips: `nf3`, a figurine or `xd5` is the move of a pawn to it, `n@f3` the
  drop of a pawn. They are read from the strict text instead, as are `±` and its like;
- `;` comments, which it drops; Tandem keeps them;
- a null move outside of variations or in check, which Tandem refuses; a variation before the first
  move; a glyph before the first move of a line; text after a result; a comment in a variation
  without moves; escapes in tags, which it does not undo;
- empty lines in a game, at which it ends one;
- a tag `Result` against the text, of which it believes the tag.

One fault of python-chess is mended here, see `restore`.
"""

import io
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess.pgn
import chess.variant

BATCH = 250
SIGNS = {
    1: ["!"], 2: ["?"], 3: ["!!", "‼"], 4: ["??", "⁇"], 5: ["!?", "⁉"], 6: ["?!", "⁈"], 7: ["□"],
    10: ["="], 13: ["∞"], 14: ["⩲", "+/=", "+="], 15: ["⩱", "=/+", "=+"], 16: ["±", "+/-"],
    17: ["∓", "-/+"], 18: ["+-", "+−", "+–"], 19: ["-+", "−+"], 36: ["↑"], 40: ["→"], 132: ["⇆"],
    138: ["⊕"], 146: ["N"],
}
# Signs that python-chess reads.
PLAIN_SIGNS = ("!", "?", "!!", "??", "!?", "?!")
# Signs that could be a part of the move before them.
NEVER_GLUED = ("N", "+=", "+-", "+−", "+–", "+/-", "+/=")
FIGURINES = dict(zip("KQRBN", ["♔♚", "♕♛", "♖♜", "♗♝", "♘♞"]))
WORDS = ("good", "bad", "O–O was better", "1. e4 e5", "(why)", "½", "Zürich", "e4!?", "[%eval 0.35]",
         "[%csl Ra1,Gb2]", "; no", "% 50", "1-0", "«so»", "C", "-- a dash", "[Event x]")
STARTS = [
    None, None, None, None,
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBP1P/R3K2R w KQkq - 0 1",
    "n1n1k3/PPP1P1PP/8/8/8/8/ppp1p1pp/N1N1K3 w - - 3 17",
    "4k3/8/8/8/8/8/4P3/R3K2R b KQ - 3 7",
    "QQ6/8/8/6k1/8/1Q6/6K1/8 w - - 0 1",
]


def restore(state, board):
    """Takes a move back. The holdings stay those of the state, which other variations restore as well."""
    board.pockets = [state.pockets_b.copy(), state.pockets_w.copy()]


chess.variant._CrazyhouseBoardState.restore = restore


class Tree:
    """A random game: its headers, and a tree of python-chess."""

    def __init__(self, rng, name):
        self.rng = rng
        self.game = chess.pgn.Game()
        self.game.headers["Event"] = name
        kind = rng.choice(["chess"] * 4 + ["crazyhouse"] * 3 + ["chess960"])
        start = rng.choice(STARTS)
        if kind == "crazyhouse":
            board = chess.variant.CrazyhouseBoard()
            if start:
                board = chess.variant.CrazyhouseBoard(start.replace(" ", "[QRNPPpnb] ", 1))
        elif kind == "chess960":
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            board = chess.Board(start) if start else chess.Board()
        self.game.setup(board)
        if kind == "crazyhouse":
            self.game.headers["Variant"] = rng.choice(["Crazyhouse", "crazyhouse", "Crazy House", "ZH"])
        elif kind == "chess960":
            self.game.headers["Variant"] = rng.choice(["Chess960", "Chess 960", "Fischer Random"])
        elif rng.random() < 0.3:
            self.game.headers["Variant"] = rng.choice(["Standard", "From Position", "Chess"])
        for tag in ("Site", "White", "Black", "WhiteElo", "ECO", "Round"):
            if rng.random() < 0.4:
                self.game.headers[tag] = rng.choice(["Ann", "José", "2400", "B–ob", "a b", "?", "C42"])
        self.game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        if rng.random() < 0.2:
            self.game.comment = self.comment()
        self.line(self.game, board, rng.randrange(28), 0)

    def line(self, node, board, length, depth):
        for at in range(length):
            moves = list(board.legal_moves)
            if not moves:
                break
            rng = self.rng
            move = rng.choice(moves)
            if rng.random() < 0.5:
                lively = [move for move in moves if is_lively(board, move)]
                move = rng.choice(lively or moves)
            if depth and rng.random() < 0.1 and not board.is_check():
                move = chess.Move.null()
            parent, node = node, node.add_variation(move)
            if depth and at == 0 and rng.random() < 0.3:
                node.starting_comment = self.comment()
            if rng.random() < 0.2:
                node.nags.update(rng.choices(sorted(SIGNS) + [9, 22, 139, 220], k=rng.choice([1, 1, 2])))
            if rng.random() < 0.2:
                node.comment = self.comment()
            if depth < 3 and rng.random() < 0.08:
                for _ in range(rng.choice([1, 1, 2])):
                    self.line(parent, board.copy(stack=False), rng.randrange(1, 5), depth + 1)
            board.push(move)

    def comment(self):
        words = self.rng.choices(WORDS, k=self.rng.randrange(1, 4))
        if self.rng.random() < 0.3:
            words.insert(0, f"[%clk {self.rng.randrange(3)}:{self.rng.randrange(60):02}:07.5]")
        return " ".join(words)


def is_lively(board, move):
    return move.promotion or move.drop or board.is_castling(move) or board.is_capture(move)


class OddWriter:
    """Writes a tree in a style of its own. `is_foreign` tells that python-chess cannot read it."""

    def __init__(self, rng, tree):
        self.rng, self.game = rng, tree.game
        self.is_foreign = False
        self.speaks_plainly = rng.random() < 0.4
        self.numbers = rng.choice(["{}.", "{}. ", "{} ", "{} . ", "{}.  "])
        self.black = rng.choice(["{}...", "{}... ", "{}…", "{}..", "{} ... "])
        self.numbers_all = rng.random() < 0.2
        self.figurines = self.foreign(0.15)
        self.glue = rng.random() < 0.5
        self.break_at = rng.choice([20, 80, 10_000])
        self.newline = rng.choice(["\n", "\n", "\r\n"])
        self.blanks = [" "]
        if self.foreign(0.2):
            self.blanks += ["\u00a0", "\u2009", " \u200b", "\u200b", "\u3000"]
        if rng.random() < 0.2:
            self.blanks += ["\t", "  "]
        self.out = []
        self.column = 0

    def foreign(self, chance):
        """True with this chance, if this writer uses foreign signs at all."""
        is_so = not self.speaks_plainly and self.rng.random() < chance
        self.is_foreign |= is_so
        return is_so

    def put(self, text, is_glued=False):
        if self.column and not is_glued:
            if self.column > self.break_at:
                self.end_line()
            else:
                self.out.append(self.rng.choice(self.blanks))
        self.out.append(text)
        self.column += len(text)

    def end_line(self):
        self.out.append(self.newline)
        self.column = 0
        if self.rng.random() < 0.03:
            self.out.append(f"% for a program ( {{ [x{self.newline}")

    def write(self):
        rng = self.rng
        if rng.random() < 0.1:
            self.out.append(f"%a line for a program{self.newline}")
        for name, value in self.game.headers.items():
            if value == "?" and rng.random() < 0.5:
                continue
            open_, close = rng.choice(["“”", "„“", "«»"]) if self.foreign(0.1) else '""'
            blank = "\u00a0" if self.foreign(0.05) else rng.choice([" ", " ", "  "])
            if name == "Result" and value == "1/2-1/2" and self.foreign(0.1):
                value = "½-½"
            self.out.append(f"[{name}{blank}{open_}{value}{close}]{self.newline}")
        self.out.append(self.newline)
        self.comment(self.game.comment)
        board = self.game.board()
        self.line(self.game, board, True)
        result = self.game.headers["Result"]
        if rng.random() < 0.9:
            if self.foreign(0.2):
                result = rng.choice([result.replace("-", "–"), result.replace("1/2", "½")])
            self.put(result)
        self.end_line()
        self.out.append(self.newline)
        return "".join(self.out)

    def line(self, node, board, needs_number):
        while node.variations:
            main, *others = node.variations
            self.move(main, board, needs_number)
            needs_number = bool(others or main.comment)
            for other in others:
                self.variation(other, board)
            board.push(main.move)
            node = main

    def variation(self, first, board):
        self.put("(")
        blank = self.rng.random() < 0.3
        if first.starting_comment:
            self.comment(first.starting_comment)
            blank = True
        board = board.copy(stack=False)
        self.move(first, board, True, is_glued=not blank)
        board.push(first.move)
        self.line(first, board, bool(first.comment))
        self.put(")", is_glued=self.rng.random() < 0.7)

    def move(self, node, board, needs_number, is_glued=False):
        rng = self.rng
        number = None
        if board.turn == chess.WHITE:
            number = self.numbers
        elif needs_number or self.numbers_all or rng.random() < 0.1:
            number = self.black
        if number:
            self.is_foreign |= "…" in number and not self.glue
            number = number.format(board.fullmove_number)
            self.put(number.strip(), is_glued)
            is_glued = number[-1] not in " 0123456789"
        self.put(self.san(node.move, board), is_glued)
        for nag in sorted(node.nags):
            self.glyph(nag)
        self.comment(node.comment)

    def glyph(self, nag):
        signs = SIGNS.get(nag, [])
        plain = [sign for sign in signs if sign in PLAIN_SIGNS]
        sign = f"${nag}"
        if plain and self.rng.random() < 0.5:
            sign = plain[0]
        elif signs and self.foreign(0.5):
            sign = self.rng.choice(signs)
        self.put(sign, is_glued=self.glue and sign not in NEVER_GLUED and self.out[-1][-1] not in ")}+-/=!?‼⁇⁉⁈")

    def comment(self, text):
        rng = self.rng
        if text:
            words = text.split(" ")
            blank = rng.choice([" ", " ", self.newline])
            text = blank.join(words) if blank == " " or "%" not in text else text
            left, right = rng.choice([("{", "}"), ("{ ", " }"), ("{", " }")])
            self.put(left + text + right, is_glued=rng.random() < 0.1)
        elif rng.random() < 0.02 and self.column:
            self.put(f"; semi{rng.randrange(99)} ( {{ e4 endsemi")
            self.end_line()

    def san(self, move, board):
        rng = self.rng
        if not move:
            return rng.choice(["--", "Z0", "––"]) if self.foreign(0.3) else rng.choice(["--", "Z0"])
        san = board.san(move)
        if move.drop:
            if move.drop == chess.PAWN and rng.random() < 0.5:
                return san.removeprefix("P")
            return san[0].lower() + san[1:] if self.foreign(0.1) else san
        mark = san[len(san.rstrip("+#")):]
        san = san.rstrip("+#")
        if rng.random() < 0.15:
            mark = rng.choice(["", "+", "#"])
        if board.is_castling(move):
            return self.castling(san) + mark
        piece = board.piece_type_at(move.from_square)
        letter = chess.piece_symbol(piece).upper().replace("P", "")
        if rng.random() < 0.15:
            origin = chess.square_name(move.from_square)
            stroke = "x" if board.is_capture(move) else rng.choice(["", "-"])
            san = letter + origin + stroke + chess.square_name(move.to_square)
            if move.promotion:
                san += "=" + chess.piece_symbol(move.promotion).upper()
        if letter and "x" in san and rng.random() < 0.1:
            san = san.replace("x", "")
        if "x" in san and self.foreign(0.1):
            san = san.replace("x", rng.choice("×✕:"))
        if move.promotion:
            san = self.promotion(san)
        if letter and self.figurines:
            san = rng.choice(FIGURINES[letter]) + rng.choice(["", "\ufe0e"]) + san[1:]
        if self.foreign(0.02):
            san = san.translate({ord(c): ord(c) + 0xfee0 for c in "abcdefgh12345678"})
        if board.is_en_passant(move) and rng.random() < 0.3:
            return san + mark + " e.p."
        return san + mark

    def castling(self, san):
        if self.foreign(0.2):
            return san.replace("-", self.rng.choice("–—‑−"))
        if self.foreign(0.1):
            return san.replace("O", "О")
        return self.rng.choice([san, san.replace("O", "0")])

    def promotion(self, san):
        piece = san[-1]
        if self.foreign(0.3):
            forms = [f"({piece})", f"/{piece}", f"=({piece})", "=" + self.rng.choice(FIGURINES[piece])]
            return san[:-2] + self.rng.choice(forms)
        return san[:-2] + self.rng.choice(["=" + piece, piece, "=" + piece.lower(), piece.lower()])


def clean(comment):
    """The text of a comment, and the clocks in it."""
    comment = re.sub(r"semi\d+.*?endsemi", " ", " ".join(comment.split()))
    clocks = [h * 3600 + m * 60 + s for h, m, s in
              ((int(h), int(m), float(s)) for h, m, s in re.findall(r"\[%clk (\d+):(\d+):([\d.]+)\]", comment))]
    comment = re.sub(r"\[%clk [^\]]*\]", " ", comment)
    comment = re.sub(r"(^|\s)C:", r"\1", comment)
    return " ".join(comment.split()), clocks


def tree_of(game):
    """Everything that is compared of a game."""
    known = ("SetUp", "FEN", "Variant")
    tags = {name: value for name, value in game.headers.items() if name not in known and value != "?"}
    board = game.board()
    return tags, board.fen(), clean(game.comment), lines_of(game, board)


def lines_of(node, board):
    found = []
    for child in node.variations:
        san = board.san(child.move) if child.move else "--"
        board.push(child.move)
        # The tree is as deep as the game is long, which a list on the stack would not be.
        found.append((san, sorted(child.nags), clean(child.comment), clean(child.starting_comment),
                      lines_of(child, board)))
        board.pop()
    return found


def read_all(text):
    stream, games = io.StringIO(text), []
    while game := chess.pgn.read_game(stream):
        assert not game.errors, (game.errors, text[:2000])
        games.append(game)
    return games


def encoded(rng, text):
    coding = rng.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
    if coding == "utf-16-be":
        return ("\ufeff" + text).encode(coding)
    try:
        return text.encode(coding)
    except UnicodeEncodeError:
        return text.encode("utf-8")


def check_batch(tandem, rng, names, folder):
    trees = [Tree(rng, name) for name in names]
    expected = [tree_of(read_all(str(tree.game))[0]) for tree in trees]
    odd = []
    for tree, right in zip(trees, expected):
        writer = OddWriter(rng, tree)
        odd.append(writer.write())
        if not writer.is_foreign:
            found = tree_of(read_all(odd[-1].replace("\r\n", "\n"))[0])
            assert found == right, f"python-chess reads its own signs otherwise\n{odd[-1]}\n{tree.game}"
    source, target = folder / "odd.pgn", folder / "strict.pgn"
    source.write_bytes(encoded(rng, "".join(odd)))
    ran = subprocess.run([tandem, "bpgn", "convert", str(source), "-o", str(target)],
                         capture_output=True, text=True)
    # The results are random: a player who is mated may win by one.
    told = [line for line in ran.stderr.splitlines() if not line.endswith(" is mated")]
    warnings = [line for line in told if ": warning: " in line or ": game " in line]
    read = {game.headers["Event"]: game for game in read_all(target.read_text())}
    for name, right, text in zip(names, expected, odd):
        found = tree_of(read[name]) if name in read else None
        if found != right:
            print(f"game {name} is read otherwise\n--- odd\n{text}\n--- expected\n{right}\n--- read\n{found}\n"
                  f"{read.get(name)}\n", *warnings[:20], sep="\n")
            sys.exit(1)
    if warnings or ran.returncode:
        print(f"{ran.returncode}", *warnings[:20], sep="\n")
        index = int(re.search(r"game (\d+)", warnings[0])[1])
        print(odd[index - 1])
        sys.exit(1)


def main():
    sys.setrecursionlimit(10_000)
    tandem, *rest = sys.argv[1:]
    games, seed = (int(rest[0]) if rest else 500), (int(rest[1]) if len(rest) > 1 else 1)
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, games, BATCH):
            names = [str(number) for number in range(first, min(first + BATCH, games))]
            check_batch(tandem, rng, names, Path(folder))
    print("games", games)


main()

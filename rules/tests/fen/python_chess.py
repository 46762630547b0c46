"""Describes each position on standard input as python-chess reads it, or says why it is none.

A line is VARIANT, a tab, MODE, a tab and the text of a FEN or EPD; VARIANT is `chess` or `crazyhouse`, MODE is
`standard` or `chess960`.
"""

import sys

import chess
import chess.variant

PLAYABLE = ~(
    chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
    | chess.STATUS_TOO_MANY_CHECKERS
    | chess.STATUS_IMPOSSIBLE_CHECK
)


def describe(variant, mode, text):
    kind = chess.variant.CrazyhouseBoard if variant == "crazyhouse" else chess.Board
    board = kind(None, chess960=mode == "chess960")
    try:
        if ";" in text:
            board.set_epd(text)
        else:
            board.set_fen(text)
    except (ValueError, AssertionError) as error:
        return f"refused: {error}"
    if board.status() & PLAYABLE:
        return "unplayable"
    if board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None  # python-chess would capture there
    held = ""
    if variant == "crazyhouse":
        held = str(board.pockets[chess.WHITE]).upper() + str(board.pockets[chess.BLACK])
    rights = "".join(chess.SQUARE_NAMES[square] for square in chess.SquareSet(board.clean_castling_rights()))
    passed = chess.SQUARE_NAMES[board.ep_square] if board.has_legal_en_passant() else "-"
    moves = sorted(move.uci() for move in board.legal_moves)
    return " ".join([
        board.board_fen(promoted=variant == "crazyhouse"),
        "".join(sorted(held)) or "-",
        "w" if board.turn else "b",
        rights or "-",
        passed,
        str(board.halfmove_clock),
        str(board.fullmove_number),
        ",".join(moves),
    ])


for line in sys.stdin:
    print(describe(*line.rstrip("\n").split("\t")))

"""A real client: python-chess plays a game of crazyhouse with an engine over CECP.

    python3 cecp.py ENGINE

Ends with an error if the engine does anything that the client does not take.
"""

import sys

import chess.engine
import chess.variant

MOST_PLIES = 400


def play(engine, board):
    game = object()
    limit = chess.engine.Limit(depth=3)
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)


def main():
    with chess.engine.SimpleEngine.popen_xboard(sys.argv[1]) as engine:
        board = chess.variant.CrazyhouseBoard()
        play(engine, board)
        drops = sum(move.drop is not None for move in board.move_stack)
        assert drops > 0, "a game of crazyhouse without drops"
        print(f"game {board.result()} {board.ply()} plies, {drops} drops")
        board = chess.Board()
        info = engine.analyse(board, chess.engine.Limit(depth=5))
        assert info["pv"][0] in board.legal_moves, info
        print("analysis", info["score"])


main()

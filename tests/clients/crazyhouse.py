"""A real client: python-chess plays a game of crazyhouse with an engine and analyzes with it.

    python3 crazyhouse.py ENGINE

Ends with an error if the engine does anything that the client does not take.
"""

import sys

import chess.engine
import chess.variant

MOST_PLIES = 400


def play(engine):
    board = chess.variant.CrazyhouseBoard()
    game = object()
    limit = chess.engine.Limit(nodes=300)
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)
    drops = sum(move.drop is not None for move in board.move_stack)
    assert drops > 0, "a game of crazyhouse without drops"
    print(f"game {board.result()} {board.ply()} plies, {drops} drops")


def analyze(engine):
    board = chess.variant.CrazyhouseBoard()
    board.push_san("e4")
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    scores = [line["score"].relative for line in lines]
    assert len(lines) == 3 and scores == sorted(scores, reverse=True), lines
    assert len({line["pv"][0] for line in lines}) == 3, lines
    print("analysis", *(line["pv"][0] for line in lines))


def chess960(engine):
    board = chess.Board.from_chess960_pos(0)
    result = engine.play(board, chess.engine.Limit(time=0.2), ponder=True)
    assert result.move in board.legal_moves
    print("chess960", result.move)


def main():
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        play(engine)
        analyze(engine)
        chess960(engine)


main()

"""A bot as bridges to sites run it: python-chess, the options of lichess-bot's default configuration, clocks,
pondering, draw offers, and a game that goes on after the connection was lost.

    python3 bot.py ENGINE

Ends with an error if the engine does anything that such a bridge does not take.
"""

import sys

import chess.engine
import chess.variant

# `uci_options` of the bridge's default configuration.
OPTIONS = {"Move Overhead": 100, "Threads": 2, "Hash": 512, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": True}
PLIES = 40


def start(path):
    engine = chess.engine.SimpleEngine.popen_uci(path)
    engine.configure(OPTIONS)
    engine.send_opponent_information(
        opponent=chess.engine.Opponent(name="Anna", title=None, rating=1500, is_engine=False))
    return engine


def play(name, path, board):
    """A game of 3+2 on a site whose answers are late; the bridge is started again in the middle."""
    engine, clocks, game = start(path), [3.0, 3.0], object()
    while not board.is_game_over() and len(board.move_stack) < PLIES:
        if len(board.move_stack) == PLIES // 2:
            engine.quit()
            engine, game = start(path), object()
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.1, black_inc=0.1)
        draw = len(board.move_stack) % 7 == 3
        result = engine.play(board, limit, game=game, ponder=True, draw_offered=draw, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert "wdl" in result.info and "score" in result.info, result.info
        board.push(result.move)
    engine.ping()
    engine.quit()
    print(name, len(board.move_stack))


def main():
    path = sys.argv[1]
    play("chess", path, chess.Board())
    play("chess960", path, chess.Board.from_chess960_pos(691))
    play("crazyhouse", path, chess.variant.CrazyhouseBoard())


main()

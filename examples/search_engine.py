"""A UCI chess engine around bitrook's native search, in about thirty lines. `bitrook uci` is a complete one."""

import sys
import threading

from bitrook import STARTING_FEN, Board
from bitrook.search import Result, Search

LIMITS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo")  # of `go` and of Search.run()

board, search = Board(), Search()
thinking = threading.Thread()


def report(result: Result) -> None:
    mate = result.score.mate()
    score = f"cp {result.score.score()}" if mate is None else f"mate {mate}"
    line = " ".join(move.uci() for move in result.pv)
    print(
        f"info depth {result.depth} score {score} nodes {result.nodes} time {1000 * result.time:.0f} pv {line}",
        flush=True,
    )


def think(limits: dict[str, int]) -> None:
    move = search.run(board, on_info=report, **limits).move
    print(f"bestmove {move.uci() if move else '(none)'}", flush=True)


for text in sys.stdin:
    command, *words = text.split() or [""]
    numbers = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
    if command == "uci":
        print("id name search_engine\nid author the bitrook authors\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        fen, _, moves = text.partition(" ")[2].partition("moves")
        board = Board(STARTING_FEN if "startpos" in fen else fen.replace("fen", "").strip())
        for uci in moves.split():
            board.push_uci(uci)
    elif command == "go":
        limits = {name: number for name, number in numbers.items() if name in LIMITS}
        thinking = threading.Thread(target=think, args=(limits,))
        thinking.start()
    elif command in ("stop", "quit"):
        search.stop()
        if command == "quit":
            break

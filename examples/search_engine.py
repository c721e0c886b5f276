"""A UCI chess engine around bitrook's native search, in about thirty lines. `bitrook uci` is a complete one."""

import sys
import threading

from bitrook import STARTING_FEN, Board
from bitrook.search import Result, Search

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


def think(depth: int | None, seconds: float | None) -> None:
    move = search.run(board, depth=depth, time=seconds, on_info=report).move
    print(f"bestmove {move.uci() if move else '0000'}", flush=True)


for text in sys.stdin:
    command, *words = text.split() or [""]
    numbers = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
    if command == "uci":
        print("id name search_engine\nid author the founders of bitrook\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        fen, _, moves = text.partition(" ")[2].partition("moves")
        board = Board(STARTING_FEN if "startpos" in fen else fen.replace("fen", "").strip())
        for uci in moves.split():
            board.push_uci(uci)
    elif command == "go":
        left = numbers.get("wtime" if board.turn else "btime")
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else left and left / 30_000
        thinking = threading.Thread(target=think, args=(numbers.get("depth"), seconds))
        thinking.start()
    elif command in ("stop", "quit"):
        search.stop()
        if command == "quit":
            break

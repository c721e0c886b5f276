"""Compares PGN files with games of variants, as objects and as columns, with python-chess's."""

from __future__ import annotations

import io
import random
from typing import Any

import chess
import chess.pgn
import chess.variant
import pytest

import bitrook
import bitrook.data as bd
import bitrook.pgn
import bitrook.variant

VARIANTS = chess.variant.VARIANTS[1:]
ALIASES = [(alias, each.__name__) for each in chess.variant.VARIANTS for alias in each.aliases]


def random_game(variant: Any, seed: int) -> chess.pgn.Game:
    """Return a game with variations, clocks, comments and NAGs, from the start position or one of Chess960."""
    rng = random.Random(f"{variant.__name__} {seed}")
    chess960 = seed % 3 == 0 and variant.uci_variant not in ("racingkings", "horde")
    board = variant.from_chess960_pos(rng.randrange(960)) if chess960 else variant()
    if seed % 5 == 4:  # a later position, with pockets or counters
        for _ in range(20):
            moves = list(board.legal_moves)
            if moves:
                board.push(rng.choice(moves))
        board = board.copy(stack=False)
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for ply in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        chosen = rng.sample(moves, min(2, len(moves)))
        if len(chosen) == 2 and rng.random() < 0.1:
            node.add_variation(chosen[1], starting_comment="" if ply % 2 else "other")
            node.variations.reverse()
        board.push(chosen[0])
        node = node.add_main_variation(chosen[0])
        node.set_clock(600 - ply)
        if rng.random() < 0.2:
            node.nags.add(rng.randrange(1, 7))
    game.headers["Result"] = board.result()
    return game


def games_of(variant: Any, count: int) -> list[chess.pgn.Game]:
    return [random_game(variant, seed) for seed in range(count)]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.__name__)
def test_games_are_those_of_python_chess(variant: Any) -> None:
    for game in games_of(variant, 6):
        text = str(game)
        ours = bitrook.pgn.read_game(io.StringIO(text))
        assert ours is not None and not ours.errors, ours and ours.errors
        assert str(ours) == text
        assert str(ours.accept(bitrook.pgn.StringExporter(columns=None))) == str(
            game.accept(chess.pgn.StringExporter(columns=None))
        )
        assert type(ours.board()).__name__ == variant.__name__
        assert ours.end().board().fen() == game.end().board().fen()
        assert [node.san() for node in ours.mainline()] == [node.san() for node in game.mainline()]
        assert [node.clock() for node in ours.mainline()] == [node.clock() for node in game.mainline()]
        again = bitrook.pgn.Game.from_board(ours.end().board())
        assert dict(again.headers)["Variant"] == variant.aliases[0] and again.headers["FEN"] == ours.headers["FEN"]
        boards = bitrook.pgn.read_game(io.StringIO(text), Visitor=bitrook.pgn.BoardBuilder)
        assert boards is not None and boards.fen() == game.end().board().fen()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.__name__)
def test_columns_are_those_of_python_chess(variant: Any) -> None:
    games = games_of(variant, 6)
    text = "".join(f"{game}\n\n" for game in games).encode()
    table = bd.read_pgn(text, columns=[*bd.COLUMNS, "final"])
    assert len(table) == len(games)
    for i, game in enumerate(games):
        row, moves, end = table.row(i), list(game.mainline_moves()), game.end().board()
        assert row["error"] is None and row["Variant"] == variant.aliases[0]
        assert [bitrook.Move.from_word(word).uci() for word in row["moves"]] == [move.uci() for move in moves]
        assert row["clocks"] == [1000 * (600 - ply) for ply in range(len(moves))]
        assert row["fen"] == (None if game.board().fen() == variant.starting_fen else game.board().fen())
        board = getattr(bitrook.variant, variant.__name__)(end.fen())
        try:
            packed = board.packed()
        except ValueError:
            packed = None
        assert row["final"] == packed
        assert packed is None or bitrook.Board.from_packed(packed).board_fen() == end.board_fen(promoted=False)
        assert [move.uci() for move in table[i].mainline_moves()] == [move.uci() for move in moves]
        assert table[i].end().board().fen() == end.fen()
    sans = [" ".join(node.san() for node in game.mainline()) for game in games]
    assert [" ".join(each) for each in bd.moves_to_san(table)] == sans
    tags: dict[str, Any] = {"fens": table.column("fen"), "variants": table.column("Variant")}
    moves_of_all = list(table.column("moves"))
    assert list(bd.san_to_moves(sans, **tags, errors="raise")) == moves_of_all
    ucis = [" ".join(each) for each in bd.moves_to_uci(table)]
    assert list(bd.uci_to_moves(ucis, **tags, errors="raise")) == moves_of_all


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.__name__)
def test_positions_follow_the_rules_of_the_variant(variant: Any) -> None:
    game = random_game(variant, 1)
    rows = bd.scan_pgn(str(game).encode()).positions(columns=["ply", "key", "piece_count", "move"]).read()
    board = getattr(bitrook.variant, variant.__name__)()
    moves = [*game.mainline_moves(), None]
    assert len(rows) == len(moves)
    for row, move in zip(rows, moves, strict=True):
        assert (row["key"] % 2**64, row["piece_count"]) == (board.key, len(board.piece_map()))
        if move is not None:
            board.push_uci(move.uci())


@pytest.mark.parametrize(("alias", "name"), ALIASES)
def test_every_spelling_of_a_variant_is_read(alias: str, name: str) -> None:
    for spelling in (alias, alias.upper()):
        text = f'[Variant "{spelling}"]\n\n*\n'
        game, row = bitrook.pgn.read_game(io.StringIO(text)), bd.read_pgn(text.encode()).row(0)
        assert game is not None and not game.errors and type(game.board()).__name__ == name
        assert row["error"] is None


def test_word_of_a_drop() -> None:
    drop = bitrook.Move.from_uci("N@f3")
    assert drop.word == bitrook.F3 | bitrook.F3 << 6 | (8 + bitrook.KNIGHT) << 12
    assert bitrook.Move.from_word(drop.word - 65536) == bitrook.Move.from_word(drop.word) == drop


def test_games_with_errors_keep_the_moves_before_them() -> None:
    text = '[Variant "Antichess"]\n\n1. e3 b5 2. a3 *\n'  # a capture is compulsory
    game = bitrook.pgn.read_game(io.StringIO(text))
    assert game is not None and len(list(game.mainline_moves())) == 2
    assert "illegal move 'a3', another move captures, and captures are compulsory" in str(game.errors[0])

"""Boards of variants in engines, matches, analyses, pictures, conversions, and functions for standard chess."""

from __future__ import annotations

import shutil
from pathlib import Path

import chess
import chess.variant
import pytest
from support import engine_scripts

import bitrook
import bitrook.batch
import bitrook.compat
import bitrook.engine
import bitrook.match
import bitrook.pgn
import bitrook.polyglot
import bitrook.search
import bitrook.svg
import bitrook.syzygy
import bitrook.variant
from bitrook import analysis
from bitrook.engine import EngineError, Limit
from bitrook.engine._uci import _parse_uci_info, parse_bestmove
from bitrook.variant import AtomicBoard, CrazyhouseBoard, ThreeCheckBoard

NAMES = [board.__name__ for board in bitrook.variant.VARIANTS]
FAIRY = shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
POCKETS = "4k3/8/8/8/8/8/8/4K3[NPPq] w - - 0 1"


def first(board: bitrook.Board, limit: Limit) -> bitrook.Move:
    return next(iter(board.legal_moves))


# --- Engines.


def test_lines_of_engines_have_drops() -> None:
    board = CrazyhouseBoard(POCKETS)
    info = _parse_uci_info("depth 3 score cp 5 pv N@f6 e8f8 P@h6 Q@g8", board)
    assert [move.uci() for move in info["pv"]] == ["N@f6", "e8f8", "P@h6", "Q@g8"]
    assert parse_bestmove(board, "N@f6 ponder e8f8").ponder == bitrook.Move.from_uci("e8f8")
    exploded = AtomicBoard("4k3/8/3p4/8/8/8/8/3RK3 w - - 0 1")  # the rook explodes with the pawn
    assert len(_parse_uci_info("pv d1d6 e8e7 e1e2", exploded)["pv"]) == 3
    assert "pv" not in _parse_uci_info("pv d1d6 e8e7 d6e6", exploded)


def test_engines_that_do_not_play_a_variant_are_refused() -> None:
    command = engine_scripts.player("pass")
    with bitrook.engine.SimpleEngine.popen_uci(command) as engine:
        with pytest.raises(EngineError, match="does not play variants: atomic"):
            engine.play(AtomicBoard(), Limit(nodes=1))
    with pytest.raises(EngineError, match=r"^(?!.*crash).* does not play atomic$"):
        bitrook.match.run([command, first], Limit(nodes=1), games=2, variant=AtomicBoard)
    with pytest.raises(EngineError, match="bitrook does not play atomic"):
        bitrook.match.run([None, first], Limit(nodes=1), games=2, variant=AtomicBoard)


@pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
def test_fairy_stockfish_plays_variants() -> None:
    with bitrook.engine.SimpleEngine.popen_uci(str(FAIRY)) as engine:
        for board in (CrazyhouseBoard(POCKETS), bitrook.variant.AntichessBoard(), bitrook.Board()):
            if board.uci_variant in engine.options["UCI_Variant"].var:
                result = engine.play(board, Limit(nodes=500), info=bitrook.engine.INFO_ALL)
                assert result.move in board.legal_moves and result.info["pv"][0] == result.move
        if "atomic" not in engine.options["UCI_Variant"].var:
            with pytest.raises(EngineError, match="UCI_Variant"):
                engine.play(AtomicBoard(), Limit(nodes=1))


# --- Matches and analyses.


def test_matches_of_variants(tmp_path: Path) -> None:
    def last(board: bitrook.Board, limit: Limit) -> bitrook.Move:
        return list(board.legal_moves)[-1]

    output = tmp_path / "games.pgn"
    standings = bitrook.match.run(
        [first, last], Limit(nodes=1), games=4, variant=ThreeCheckBoard, output=output,
        adjudication=bitrook.match.Adjudication(max_moves=20),
    )  # fmt: skip
    assert len(standings.records) == 4
    with open(output) as file:
        games = [bitrook.pgn.read_game(file) for _ in range(4)]
    starts = [game.board() for game in games if game]
    assert [game.errors for game in games if game] == [[]] * 4 and {type(board) for board in starts} == {
        ThreeCheckBoard
    }
    with pytest.raises(ValueError, match="an opening is of chess, but the match is of atomic"):
        bitrook.match.run([first, last], Limit(nodes=1), games=2, variant=AtomicBoard, openings=[bitrook.Board()])
    with pytest.raises(ValueError, match="tablebases for standard chess only, not for atomic"):
        bitrook.match.run(
            [first, last], Limit(nodes=1), games=2, variant=AtomicBoard, tablebase=bitrook.syzygy.Tablebase()
        )


def test_openings_of_variants(tmp_path: Path) -> None:
    path = tmp_path / "openings.epd"
    path.write_text(f"{POCKETS}\n{CrazyhouseBoard().epd()}\n")
    boards = bitrook.match.read_openings(path, variant=CrazyhouseBoard)
    assert [board.fen() for board in boards] == [POCKETS, CrazyhouseBoard().fen()]
    (tmp_path / "checks.fen").write_text("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 4 5\n")
    [board] = bitrook.match.read_openings(tmp_path / "checks.fen", variant=ThreeCheckBoard)
    assert board.fen().endswith("1+3 4 5")
    game = tmp_path / "games.pgn"
    game.write_text('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 *\n')
    assert bitrook.match.read_openings(game, variant=CrazyhouseBoard)[0].fen().count("[P]") == 1
    with pytest.raises(ValueError, match="game 1 is of crazyhouse, not of chess"):
        bitrook.match.read_openings(game)


def test_analyses_of_variants() -> None:
    command = engine_scripts.player("pass")
    game = bitrook.pgn.Game.from_board(AtomicBoard())
    with pytest.warns(UserWarning, match="the engine does not play atomic"):
        [skipped] = analysis.evaluate([game], command, Limit(depth=1))
    assert not skipped.evaluations


@pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
def test_fairy_stockfish_analyzes_variants() -> None:
    board = CrazyhouseBoard()
    for san in ("e4", "f6", "d4", "g5", "Qh5#"):
        board.push_san(san)
    [found] = analysis.evaluate([bitrook.pgn.Game.from_board(board)], str(FAIRY), Limit(nodes=200))
    assert len(found.evaluations) == 6 and str(found.evaluations[-1].score.white()) == "#+0"


def test_a_side_to_move_that_has_won_is_ahead() -> None:
    from bitrook.analysis._report import end_of

    lost_all = bitrook.variant.AntichessBoard("8/8/8/8/8/8/8/k7 w - - 0 1")
    assert end_of(lost_all).white() == bitrook.pgn.MateGiven
    assert end_of(AtomicBoard("8/8/8/8/8/8/8/K7 b - - 0 1")).white() == -bitrook.pgn.Mate(-0)


# --- Pictures.


def test_pockets_are_drawn_beside_the_board() -> None:
    board = CrazyhouseBoard(POCKETS)
    picture = bitrook.svg.board(board, size=435)
    assert 'viewBox="0 0 435 390"' in picture and 'height="390"' in picture and 'class="pockets"' in picture
    uses = picture.split('class="pockets"')[1]
    for name in ("white-knight", "white-pawn", "black-queen"):
        assert f'id="{name}"' in picture and uses.count(f'href="#{name}"') == 2  # and xlink:href
    assert uses.count("<text") == 1 and ">2</text>" in uses
    assert 'viewBox="0 0 390 390"' in bitrook.svg.board(AtomicBoard())
    assert "pockets" in board._repr_svg_()
    flipped = bitrook.svg.board(board, orientation=bitrook.BLACK).split('class="pockets"')[1]
    assert flipped.index("white-knight") < flipped.index("black-queen")
    assert uses.index("black-queen") < uses.index("white-knight")


# --- Conversions.


@pytest.mark.parametrize("name", NAMES[1:])
def test_boards_are_converted(name: str) -> None:
    theirs = getattr(chess.variant, name)()
    for _ in range(25):
        captures = list(theirs.generate_legal_captures())
        theirs.push(captures[0] if captures else list(theirs.legal_moves)[-1])
        if not any(theirs.legal_moves):
            break
    ours = bitrook.compat.from_python_chess(theirs)
    assert type(ours) is getattr(bitrook.variant, name) and ours.fen() == theirs.fen()
    assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
    back = bitrook.compat.to_python_chess(ours)
    assert type(back) is type(theirs) and back == theirs
    while theirs.move_stack:
        theirs.pop()
        ours.pop()
        assert ours.fen() == theirs.fen()


# --- Standard chess only.


def test_books_refuse_variants(tmp_path: Path) -> None:
    (tmp_path / "book.bin").write_bytes(b"")
    with bitrook.polyglot.open_reader(tmp_path / "book.bin") as book:
        with pytest.raises(ValueError, match="standard chess"):
            list(book.find_all(AtomicBoard()))

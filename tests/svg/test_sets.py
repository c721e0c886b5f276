"""Pictures of sets of squares, rows of boards, and the display in notebooks."""

from __future__ import annotations

import re
import sys
import types
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import bitrook
from bitrook import Bitboard, Board, Move, Piece, SquareSet, show, side_by_side, svg, tables

SPACE = "{http://www.w3.org/2000/svg}"


def discs(picture: str) -> list[str]:
    """Return the squares with a disc, in the order of the picture."""
    classes = [element.get("class", "") for element in ET.fromstring(picture).iter(f"{SPACE}circle")]
    return [name.removeprefix("set ") for name in classes if name.startswith("set ")]


def texts(picture: str, kind: str) -> list[str | None]:
    return [element.text for element in ET.fromstring(picture).iter(f"{SPACE}text") if element.get("class") == kind]


def check_links(picture: str) -> None:
    """Check that each referenced piece is defined, and that each id occurs once."""
    ids = re.findall(r' id="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert {link.lstrip("#") for link in re.findall(r' href="([^"]+)"', picture)} <= set(ids)
    assert set(re.findall(r"url\(#(\w+)\)", picture)) <= set(ids)


@pytest.mark.parametrize("squares", [0, 1, 0x8100000000000081, bitrook.BB_ALL, SquareSet([3, 27]), [3, 27]])
def test_a_set_is_drawn_as_discs(squares: Any) -> None:
    chosen = Bitboard(squares)
    assert discs(svg.bitboard(squares)) == chosen.names() == discs(chosen._repr_svg_())
    assert discs(SquareSet(squares)._repr_svg_()) == chosen.names()


def test_a_disc_is_in_the_middle_of_its_square() -> None:
    for orientation in (True, False):
        root = ET.fromstring(svg.bitboard(bitrook.BB_ALL, orientation=orientation, size=200))
        squares = {
            str(e.get("class")).split()[-1]: e for e in root.iter(f"{SPACE}rect") if "square" in e.get("class", "")
        }
        circles = list(root.iter(f"{SPACE}circle"))
        assert len(squares) == len(circles) == 64
        for circle in circles:
            square = squares[str(circle.get("class")).split()[-1]]
            for center, corner in (("cx", "x"), ("cy", "y")):
                assert float(str(circle.get(center))) == float(str(square.get(corner))) + 22.5


def test_sets_and_boards_have_one_look() -> None:
    board, set_ = svg.board(None, size=390), svg.bitboard(0, size=390)
    assert re.findall("<(?:rect|g|path|svg).*?>", board) == re.findall("<(?:rect|g|path|svg).*?>", set_)


def test_the_size_of_a_set() -> None:
    assert 'width="77" height="77"' in Bitboard().svg(size=77)
    assert "scale" not in Bitboard().svg(size=77) and "scale" in Bitboard().svg(size=160)
    with pytest.raises(ValueError, match="size must be positive: 0"):
        Bitboard().svg(size=0)


def test_a_row_of_sets_with_operators() -> None:
    a, b = bitrook.BB_FILE_E, bitrook.BB_RANK_2
    picture = svg.row(a, "&", b, "=", a & b, titles=["e < f", "rank 2"])
    check_links(picture)
    assert discs(picture) == [*Bitboard(a).names(), *Bitboard(b).names(), "e2"]
    assert texts(picture, "operator") == ["&", "="] and texts(picture, "title") == ["e < f", "rank 2"]


def test_a_row_of_boards_marks_moves_and_checks() -> None:
    board = Board()
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    picture = svg.row(board, board.pawns, Board("8/8/8/8/8/8/8/K1k5 w - - 0 1"))
    check_links(picture)
    assert len(re.findall("<use ", picture)) == 34 and len(discs(picture)) == 16
    assert re.findall(r'lastmove (\w\d)"', picture) == ["d1", "h5"] and picture.count('class="check"') == 1


@pytest.mark.parametrize(
    ("count", "columns", "rows"), [(1, 6, 1), (6, 6, 1), (7, 6, 2), (12, 6, 2), (3, 1, 3), (4, 2, 2)]
)
def test_a_row_is_broken_into_rows(count: int, columns: int, rows: int) -> None:
    root = ET.fromstring(svg.row(*range(count), columns=columns, size=100))
    width, height = (float(str(root.get(name))) for name in ("width", "height"))
    assert height == 2 * 10 + rows * 100 + (rows - 1) * 12
    assert width == 2 * 10 + min(count, columns) * 100 + (min(count, columns) - 1) * 12
    places = [element.get("transform", "") for element in root if element.tag == f"{SPACE}g"]
    assert len(places) == len(set(places)) == count


def test_an_operator_begins_a_row() -> None:
    root = ET.fromstring(svg.row(1, "&", 2, "=", 3, columns=2, size=100))
    signs = {str(element.text): float(str(element.get("y"))) for element in root.iter(f"{SPACE}text")}
    assert signs["&"] < 110 < signs["="]


@pytest.mark.parametrize("options", [{"titles": ["a", "b"]}, {"size": 0}, {"columns": 0}, {"columns": -1}])
def test_rows_refuse(options: Any) -> None:
    with pytest.raises(ValueError, match="titles for 1 boards|must be positive"):
        svg.row(1, **options)


def test_a_picture_marks_the_last_move_and_a_check() -> None:
    quiet, board = Board()._repr_svg_(), Board()
    assert "lastmove" not in quiet and 'class="check"' not in quiet
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    shown = board._repr_svg_()
    assert re.findall(r'lastmove (\w\d)"', shown) == ["d1", "h5"]
    assert shown == svg.board(board, lastmove=Move.from_uci("d1h5"), check=bitrook.E8, size=390)
    board.push(Move.null())
    assert "lastmove" not in board._repr_svg_()


def test_a_piece_has_a_ground() -> None:
    picture = Piece.from_symbol("p")._repr_svg_()
    assert 'class="black pawn"' in picture and "<title>black pawn</title>" in picture
    assert picture.index("<rect") < picture.index("<path")  # so that a black piece is visible on a dark page


def test_layouts_are_named_boards() -> None:
    board = Board()
    for name in ("classical", "indexed", "dense", "quad"):
        layout = board.layout(name)
        picture = layout._repr_svg_()
        assert texts(picture, "title") == list(layout.names)
        assert discs(picture) == [square for word in layout for square in Bitboard(word).names()]
    assert board.layout("squares")._repr_svg_() == bitrook.BaseBoard()._repr_svg_()


@pytest.mark.parametrize(
    "name", [name for name, value in vars(tables).items() if isinstance(value, tables.LookupTable)]
)
def test_tables_show_some_sets(name: str) -> None:
    table = getattr(tables, name)
    picture = table._repr_svg_()
    if name in ("rook_magics", "bishop_magics", "de_bruijn_shifts"):
        assert picture is None  # numbers, not sets
        return
    titles = texts(picture, "title")
    assert 3 <= len(titles) <= 15 and len(set(titles)) == len(titles)
    if name == "knight_attacks":
        assert titles == ["a1", "e4", "g8"]
        assert discs(picture) == [square for s in (0, 28, 62) for square in Bitboard(table[s]).names()]
    if name == "pawn_attacks":
        assert titles[:2] == ["white, a1", "white, e4"] and titles[4] == "black, e4"
        assert discs(picture)[:3] == ["b2", "d5", "f5"]


def test_titles_and_descriptions_for_screen_readers() -> None:
    board = svg.board(bitrook.BaseBoard())
    assert f"<title>{bitrook.STARTING_BOARD_FEN}</title>" in board and "<desc><pre>r n b q" in board
    assert "<title>2 squares: a1 h8</title>" in svg.bitboard([0, 63])
    assert "<title>64 squares</title>" in svg.bitboard(bitrook.BB_ALL)


def test_no_text_needs_a_chess_font() -> None:
    pictures = [Board()._repr_svg_(), svg.row(Board(), 3, titles=["a"]), Piece.from_symbol("k")._repr_svg_()]
    assert all(picture.isascii() for picture in pictures)


# --- show() in a notebook.


def test_show_displays_one_picture_where_ipython_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    displayed: list[Any] = []
    ipython = types.SimpleNamespace(
        get_ipython=lambda: object(), display=types.SimpleNamespace(display=displayed.append)
    )
    monkeypatch.setitem(sys.modules, "IPython", ipython)  # type: ignore[arg-type]
    show(3, "&", 1, "=", 1, titles=["three"])
    assert capsys.readouterr().out == ""
    (row,) = displayed
    assert row._repr_svg_() == svg.row(3, "&", 1, "=", 1, titles=["three"])
    said: list[str] = []
    row._repr_pretty_(types.SimpleNamespace(text=said.append), False)
    assert said == [row] == [side_by_side(3, "&", 1, "=", 1, titles=["three"])]

    ipython.get_ipython = lambda: None  # IPython is imported, but the program is a script
    show(3)
    show(3, file=sys.stdout)
    assert capsys.readouterr().out == f"{side_by_side(3)}\n" * 2 and len(displayed) == 1


def test_sets_are_read_once() -> None:
    row = side_by_side(iter([0, 1]), "|", 4)
    assert row.count("1") == 3 and discs(row._repr_svg_()) == ["a1", "b1", "c1"]


@pytest.mark.parametrize("size", [-4, 0, float("nan"), float("inf"), -float("inf")])
def test_sizes_that_no_picture_has(size: Any) -> None:
    for picture in (
        lambda: svg.board(size=size),
        lambda: svg.piece(Piece.from_symbol("R"), size=size),
        lambda: svg.bitboard(7, size=size),
        lambda: svg.row(7, size=size),
    ):
        with pytest.raises(ValueError, match=r"size must be positive and finite, in pixels: "):
            picture()


def test_characters_that_xml_does_not_allow() -> None:
    bad = 'a\x00b\x1bc\ud800d\ufffee<&>"\t\n'
    shown = 'a\ufffdb\ufffdc\ufffdd\ufffde<&>"\t\n'
    picture = svg.row(7, bad, 8, titles=[bad])
    assert texts(picture, "title") == texts(picture, "operator") == [shown]
    root = ET.fromstring(svg.board(style=bad, colors={"margin": bad}))
    assert root.findtext(f"{SPACE}style") == shown

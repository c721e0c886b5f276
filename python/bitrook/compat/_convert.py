"""Converts boards, moves, pieces and sets between bitrook and python-chess."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import bitrook

from .. import variant
from ._replacement import module_of_python_chess, python_chess

# A board's state without the placement. In both libraries, assigning these attributes keeps the history.
_ATTRIBUTES = ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "promoted")


def to_python_chess(thing: Any, *, stack: bool | int = True) -> Any:
    """Convert a Board, BaseBoard, Move, Piece or SquareSet from bitrook to python-chess.

    A board is converted with its history, limited by *stack* as in ``Board.copy``, and with its Chess960 mode. The
    board of a variant becomes one of the same variant. None is returned as None.

    :raises TypeError: for any other object.
    :raises ValueError: if a board's history does not lead to its position.
    :raises ModuleNotFoundError: if python-chess is not installed.

    >>> import bitrook
    >>> board = bitrook.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> to_python_chess(board).peek()
    Move.from_uci('e2e4')
    """
    return _convert(thing, bitrook, python_chess(), stack)


def from_python_chess(thing: Any, *, stack: bool | int = True) -> Any:
    """Convert a Board, BaseBoard, Move, Piece or SquareSet from python-chess to bitrook.

    A board is converted with its history, limited by *stack* as in ``Board.copy``, and with its Chess960 mode. The
    board of a variant becomes one of the same variant. None is returned as None.

    :raises TypeError: for any other object.
    :raises ValueError: if a board's history does not lead to its position.

    >>> from_python_chess(python_chess().SquareSet(3))
    SquareSet(0x0000_0000_0000_0003)
    """
    return _convert(thing, python_chess(), bitrook, stack)


def _convert(thing: Any, source: ModuleType, target: ModuleType, stack: bool | int) -> Any:
    if thing is None:
        return None
    if isinstance(thing, source.Move):
        return _move(thing, target)
    if isinstance(thing, source.Piece):
        return target.Piece(thing.piece_type, thing.color)
    if isinstance(thing, source.SquareSet):
        return target.SquareSet(int(thing))
    if isinstance(thing, source.Board):
        return _board(thing, target, stack)
    if isinstance(thing, source.BaseBoard):
        board = target.BaseBoard(None)
        _place(thing, board, target)
        return board
    raise TypeError(f"expected a Board, BaseBoard, Move, Piece or SquareSet of {source.__name__}, got {thing!r}")


def _move(move: Any, target: ModuleType) -> Any:
    return target.Move(move.from_square, move.to_square, move.promotion, move.drop)


def _place(source: Any, board: Any, target: ModuleType) -> None:
    for square, piece in source.piece_map().items():
        board.set_piece_at(square, target.Piece(piece.piece_type, piece.color), bool(source.promoted >> square & 1))


def _board(source: Any, target: ModuleType, stack: bool | int) -> Any:
    # Earlier states are copied, not recomputed, because the program may have assigned attributes between two moves.
    walker = source.copy(stack=stack)
    states = [_state(walker)]
    moves: list[Any] = []
    while walker.move_stack:
        moves.append(walker.pop())
        states.append(_state(walker))

    board = _class_of(source, target)(None, chess960=source.chess960)
    _place(walker, board, target)
    _assign(board, states.pop())
    while moves:
        board.push(_move(moves.pop(), target))
        _assign(board, states.pop())
    if board.board_fen(promoted=True).split("[")[0] != source.board_fen(promoted=True).split("[")[0]:
        raise ValueError(f"the board's moves do not lead to its position; convert it with stack=False: {source.fen()}")
    return board


def _class_of(board: Any, target: ModuleType) -> Any:
    if board.uci_variant == "chess":
        return target.Board
    module: Any = variant if target is bitrook else module_of_python_chess("chess.variant")
    return next(each for each in module.VARIANTS if each.uci_variant == board.uci_variant)


def _state(board: Any) -> dict[str, Any]:
    state = {name: getattr(board, name) for name in _ATTRIBUTES}
    if hasattr(board, "remaining_checks"):
        state["remaining_checks"] = list(board.remaining_checks)
    if hasattr(board, "pockets"):
        state["pockets"] = [str(pocket) for pocket in board.pockets]
    return state


def _assign(board: Any, state: dict[str, Any]) -> None:
    for name, value in state.items():
        if name == "pockets":
            value = [type(pocket)(letters) for pocket, letters in zip(board.pockets, value)]
        setattr(board, name, value)

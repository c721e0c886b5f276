"""The moves of boards that generate them their own way, as collections: subclasses, and whatever quacks like a board."""

from __future__ import annotations

from ._core import Board, LegalMoveGenerator, PseudoLegalMoveGenerator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ._core import Move


class _Moves:
    """What LegalMoveGenerator is to a Board, for *board* that has the methods *generate* and *judge* of its own."""

    __slots__ = ("board",)
    stands_for: type
    generate: str
    judge: str

    def __init__(self, board: Any) -> None:
        if isinstance(board, type) or not hasattr(board, self.generate):
            raise TypeError(f"board must be a Board, not {type(board).__name__}")
        self.board = board

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride] - isinstance() asks for it
        return self.stands_for

    def tolist(self) -> list[Move]:
        return list(getattr(self.board, self.generate)())

    def __iter__(self) -> Iterator[Move]:
        return iter(self.tolist())

    def __reversed__(self) -> Iterator[Move]:
        return reversed(self.tolist())

    def __bool__(self) -> bool:
        return any(True for _ in getattr(self.board, self.generate)())

    def __contains__(self, move: Move) -> bool:
        return bool(getattr(self.board, self.judge)(move))

    def count(self) -> int:
        return len(self.tolist())

    def san(self) -> list[str]:
        return [self.board.san(move) for move in self]

    def uci(self) -> list[str]:
        return [move.uci() for move in self]

    def __repr__(self) -> str:
        is_legal = self.board.is_legal
        texts = [self.board.san(move) if is_legal(move) else move.uci() for move in self]
        return f"<{self.stands_for.__name__} at {id(self):#x} ({', '.join(texts)})>"


class _Sequence(_Moves):
    """The same with len() and indices, of boards: list() of it generates twice, once for the length."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.tolist())

    def __getitem__(self, index: Any) -> Any:
        return self.tolist()[index]  # pyright: ignore[reportUnknownVariableType] - an index gives one, a slice many


class _LegalMoves(_Sequence):
    __slots__ = ()
    stands_for, generate, judge = LegalMoveGenerator, "generate_legal_moves", "is_legal"


class _PseudoLegalMoves(_Sequence):
    __slots__ = ()
    stands_for, generate, judge = PseudoLegalMoveGenerator, "generate_pseudo_legal_moves", "is_pseudo_legal"


class _LegalMovesOfAnything(_Moves):
    __slots__ = ()
    stands_for, generate, judge = _LegalMoves.stands_for, _LegalMoves.generate, _LegalMoves.judge


class _PseudoLegalMovesOfAnything(_Moves):
    __slots__ = ()
    stands_for, generate, judge = _PseudoLegalMoves.stands_for, _PseudoLegalMoves.generate, _PseudoLegalMoves.judge


def legal_moves(board: Any) -> _Moves:
    """Return the moves that the board's own generate_legal_moves() makes."""
    return _LegalMoves(board) if isinstance(board, Board) else _LegalMovesOfAnything(board)


def pseudo_legal_moves(board: Any) -> _Moves:
    """Return the moves that the board's own generate_pseudo_legal_moves() makes."""
    return _PseudoLegalMoves(board) if isinstance(board, Board) else _PseudoLegalMovesOfAnything(board)

"""Tokens: boards and moves encoded as sequences of numbers, for transformers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..._core import Move, _decode_san, _encode_san, _encode_tokens, _san_vocabulary
from .._arrays import move_words
from ._arrays import Array, BoardsLike, BoardSource, Named, thread_count
from ._codec import codec

TOKENIZERS = {"deepmind": (0, 77), "squares": (1, 64), "absolute_squares": (2, 64)}


class Tokenizer(Named):
    """A mapping from boards to tokens. Created by tokenizer()."""

    _function = "tokenizer"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        if name not in TOKENIZERS:
            raise ValueError(f"name must be one of {', '.join(TOKENIZERS)}, not {name!r}")
        self._kind: int
        self.length: int
        self._kind, self.length = TOKENIZERS[name]
        #: The character that each token represents, indexed by token.
        self.alphabet: str = "0123456789abcdefghpnrkqPBNRQKw." if name == "deepmind" else ".PNBRQKpnbrqk"

    def encode(self, boards: BoardsLike, *, out: object = None, threads: int = 1) -> Any:
        """Return the tokens of boards, as uint8[n, length], or uint8[length] for a single board.

        :param boards: Boards, FENs, or packed positions as uint8[n, 24].
        :param out: an array, tensor or buffer to write into, with the dtype and shape of the result. It is returned.
        :param threads: the number of threads to use, from 1 to 1024.

        >>> import bitrook.batch
        >>> bitrook.batch.tokenizer("squares").encode(Board())[:8]
        array([4, 2, 3, 5, 6, 3, 2, 4], dtype=uint8)
        """
        source = BoardSource(boards)
        written, result = source.output(out, (self.length,), np.uint8)
        _encode_tokens(source.native, self._kind, written, thread_count(threads))
        return result


def tokenizer(name: str) -> Tokenizer:
    """Return a tokenizer of boards by name.

    ==================== ======== ==================================================================================
    name                 length
    ==================== ======== ==================================================================================
    ``deepmind``         77       side to move, squares from a8 to h1, castling (4), en-passant square (2), half-move
                                  clock (3), move number (3), as the characters of a FEN, padded with ".";
                                  encode() raises ValueError for a clock or a move number above 999
    ``squares``          64       squares from a1 to h8: 0 empty, 1 to 6 own P N B R Q K, 7 to 12 the opponent's;
                                  the ranks are mirrored for Black
    ``absolute_squares`` 64       the same, with 1 to 6 for White and 7 to 12 for Black, and never mirrored
    ==================== ======== ==================================================================================

    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> tokenizer = bitrook.batch.tokenizer("deepmind")
    >>> "".join(tokenizer.alphabet[token] for token in tokenizer.encode(Board()))
    'wrnbqkbnrpppppppp................................PPPPPPPPRNBQKBNRKQkq..0..1..'
    """
    return Tokenizer(name)


class Vocabulary(Named):
    """A mapping between moves and tokens, where each token is a move in text form. Created by vocabulary()."""

    _function = "vocabulary"

    def __init__(self, name: str) -> None:
        if name not in ("uci", "san"):
            raise ValueError(f"name must be uci or san, not {name!r}")
        super().__init__(name)
        #: The text of each token.
        self.tokens: list[str] = (
            _san_vocabulary().split() if name == "san" else [str(u) for u in codec("deepmind").moves]
        )

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, boards: BoardsLike, moves: object, *, strict: bool = True, threads: int = 1) -> Any:
        """Return the token of one move for each board, as int32[n], or an int for a single board.

        :param moves: an int16 array, Moves, or UCI strings.
        :param strict: whether to raise an error for moves without a token, such as illegal moves in SAN. Otherwise,
            their token is -1.
        :param threads: the number of threads to use, from 1 to 1024.
        :raises ValueError: if a move has no token and *strict* is set.

        >>> import bitrook.batch
        >>> vocabulary = bitrook.batch.vocabulary("san")
        >>> vocabulary.tokens[vocabulary.encode(Board(), "g1f3")]
        'Nf3'
        """
        if self.name == "uci":
            return codec("deepmind").encode(boards, moves, strict=strict, threads=threads)
        source = BoardSource(boards)
        words: Array = np.ravel(move_words(moves))
        tokens = np.empty(len(words), np.int32)
        _encode_san(source.native, words, tokens, thread_count(threads))
        self._check(tokens, strict, "moves", "is not a legal move")
        return int(tokens[0]) if source.single else tokens

    def decode(self, boards: BoardsLike, tokens: object, *, strict: bool = True, threads: int = 1) -> Any:
        """Return the move of one token for each board, as int16[n], or a Move for a single board.

        :param strict: whether to raise an error for tokens without a move, or in SAN without a legal move. Otherwise,
            their move is 0.
        :param threads: the number of threads to use, from 1 to 1024.
        :raises ValueError: if a token has no move and *strict* is set.

        >>> import bitrook.batch
        >>> vocabulary = bitrook.batch.vocabulary("san")
        >>> vocabulary.decode(Board(), vocabulary.tokens.index("Nf3"))
        Move.from_uci('g1f3')
        """
        if self.name == "uci":
            return codec("deepmind").decode(boards, tokens, strict=strict, threads=threads)
        source = BoardSource(boards)
        numbers: Array = np.atleast_1d(np.asarray(tokens))
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"tokens must be integers, not {numbers.dtype}")
        known = (numbers >= 0) & (numbers < len(self.tokens))
        words = np.empty(len(numbers), np.int16)
        _decode_san(source.native, np.where(known, numbers, -1).astype(np.int32), words, thread_count(threads))
        self._check(np.where(words == 0, -1, 0), strict, "tokens", "does not encode a legal move")
        return Move.from_word(int(words[0]) & 0xFFFF) if source.single else words

    @staticmethod
    def _check(found: Array, strict: bool, name: str, what: str) -> None:
        wrong = np.flatnonzero(found < 0)
        if strict and wrong.size:
            raise ValueError(f"{name}[{wrong[0]}] {what}")


@lru_cache
def vocabulary(name: str) -> Vocabulary:
    """Return a vocabulary of moves by name.

    ``uci`` contains DeepMind's 1968 moves in UCI notation. ``san`` contains all moves in standard algebraic notation,
    without + and #: pawn moves come first, then the moves of N, B, R, Q and K by target square, then O-O and O-O-O.

    :raises ValueError: if the name is unknown.

    >>> import bitrook.batch
    >>> len(bitrook.batch.vocabulary("uci"))
    1968
    """
    return Vocabulary(name)

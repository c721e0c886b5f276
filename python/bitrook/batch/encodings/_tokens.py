"""Tokens: boards and moves as numbers in a vocabulary, for transformers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..._core import Move, _decode_san, _encode_san, _encode_tokens, _san_vocabulary
from ._arrays import Array, BoardsLike, BoardSource, move_words, thread_count
from ._codec import codec

TOKENIZERS = {"deepmind": (0, 77), "squares": (1, 64), "absolute_squares": (2, 64)}


class Tokenizer:
    """A mapping from boards to tokens. Created by tokenizer()."""

    def __init__(self, name: str) -> None:
        if name not in TOKENIZERS:
            raise ValueError(f"name must be one of {', '.join(TOKENIZERS)}, not {name!r}")
        self._kind: int
        self.length: int
        self._kind, self.length = TOKENIZERS[name]
        self.name = name
        #: What each token stands for.
        self.alphabet: str = "0123456789abcdefghpnrkqPBNRQKw." if name == "deepmind" else ".PNBRQKpnbrqk"

    def __repr__(self) -> str:
        return f"tokenizer({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tokenizer) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def encode(self, boards: BoardsLike, *, out: object = None, threads: int = 1) -> Any:
        """Return the tokens of boards: uint8 of the shape (n, length), for one board (length,).

        :param boards: Boards, FENs, or positions of 24 bytes, uint8[n, 24].
        :param out: an array, tensor or buffer with the dtype and shape of the result, which is returned.

        >>> import bitrook.batch
        >>> bitrook.batch.tokenizer("squares").encode(Board())[:8]
        array([4, 2, 3, 5, 6, 3, 2, 4], dtype=uint8)
        """
        source = BoardSource(boards)
        written, result = source.output(out, (self.length,), np.uint8)
        _encode_tokens(source.native, self._kind, written, thread_count(threads))
        return result


def tokenizer(name: str) -> Tokenizer:
    """Return a tokenizer of boards.

    ==================== ======== ==================================================================================
    name                 length
    ==================== ======== ==================================================================================
    ``deepmind``         77       side to move, squares from a8 to h1, castling (4), en-passant square (2), half-move
                                  clock (3), move number (3), as the characters of a FEN, filled with "."
    ``squares``          64       0 empty, 1 to 6 own P N B R Q K, 7 to 12 the opponent's; for Black the ranks are
                                  mirrored
    ``absolute_squares`` 64       the same of White's and Black's pieces, as the board stands
    ==================== ======== ==================================================================================

    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> tokenizer = bitrook.batch.tokenizer("deepmind")
    >>> "".join(tokenizer.alphabet[token] for token in tokenizer.encode(Board()))
    'wrnbqkbnrpppppppp................................PPPPPPPPRNBQKBNRKQkq..0..1..'
    """
    return Tokenizer(name)


class Vocabulary:
    """A mapping between moves and tokens, each the text of a move. Created by vocabulary()."""

    def __init__(self, name: str) -> None:
        if name not in ("uci", "san"):
            raise ValueError(f"name must be uci or san, not {name!r}")
        self.name = name
        #: The texts by token.
        self.tokens: list[str] = (
            _san_vocabulary().split() if name == "san" else [str(u) for u in codec("deepmind").moves]
        )

    def __repr__(self) -> str:
        return f"vocabulary({self.name!r})"

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, boards: BoardsLike, moves: object, *, strict: bool = True, threads: int = 1) -> Any:
        """Return the tokens of moves, one for each board: int32 of the shape (n,), for one board an int.

        :param moves: int16, or Moves, or UCI texts.
        :param strict: raise for a move without a token, such as an illegal one in SAN. Otherwise its token is -1.
        :raises ValueError: for a move without a token.

        >>> import bitrook.batch
        >>> vocabulary = bitrook.batch.vocabulary("san")
        >>> vocabulary.tokens[vocabulary.encode(Board(), "g1f3")]
        'Nf3'
        """
        if self.name == "uci":
            return codec("deepmind").encode(boards, moves, strict=strict, threads=threads)
        source = BoardSource(boards)
        words = move_words(moves)
        tokens = np.empty(len(words), np.int32)
        _encode_san(source.native, words, tokens, thread_count(threads))
        self._check(tokens, strict, "moves", "no token of a legal move")
        return int(tokens[0]) if source.single else tokens

    def decode(self, boards: BoardsLike, tokens: object, *, strict: bool = True, threads: int = 1) -> Any:
        """Return the moves of tokens, one for each board: int16 of the shape (n,), for one board a Move.

        :param strict: raise for a token without a move, in SAN without a legal one. Otherwise its move is 0.

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
        self._check(np.where(words == 0, -1, 0), strict, "tokens", "no legal move")
        return Move.from_word(int(words[0]) & 0xFFFF) if source.single else words

    @staticmethod
    def _check(found: Array, strict: bool, name: str, what: str) -> None:
        wrong = np.flatnonzero(found < 0)
        if strict and wrong.size:
            raise ValueError(f"{name}[{wrong[0]}] has {what}")


@lru_cache
def vocabulary(name: str) -> Vocabulary:
    """Return the vocabulary of moves ``uci``, of DeepMind's 1968 texts, or ``san``, of every text without + and #.

    In SAN a pawn's moves come first, then those of N, B, R, Q, K by target square, then O-O and O-O-O.

    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> len(bitrook.batch.vocabulary("uci"))
    1968
    """
    return Vocabulary(name)

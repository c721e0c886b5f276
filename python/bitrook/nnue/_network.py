"""The class Network, and functions that load networks from files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from .. import _core
from .._arguments import integer
from .._core import Board
from .._files import AnyPath, require_mappable, write_file

if TYPE_CHECKING:
    from _typeshed import StrOrBytesPath

    from ..batch import Boards

_ACTIVATIONS = ("screlu", "crelu")
_FORMATS = ("bitrook", "plain")
_UNITS = ("centipawns", "internal")


class Raw(NamedTuple):
    """The integers that a network computes for a board, before they become centipawns: see `Network.raw`."""

    bucket: int
    """The set of last layers that the board uses, which depends on its number of pieces."""
    psqt: tuple[int, ...]
    """For each set, the part that the first layer contributes directly. Always 0 in the architecture "simple"."""
    positional: tuple[int, ...]
    """For each set, the output of the last layers."""


class Network:
    """A network that evaluates boards. Use `load` to read one from a file.

    Networks are immutable and thread-safe, and can be pickled. ``network(board)`` is equivalent to
    ``network.evaluate(board)``, so a network can be passed to `bitrook.search.Search`, which calls it natively.

    The first layer of recently evaluated boards is cached and updated instead of being recomputed. This makes
    evaluating the boards of a game or a search several times faster than evaluating unrelated boards. The results are
    the same.
    """

    def __init__(self) -> None:
        raise TypeError("networks are read from files: use bitrook.nnue.load() or Network.from_bytes()")

    _native: _core._Network

    @classmethod
    def _of(cls, native: _core._Network) -> Network:
        network = cls.__new__(cls)
        network._native = native
        return network

    @classmethod
    def from_bytes(
        cls,
        data: Any,
        *,
        hidden: int | None = None,
        activation: str = "screlu",
        output_buckets: int | None = None,
        king_buckets: Sequence[int] | None = None,
        mirrored: bool = False,
        qa: int = 255,
        qb: int = 64,
        scale: int = 400,
        version: str | None = None,
    ) -> Network:
        """Create a network from the contents of a file. The other parameters are the same as for `load`.

        :param data: a bytes object or another buffer of bytes.
        :raises ValueError: if the data is not a supported network. The message identifies the format if it is known.
        """
        shape = _shape(hidden, activation, output_buckets, king_buckets, mirrored, qa, qb, scale)
        return cls._of(_core._network_from_bytes(data, shape, version or ""))

    @overload
    def evaluate(self, board: Board, *, unit: str = ...) -> int: ...
    @overload
    def evaluate(self, board: Boards, *, unit: str = ..., out: Any = ..., threads: int = ...) -> Any: ...
    def evaluate(self, board: Any, *, unit: str = "centipawns", out: Any = None, threads: int = 1) -> Any:
        """Return the evaluation of a board, or of each of many boards, for the side to move.

        :param board: a `Board`, or `bitrook.batch.Boards`. Each must have one king per color and at most 32 pieces,
            and networks with threat inputs cannot evaluate pawns on the first or last rank.
        :param unit: "centipawns", or "internal" for the integer before it is converted to centipawns. For Stockfish's
            networks, this is the engine's internal unit.
        :param out: with `Boards`, an int32 array of shape (n,) to write into.
        :param threads: with `Boards`, the number of threads, from 1 to 1024.
        :returns: an int, from -30000 to 30000 in centipawns; with `Boards` an int32 array of shape (n,).
        :raises ValueError: if a board cannot be evaluated, or the unit is unknown.

        >>> from bitrook import Board, nnue
        >>> from bitrook.batch import Boards
        >>> network = nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8)  # all parameters are 0
        >>> network.evaluate(Board()), network.evaluate(Boards(2))
        (0, array([0, 0], dtype=int32))
        """
        if unit not in _UNITS:
            raise ValueError(f"unit must be 'centipawns' or 'internal', not {unit!r}")
        internal = unit == "internal"
        if isinstance(board, Board):
            if out is not None:
                raise TypeError("out requires Boards, not a Board")
            return self._native.evaluate(board, internal)
        from ..batch import Boards
        from ..batch._arrays import output

        if not isinstance(board, Boards):
            raise TypeError(f"board must be a Board or Boards, not {type(board).__name__}")
        made = output(out, (len(board),), "int32")
        self._native.evaluate_boards(board._native, made, internal, integer("threads", threads, 1, 1024))
        return made

    __call__ = evaluate

    def raw(self, board: Board) -> Raw:
        """Return the integers that the network computes for a board, for all sets of last layers.

        This method computes everything from scratch, without the cache. It is much slower than `evaluate`.

        For Stockfish's networks up to version 16.1, the evaluation in Stockfish's internal unit is ``(psqt + positional)
        / 16``, and from version 17 on ``psqt / 16 + positional / 16``. For the architecture "simple", it is ``positional
        * scale / (qa * qb)`` centipawns. Divisions truncate toward 0.

        :raises ValueError: if the board cannot be evaluated.

        >>> from bitrook import Board, nnue
        >>> nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8).raw(Board())
        Raw(bucket=0, psqt=(0,), positional=(0,))
        """
        return Raw(*self._native.raw(board))

    def save(self, path: AnyPath, *, format: str = "bitrook") -> None:  # noqa: A002
        """Write the network to a file. An existing file is replaced once the new one is complete.

        :param path: the file.
        :param format: "bitrook" for bitrook's own format, which `load` maps into memory; or "plain" for 16-bit integers
            without a header, as written by the trainer bullet. Only networks of the architecture "simple" can be saved
            as "plain".
        :raises ValueError: if the format is unknown, or the network cannot be saved in it.
        :raises OSError: if the file cannot be written.
        """
        if format not in _FORMATS:
            raise ValueError(f"format must be 'bitrook' or 'plain', not {format!r}")
        data: bytes = self._native.written(format == "plain")
        write_file(path, data)

    def __reduce__(self) -> Any:
        return Network.from_bytes, (self._native.written(False),)

    def __copy__(self) -> Network:
        return self

    def __deepcopy__(self, memo: object) -> Network:
        return self

    def __repr__(self) -> str:
        return f"<bitrook.nnue.Network: {self.architecture}>"

    @property
    def info(self) -> dict[str, Any]:
        """A description of the network, as a new dict.

        ``architecture`` is "simple" or a name such as "stockfish-19", ``hidden`` the width of the first layer for each
        side, ``output_buckets`` the number of sets of last layers, ``king_buckets`` a tuple with the bucket for each
        square of the side's king, ``mirrored`` a bool, ``description`` the text in the file, ``mapped`` whether the
        parameters are in a memory-mapped file, and ``bytes`` their size. Only for "simple", there are ``activation``
        ("screlu" or "crelu") and the factors ``qa``, ``qb`` and ``scale``. Only for Stockfish's architectures, there
        are ``title``, ``version`` (the version of Stockfish that defines the centipawns), ``inputs`` (a dict with the
        number of inputs of each kind), and ``layers`` (a tuple with the widths of the layers after the first).
        """
        facts = self._native.facts()
        facts["king_buckets"] = tuple(facts["king_buckets"])
        facts["description"] = facts["description"].decode("utf-8", "replace")
        return facts

    @property
    def architecture(self) -> str:
        """The layers as text.

        >>> from bitrook import nnue
        >>> nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8).architecture
        '(768 -> 8)x2 -> 1, SCReLU'
        """
        info = self.info
        if info["architecture"] != "simple":
            inputs = " + ".join(f"{count} {name}" for name, count in info["inputs"].items())
            layers = " -> ".join(map(str, info["layers"]))
            return f"{info['title']}: ({inputs} -> {info['hidden']})x2 -> {layers}, 8 output buckets"
        buckets = max(info["king_buckets"]) + 1
        inputs = f"768x{buckets}" if buckets > 1 else "768"
        outputs = f"1x{info['output_buckets']}" if info["output_buckets"] > 1 else "1"
        activation = {"screlu": "SCReLU", "crelu": "CReLU"}[info["activation"]]
        mirrored = ", mirrored" if info["mirrored"] else ""
        return f"({inputs} -> {info['hidden']})x2 -> {outputs}, {activation}{mirrored}"


def load(
    path: StrOrBytesPath,
    *,
    hidden: int | None = None,
    activation: str = "screlu",
    output_buckets: int | None = None,
    king_buckets: Sequence[int] | None = None,
    mirrored: bool = False,
    qa: int = 255,
    qb: int = 64,
    scale: int = 400,
    version: str | None = None,
) -> Network:
    """Load a network from a file.

    The format is detected from the first bytes: Stockfish's (versions 15.1 to 19) or bitrook's own (see
    `Network.save`). Anything else is read as a plain file of the architecture ``(768 -> H)x2 -> 1``, as written by
    trainers such as bullet.

    Files in bitrook's format of at least 4 MiB stay mapped into memory, so processes that load the same file share one
    copy. A program that overwrites a mapped file in place can crash the process (SIGBUS); to replace the file, write a
    new one and rename it (``mv``), as `Network.save` does.

    All parameters except *path* and *version* describe plain files, which have no header. The other formats ignore
    them.

    :param path: the file.
    :param hidden: H, from 1 to 4096; None to infer a multiple of 8 from the size of the file.
    :param activation: "screlu" or "crelu".
    :param output_buckets: the number of sets of output weights, from 1 to 32; None to infer a power of two from the
        size of the file.
    :param king_buckets: for each square of a side's king, seen from that side of the board, the index of the set of 768
        rows to use: 64 ints from 0 to 63, or with *mirrored* 32 ints, indexed by ``rank * 4 + min(file, 7 - file)``.
        None for a single set.
    :param mirrored: whether the board is mirrored horizontally if the side's king is on files e to h.
    :param qa: the factor of the first layer's integers.
    :param qb: the factor of the output weights.
    :param scale: the number of centipawns that an output of 1 represents.
    :param version: for Stockfish's networks, the version whose centipawns to return, for example "17". None for the
        newest version that uses networks of this architecture.
    :raises OSError: if the file cannot be read.
    :raises ValueError: if the file is damaged or not a supported network, or if its size matches several shapes. The
        message names the file.
    """
    shape = _shape(hidden, activation, output_buckets, king_buckets, mirrored, qa, qb, scale)
    text = os.fsdecode(path)
    require_mappable(path)
    try:
        return Network._of(_core._load_network(text, shape, version or ""))
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None


@cache
def default() -> Network:
    """Return the network that comes with bitrook, which `bitrook uci` uses by default.

    It was trained on bitrook's self-play games; the page "Train a network and play against it" has the recipe
    and the results. The network has the shape ``(768 -> 128)x2 -> 1`` and the same license as bitrook.

    :returns: the same object in each call. The first call maps its file into memory.

    >>> from bitrook import Board, nnue
    >>> nnue.default().architecture
    '(768 -> 128)x2 -> 1, SCReLU'
    >>> nnue.default()(Board("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")) > 500
    True
    """
    return load(Path(__file__).with_name("default.nnue"))


def network_of(path: str) -> Network | None:
    """Return the network that an option selects: "default" is bitrook's own network, and an empty path means None."""
    return default() if path == "default" else load(path) if path else None


def _shape(
    hidden: int | None,
    activation: str,
    output_buckets: int | None,
    king_buckets: Sequence[int] | None,
    mirrored: bool,
    qa: int,
    qb: int,
    scale: int,
) -> _core._PlainShape:
    if activation not in _ACTIVATIONS:
        raise ValueError(f"activation must be 'screlu' or 'crelu', not {activation!r}")
    return _core._plain_shape(
        0 if hidden is None else integer("hidden", hidden, 1, 4096),
        activation == "crelu",
        0 if output_buckets is None else integer("output_buckets", output_buckets, 1, 32),
        _table(king_buckets, mirrored),
        mirrored,
        integer("qa", qa, 1, 32767),
        integer("qb", qb, 1, 32767),
        integer("scale", scale, 1, 100_000),
    )


def _table(given: Sequence[int] | None, mirrored: bool) -> bytes:
    """Return the king buckets of all 64 squares."""
    if given is None:
        return bytes(64)
    numbers = [integer(f"king_buckets[{i}]", number, 0, 63) for i, number in enumerate(given)]
    if len(numbers) == 32 and mirrored:
        return bytes(numbers[square // 8 * 4 + min(square % 8, 7 - square % 8)] for square in range(64))
    if len(numbers) != 64:
        raise ValueError(f"king_buckets must have 64 items, or 32 if mirrored, not {len(numbers)}")
    return bytes(numbers)

"""The network included in bitrook: its shape, the piece values it has learned, and its strength."""

from __future__ import annotations

import pickle
from importlib.resources import files

from bitrook import A8, B8, C8, D8, E7, Board, match, nnue, search, uci
from bitrook.engine import Limit


def test_shape_and_size() -> None:
    network = nnue.default()
    assert network is nnue.default() and pickle.loads(pickle.dumps(network))(Board()) == network(Board())
    assert (network.info["hidden"], network.info["activation"]) == (128, "screlu")
    assert len(files("bitrook.nnue").joinpath("default.nnue").read_bytes()) < 400_000


def test_it_knows_the_pieces() -> None:
    full = nnue.default()(Board())
    values = []
    for square in (E7, B8, C8, A8, D8):
        board = Board()
        board.remove_piece_at(square)
        values.append(nnue.default()(board) - full)
    assert 40 < values[0] < min(values[1:3]) and max(values[1:3]) < values[3] < values[4], values


def test_it_beats_the_terms() -> None:
    players = [match.Player(search.Search(nnue.default()), "network"), match.Player(search.Search(), "terms")]
    score = match.run(players, Limit(nodes=1000), games=60, seed=1).score("network")
    assert score.wins > 2 * score.losses


def test_engines_use_it() -> None:
    assert uci.SearchEngine().native.evaluation is nnue.default()
    assert uci.SearchEngine(evaluation=None).native.evaluation is None
    engine = match.Player.of("bitrook").open()
    assert engine.search.evaluation is nnue.default()  # type: ignore[attr-defined]
    for options in ("option.EvalFile=", "option.mobility=off"):
        engine = match.Player.of(f"bitrook {options}").open()
        assert isinstance(engine.search.evaluation, search.DefaultEvaluation)  # type: ignore[attr-defined]

"""Minimal tests of an installed wheel, with nothing but the standard library."""

from __future__ import annotations

import subprocess
import sys
import sysconfig


def test_a_processor_build_is_chosen() -> None:
    import bitrook

    info = bitrook.build_info()
    assert info.build in info.builds
    assert info.version == bitrook.__version__


def test_perft_counts_known_positions() -> None:
    import bitrook

    assert bitrook.perft(bitrook.Board(), 4) == 197_281
    kiwipete = bitrook.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert bitrook.perft(kiwipete, 3, threads=2) == 97_862


def test_a_short_game_ends_in_checkmate() -> None:
    import bitrook

    board = bitrook.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    assert board.is_checkmate()
    assert board.outcome() is not None
    assert board.fen() == "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert board.pop().uci() == "d8h4"
    assert [move.uci() for move in board.legal_moves][0] == "g8e7"
    assert bitrook.Board().key == 0x463B96181691FC9C


def test_a_search_finds_a_mate_and_repeats_itself() -> None:
    import bitrook
    from bitrook.search import Search

    board = bitrook.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    first, second = (Search().run(board, depth=6) for _ in range(2))
    assert first.move == bitrook.Move.from_uci("h5f7")
    assert (first.move, first.nodes) == (second.move, second.nodes)


def test_errors_are_value_errors_that_name_the_text() -> None:
    import bitrook

    for call, bad in ((bitrook.Board, "8/8/8"), (bitrook.Move.from_uci, "e9e4"), (bitrook.Board().parse_san, "Ke5")):
        try:
            call(bad)
        except ValueError as error:
            assert bad in str(error)
        else:
            raise AssertionError(bad)


def test_import_does_not_import_numpy() -> None:
    code = "import sys, bitrook; raise SystemExit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_import_does_not_enable_the_gil() -> None:
    code = "import sys, bitrook; raise SystemExit(sys._is_gil_enabled())"
    free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    if free_threaded and not getattr(sys.flags, "gil", None):  # unless an option enables it
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


if __name__ == "__main__":
    tests = [(name, test) for name, test in sorted(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        test()
        print(name, "ok")
    print(len(tests), "passed")

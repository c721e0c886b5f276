#!/usr/bin/env bash
# Check marks in pyffish's SAN of atomic chess and antichess.
#
# Versions: PyPI pyffish 0.0.90, chess 1.11.2. Seen on 27 November 2026.
# Guess:    both libraries write the same SAN, check marks included, as they do in crazyhouse.
# Behavior: pyffish writes no + and no # in atomic chess and antichess, and drops pawns as `P@e4` in crazyhouse, where
#           python-chess and Lichess write `@e4`. A comparison of move texts fails on otherwise equal moves.
# Seen:     moves with a mark, python-chess and pyffish: atomic 39 and 0, antichess 3 and 0, crazyhouse 69 and 69.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyffish==0.0.90 chess==1.11.2 2>/dev/null
cat >run.py <<'PY'
import chess, chess.variant, pyffish, random
for name, number in ("atomic", 10), ("antichess", 10), ("crazyhouse", 10):
    board_type, rng = chess.variant.find_variant(name), random.Random(1)
    ours = theirs = other = 0
    for _ in range(number):
        board = board_type()
        for _ in range(50):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            for move in rng.sample(moves, min(4, len(moves))):
                a, b = board.san(move), pyffish.get_san(name, board.fen(), move.uci())
                ours += a[-1] in "+#"
                theirs += b[-1] in "+#"
                other += a.rstrip("+#") != b.rstrip("+#").replace("P@", "@")
            board.push(rng.choice(moves))
    print(name, ours, theirs, other, end="; ")
PY
seen=$(venv/bin/python run.py)
echo "moves with a mark in python-chess, in pyffish, moves that differ otherwise: $seen"
[ "$seen" = "atomic 39 0 0; antichess 3 0 0; crazyhouse 69 69 0; " ] || { echo "the behavior has changed"; exit 1; }

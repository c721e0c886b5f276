#!/usr/bin/env bash
# What rust-chess reads of castling rights that are written with the files of the rooks (HAha, as in Shredder-FEN).
#
# Versions: PyPI rust-chess 0.4.3, chess 1.11.2. Seen on 27 November 2026.
# Guess:    the rights of the standard position that the letters mean, or an error, as for an invalid clock or move number.
# Behavior: letters other than KQkq are skipped without an error, so the position has no castling rights at all.
# Seen:     of 1,393 positions of random games, all lose their rights; in 46 of them a legal move (castling) is missing.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check rust-chess==0.4.3 chess==1.11.2 2>/dev/null
cat >run.py <<'PY'
import chess, random, rust_chess
rng, total, lost, missing = random.Random(3), 0, 0, 0
for _ in range(60):
    board = chess.Board()
    for _ in range(24):
        if board.is_game_over():
            break
        if board.castling_rights:
            read = rust_chess.Board.from_fen(board.fen(shredder=True))
            total += 1
            lost += read.get_fen().split()[2] == "-"
            missing += len(list(read.generate_legal_moves())) != board.legal_moves.count()
        board.push(rng.choice(list(board.legal_moves)))
print(total, lost, missing)
PY
seen=$(venv/bin/python run.py)
echo "positions with castling rights, without them after reading, with a legal move missing: $seen"
[ "$seen" = "1393 1393 46" ] || { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# On how many moves two numberings of AlphaZero's 4,672 actions agree.
#
# Versions: PyPI spooky-chess 1.1.0, rookforge-ml 0.1.1, chess 1.11.2. Seen on 27 November 2026.
# Guess:    "AlphaZero's action space of 8 x 8 x 73" is one numbering, so nearly all moves have the same number.
# Behavior: the order of the planes, of the squares and of the two factors, and what is mirrored for Black, are free. The
#           number of a move means nothing without the package that made it; a policy trained with one is noise in the other.
# Seen:     of 2,917 moves, one has the same number in both.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check spooky-chess==1.1.0 rookforge-ml==0.1.1 chess==1.11.2 2>/dev/null
cat >run.py <<'PY'
import chess, random, spooky_chess
from chess_tools.actions import move_to_index
rng, numbers = random.Random(4), {}
for _ in range(25):
    board = chess.Board()
    for _ in range(100):
        moves = {move.uci(): move for move in board.legal_moves}
        if not moves:
            break
        for move in spooky_chess.Game(8, 8, board.fen(), True).legal_moves():
            text = move.to_lan()
            other = move.encode_alphazero_action(1 if board.turn else -1, 8, 8)
            numbers[text, board.turn] = move_to_index(moves[text], board), other
        board.push(rng.choice(list(moves.values())))
print(len(numbers), sum(a == b for a, b in numbers.values()))
PY
seen=$(venv/bin/python run.py)
echo "moves by side to move, moves with the same number: $seen"
[ "$seen" = "2917 1" ] || { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# Castling rights in the EPD lines that pgn-extract writes for Chess960 games.
#
# Versions: Debian's pgn-extract 19.04-1, PyPI chess 1.11.2. Seen on 27 November 2026.
# Guess:    one notation throughout, KQkq or the files of the rooks.
# Behavior: both in one file: KQkq at first, and the file's letter for a right that is left when the other is gone, even
#           where KQkq would be clear. The rights are correct, but lines of equal positions differ as texts.
# Seen:     of 3,252 lines, 463 have letters of files, all of them where KQkq would do; no right is wrong.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq pgn-extract=19.04-1 >/dev/null 2>&1
dpkg -x pgn-extract_*.deb .
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chess==1.11.2 2>/dev/null
cat >make.py <<'PY'
import chess, chess.pgn, random
rng = random.Random(5)
for number in range(0, 960, 12):
    board = chess.Board.from_chess960_pos(number)
    game = chess.pgn.Game()
    game.setup(board)
    node = game
    for _ in range(40):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        node = node.add_variation(move)
        board.push(move)
    print(game, end="\n\n")
PY
venv/bin/python make.py >games.pgn
cat >count.py <<'PY'
import chess, chess.pgn
lines = [line for line in open("games.epd") if line.strip()]
total = letters = clear = wrong = 0
with open("games.pgn") as file:
    while game := chess.pgn.read_game(file):
        board = game.board()
        for move in [None, *game.mainline_moves()]:
            if move:
                board.push(move)
            fields = lines[total].split()
            total += 1
            if set(fields[2]) - set("KQkq-"):
                letters += 1
                clear += not set(board.fen().split()[2]) - set("KQkq-")  # python-chess's X-FEN needs no letters
            wrong += chess.Board(" ".join(fields[:4]) + " 0 1", chess960=True).castling_rights != board.castling_rights
print(total, letters, clear, wrong)
PY
./usr/games/pgn-extract -s -Wepd games.pgn 2>/dev/null >games.epd
seen=$(venv/bin/python count.py)
echo "lines, with letters of files, of these clear without them, with wrong rights: $seen"
[ "$seen" = "3252 463 463 0" ] || { echo "the behavior has changed"; exit 1; }

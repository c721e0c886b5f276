#!/usr/bin/env bash
# Which moves of games `polyglot make-book` leaves out.
#
# Versions: Debian's polyglot 2.0.4+git20210322-1, PyPI chess 1.11.2. Seen on 27 November 2026.
# Guess:    every move that occurs in at least -min-game games is an entry; its weight says how well it did.
# Behavior: a weight counts wins twice and draws once, and moves of weight 0 are left out. Moves that only ever lost are
#           missing, so a book of decisive games holds one side's moves alone, and a gap is not a sign of a new move.
# Seen:     ten games of 20 plies that White wins give 10 entries for White, none for Black. -uniform does not change that: it
#           sets the weights of what remains to 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq polyglot=2.0.4+git20210322-1 >/dev/null 2>&1
dpkg -x polyglot_*.deb .
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chess==1.11.2 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  printf '[Event "e"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 1-0\n\n'
done >games.pgn
cat >count.py <<'PY'
import chess, chess.pgn, chess.polyglot, sys
board, found = chess.pgn.read_game(open("games.pgn")).board(), [0, 0]
with chess.polyglot.open_reader(sys.argv[1]) as book:
    for move in chess.pgn.read_game(open("games.pgn")).mainline_moves():
        found[board.turn] += len(list(book.find_all(board)))
        board.push(move)
print(found[1], found[0])
PY
./usr/games/polyglot make-book -pgn games.pgn -bin a.bin -min-game 1 >/dev/null
./usr/games/polyglot make-book -pgn games.pgn -bin b.bin -min-game 1 -uniform >/dev/null
seen="$(venv/bin/python count.py a.bin), $(venv/bin/python count.py b.bin)"
echo "entries for White and Black, then with -uniform: $seen"
[ "$seen" = "10 0, 10 0" ] || { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# The halfmove clock of crazyhouse in three libraries.
#
# Versions: PyPI chess 1.11.2, pyffish 0.0.90; npm chessops 0.15.1. Seen on 27 November 2026.
# Guess:    a dropped pawn resets the clock, other drops count, in all three.
# Behavior: python-chess counts on through every drop, chessops resets at dropped pawns, pyffish at every drop. FENs of
#           the same position differ, and so do keys made from whole FENs.
# Seen:     python-chess, chessops and pyffish have 4, 0, 0 after a pawn is dropped, and 2, 2, 0 after a knight is dropped.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyffish==0.0.90 chess==1.11.2 2>/dev/null
npm install --silent --no-audit --no-fund chessops@0.15.1 >/dev/null
cat >run.py <<'PY'
import chess.variant, pyffish, json
lines = {"pawn": "e2e4 d7d5 e4d5 g8f6 g1f3 h8g8 P@e4", "knight": "e2e4 b8c6 e4e5 c6e5 d2d4 e5f3 g1f3 a8b8 N@e4"}
for name, line in lines.items():
    board = chess.variant.CrazyhouseBoard()
    moves = line.split()
    for move in moves:
        board.push_uci(move)
    fen = pyffish.get_fen("crazyhouse", pyffish.start_fen("crazyhouse"), moves)
    print(name, board.halfmove_clock, fen.split()[-2])
PY
cat >run.mjs <<'JS'
import { Crazyhouse } from "chessops/variant";
import { parseUci } from "chessops/util";
for (const line of ["e2e4 d7d5 e4d5 g8f6 g1f3 h8g8 P@e4", "e2e4 b8c6 e4e5 c6e5 d2d4 e5f3 g1f3 a8b8 N@e4"]) {
  const position = Crazyhouse.default();
  for (const move of line.split(" ")) position.play(parseUci(move));
  console.log(position.halfmoves);
}
JS
seen="$(venv/bin/python run.py | tr '\n' ';') chessops $(node run.mjs | tr '\n' ' ')"
echo "python-chess and pyffish: $seen"
[ "$seen" = "pawn 4 0;knight 2 0; chessops 0 2 " ] || { echo "the behavior has changed"; exit 1; }

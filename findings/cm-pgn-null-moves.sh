#!/usr/bin/env bash
# Null moves between python-chess and cm-pgn.
#
# Versions: PyPI chess 1.11.2, npm cm-pgn 5.0.0. Seen on 27 November 2026.
# Guess:    a game with a null move written by one reads in the other.
# Behavior: python-chess writes a null move as `--`, which cm-pgn's grammar does not have; the game is refused with a
#           SyntaxError. `Z0` (the other common spelling, of ChessBase) is refused, too.
# Seen:     of the spellings --, Z0, @@@@ and null, none is read.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund cm-pgn@5.0.0 >/dev/null 2>&1
cat >run.mjs <<'JS'
import { Pgn } from "cm-pgn/src/Pgn.js";
for (const text of ["Nf6", "--", "Z0", "@@@@", "null"]) {
  let result;
  try { result = new Pgn(`[Result "*"]\n\n1. e4 ${text} 2. d4 *`).history.moves.length + " plies"; } catch (error) { result = error.name; }
  console.log(`${text}: ${result}`);
}
JS
seen=$(node run.mjs | tr '\n' ' ')
echo "$seen"
[ "$seen" = "Nf6: 3 plies --: SyntaxError Z0: SyntaxError @@@@: SyntaxError null: SyntaxError " ] || { echo "the behavior has changed"; exit 1; }

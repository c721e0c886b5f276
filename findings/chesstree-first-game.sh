#!/usr/bin/env bash
# What chesstree makes of a file with several games.
#
# Versions: PyPI chesstree 2026.1. Seen on 27 November 2026.
# Guess:    a list of games, or an error.
# Behavior: the first game is converted, "Conversion to json done" is printed, and the exit code is 0; the others are
#           dropped without a word, in both directions.
# Seen:     one game of three after PGN to JSON to PGN.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chesstree==2026.1 2>/dev/null
for name in a b c; do printf '[Event "%s"]\n[Result "*"]\n\n1. e4 e5 *\n\n' $name; done >games.pgn
venv/bin/chesstree -i games.pgn -f json -o games.json
venv/bin/chesstree -i games.json -f pgn -o back.pgn
seen=$(grep -c '^\[Event ' back.pgn)
echo "games of 3 that are left: $seen"
[ "$seen" = 1 ] || { echo "the behavior has changed"; exit 1; }

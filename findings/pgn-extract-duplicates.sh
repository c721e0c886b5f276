#!/usr/bin/env bash
# What `pgn-extract -D` (do not output duplicate games) takes for the same game.
#
# Versions: Debian's pgn-extract 19.04-1. Seen on 27 November 2026.
# Guess:    two games with the same final position, or the same players and moves, are duplicates.
# Behavior: only the moves count. A game of other players, with another result, is dropped if its moves have been seen;
#           the same final position by another order of moves is kept. Short draws of an archive are lost this way.
# Seen:     of three games, a (A - B, 1-0), b (C - D, other order) and c (C - D, 0-1, the moves of a), a and b remain.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq pgn-extract=19.04-1 >/dev/null 2>&1
dpkg -x pgn-extract_*.deb .
cat >games.pgn <<'PGN'
[Event "a"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0

[Event "b"]
[White "C"]
[Black "D"]
[Result "0-1"]

1. c4 Nf6 2. Nc3 e6 3. d4 d5 0-1

[Event "c"]
[White "C"]
[Black "D"]
[Result "0-1"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1
PGN
seen=$(./usr/games/pgn-extract -s -D games.pgn 2>/dev/null | sed -n 's/^\[Event "\(.*\)"\]/\1/p' | tr '\n' ' ')
echo "games that remain: $seen"
[ "$seen" = "a b " ] || { echo "the behavior has changed"; exit 1; }

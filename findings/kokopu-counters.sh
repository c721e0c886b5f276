#!/usr/bin/env bash
# What happens to the counters of a FEN in kokopu, in positions and in the FEN tags of games.
#
# Versions: npm kokopu 4.13.4, chessops 0.15.1. Seen on 27 November 2026.
# Guess:    both are kept, or both are dropped.
# Behavior: kokopu's positions have no counters: the FEN of a position that was read from one ends in `0 1`. A game keeps
#           the number of its first move, so a FEN tag that is read and written has the right move and a halfmove clock of
#           0. The tag looks intact, and the fifty-move rule counts from the wrong move. chessops keeps the tag.
# Seen:     of 50 games with clocks of 1 to 99, kokopu writes 50 with 0; all move numbers survive. chessops changes none.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund kokopu@4.13.4 chessops@0.15.1 >/dev/null
cat >run.mjs <<'JS'
import { Position, pgnRead, pgnWrite } from "kokopu";
import { parsePgn, makePgn } from "chessops/pgn";
const fens = Array.from({ length: 50 }, (_, i) => `4k3/8/8/8/8/8/8/4K2R w K - ${2 * i + 1} ${100 + i}`);
const text = fens.map((fen) => `[SetUp "1"]\n[FEN "${fen}"]\n[Result "*"]\n\n${fen.split(" ")[5]}. O-O *\n`).join("\n");
const database = pgnRead(text);
const written = {
  positions: fens.map((fen) => `[FEN "${new Position(fen).fen()}"]`).join("\n"),
  games: fens.map((_, i) => pgnWrite(database.game(i))).join("\n"),
  chessops: parsePgn(text).map((game) => makePgn(game)).join("\n"),
};
for (const [name, output] of Object.entries(written)) {
  const fields = [...output.matchAll(/^\[FEN "(.*)"\]/gm)].map((match) => match[1].split(" "));
  const same = (field) => fens.filter((fen, i) => fields[i][field] === fen.split(" ")[field]).length;
  console.log(`${name}: ${fields.length} FENs, ${same(4)} clocks, ${same(5)} move numbers;`);
}
JS
seen=$(node run.mjs | tr '\n' ' ')
echo "kept: $seen"
expected="positions: 50 FENs, 0 clocks, 0 move numbers; games: 50 FENs, 0 clocks, 50 move numbers; \
chessops: 50 FENs, 50 clocks, 50 move numbers; "
[ "$seen" = "$expected" ] || { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# Which tags survive reading and writing a game with kokopu.
#
# Versions: npm kokopu 4.13.4. Seen on 27 November 2026.
# Guess:    tags that the library does not use are kept and written as they are.
# Behavior: a game has a fixed set of fields. Other tags are dropped without a message, among them TimeControl, UTCDate,
#           UTCTime and the rating differences that Lichess writes; Round "-" becomes "?".
# Seen:     11 of 28 tags are missing, Round changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund kokopu@4.13.4 >/dev/null
cat >run.js <<'JS'
const { pgnRead, pgnWrite } = require("kokopu");
const tags = {
  Event: "e", Site: "https://lichess.org/abcdefgh", Date: "2021.10.01", Round: "-", White: "a", Black: "b",
  Result: "1-0", GameId: "abcdefgh", UTCDate: "2021.10.01", UTCTime: "00:00:12", WhiteElo: "1500", BlackElo: "1600",
  WhiteRatingDiff: "+5", BlackRatingDiff: "-5", WhiteTitle: "GM", BlackTitle: "FM", ECO: "C20",
  Opening: "King's Pawn Game", TimeControl: "300+3", Termination: "Normal", Annotator: "me", PlyCount: "2",
  Variation: "v", SubVariation: "sv", EventDate: "2021.??.??", WhiteFideId: "123", WhiteTeam: "t", Source: "s",
};
const text = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join("") + "\n1. e4 e5 1-0\n";
const written = pgnWrite(pgnRead(text).game(0));
const missing = Object.keys(tags).filter((name) => !written.includes(`[${name} `));
const changed = Object.keys(tags).filter((name) => !missing.includes(name) && !written.includes(`[${name} "${tags[name]}"]`));
console.log(`${missing.length} of ${Object.keys(tags).length} missing: ${missing.join(" ")}; changed: ${changed.join(" ")}`);
JS
seen=$(node run.js)
echo "$seen"
expected="11 of 28 missing: GameId UTCDate UTCTime WhiteRatingDiff BlackRatingDiff TimeControl PlyCount EventDate \
WhiteFideId WhiteTeam Source; changed: Round"
[ "$seen" = "$expected" ] || { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# Whether a search with a limit of zero ends.
#
# Versions: Debian's stockfish 15.1-4, fairy-stockfish 11.1-1+b1, ethereal-chess 12.00+ds1-1. Seen on 27 November 2026.
# Guess:    a move at once: no time, no depth and no nodes are left.
# Behavior: Stockfish reads 0 as "no limit" and searches until it receives `stop`, also with both clocks at 0:00, when its
#           flag has fallen; with a clock below zero it moves at once. The other two engines always move at once. A client
#           that rounds 0.4 ms down waits forever with one engine and gets a move without a search from the next. The npm
#           packages stockfish 17.1.0, 18.0.8 and 19.0.0 do as Debian's, and 17.1.0 and 19.0.0 also search without end if
#           only the opponent's clock is given.
# Seen:     searches that do not end within three seconds: 4 of 5 in Stockfish, none in Fairy-Stockfish and Ethereal.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for package in stockfish=15.1-4 fairy-stockfish=11.1-1+b1 ethereal-chess=12.00+ds1-1; do
  apt-get download -qq "$package" >/dev/null 2>&1
done
for file in *.deb; do dpkg -x "$file" .; done
cat >run.py <<'PY'
import queue, subprocess, threading, time
def search(engine, limit):
    process = subprocess.Popen("./usr/games/" + engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()
    def until(word, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                if lines.get(timeout=left).startswith(word):
                    return True
            except queue.Empty:
                pass
        return False
    try:
        process.stdin.write("uci\nisready\n")
        assert until("readyok", 60)
        process.stdin.write(f"position startpos\ngo {limit}\n")
        ended = until("bestmove", 3)
        process.stdin.write("stop\n")
        assert ended or until("bestmove", 60)
        return ended
    finally:
        process.kill()
        process.wait()
limits = "movetime 0", "depth 0", "nodes 0", "wtime 0 btime 0", "wtime -1000 btime 1000"
for engine in "stockfish", "fairy-stockfish", "ethereal-chess":
    print(engine + ":", ", ".join(limit for limit in limits if not search(engine, limit)) or "none", end="; ")
PY
seen=$(python3 run.py)
echo "searches without end: $seen"
[ "$seen" = "stockfish: movetime 0, depth 0, nodes 0, wtime 0 btime 0; fairy-stockfish: none; ethereal-chess: none; " ] ||
  { echo "the behavior has changed"; exit 1; }

#!/usr/bin/env bash
# When pgx notices that a game has returned to the start position twice.
#
# Versions: PyPI pgx 2.6.0, jax 0.10.2. Seen on 28 November 2026.
# Guess:    after 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8, 8 plies, for the third time the start position.
# Behavior: pgx numbers positions with random words, and has the start position's number as a constant in its source. Since
#           version 0.5, JAX draws other words from the same seed (jax_threefry_partitionable), so the constant belongs to no
#           position: the first occurrence of the start position is never counted, and neither repetition planes nor
#           results are those of training runs with an older JAX.
# Seen:     9 plies; 8 with the random words of older versions.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2 2>/dev/null
cat >run.py <<'PY'
import sys
import jax
jax.config.update("jax_threefry_partitionable", sys.argv[1] == "new")
import pgx
env = pgx.make("chess")
step, state = jax.jit(env.step), env.init(jax.random.PRNGKey(0))
out, back = 3572, 3137  # g1f3 and f3g1, and for Black, whose board pgx turns, g8f6 and f6g8
plies = 0
while not state.terminated and plies < 40:
    state, plies = step(state, (out, out, back, back)[plies % 4]), plies + 1
print(plies)
PY
seen="$(venv/bin/python run.py new) $(venv/bin/python run.py old)"
echo "plies with today's random words, with those before JAX 0.5: $seen"
[ "$seen" = "9 8" ] || { echo "the behavior has changed"; exit 1; }

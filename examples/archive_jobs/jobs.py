"""Three jobs over archives of games, independent of the engine: what to read, what to sum per shard, and what to draw.

A job sums values by key. The engine reads the columns of each shard, calls *part* on the rows, adds up the values of
equal keys, calls *finish* on the sums, and writes Parquet. Integer sums do not depend on the order of addition, so
the rows are the same for every engine and every number of shards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


class Job(NamedTuple):
    """One job. *read* holds the arguments for the engine's read_pgn."""

    read: dict[str, Any]
    keys: list[str]
    values: list[str]
    part: Callable[[pa.Table], pa.Table]
    finish: Callable[[pa.Table], pa.Table]
    schema: pa.Schema  # of the tables that part returns: the keys, then the int64 values


def summed(rows: pa.Table, keys: list[str], values: list[str]) -> pa.Table:
    """Add up the values of rows with equal keys."""
    sums = rows.group_by(keys).aggregate([(value, "sum") for value in values])
    return sums.select([*keys, *(f"{value}_sum" for value in values)]).rename_columns([*keys, *values])


def openings_part(games: pa.Table) -> pa.Table:
    """Count games, positions and White's points by opening and rating."""
    games = games.filter(pc.is_valid(games["ply_count"]))
    mean = pc.divide(pc.add(games["WhiteElo"].cast("int32"), games["BlackElo"].cast("int32")), 2)
    names = pc.fill_null(games["Opening"], "?")
    rows = pa.table(
        {
            "opening": pc.list_element(pc.split_pattern(names, ":", max_splits=1), 0),
            "rating": pc.fill_null(pc.multiply(pc.divide(mean, 200), 200), 0),
            "games": pa.array(np.ones(len(games), np.int64)),
            "positions": pc.add(games["ply_count"].cast("int64"), 1),
            "half_points": pc.add(pc.fill_null(games["result"].cast("int64"), 0), 1),  # 2 for a win, 1 if unknown
        }
    )
    return summed(rows, OPENINGS.keys, OPENINGS.values).cast(OPENINGS.schema)


OPENINGS = Job(
    read={"columns": ["WhiteElo", "BlackElo", "Opening", "ply_count", "result"]},
    keys=["opening", "rating"],
    values=["games", "positions", "half_points"],
    part=openings_part,
    finish=lambda sums: sums,
    schema=pa.schema(
        {"opening": pa.string(), "rating": pa.int32()}
        | dict.fromkeys(["games", "positions", "half_points"], pa.int64())
    ),
)


def training_part(positions: pa.Table) -> pa.Table:
    """Add up the evaluations of each position."""
    positions = positions.filter(pc.is_valid(positions["eval"]))
    rows = pa.table(
        {
            "position": positions["position"].cast(pa.binary()),
            "score": positions["eval"].cast("int64"),
            "count": pa.array(np.ones(len(positions), np.int64)),
        }
    )
    return summed(rows, TRAINING.keys, TRAINING.values).cast(TRAINING.schema)


def training_finish(sums: pa.Table) -> pa.Table:
    """Return each packed position with its mean evaluation, in centipawns from White's point of view."""
    score = np.asarray(sums["score"]) // np.asarray(sums["count"])
    position = sums["position"].cast(pa.binary(24))
    return pa.table({"position": position, "score": pa.array(score, pa.int16()), "count": sums["count"]})


TRAINING = Job(
    read={"columns": ["position", "eval"], "positions": True, "filters": [("has_evals", "==", True)]},
    keys=["position"],
    values=["score", "count"],
    part=training_part,
    finish=training_finish,
    schema=pa.schema({"position": pa.binary(), "score": pa.int64(), "count": pa.int64()}),
)


def clocks_part(games: pa.Table) -> pa.Table:
    """Add up the time used for each ply, in milliseconds, by the speed of the game."""
    games = games.filter(pc.and_(pc.is_valid(games["clocks"]), pc.match_substring(games["TimeControl"], "+")))
    games = games.combine_chunks()
    base, increment = np.zeros(len(games), np.int64), np.zeros(len(games), np.int64)
    for i, text in enumerate(games["TimeControl"].to_pylist()):
        first, _, second = text.partition("+")
        base[i], increment[i] = int(first), int(second)
    lists = games["clocks"].chunk(0) if len(games) else pa.array([], games["clocks"].type)
    lengths = np.asarray(pc.list_value_length(lists)).astype(np.int64)
    items = lists.flatten()
    clock = np.asarray(pc.fill_null(items, -1)).astype(np.int64)
    game = np.repeat(np.arange(len(games)), lengths)
    ply = np.arange(len(clock)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    # The same player's clock two plies earlier. The first move of each player is not timed.
    before = np.concatenate([np.full(min(2, len(clock)), -1), clock[:-2]])
    used = before - clock + 1000 * increment[game]
    kept = (ply >= 2) & (ply < 240) & (clock >= 0) & (before >= 0) & (used >= 0)
    speed = np.digitize(base + 40 * increment, [180, 480, 1500])[game]
    rows = pa.table(
        {
            "speed": pa.array(np.array(SPEEDS)[speed[kept]], pa.string()),
            "ply": pa.array(ply[kept], pa.int32()),
            "used": pa.array(used[kept], pa.int64()),
            "count": pa.array(np.ones(kept.sum(), np.int64)),
        }
    )
    return summed(rows, CLOCKS.keys, CLOCKS.values).cast(CLOCKS.schema)


SPEEDS = ["bullet", "blitz", "rapid", "classical"]

CLOCKS = Job(
    read={"columns": ["TimeControl", "clocks"], "filters": [("has_clocks", "==", True)]},
    keys=["speed", "ply"],
    values=["used", "count"],
    part=clocks_part,
    finish=lambda sums: sums,
    schema=pa.schema({"speed": pa.string(), "ply": pa.int32(), "used": pa.int64(), "count": pa.int64()}),
)

JOBS = {"openings": OPENINGS, "training": TRAINING, "clocks": CLOCKS}


def draw(name: str, rows: pa.Table, path: str) -> None:
    """Draw the result of a job with matplotlib."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    if name == "openings":
        ratings = sorted(set(rows["rating"].to_pylist()) - {0})
        totals = summed(rows, ["opening"], ["positions"]).sort_by([("positions", "descending")])
        best = [each for each in totals["opening"].to_pylist() if each != "?"][:12]
        cell = {(r["opening"], r["rating"]): r["positions"] for r in rows.to_pylist()}
        whole = [sum(cell.get((o, r), 0) for o in totals["opening"].to_pylist()) for r in ratings]
        shares = [[100 * cell.get((o, r), 0) / max(w, 1) for r, w in zip(ratings, whole)] for o in best]
        image = axes.imshow(shares, aspect="auto", cmap="Blues")
        axes.set(yticks=range(len(best)), yticklabels=best, xticks=range(len(ratings)), xticklabels=ratings)
        axes.set(xlabel="mean rating of the players, from", title="Positions by opening and rating")
        figure.colorbar(image, label="% of the positions of this rating")
    elif name == "training":
        axes.hist(np.clip(rows["score"].to_numpy() / 100, -10, 10), bins=80)
        axes.set(xlabel="mean evaluation for White, pawns (mates at the ends)", ylabel="positions", yscale="log")
        axes.set(title=f"{len(rows):,} different positions with evaluations")
    else:
        for speed in SPEEDS:
            line = rows.filter(pc.equal(rows["speed"], speed)).sort_by("ply")
            line = line.filter(pc.greater_equal(line["count"], 20))
            axes.plot(
                line["ply"].to_numpy() / 2 + 1, line["used"].to_numpy() / line["count"].to_numpy() / 1000, label=speed
            )
        axes.set(xlabel="move", ylabel="seconds", title="Mean time used for a move")
        axes.legend()
    figure.savefig(path)
    plt.close(figure)

"""The names of columns and tags."""

from __future__ import annotations

TAGS = (
    "Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteRatingDiff",
    "BlackRatingDiff", "UTCDate", "UTCTime", "ECO", "Opening", "Termination", "TimeControl",
)  # fmt: skip
"""The tags that the Hugging Face data set Lichess/standard-chess-games has as columns."""

COLUMNS = (
    *TAGS,
    "Date",
    "Round",
    "Variant",
    "fen",
    "offset",
    "ply_count",
    "result",
    "moves",
    "clocks",
    "evals",
    "error",
)
"""The default columns of games."""

MATCH_COLUMNS = ("match_ply", "match_plies")
"""The columns that a condition on positions adds to games."""

POSITION_COLUMNS = ("game", "ply", "position", "move", "eval", "clock", "result")
"""The default columns of positions."""

LISTS = frozenset({"moves", "clocks", "evals", "depths", "times", "time_spent", "nags", "comments", "match_plies"})

OF_GAMES = LISTS | {"match_ply", "movetext", "offset", "ply_count", "result", "fen", "final", "error"}
"""The columns of games that are not tags."""

NOT_FILTERED = (OF_GAMES - {"result", "ply_count"}) | {
    "game", "ply", "position", "move", "key", "pawn_key", "material", "material_key", "eval", "clock", "piece_count",
    "halfmove_clock", "fullmove_number", "dense", "classical",
}  # fmt: skip
"""The columns of games and of positions that filters do not support."""

TEXT_TAGS = frozenset(
    "Event Site Date White Black Result WhiteTitle BlackTitle ECO Opening Variation SubVariation NIC Termination "
    "TimeControl Time Variant FEN Annotator Mode EventDate EventType EventSponsor Section Source SourceTitle SourceDate "
    "WhiteTeam BlackTeam WhiteNA BlackNA WhiteType BlackType EventCountry WhiteTeamCountry BlackTeamCountry "
    "StudyName ChapterName ChapterURL GameId BroadcastName BroadcastURL".split()
)
"""Tags whose values are text and cannot be compared with numbers."""

KNOWN = frozenset({*COLUMNS, *TEXT_TAGS, *NOT_FILTERED, "has_evals", "has_clocks"}) | frozenset(
    "Round SetUp PlyCount Stage Board EventRounds WhiteUSCF BlackUSCF WhiteFideId BlackFideId WhiteClock BlackClock".split()
)
"""Columns and common tags. Any other name might be misspelled."""

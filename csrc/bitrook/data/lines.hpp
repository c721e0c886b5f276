// Lines: rows from Lichess's evaluations, which are JSON Lines, and from its puzzles, which are CSV.
//
// Each line is a record, and lines are independent of each other. The files have one shape, which a small strict reader
// parses. Evaluations of another shape are deferred: the source rewrites the line in that shape, and the same reader
// builds its rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/data/rows.hpp"

namespace bitrook::data {

enum class LineContent : std::uint8_t {
  Offset,
  Error,
  Packed,
  Key,
  Fen,
  // --- Of evaluations.
  Depth,
  Knodes,
  Score,
  Best,
  Line,
  Multipv,
  Scores,
  Moves,
  // --- Of puzzles.
  LastMove,
  Solution,
  PuzzleId,
  Rating,
  RatingDeviation,
  Popularity,
  NbPlays,
  Themes,
  GameUrl,
  OpeningTags,
};

struct LinePlan {
  enum class Format : std::uint8_t { Evaluations, Puzzles };
  static constexpr std::array<std::string_view, 2> FormatNames{"evaluations", "puzzles"};

  Format format = Format::Evaluations;
  bool all_evaluations = false;  // a row for each evaluation of a position, not only for the deepest one
  std::vector<LineContent> contents;
  Filter filter;  // the tag of a condition is a LineContent

  // What must be parsed.
  bool position = false;  // the FEN
  bool board = false;     // a Position, not only the packed one
  bool best = false;      // the first move of the line
  bool moves = false;     // all moves of the line or the solution, to check that they are legal
  bool reports = false;   // whether errors in values that have no column matter
};

// Returns nothing and sets `bad` to the first unknown name if there is no such column.
std::optional<Plan> plan_of_lines(LinePlan::Format format, bool all_evaluations, const std::vector<std::string>& names,
                                  OnError on_error, Filter filter, std::string& bad);
// The number of the column that a condition refers to; nothing if there is no such column.
std::optional<LineContent> line_content(LinePlan::Format format, std::string_view name);

std::unique_ptr<ChunkReader> new_line_reader(const Plan& plan, std::uint64_t position);

}  // namespace bitrook::data

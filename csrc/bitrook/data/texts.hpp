// Rows of many texts, each of which is one game; and moves as text, many games at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::data {

using Texts = std::vector<std::optional<std::string_view>>;

// One row for each text: the first game in it; nulls if there is none. `plan` has rows of games, no filter and
// OnError::Column. Null if `go_on` stopped the work.
std::shared_ptr<Table> parse_texts(const Plan& plan, const Texts& texts, unsigned threads, const GoOn& go_on);

enum class Notation : std::uint8_t { Uci, San };

// The first thing that is wrong.
struct MoveTextError {
  std::size_t game, ply;
  std::string why;
};

// Writes the moves of games as lists of texts into `out`, a column of ListString. SAN needs the positions: it begins at
// the FEN of the game in `starts`, or at the start of chess if that is missing or `starts` is empty.
std::optional<MoveTextError> write_moves(std::span<const std::span<const std::int16_t>> games, const Texts& starts,
                                         Notation notation, Column& out);

// Reads games of moves, separated by white space, into `out`, a column of ListInt16. UCI is read without positions.
std::optional<MoveTextError> read_moves(const Texts& games, const Texts& starts, Notation notation, Column& out);

}  // namespace bitrook::data

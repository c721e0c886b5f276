// The values of a row: functions that add the data of a game to the columns of its row.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bitrook/data/column.hpp"
#include "bitrook/data/game_facts.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::data {

std::int16_t capped(std::size_t plies);                     // at most 32767
void add_number(Column& column, std::int64_t value);        // in the width of the column: 2 or 4 bytes
void add_text(Column& column, std::string_view text);       // null if it is empty
void add_packed(Column& column, const Position& p);         // null if it does not fit
void add_packed(Column& column, const VariantPosition& p);  // also null if the variant has pockets or counters
void add_optional(Column& column, std::int32_t value);      // null if it is GameFacts::None
void add_tag_number(Column& column, Content content, const std::optional<std::string_view>& text);

// These functions add a list with an item for each ply, or null if the game has no such values.
void add_list(Column& column, const std::vector<std::int32_t>& values, std::size_t plies);
void add_nags(Column& column, const GameFacts& game);
void add_comments(Column& column, const GameFacts& game);

}  // namespace bitrook::data

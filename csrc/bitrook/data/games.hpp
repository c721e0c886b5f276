// Games from the rows of a table.
#pragma once

#include <cstddef>

#include "bitrook/data/column.hpp"
#include "bitrook/pgn/game_tree.hpp"

namespace bitrook::data {

// Returns the tags in a row of a table of games, and the moves in the column "moves" with their comments and NAGs.
// Without comments, the columns of evaluations, clocks and times give commands such as "[%eval 0.17]". Columns that
// have another type than in a Plan are ignored. The result after the moves is that of the column "result".
pgn::GameTree game_of_row(const Table& table, std::size_t row);

}  // namespace bitrook::data

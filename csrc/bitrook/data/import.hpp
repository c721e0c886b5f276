// Reading columns of other libraries through Arrow's C structures: texts, and lists of moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/arrow.hpp"

namespace bitrook::data {

// The texts of an array of type string, large string or string view (binary, too); nothing for nulls. They are views of
// the array's memory. False if the array has another type.
bool import_texts(const ArrowSchema& schema, const ArrowArray& array,
                  std::vector<std::optional<std::string_view>>& out);

// The lists of an array of type list or large list of int16 or uint16; an empty list for nulls. The spans are views.
// False if the array has another type, or nulls among the items.
bool import_moves(const ArrowSchema& schema, const ArrowArray& array, std::vector<std::span<const std::int16_t>>& out);

}  // namespace bitrook::data

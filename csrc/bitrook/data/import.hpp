// Importing columns from other libraries through Arrow's C structures: texts, and lists of moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/data/arrow.hpp"

namespace bitrook::data {

// A column of texts; nulls have no value.
using Texts = std::vector<std::optional<std::string_view>>;
// A column of lists of moves; nulls have no value.
using MoveLists = std::vector<std::optional<std::span<const std::int16_t>>>;

// Whether arrays with this schema contain texts: strings, large strings, string views, or the binary types.
bool holds_texts(const ArrowSchema& schema);
// Whether they contain lists or large lists of int16 or uint16.
bool holds_moves(const ArrowSchema& schema);

// These functions append the rows of an array as views of its memory. They return null, or an error if the array is
// invalid; `out` then keeps its length. Lengths, offsets and addresses are checked against each other, but the actual
// size of the memory cannot be checked. Precondition: holds_texts(schema) or holds_moves(schema).
const char* import_texts(const ArrowSchema& schema, const ArrowArray& array, Texts& out);
const char* import_moves(const ArrowSchema& schema, const ArrowArray& array, MoveLists& out);

}  // namespace bitrook::data

// Reading columns of other libraries through Arrow's C structures: texts, and lists of moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/data/arrow.hpp"

namespace bitrook::data {

// A column of texts; nothing for nulls.
using Texts = std::vector<std::optional<std::string_view>>;
// A column of lists of moves; nothing for nulls.
using MoveLists = std::vector<std::optional<std::span<const std::int16_t>>>;

// Whether arrays of a schema are texts: string, large string or string view (binary, too).
bool holds_texts(const ArrowSchema& schema);
// Whether they are lists or large lists of int16 or uint16.
bool holds_moves(const ArrowSchema& schema);

// These append the rows of an array, as views of its memory. Precondition: the schema holds them. They return what is
// wrong with the array, null if nothing; `out` is then as long as it was. Lengths, offsets and addresses are checked
// against each other. Whether memory is as large as they say cannot be checked.
const char* import_texts(const ArrowSchema& schema, const ArrowArray& array, Texts& out);
const char* import_moves(const ArrowSchema& schema, const ArrowArray& array, MoveLists& out);

}  // namespace bitrook::data

// Numbers that callers pass as buffers or as nested sequences.
#pragma once

#include <vector>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// Appends the numbers of a buffer or of nested sequences. Floats are rounded. On failure, returns false and sets a
// TypeError or ValueError whose message contains the parameter and the index.
bool load_numbers(PyObject* object, const char* name, std::vector<int>& numbers);

// The same for 6 or 12 rows of 64 numbers, with one row for each kind of piece. The rows may also be flattened; pickles
// contain 12 x 64 ints as bytes.
bool load_rows(PyObject* object, const char* name, std::vector<int>& numbers);

}  // namespace bitrook::bindings

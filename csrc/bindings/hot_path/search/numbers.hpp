// Numbers that callers pass as buffers or as nested sequences.
#pragma once

#include <vector>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// Appends the numbers of a buffer or of nested sequences. Floats are rounded. False with a TypeError or ValueError that
// names the parameter and the place.
bool load_numbers(PyObject* object, const char* name, std::vector<int>& numbers);

// The same for rows of 64 by type of piece: 6 or 12 of them, or as many numbers without rows; or, as pickles
// have them, 12 x 64 ints as bytes.
bool load_rows(PyObject* object, const char* name, std::vector<int>& numbers);

}  // namespace bitrook::bindings

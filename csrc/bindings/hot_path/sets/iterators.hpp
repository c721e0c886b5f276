// Python iterators over the squares of a set, and over its subsets.
#pragma once

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

// Each returns a new iterator over the set as it is now.
PyObject* iterate_squares(Bitboard set);           // low to high
PyObject* iterate_squares_reversed(Bitboard set);  // high to low
PyObject* iterate_subsets(Bitboard set);           // as plain ints, the empty set first
PyObject* iterate_subset_objects(Bitboard set);    // as Bitboards

bool add_iterators(PyObject* module);

}  // namespace bitrook::bindings

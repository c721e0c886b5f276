// Python iterators over moves, over the squares of a set and over its subsets.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"

namespace bitrook::bindings {

// Each function returns a new iterator over a copy of the moves or the set, or null with MemoryError set.
PyObject* iterate_moves(const MoveList& moves);
PyObject* iterate_squares(Bitboard set);           // from a1 to h8
PyObject* iterate_squares_reversed(Bitboard set);  // from h8 to a1
PyObject* iterate_subsets(Bitboard set);           // as ints, the empty set first
PyObject* iterate_bitboard_subsets(Bitboard set);  // as Bitboards

}  // namespace bitrook::bindings

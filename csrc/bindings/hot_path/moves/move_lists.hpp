// Whole move lists as Python objects, made by one call.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::bindings {

// Each function returns a new object, or null with an exception.
PyObject* list_of(const MoveList& moves);   // a list of Moves
PyObject* uci_list(const MoveList& moves);  // a list of UCI texts
// A list of SAN texts, with UCI for moves that are not legal. `all_legal` skips the test of legality.
PyObject* san_list(const Position& p, const MoveList& moves, bool all_legal);
// The words as bytes; or writes them to the buffer `out` and returns their number.
PyObject* word_list(const MoveList& moves, PyObject* out);

}  // namespace bitrook::bindings

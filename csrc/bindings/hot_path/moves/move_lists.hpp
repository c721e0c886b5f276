// Rows of moves as Python objects, in one go.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::bindings {

PyObject* list_of(const MoveList& moves);   // of interned Moves
PyObject* uci_list(const MoveList& moves);  // of their interned texts
// Of SAN; of UCI where a move is not legal, which is not asked if the caller knows that all are.
PyObject* san_list(const Position& p, const MoveList& moves, bool all_legal);
PyObject* word_list(const MoveList& moves, PyObject* out);  // into the caller's memory, or as bytes

}  // namespace bitrook::bindings

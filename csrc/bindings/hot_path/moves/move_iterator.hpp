// A Python iterator over the moves of one moment.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/base/move.hpp"

namespace bitrook::bindings {

// A new iterator that holds the moves' words and makes no list: a move is looked up when its turn comes.
PyObject* iterator_over(const MoveList& moves);

bool add_move_iterator(PyObject* module);

}  // namespace bitrook::bindings

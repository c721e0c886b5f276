// A Python iterator over the moves of one moment.
#pragma once

#include "../../bitrook/move.hpp"
#include "python.hpp"

namespace bitrook::fast {

// A new iterator that holds the moves' words and makes no list: a move is looked up when its turn comes.
PyObject* iterator_over(const MoveList& moves);

bool add_move_iterator(PyObject* module);

}  // namespace bitrook::fast

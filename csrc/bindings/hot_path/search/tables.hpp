// The Python PieceSquareTables, for other bindings.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_square_tables_type = nullptr;

// The tables of a PieceSquareTables object; null without an exception if `object` is something else. They never change
// and live as long as the object: whoever uses them without the GIL holds a reference to it.
const search::PieceSquareTables* tables_of(PyObject* object);

}  // namespace bitrook::bindings

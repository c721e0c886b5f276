// The Python PieceSquareTables, for other bindings.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_square_tables_type = nullptr;

// Returns the tables of a PieceSquareTables object, or null without an exception if `object` is something else. They
// never change and live as long as the object, so a caller that uses them without the GIL must hold a reference to it.
const search::PieceSquareTables* tables_of(PyObject* object);

}  // namespace bitrook::bindings

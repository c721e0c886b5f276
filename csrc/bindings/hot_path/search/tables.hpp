// The Python PieceSquareTables, for other bindings.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_square_tables_type = nullptr;
inline PyTypeObject* evaluation_terms_type = nullptr;  // EvaluationTerms

// The tables of a PieceSquareTables object; null without an exception if `object` is something else. They never change
// and live as long as the object: whoever uses them without the GIL holds a reference to it.
const search::PieceSquareTables* tables_of(PyObject* object);

// What a native evaluation returns if it is not called with one Board alone: the scores of bitrook.batch.Boards, which
// is written in Python. `out` may be null. Null with an exception for anything else.
PyObject* evaluate_boards(PyObject* evaluation, PyObject* boards, PyObject* out);

}  // namespace bitrook::bindings

// The Python Piece: twelve immortal objects.
#pragma once

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_type = nullptr;

struct PieceObject {
  PyObject ob_base;
  PyObject* piece_type;
  PyObject* color;
  PyObject* symbol;  // an interned str
  Piece piece;
};

// By the core's piece; 0 and 1 stay null. Filled at import, so that reading needs no care.
extern PyObject* piece_objects[14];

inline bool is_piece(PyObject* object) { return Py_TYPE(object) == piece_type; }
// `object` must be a Piece.
inline Piece piece_of(PyObject* object) { return reinterpret_cast<PieceObject*>(object)->piece; }

bool add_piece(PyObject* module);

}  // namespace bitrook::bindings

// The Python Piece: twelve immutable objects.
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

inline bool is_piece(PyObject* object) { return Py_TYPE(object) == piece_type; }
// `object` must be a Piece.
inline Piece piece_of(PyObject* object) { return reinterpret_cast<PieceObject*>(object)->piece; }

}  // namespace bitrook::bindings

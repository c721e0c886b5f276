// The Python Piece: twelve shared objects, and objects owned by programs.
#pragma once

#include "bindings/hot_path/moves/values.hpp"
#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* piece_type = nullptr;

// The value is the number of the core's Piece.
struct PieceObject {
  ValueObject head;
  Field piece_type;
  Field color;
  Field symbol;  // an interned str
};

inline bool is_piece(PyObject* object) {
  return Py_TYPE(object) == piece_type || PyObject_TypeCheck(object, piece_type);
}
// `object` must be a Piece.
inline Piece piece_of(PyObject* object) { return Piece(value_of(object)); }

}  // namespace bitrook::bindings

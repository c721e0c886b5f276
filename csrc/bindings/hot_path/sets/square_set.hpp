// The Python SquareSet: a mutable set of squares.
#pragma once

#include "bindings/support/attributes.hpp"

namespace bitrook::bindings {

inline PyTypeObject* square_set_type = nullptr;

struct SquareSetObject : AttributesObject {
  Bitboard set;
};

inline bool is_square_set(PyObject* object) { return PyObject_TypeCheck(object, square_set_type); }
// `object` must be a SquareSet.
inline Bitboard& set_of(PyObject* object) { return reinterpret_cast<SquareSetObject*>(object)->set; }

template <>
struct Self<SquareSetObject&> {
  static constexpr bool Locked = true;
  static SquareSetObject& get(PyObject* self) { return *reinterpret_cast<SquareSetObject*>(self); }
};

}  // namespace bitrook::bindings

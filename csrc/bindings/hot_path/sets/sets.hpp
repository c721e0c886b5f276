// The Python sets of squares: Bitboard, which is immutable and an int, and SquareSet, which is mutable.
#pragma once

#include "bindings/support/attributes.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// ---- Bitboard.

inline PyTypeObject* bitboard_type = nullptr;

inline bool is_bitboard(PyObject* object) { return Py_TYPE(object) == bitboard_type; }
// `object` must be a Bitboard.
inline Bitboard bitboard_of(PyObject* object) { return Bitboard(PyLong_AsUnsignedLongLongMask(object)); }

// Returns a new Bitboard. Creating one takes 60 ns, and a plain int 15 ns, so the methods of boards return plain ints.
PyObject* bitboard_object(Bitboard set);

// A set that is a Bitboard in Python. It is loaded from anything that the constructor accepts, including texts.
struct Word {
  Bitboard set;
};
inline PyObject* to_python(Word word) { return bitboard_object(word.set); }
bool load(PyObject* object, Word& word, std::string_view name);

// ---- SquareSet.

inline PyTypeObject* square_set_type = nullptr;

struct SquareSetObject : AttributesObject {
  Bitboard set;
};

inline bool is_square_set(PyObject* object) { return PyObject_TypeCheck(object, square_set_type); }
// `object` must be a SquareSet.
inline Bitboard& set_of(PyObject* object) { return reinterpret_cast<SquareSetObject*>(object)->set; }

// ---- Shared by both.

// Replaces `set` with {square}.
bool load_square(PyObject* object, Bitboard& set);

// Shifts the set. Returns false with an exception set if `amount` is not a number of squares.
template <bool Left>
bool shift_by(Bitboard& set, PyObject* amount) {
  std::int64_t n = 0;
  if (!load_index(amount, n, "shift")) return false;
  if (n < 0) return fail(PyExc_ValueError, "negative shift count");
  const unsigned places = unsigned(n < 64 ? n : 64);
  set = Left ? set << places : set >> places;
  return true;
}

// "Name(0x0000_0000_0000_ff00)".
PyObject* grouped_repr(const char* name, Bitboard set);

}  // namespace bitrook::bindings

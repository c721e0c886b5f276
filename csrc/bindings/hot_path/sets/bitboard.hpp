// The Python Bitboard: an immutable set of squares that is an int.
#pragma once

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

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

// ---- Shared by Bitboard and SquareSet.

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

// The first parameter of a method is the set itself.
template <>
struct Self<Bitboard> {
  static constexpr bool Locked = false;
  static Bitboard get(PyObject* self) { return bitboard_of(self); }
};
template <>
struct Self<const Bitboard&> : Self<Bitboard> {};  // for member functions

void add_bitboard_methods(TypeBuilder& type);

}  // namespace bitrook::bindings

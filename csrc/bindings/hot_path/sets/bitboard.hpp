// The Python Bitboard: an immutable set of squares that is an int.
#pragma once

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* bitboard_type = nullptr;

inline bool is_bitboard(PyObject* object) { return Py_TYPE(object) == bitboard_type; }
// `object` must be a Bitboard.
inline Bitboard bitboard_of(PyObject* object) { return Bitboard(PyLong_AsUnsignedLongLongMask(object)); }

// A new object (an int of a subclass takes 60 ns, a plain one 15: sets that a search makes are plain ints).
PyObject* bitboard_object(Bitboard set);

// A set that is a Bitboard on the Python side; taken from all that its constructor takes, text included.
struct Word {
  Bitboard set;
};
inline PyObject* to_python(Word word) { return bitboard_object(word.set); }
bool load(PyObject* object, Word& word, std::string_view name);

// "SquareSet(0x0000_0000_0000_ff00)".
PyObject* grouped_repr(const char* name, Bitboard set);

bool add_bitboard(PyObject* module);

}  // namespace bitrook::bindings

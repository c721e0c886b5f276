// Conversions between core values and Python objects.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bindings/support/python.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook::bindings {

// ---- To Python. Each function returns a new reference, or null with an exception set.

inline PyObject* none() { return incref(Py_None); }
inline PyObject* to_python(PyObject* object) { return object; }
inline PyObject* to_python(bool value) { return incref(value ? Py_True : Py_False); }
inline PyObject* to_python(int value) { return PyLong_FromLong(value); }
inline PyObject* to_python(unsigned value) { return PyLong_FromUnsignedLong(value); }
inline PyObject* to_python(std::uint64_t value) { return PyLong_FromUnsignedLongLong(value); }
inline PyObject* to_python(Bitboard set) { return PyLong_FromUnsignedLongLong(set.word()); }
inline PyObject* to_python(std::string_view text) {
  return PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()));
}
PyObject* to_python(const char*) = delete;  // would be a bool

inline PyObject* to_python(Color c) { return to_python(c == Color::White); }
inline PyObject* to_python(Square s) { return s == Square::None ? none() : PyLong_FromLong(long(index(s))); }
inline PyObject* to_python(PieceType t) { return t == PieceType::None ? none() : PyLong_FromLong(long(index(t))); }
PyObject* to_python(Move move);    // the shared object of the move: move.cpp
PyObject* to_python(Piece piece);  // the shared object of the piece, or None: piece.cpp
template <class T>
PyObject* to_python(const std::optional<T>& value) {
  return value ? to_python(*value) : none();
}

// A set of squares that is a SquareSet in Python. It is loaded from an int, an iterable of squares or an object with
// __int__, and returned as a new SquareSet.
struct Squares {
  Bitboard set;
};
PyObject* to_python(Squares squares);  // square_set.cpp

// ---- From Python. On failure, each function returns false and sets an exception whose message contains the parameter.

// A parameter with a default that is not None: Or<int, 3>, or Or<T> for T().
template <class T, auto... Default>
struct Or {
  T value{Default...};
};

// An int in Low..High. The default is Low.
template <std::int64_t Low, std::int64_t High>
struct Within {
  std::int64_t value = Low;
};

Failure not_a(const char* expected, PyObject* given, std::string_view name);  // TypeError
Failure out_of_range(PyObject* error, const char* range, PyObject* given, std::string_view name);

// Loads an int or an object with __index__. Values that do not fit in 64 bits are clamped.
bool load_index(PyObject* object, std::int64_t& value, std::string_view name);
// The same for values in low..high. Sets `error` for others.
bool load_within(PyObject* object, std::int64_t low, std::int64_t high, std::int64_t& value, std::string_view name,
                 PyObject* error = PyExc_ValueError);
bool load_slow(PyObject* object, Square& square, std::string_view name);
bool load_slow(PyObject* object, Color& color, std::string_view name);
bool load_slow(PyObject* object, std::string_view& text, std::string_view name);

inline bool load(PyObject* object, PyObject*& value, std::string_view) {
  value = object;  // borrowed; null if an optional argument is missing
  return true;
}
// Like an index into a list of 64 items: -64..-1 count from the end, and other values raise IndexError.
inline bool load(PyObject* object, Square& square, std::string_view name) {
  long value = 0;
  if (small_int(object, value) && 0 <= value && value < 64) [[likely]] {
    square = Square(value);
    return true;
  }
  return load_slow(object, square, name);
}
// Accepts a bool or anything equal to one, such as a numpy.bool_, 0 or 1. Raises TypeError for anything else.
inline bool load(PyObject* object, Color& color, std::string_view name) {
  if (object == Py_True || object == Py_False) {
    color = object == Py_True ? Color::White : Color::Black;
    return true;
  }
  return load_slow(object, color, name);
}
bool load(PyObject* object, bool& value, std::string_view name);  // the truth value
bool load(PyObject* object, int& value, std::string_view name);
bool load(PyObject* object, std::uint32_t& value, std::string_view name);
bool load(PyObject* object, std::uint64_t& value, std::string_view name);  // modulo 2^64
bool load(PyObject* object, Bitboard& set, std::string_view name);         // an int modulo 2^64, so that ~mask works
bool load(PyObject* object, PieceType& type, std::string_view name);       // 1..6, otherwise ValueError
// The text is valid as long as the object exists. A str that is not valid Unicode becomes a text that no parser
// accepts.
inline bool load(PyObject* object, std::string_view& text, std::string_view name) {
  if (PyUnicode_CheckExact(object) && PyUnicode_IS_COMPACT_ASCII(object)) {
    text = {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(object)), std::size_t(PyUnicode_GET_LENGTH(object))};
    return true;
  }
  return load_slow(object, text, name);
}
bool load(PyObject* object, Squares& squares, std::string_view name);  // square_set.cpp
bool load(PyObject* object, Move& move, std::string_view name);        // move.cpp
bool load(PyObject* object, Piece& piece, std::string_view name);      // piece.cpp

template <class T>
bool load(PyObject* object, std::optional<T>& value, std::string_view name) {
  if (!object || object == Py_None) {
    value.reset();
    return true;
  }
  return load(object, value.emplace(), name);
}
template <class T, auto... Default>
bool load(PyObject* object, Or<T, Default...>& value, std::string_view name) {
  return !object || load(object, value.value, name);
}
template <std::int64_t Low, std::int64_t High>
bool load(PyObject* object, Within<Low, High>& within, std::string_view name) {
  return !object || load_within(object, Low, High, within.value, name);
}

}  // namespace bitrook::bindings

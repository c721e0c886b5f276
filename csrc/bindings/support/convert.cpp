// Conversions that are not inlined.
#include "bindings/support/convert.hpp"

#include <limits>
#include <string>

namespace bitrook::bindings {

Failure not_a(const char* expected, PyObject* given, std::string_view name) {
  const Ref type = type_ref(given);
  const std::string wanted(expected), parameter(name), full = as_type(type)->tp_name;
  const std::string shown = full.substr(full.rfind('.') + 1);
  // A type of the same name in another library: "move must be a bitrook.Move, not a chess.Move".
  if (wanted == "a " + shown) {
    const Ref module(PyObject_GetAttrString(type.get(), "__module__"));
    if (!module) return {};
    return fail(PyExc_TypeError, "%s must be a bitrook.%s, not a %S.%s", parameter.c_str(), shown.c_str(), module.get(),
                shown.c_str());
  }
  const char* hint =
      wanted == "a Move" && PyUnicode_Check(given)
          ? ": use push_uci() or push_san() to play text, and Move.from_uci() or parse_san() to convert it"
          : "";
  return fail(PyExc_TypeError, "%s must be %s, not %.100s%s", parameter.c_str(), expected, full.c_str(), hint);
}

Failure out_of_range(PyObject* error, const char* range, PyObject* given, std::string_view name) {
  const char* in = std::string_view(range).ends_with(" or more") ? "" : "in ";
  return fail(error, "%s must be %s%s, not %R", std::string(name).c_str(), in, range, given);
}

bool load_index(PyObject* object, std::int64_t& value, std::string_view name) {
  if (!PyIndex_Check(object)) return not_a("an int", object, name);
  const Ref number(PyNumber_Index(object));
  if (!number) return false;
  int overflow = 0;
  value = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
  if (overflow) {
    value = overflow > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
  }
  return true;
}

bool load_within(PyObject* object, std::int64_t low, std::int64_t high, std::int64_t& value, std::string_view name,
                 PyObject* error) {
  if (!load_index(object, value, name)) return false;
  if (low <= value && value <= high) return true;
  return out_of_range(error, (std::to_string(low) + ".." + std::to_string(high)).c_str(), object, name);
}

bool load_slow(PyObject* object, Square& square, std::string_view name) {
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  if (value < -64 || value > 63) return out_of_range(PyExc_IndexError, "0..63", object, name);
  square = Square(value & 63);
  return true;
}

bool load_slow(PyObject* object, Color& color, std::string_view name) {
  for (const bool white : {false, true}) {
    const int equal = PyObject_RichCompareBool(object, white ? Py_True : Py_False, Py_EQ);
    if (equal < 0) return false;
    color = white ? Color::White : Color::Black;
    if (equal) return true;
  }
  return not_a("a bool (WHITE or BLACK)", object, name);
}

bool load(PyObject* object, bool& value, std::string_view) {
  const int truth = object == Py_True ? 1 : object == Py_False ? 0 : PyObject_IsTrue(object);
  value = truth > 0;
  return truth >= 0;
}

bool load(PyObject* object, int& value, std::string_view name) {
  std::int64_t wide = 0;
  if (!load_index(object, wide, name)) return false;
  value = int(wide);
  return value == wide || out_of_range(PyExc_ValueError, "the range of 32-bit integers", object, name);
}

bool load(PyObject* object, std::uint32_t& value, std::string_view name) {
  std::int64_t wide = 0;
  if (!load_within(object, 0, std::numeric_limits<std::uint32_t>::max(), wide, name)) return false;
  value = std::uint32_t(wide);
  return true;
}

bool load(PyObject* object, std::uint64_t& value, std::string_view name) {
  if (PyLong_Check(object)) {
    value = PyLong_AsUnsignedLongLongMask(object);
    return true;
  }
  if (!PyIndex_Check(object)) return not_a("an int", object, name);
  value = PyLong_AsUnsignedLongLongMask(object);  // calls __index__()
  return value != ~std::uint64_t{0} || !PyErr_Occurred();
}

bool load(PyObject* object, Bitboard& set, std::string_view name) {
  std::uint64_t word = 0;
  if (!load(object, word, name)) return false;
  set = Bitboard(word);
  return true;
}

bool load(PyObject* object, PieceType& type, std::string_view name) {
  std::int64_t value = 0;
  if (!load_within(object, 1, 6, value, name)) return false;
  type = PieceType(value);
  return true;
}

bool load_slow(PyObject* object, std::string_view& text, std::string_view name) {
  if (!PyUnicode_Check(object)) return not_a("a str", object, name);
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(object, &size);
  if (utf8) {
    text = {utf8, std::size_t(size)};
    return true;
  }
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
  PyErr_Clear();
  text = "\xEF\xBF\xBD";  // lone surrogates: U+FFFD, which every parser rejects with its own error
  return true;
}

}  // namespace bitrook::bindings

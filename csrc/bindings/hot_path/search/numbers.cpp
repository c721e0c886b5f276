// Reading numbers from buffers and nested sequences.
#include "bindings/hot_path/search/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

namespace {

constexpr int MaxNumber = 1'000'000;
constexpr std::size_t MaxNumbers = 12 * 64;
constexpr int MaxNesting = 4;

Failure refuse_range(PyObject* object, const std::string& place) {
  static_assert(MaxNumber == 1'000'000);
  return out_of_range(PyExc_ValueError, "-1000000..1000000", object, place);
}

bool load_number(PyObject* object, const std::string& place, int& number) {
  if (PyIndex_Check(object)) {
    std::int64_t value = 0;
    const bool loaded = load_within(object, -MaxNumber, MaxNumber, value, place);
    number = int(value);
    return loaded;
  }
  if (!PyNumber_Check(object)) return not_a("a number", object, place);
  const double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred()) return false;
  if (!(std::abs(value) <= MaxNumber)) return refuse_range(object, place);  // also if it is NaN
  number = int(std::nearbyint(value));
  return true;
}

bool is_sequence(PyObject* object) {
  return PyObject_CheckBuffer(object) || (PySequence_Check(object) && !PyUnicode_Check(object));
}

Failure refuse_size(const std::string& place, Py_ssize_t size) {
  return fail(PyExc_ValueError, "%s has too many numbers: %zd", place.c_str(), size);
}

PyObject* items_of_buffer(PyObject* object, const std::string& place) {
  const Ref view(PyMemoryView_FromObject(object));
  if (!view) return nullptr;
  const Py_buffer& buffer = *PyMemoryView_GET_BUFFER(view.get());
  if (buffer.ndim == 0) return not_a("an array of one or more dimensions", object, place);
  if (buffer.len > Py_ssize_t(MaxNumbers * sizeof(double))) return refuse_size(place, buffer.len / buffer.itemsize);
  const Ref list(PyObject_CallMethod(view.get(), "tolist", nullptr));
  return list ? PySequence_Tuple(list.get()) : nullptr;
}

// Returns the items as a tuple, which no other code can change.
PyObject* items_of(PyObject* object, const std::string& place) {
  if (PyObject_CheckBuffer(object)) return items_of_buffer(object, place);
  if (!is_sequence(object)) return not_a("an array or a sequence of numbers", object, place);
  const Py_ssize_t size = PyObject_Size(object);
  if (size < 0) return nullptr;
  return std::size_t(size) > MaxNumbers ? refuse_size(place, size) : PySequence_Tuple(object);
}

bool append(PyObject* object, const std::string& place, std::vector<int>& numbers, int nesting) {
  if (nesting > MaxNesting || numbers.size() > MaxNumbers) {
    return fail(PyExc_ValueError, "%s has too many numbers or too many dimensions", place.c_str());
  }
  const Ref items(items_of(object, place));
  if (!items) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(items.get(), i);
    const std::string here = place + "[" + std::to_string(i) + "]";
    if (is_sequence(item) && !PyIndex_Check(item)) {
      if (!append(item, here, numbers, nesting + 1)) return false;
    } else if (!load_number(item, here, numbers.emplace_back())) {
      return false;
    }
  }
  return true;
}

Failure refuse_shape(const std::string& place, const char* expected, std::size_t size) {
  return fail(PyExc_ValueError, "%s must have %s, not %zu", place.c_str(), expected, size);
}

}  // namespace

bool load_numbers(PyObject* object, const char* name, std::vector<int>& numbers) {
  return append(object, name, numbers, 1);
}

bool load_rows(PyObject* object, const char* name, std::vector<int>& numbers) {
  if (PyBytes_Check(object) && PyBytes_GET_SIZE(object) == Py_ssize_t(MaxNumbers * sizeof(int))) {
    numbers.resize(MaxNumbers);
    std::memcpy(numbers.data(), PyBytes_AS_STRING(object), MaxNumbers * sizeof(int));
    const bool in_range = std::ranges::all_of(numbers, [](int n) { return -MaxNumber <= n && n <= MaxNumber; });
    return in_range || refuse_range(object, name);
  }
  const Ref rows(items_of(object, name));
  if (!rows) return false;
  const auto count = std::size_t(PyTuple_GET_SIZE(rows.get()));
  if (count == 6 * 64 || count == 12 * 64) {
    if (!append(rows.get(), name, numbers, 1)) return false;
    return numbers.size() == count || refuse_shape(name, "6 x 64 or 12 x 64 numbers", numbers.size());
  }
  if (count != 6 && count != 12) return refuse_shape(name, "6 or 12 rows of 64 numbers", count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string place = std::string(name) + "[" + std::to_string(i) + "]";
    if (!append(PyTuple_GET_ITEM(rows.get(), Py_ssize_t(i)), place, numbers, 2)) return false;
    if (numbers.size() != 64 * (i + 1)) return refuse_shape(place, "64 numbers", numbers.size() - 64 * i);
  }
  return true;
}

}  // namespace bitrook::bindings

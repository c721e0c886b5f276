// Reading numbers from buffers and nested sequences. Floats are rounded.
#include "bindings/search/parameters.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/search/default_evaluation.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using search::PieceSquareTables;

constexpr int MaxNumber = 1'000'000;
constexpr std::size_t MaxNumbers = 12 * 64;
constexpr int MaxNesting = 4;

[[noreturn]] void refuse_number(PyObject* object, const std::string& place) {
  static_assert(MaxNumber == 1'000'000);
  throw_python_error(out_of_range(PyExc_ValueError, "-1000000..1000000", object, place));
}

int number(PyObject* object, const std::string& place) {
  if (PyIndex_Check(object)) {
    std::int64_t value = 0;
    if (!load_within(object, -MaxNumber, MaxNumber, value, place)) throw py::error_already_set();
    return int(value);
  }
  if (!PyNumber_Check(object)) throw_python_error(not_a("a number", object, place));
  const double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
  if (!(std::abs(value) <= MaxNumber)) refuse_number(object, place);  // also if it is NaN
  return int(std::nearbyint(value));
}

bool is_sequence(PyObject* object) {
  return PyObject_CheckBuffer(object) || (PySequence_Check(object) && !PyUnicode_Check(object));
}

// Returns the items as a tuple, which no other code can change.
py::tuple items_of(py::handle object, const std::string& place) {
  if (!is_sequence(object.ptr())) throw_python_error(not_a("an array or a sequence of numbers", object.ptr(), place));
  const auto refuse_size = [&](Py_ssize_t size) {
    throw_error(PyExc_ValueError, "%s has too many numbers: %zd", place.c_str(), size);
  };
  if (!PyObject_CheckBuffer(object.ptr())) {
    const std::size_t size = py::len(object);
    if (size > MaxNumbers) refuse_size(Py_ssize_t(size));
    return py::tuple(py::reinterpret_borrow<py::object>(object));
  }
  const py::memoryview view(py::reinterpret_borrow<py::object>(object));
  const Py_buffer& buffer = *PyMemoryView_GET_BUFFER(view.ptr());
  if (buffer.ndim == 0) throw_python_error(not_a("an array of one or more dimensions", object.ptr(), place));
  if (buffer.len > Py_ssize_t(MaxNumbers * sizeof(double))) refuse_size(buffer.len / buffer.itemsize);
  return view.attr("tolist")();
}

void append(py::handle object, const std::string& place, std::vector<int>& numbers, int nesting) {
  if (nesting > MaxNesting || numbers.size() > MaxNumbers)
    throw_error(PyExc_ValueError, "%s has too many numbers or too many dimensions", place.c_str());
  const py::tuple items = items_of(object, place);
  std::size_t i = 0;
  for (const py::handle item : items) {
    const std::string here = place + "[" + std::to_string(i++) + "]";
    if (is_sequence(item.ptr()) && !PyIndex_Check(item.ptr())) {
      append(item, here, numbers, nesting + 1);
    } else {
      numbers.push_back(number(item.ptr(), here));
    }
  }
}

std::vector<int> numbers_of(PyObject* object, const char* name) {
  std::vector<int> numbers;
  append(object, name, numbers, 1);
  return numbers;
}

// Returns 6 or 12 rows of 64 numbers, with one row for each kind of piece. The rows may also be flattened; pickles
// contain 12 x 64 ints as bytes.
std::vector<int> rows_of(PyObject* object, const char* name) {
  const auto refuse_shape = [](const std::string& place, const char* expected, std::size_t size) {
    throw_error(PyExc_ValueError, "%s must have %s, not %zu", place.c_str(), expected, size);
  };
  std::vector<int> numbers;
  if (PyBytes_Check(object) && PyBytes_GET_SIZE(object) == Py_ssize_t(MaxNumbers * sizeof(int))) {
    numbers.resize(MaxNumbers);
    std::memcpy(numbers.data(), PyBytes_AS_STRING(object), MaxNumbers * sizeof(int));
    if (std::ranges::any_of(numbers, [](int n) { return std::abs(std::int64_t(n)) > MaxNumber; }))
      refuse_number(object, name);
    return numbers;
  }
  const py::tuple rows = items_of(object, name);
  if (rows.size() == 6 * 64 || rows.size() == 12 * 64) {
    append(rows, name, numbers, 1);
    if (numbers.size() != rows.size()) refuse_shape(name, "6 x 64 or 12 x 64 numbers", numbers.size());
    return numbers;
  }
  if (rows.size() != 6 && rows.size() != 12) refuse_shape(name, "6 or 12 rows of 64 numbers", rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string place = std::string(name) + "[" + std::to_string(i) + "]";
    append(rows[i], place, numbers, 2);
    if (numbers.size() != 64 * (i + 1)) refuse_shape(place, "64 numbers", numbers.size() - 64 * i);
  }
  return numbers;
}

using Values = std::array<std::array<int, 6>, 2>;  // by piece type, in the middlegame and the endgame

// Returns six numbers for both phases of the game, or six for each.
Values table_values(PyObject* object) {
  const std::vector<int> numbers = numbers_of(object, "values");
  if (numbers.size() != 6 && numbers.size() != 12)
    throw_error(PyExc_ValueError, "values must be six numbers, pawn to king, or two rows of six, not %zu numbers",
                numbers.size());
  Values values;
  for (std::size_t i = 0; i < 12; ++i) values[i / 6][i % 6] = numbers[i % numbers.size()];
  return values;
}

PieceSquareTables::PhaseWeights phase_weights(PyObject* object) {
  PieceSquareTables::PhaseWeights weights;
  const std::vector<int> numbers = numbers_of(object, "phase");
  const bool in_range = std::ranges::all_of(numbers, [](int n) { return 0 <= n && n <= PieceSquareTables::MaxWeight; });
  if (numbers.size() != weights.size() || !in_range)
    throw_error(PyExc_ValueError, "phase must be six numbers in 0..%d, pawn to king: %R", PieceSquareTables::MaxWeight,
                object);
  std::ranges::copy(numbers, weights.begin());
  return weights;
}

// Returns White's and Black's tables. If there are only six rows, they are White's, and Black's are their mirror image.
std::array<PieceSquareTables::Table, 2> tables_by_color(PyObject* object, const char* name,
                                                        const std::array<int, 6>& values) {
  const std::vector<int> numbers = rows_of(object, name);
  const bool mirrors = numbers.size() == 6 * 64;
  std::array<PieceSquareTables::Table, 2> tables;
  for (std::size_t i = 0; i < 12 * 64; ++i) {
    const std::size_t color = i / (6 * 64), row = i / 64 % 6, square = i % 64;
    const int number = mirrors && color ? numbers[row * 64 + (square ^ 56)] : numbers[i];
    const int score = number + values[row];
    if (score < -PieceSquareTables::MaxEntry || score > PieceSquareTables::MaxEntry)
      throw_error(PyExc_ValueError, "%s[%zu][%zu] and the value of the piece must be in -%d..%d: %d", name,
                  mirrors ? row : 6 * color + row, square, PieceSquareTables::MaxEntry, PieceSquareTables::MaxEntry,
                  score);
    tables[color][row][square] = score;
  }
  return tables;
}

}  // namespace

search::PieceValues exchange_values(PyObject* object) {
  search::PieceValues values;
  const std::vector<int> numbers = numbers_of(object, "values");
  const bool negative = std::ranges::any_of(numbers, [](int n) { return n < 0; });
  if ((numbers.size() != 5 && numbers.size() != 6) || negative)
    throw_error(PyExc_ValueError, "values must be five or six non-negative numbers: %R", object);
  std::ranges::copy(numbers, values.of_type.begin() + 1);
  return values;
}

void load_weights(PyObject* object, const char* name, std::span<search::Tapered> weights) {
  constexpr int Max = search::EvaluationWeights::Max;
  if (object == Py_True) return;
  if (object == Py_False) {
    std::ranges::fill(weights, search::Tapered());
    return;
  }
  const std::vector<int> numbers = numbers_of(object, name);
  if (numbers.size() != 2 * weights.size())
    throw_error(PyExc_ValueError, "%s must be True, False or %zu pairs of numbers, not %zu numbers", name,
                weights.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::abs(numbers[i]) > Max)
      throw_error(PyExc_ValueError, "%s[%zu][%zu] must be in -%d..%d: %d", name, i / 2, i % 2, Max, Max, numbers[i]);
  }
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = {numbers[2 * i], numbers[2 * i + 1]};
}

PieceSquareTables piece_square_tables(PyObject* midgame, PyObject* endgame, PyObject* values, PyObject* phase) {
  const Values added = is_given(values) ? table_values(values) : Values{};
  const auto weights = is_given(phase) ? phase_weights(phase) : PieceSquareTables::StandardWeights;
  if (!is_given(midgame)) {
    if (!is_given(endgame) && !is_given(values) && !is_given(phase)) return PieceSquareTables::standard();
    throw py::type_error("PieceSquareTables() requires midgame if another argument is given");
  }
  const auto first = tables_by_color(midgame, "midgame", added[0]);
  return PieceSquareTables(
      first,
      is_given(endgame) ? tables_by_color(endgame, "endgame", added[1]) : tables_by_color(midgame, "midgame", added[1]),
      weights);
}

}  // namespace bitrook::bindings

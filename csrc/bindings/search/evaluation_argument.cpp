// Choosing an evaluation, and calling evaluations in Python.
#include "bindings/search/evaluation_argument.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/nnue/network.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::bindings {

namespace {

// Returns new _Boards without history, or null with an exception set.
PyObject* new_boards(std::span<const Position> positions) {
  try {
    batch::Boards boards(positions.size(), {.history = 0});
    for (std::size_t i = 0; i < positions.size(); ++i) boards.set_start(i, positions[i]);
    return pybind11::cast(BoardsObject(std::move(boards))).release().ptr();
  } catch (const std::exception& error) {
    return raise_from(error);
  }
}

// Reads an int or a float, which is rounded, and clamps it to the range of scores. Returns false with an exception set
// on failure.
bool load_score(PyObject* result, int& score) {
  const double value = PyFloat_AsDouble(result);
  if (value == -1.0 && PyErr_Occurred()) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) not_a("an int or a float", result, "the result of evaluation");
    return false;
  }
  if (std::isnan(value)) {
    PyErr_SetString(PyExc_ValueError, "the result of evaluation must be a number of centipawns, not nan");
    return false;
  }
  score = int(std::nearbyint(std::clamp<double>(value, -search::MaxEvaluation, search::MaxEvaluation)));
  return true;
}

}  // namespace

int PythonEvaluation::operator()(const Position& p) const {
  int score = 0;
  callable_.call([&] { return new_board(board_type, Game(p)); },
                 [&](PyObject* result) { return load_score(result, score); });
  return score;
}

bool PythonBatchedEvaluation::evaluate(std::span<const Position> positions, std::span<std::int32_t> scores) const {
  return callable_.call([&] { return new_boards(positions); },
                        [&](PyObject* result) {
                          if (!PyBytes_Check(result) || std::size_t(PyBytes_GET_SIZE(result)) != scores.size_bytes()) {
                            PyErr_SetString(PyExc_TypeError, "evaluation must return bytes: an int32 for each board");
                            return false;
                          }
                          std::memcpy(scores.data(), PyBytes_AS_STRING(result), scores.size_bytes());
                          return true;
                        });
}

const search::Evaluation& EvaluationArgument::choose(const pybind11::object& given, bool batched) const {
  if (given.is_none()) return search::DefaultEvaluation::standard();
  if (const auto* tables = tables_of(given.ptr())) return *tables;
  if (const auto* native = default_evaluation_of(given.ptr())) return *native;
  if (const auto* network = network_of(given)) return network->evaluation();
  if (PyCallable_Check(given.ptr())) {
    if (batched) return batched_;
    return single_;
  }
  throw_python_error(
      not_a("None, DefaultEvaluation, PieceSquareTables, a network or callable", given.ptr(), "evaluation"));
}

void EvaluationArgument::require_valid(const Position& p) const {
  if (const auto* evaluation = dynamic_cast<const search::NetworkEvaluation*>(&chosen_))
    bindings::require_valid(evaluation->network(), p);
}

}  // namespace bitrook::bindings

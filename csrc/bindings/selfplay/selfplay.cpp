// _selfplay_game() and _selfplay() for Python: playing games without the GIL, returning them in order, and Ctrl-C.
#include "bitrook/selfplay/selfplay.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "bindings/search/evaluation_argument.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/object.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using selfplay::Batch;
using selfplay::PlayedGame;
using selfplay::Settings;

using Numbers = std::array<std::uint64_t, 11>;  // the fields of bitrook.selfplay.Settings, which checks them

Settings settings_of(const Numbers& n) {
  return {n[0],           n[1],      unsigned(n[2]), int(n[3]),      unsigned(n[4]), int(n[5]),
          unsigned(n[6]), int(n[7]), unsigned(n[8]), unsigned(n[9]), int(n[10])};
}

const search::Evaluation& native(const EvaluationArgument& given) {
  if (given.is_python()) throw py::type_error("evaluation must be native: a callable can play only one game at a time");
  return given.evaluation();
}

template <class Items, class Convert>
py::tuple tuple_of(const Items& items, Convert convert) {
  py::tuple result(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) result[i] = convert(items[i]);
  return result;
}

// Returns (opening, moves, scores, kept, result, ending).
py::tuple python_game(const Numbers& numbers, const py::object& evaluation, std::uint64_t number) {
  std::atomic<bool> stop{false};
  const EvaluationArgument given(evaluation, false, stop);
  const search::Evaluation& chosen = native(given);
  const std::optional<PlayedGame> game = run_released([&](ReleasedGil& released) {
    return selfplay::play_game(settings_of(numbers), chosen, number, [&] { return released.check_signals(); });
  });
  const auto move = [](Move m) { return py::cast(m); };
  return py::make_tuple(tuple_of(game->opening, move),
                        tuple_of(game->plies, [&](const selfplay::Ply& ply) { return move(ply.move); }),
                        tuple_of(game->plies, [](const selfplay::Ply& ply) { return py::int_(ply.score); }),
                        tuple_of(game->plies, [](const selfplay::Ply& ply) { return py::bool_(ply.is_kept); }),
                        int(game->result), selfplay::EndingNames[std::size_t(game->ending)]);
}

// Calls take(bytes, games, plies, positions, white_wins, draws, black_wins). Uses the C API, as with_gil() requires.
bool hand_over(PyObject* take, const Batch& batch) {
  using Count = unsigned long long;
  const auto& [white, drawn, black] = batch.results;
  PyObject* bytes =
      PyBytes_FromStringAndSize(reinterpret_cast<const char*>(batch.bytes.data()), Py_ssize_t(batch.bytes.size()));
  if (!bytes) return false;
  PyObject* result = PyObject_CallFunction(take, "NKKKKKK", bytes, Count(batch.games), Count(batch.plies),
                                           Count(batch.positions), Count(white), Count(drawn), Count(black));
  Py_XDECREF(result);
  return result != nullptr;
}

void python_games(const Numbers& numbers, const py::object& evaluation, std::string_view format, std::uint64_t first,
                  std::uint64_t last, unsigned threads, const py::object& take) {
  std::atomic<bool> stop{false};
  const EvaluationArgument given(evaluation, false, stop);
  const search::Evaluation& chosen = native(given);
  const auto* found = std::ranges::find(batch::RecordFormats, format, &batch::RecordFormatInfo::name);
  if (found == batch::RecordFormats.end()) throw py::value_error("no such format: " + std::string(format));
  if (first > last) throw py::value_error("first must not be greater than last");
  run_released([&](ReleasedGil& released) {
    selfplay::play_games(settings_of(numbers), chosen, found->format, first, last, threads, [&](const Batch& batch) {
      if (batch.games == 0) return released.check_signals();
      return released.with_gil([&] { return hand_over(take.ptr(), batch); });
    });
  });
}

}  // namespace

void define_selfplay(py::module_& m) {
  m.attr("_ENDINGS") = tuple_of(selfplay::EndingNames, [](std::string_view name) { return py::str(name); });
  add_functions(m.ptr(), {bound<"_selfplay_game(settings, evaluation, number)", python_game>(
                              "Play one game: see bitrook.selfplay.play()."),
                          bound<"_selfplay(settings, evaluation, format, first, last, threads, take)", python_games>(
                              "Play games and pass their positions to *take*: see bitrook.selfplay.generate().")});
}

}  // namespace bitrook::bindings

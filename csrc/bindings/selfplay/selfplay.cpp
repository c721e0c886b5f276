// _selfplay_game() and _selfplay() for Python: playing games without the GIL, returning them in order, and Ctrl-C.
#include "bitrook/selfplay/selfplay.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "bindings/search/evaluation_argument.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using selfplay::Batch;
using selfplay::PlayedGame;
using selfplay::Settings;

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
py::tuple python_game(const Settings& settings, const py::object& evaluation, std::uint64_t number) {
  std::atomic<bool> stop{false};
  const EvaluationArgument given(evaluation, false, stop);
  const search::Evaluation& chosen = native(given);
  const std::optional<PlayedGame> game = run_released([&](ReleasedGil& released) {
    return selfplay::play_game(settings, chosen, number, [&] { return released.check_signals(); });
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

void python_games(const Settings& settings, const py::object& evaluation, std::string_view format, std::uint64_t first,
                  std::uint64_t last, unsigned threads, const py::object& take) {
  std::atomic<bool> stop{false};
  const EvaluationArgument given(evaluation, false, stop);
  const search::Evaluation& chosen = native(given);
  const auto* found = std::ranges::find(batch::RecordFormats, format, &batch::RecordFormatInfo::name);
  if (found == batch::RecordFormats.end()) throw py::value_error("no such format: " + std::string(format));
  if (first > last) throw py::value_error("first must not be greater than last");
  run_released([&](ReleasedGil& released) {
    selfplay::play_games(settings, chosen, found->format, first, last, threads, [&](const Batch& batch) {
      if (batch.games == 0) return released.check_signals();
      return released.with_gil([&] { return hand_over(take.ptr(), batch); });
    });
  });
}

}  // namespace

void define_selfplay(py::module_& m) {
  m.attr("_ENDINGS") = py::tuple(py::cast(selfplay::EndingNames));
  py::class_<Settings>(m, "_SelfplaySettings", py::is_final(), not_instantiable);
  m.def(
      "_selfplay_settings",
      [](std::uint64_t seed, std::uint64_t nodes, unsigned random_plies, int max_opening_score, unsigned max_plies,
         int win_score, unsigned win_plies, int draw_score, unsigned draw_plies, unsigned draw_from, int max_score) {
        return Settings{seed,      nodes,      random_plies, max_opening_score, max_plies, win_score,
                        win_plies, draw_score, draw_plies,   draw_from,         max_score};
      },
      py::kw_only(), "seed"_a, "nodes"_a, "random_plies"_a, "max_opening_score"_a, "max_plies"_a, "win_score"_a,
      "win_plies"_a, "draw_score"_a, "draw_plies"_a, "draw_from"_a, "max_score"_a,
      "Return the settings of a bitrook.selfplay.Settings, which checks them.");
  m.def("_selfplay_game", &python_game, "settings"_a, "evaluation"_a, "number"_a,
        "Play one game: see bitrook.selfplay.play().");
  m.def("_selfplay", &python_games, "settings"_a, "evaluation"_a, "format"_a, "first"_a, "last"_a, "threads"_a,
        "take"_a, "Play games and pass their positions to *take*: see bitrook.selfplay.generate().");
}

}  // namespace bitrook::bindings

// _search() and _quiescence() for Python: argument parsing, searching without the GIL, callbacks and Ctrl-C.
#include "bitrook/search/search.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/search/evaluation_argument.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/search/score.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using search::Info;
using search::Limits;
using search::Options;

constexpr double LongestSeconds = 1e9;  // about thirty years

// A flag that another thread sets to stop a search.
struct StopFlag {
  std::atomic<bool> is_set = false;
};

// All techniques except those with these names.
Options options_without(const py::object& off) {
  Options options;
  for (const py::handle name : off) {
    const auto* found = std::ranges::find(search::TechniqueNames, argument<std::string_view>(name, "off"));
    if (found == search::TechniqueNames.end())
      throw py::value_error("no such technique: " + std::string(py::repr(name)));
    options.set(search::Technique(found - search::TechniqueNames.begin()), false);
  }
  return options;
}

// Converts an int that is at least `low`, and clamps it to `high`. Returns `missing` for None.
std::int64_t number(const py::object& given, std::int64_t low, std::int64_t high, std::int64_t missing,
                    const char* name) {
  if (given.is_none()) return missing;
  std::int64_t value = 0;
  if (!load_index(given.ptr(), value, name)) throw py::error_already_set();
  if (value < low)
    throw_python_error(out_of_range(PyExc_ValueError, low == 0 ? "0 or more" : "1 or more", given.ptr(), name));
  return std::min(value, high);
}

std::optional<std::chrono::nanoseconds> time_argument(const py::object& seconds) {
  if (seconds.is_none()) return std::nullopt;
  const double value = PyFloat_AsDouble(seconds.ptr());
  if (value == -1.0 && PyErr_Occurred()) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) not_a("a float", seconds.ptr(), "time");
    throw py::error_already_set();
  }
  if (!(value >= 0)) throw_python_error(out_of_range(PyExc_ValueError, "0 or more", seconds.ptr(), "time"));
  if (value > LongestSeconds) return std::nullopt;
  return std::chrono::nanoseconds(std::int64_t(value * 1e9));
}

std::vector<Move> moves_argument(const py::object& given, const Position& p) {
  std::vector<Move> moves;
  if (given.is_none()) return moves;
  for (const py::handle item : given) {
    const Move m = argument<Move>(item, "moves");
    const Move own = with_castling_encoding(p, m, p.chess960());
    if (!is_legal(p, own)) throw_python_error(raise_illegal_move("illegal move in moves", p, m));
    moves.push_back(own);
  }
  if (moves.empty()) throw py::value_error("moves must not be empty");
  return moves;
}

std::shared_ptr<search::TranspositionTable> table_argument(const py::object& given) {
  if (given.is_none()) return nullptr;
  if (auto table = table_of(given.ptr())) return table;
  throw_python_error(not_a("None or a TranspositionTable", given.ptr(), "table"));
}

// Returns (depth, seldepth, nodes, seconds, ((is_mate, score, (move, ...)), ...), tbhits), or null with an exception
// set. Uses the C API, as with_gil() requires.
PyObject* to_python(const Info& info) {
  PyObject* lines = PyTuple_New(Py_ssize_t(info.lines.size()));
  for (std::size_t i = 0; lines && i < info.lines.size(); ++i) {
    const search::Line& line = info.lines[i];
    PyObject* moves = PyTuple_New(Py_ssize_t(line.moves.size()));
    for (std::size_t j = 0; moves && j < line.moves.size(); ++j) {
      PyObject* move = bindings::to_python(line.moves[j]);
      if (!move) Py_CLEAR(moves);
      if (move) PyTuple_SET_ITEM(moves, Py_ssize_t(j), move);
    }
    const bool is_mate = search::is_mate(line.score);
    const int score = is_mate ? search::moves_to_mate(line.score) : line.score;
    PyObject* item = moves ? Py_BuildValue("(OiN)", is_mate ? Py_True : Py_False, score, moves) : nullptr;
    if (!item) Py_CLEAR(lines);
    if (item) PyTuple_SET_ITEM(lines, Py_ssize_t(i), item);
  }
  if (!lines) return nullptr;
  return Py_BuildValue("(iiKdNK)", info.depth, info.selective_depth, static_cast<unsigned long long>(info.nodes),
                       std::chrono::duration<double>(info.time).count(), lines,
                       static_cast<unsigned long long>(info.table_hits));
}

bool report(PyObject* on_info, const Info& info) {
  PyObject* argument = to_python(info);
  if (!argument) return false;
  PyObject* returned = PyObject_CallOneArg(on_info, argument);
  Py_DECREF(argument);
  Py_XDECREF(returned);
  return returned != nullptr;
}

struct SearchOptions {
  Options options;
  std::shared_ptr<tablebase::Tablebase> tablebase;  // to which `options` points
};

SearchOptions search_options(const py::object& off, const std::shared_ptr<tablebase::Tablebase>& tablebase,
                             const py::object& probe_depth, bool fifty_move_rule) {
  SearchOptions made{options_without(off), tablebase};
  made.options.tablebase = {tablebase.get(), int(number(probe_depth, 0, search::MaxPly, 1, "probe_depth")),
                            fifty_move_rule};
  return made;
}

Limits search_limits(const py::object& board, const py::object& depth, const py::object& nodes, const py::object& time,
                     const py::object& soft_time, const py::object& moves, const py::object& multipv,
                     const py::object& threads) {
  constexpr auto MaxNodes = std::numeric_limits<std::int64_t>::max();
  Limits limits;
  limits.depth = int(number(depth, 1, search::MaxPly - 1, search::MaxPly - 1, "depth"));
  limits.nodes = std::uint64_t(number(nodes, 0, MaxNodes, MaxNodes, "nodes"));
  limits.time = time_argument(time);
  limits.soft_time = time_argument(soft_time);
  limits.moves = moves_argument(moves, position_argument(board.ptr()));
  limits.multi_pv = unsigned(number(multipv, 1, MaxMoves, 1, "multipv"));
  limits.threads = unsigned(number(threads, 1, 1024, 1, "threads"));
  return limits;
}

py::object python_search(const py::object& board, const py::object& evaluation, bool batched, const py::object& table,
                         const SearchOptions& options, const Limits& limits, StopFlag& stop,
                         const py::object& on_info) {
  const Game game = game_argument(board.ptr());
  EvaluationArgument given(evaluation, batched, stop.is_set);
  given.require_valid(game.position());
  PythonCallable& python = given.callable();
  const auto shared_table = table_argument(table);
  if (given.is_python() && limits.threads > 1)
    throw py::value_error("threads must be 1 with an evaluation in Python, which only one thread can run at a time");
  if (!on_info.is_none() && !PyCallable_Check(on_info.ptr()))
    throw_python_error(not_a("callable", on_info.ptr(), "on_info"));

  const Info result = run_released([&](ReleasedGil& released) {
    python.released(&released);
    search::Callbacks callbacks;
    callbacks.go_on = [&] { return !python.failed() && released.check_signals(); };
    if (!on_info.is_none())
      callbacks.on_info = [&](const Info& info) {
        return !python.failed() && released.with_gil([&] { return report(on_info.ptr(), info); });
      };
    return search::search(game, given.evaluation(), shared_table.get(), options.options, limits, callbacks,
                          stop.is_set);
  });
  return steal(to_python(result));
}

py::object python_quiescence(const py::object& board, const py::object& alpha, const py::object& beta,
                             const py::object& evaluation, bool batched) {
  const Position p = position_argument(board.ptr());
  const auto bound = [](const py::object& given, const char* name) {
    std::int64_t value = 0;
    if (!load_index(given.ptr(), value, name)) throw py::error_already_set();
    return int(std::clamp<std::int64_t>(value, -search::Infinite, search::Infinite));
  };
  const int low = bound(alpha, "alpha"), high = bound(beta, "beta");
  if (low >= high) throw py::value_error("alpha must be less than beta");
  std::atomic<bool> stop{false};
  const EvaluationArgument given(evaluation, batched, stop);
  given.require_valid(p);
  // The GIL is kept, because most calls take a few microseconds.
  const auto result =
      search::quiescence(p, low, high, given.evaluation(), [&] { return !stop && PyErr_CheckSignals() == 0; });
  throw_if_set();
  return steal(Py_BuildValue("(iK)", result.score, static_cast<unsigned long long>(result.nodes)));
}

}  // namespace

void define_search(py::module_& m) {
  m.attr("_TECHNIQUES") = py::tuple(py::cast(search::TechniqueNames));
  py::class_<StopFlag>(m, "_StopFlag", py::is_final(), not_instantiable,
                       "A flag that another thread sets to stop a search.")
      .def(
          "set", [](StopFlag& flag) { flag.is_set = true; }, "Stop the search.")
      .def_property_readonly(
          "is_set", [](const StopFlag& flag) { return flag.is_set.load(); }, "Whether set() has been called.");
  m.def("_stop_flag", [] { return std::make_unique<StopFlag>(); }, "Return a new flag.");
  py::class_<SearchOptions>(m, "_SearchOptions", py::is_final(), not_instantiable);
  m.def("_search_options", &search_options, py::kw_only(), "off"_a, "tablebase"_a = py::none(), "probe_depth"_a = 1,
        "fifty_move_rule"_a = true,
        "Return the techniques of a search, without those in *off*, and how it uses tablebases.");
  py::class_<Limits>(m, "_SearchLimits", py::is_final(), not_instantiable);
  m.def("_search_limits", &search_limits, "board"_a, py::kw_only(), "depth"_a = py::none(), "nodes"_a = py::none(),
        "time"_a = py::none(), "soft_time"_a = py::none(), "moves"_a = py::none(), "multipv"_a = py::none(),
        "threads"_a = py::none(), "Return the limits of a search of *board*.");
  m.def("_search", &python_search, "board"_a, "evaluation"_a, "batched"_a, "table"_a, "options"_a, "limits"_a, "stop"_a,
        "on_info"_a = py::none(), "Search a position: see bitrook.search.Search.run().");
  m.def("_quiescence", &python_quiescence, "board"_a, "alpha"_a, "beta"_a, "evaluation"_a, "batched"_a,
        "Return the score and the number of nodes: see bitrook.search.quiescence().");
}

}  // namespace bitrook::bindings

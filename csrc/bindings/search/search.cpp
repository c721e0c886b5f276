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
#include "bindings/support/errors.hpp"
#include "bindings/support/object.hpp"
#include "bindings/tablebase/tablebase.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/search/score.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using search::Info;
using search::Limits;
using search::Options;

constexpr double LongestSeconds = 1e9;  // about thirty years

// A flag that another thread sets to stop a search. It is shared, because the search may outlive the object.
struct StopFlag {
  std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
};

Options options_argument(const py::object& off) {
  Options options;
  for (const py::handle name : off) {
    std::string_view text;
    if (!load(name.ptr(), text, "off")) throw py::error_already_set();
    const auto* found = std::ranges::find(search::TechniqueNames, text);
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
  if (value < low) {
    out_of_range(PyExc_ValueError, low == 0 ? "0 or more" : "1 or more", given.ptr(), name);
    throw py::error_already_set();
  }
  return std::min(value, high);
}

std::optional<std::chrono::nanoseconds> time_argument(const py::object& seconds) {
  if (seconds.is_none()) return std::nullopt;
  const double value = PyFloat_AsDouble(seconds.ptr());
  if (value == -1.0 && PyErr_Occurred()) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) not_a("a float", seconds.ptr(), "time");
    throw py::error_already_set();
  }
  if (!(value >= 0)) {
    out_of_range(PyExc_ValueError, "0 or more", seconds.ptr(), "time");
    throw py::error_already_set();
  }
  if (value > LongestSeconds) return std::nullopt;
  return std::chrono::nanoseconds(std::int64_t(value * 1e9));
}

std::vector<Move> moves_argument(const py::object& given, const Position& p) {
  std::vector<Move> moves;
  if (given.is_none()) return moves;
  for (const py::handle item : given) {
    const Move m = argument<Move>(item, "moves");
    const Move own = with_castling_encoding(p, m, p.chess960());
    if (!is_legal(p, own)) {
      raise_illegal_move("illegal move in moves", p, m);
      throw py::error_already_set();
    }
    moves.push_back(own);
  }
  if (moves.empty()) throw py::value_error("moves must not be empty");
  return moves;
}

std::shared_ptr<search::TranspositionTable> table_argument(const py::object& given) {
  if (given.is_none()) return nullptr;
  if (auto table = table_of(given.ptr())) return table;
  not_a("None or a TranspositionTable", given.ptr(), "table");
  throw py::error_already_set();
}

std::shared_ptr<tablebase::Tablebase> tablebase_argument(const py::object& given) {
  if (given.is_none()) return nullptr;
  if (const auto* object = held<TablebaseObject>(given)) return object->tables;
  not_a("None or a _Tablebase", given.ptr(), "tablebase");
  throw py::error_already_set();
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

py::object python_search(const py::object& board, const py::object& evaluation, bool batched, const py::object& table,
                         const py::object& off, const py::object& depth, const py::object& nodes,
                         const py::object& time, const py::object& soft_time, const py::object& moves,
                         const py::object& multipv, const py::object& threads, const py::object& on_info,
                         const StopFlag& stop, const py::object& tablebase, const py::object& min_depth,
                         std::optional<bool> fifty_move_rule) {
  const Game game = game_argument(board.ptr());
  const auto stopped = stop.flag;
  EvaluationArgument given(evaluation, batched, *stopped);
  given.require_valid(game.position());
  PythonCallable& python = given.callable();
  const auto shared_table = table_argument(table);
  Options options = options_argument(off);
  const std::shared_ptr<tablebase::Tablebase> files = tablebase_argument(tablebase);
  options.tablebase = {files.get(), int(number(min_depth, 0, search::MaxPly, 1, "probe_depth")),
                       fifty_move_rule.value_or(true)};
  constexpr auto MaxNodes = std::numeric_limits<std::int64_t>::max();
  Limits limits;
  limits.depth = int(number(depth, 1, search::MaxPly - 1, search::MaxPly - 1, "depth"));
  limits.nodes = std::uint64_t(number(nodes, 0, MaxNodes, MaxNodes, "nodes"));
  limits.time = time_argument(time);
  limits.soft_time = time_argument(soft_time);
  limits.moves = moves_argument(moves, game.position());
  limits.multi_pv = unsigned(number(multipv, 1, MaxMoves, 1, "multipv"));
  limits.threads = unsigned(number(threads, 1, 1024, 1, "threads"));
  if (given.is_python() && limits.threads > 1)
    throw py::value_error("threads must be 1 with an evaluation in Python, which only one thread can run at a time");
  if (!on_info.is_none() && !PyCallable_Check(on_info.ptr())) {
    not_a("callable", on_info.ptr(), "on_info");
    throw py::error_already_set();
  }

  const Info result = run_released([&](ReleasedGil& released) {
    python.released(&released);
    search::Callbacks callbacks;
    callbacks.go_on = [&] { return !python.failed() && released.check_signals(); };
    if (!on_info.is_none())
      callbacks.on_info = [&](const Info& info) {
        return !python.failed() && released.with_gil([&] { return report(on_info.ptr(), info); });
      };
    return search::search(game, given.evaluation(), shared_table.get(), options, limits, callbacks, *stopped);
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

void set_flag(const StopFlag& self) { *self.flag = true; }
bool is_flag_set(const StopFlag& self) { return self.flag->load(); }
StopFlag new_flag() { return StopFlag(); }

}  // namespace

void define_search(py::module_& m) {
  ObjectType<StopFlag> type("bitrook._StopFlag", "A flag that another thread sets to stop a search.");
  type.methods({bound<"set()", set_flag>("Stop the search.")});
  type.attributes({bound_attribute<"is_set", is_flag_set>("Whether set() has been called.")});
  type.build(m);
  py::tuple techniques(search::TechniqueNames.size());
  for (std::size_t i = 0; i < techniques.size(); ++i) techniques[i] = py::str(search::TechniqueNames[i]);
  m.attr("_TECHNIQUES") = techniques;
  add_functions(
      m.ptr(),
      {
          bound<"_stop_flag()", new_flag>("Return a new flag."),
          bound<"_search(board, evaluation, batched, table, off, depth, nodes, time, soft_time, moves, multipv, "
                "threads, on_info, stop, tablebase=None, probe_depth=1, fifty_move_rule=True)",
                python_search>("Search a position: see bitrook.search.Search.run()."),
          bound<"_quiescence(board, alpha, beta, evaluation, batched)", python_quiescence>(
              "Return the score and the number of nodes: see bitrook.search.quiescence()."),
      });
}

}  // namespace bitrook::bindings

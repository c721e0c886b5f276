// The search for Python: arguments, evaluations that are callables, reports, and the release of the GIL.
#include "bitrook/search/search.hpp"

#include <pybind11/chrono.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/search_types.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// An evaluation that is a Python callable: it gets a board and returns an int. Only the calling thread uses it.
class CallableEvaluation : public search::Evaluation {
 public:
  CallableEvaluation(PyObject* function, const Game& game) : function_(function), game_(game) {}

  void with(ReleasedGil& released) { released_ = &released; }
  bool failed() const { return failed_; }

  int operator()(const Position& p) const override {
    if (failed_) return 0;
    int score = 0;
    const auto call = [&] {
      const Ref board(new_board(board_type, Game(p)));
      const Ref result(board ? PyObject_CallOneArg(function_, board.get()) : nullptr);
      std::int64_t value = 0;
      if (!result || !load_index(result.get(), value, "the evaluation's result")) return false;
      score = int(std::clamp<std::int64_t>(value, -search::MaxEvaluation, search::MaxEvaluation));
      return true;
    };
    failed_ = released_ ? !released_->with_gil(call) : !call();
    return score;
  }

 private:
  PyObject* function_;
  const Game& game_;
  ReleasedGil* released_ = nullptr;
  mutable bool failed_ = false;  // an exception is set
};

struct StopFlag {
  std::atomic<bool> set{false};
};

// The table is in use while this exists.
class TableUse {
 public:
  explicit TableUse(PyObject* table) : table_(table ? reinterpret_cast<TableObject*>(table) : nullptr) {
    if (table_) ++table_->users;
  }
  TableUse(const TableUse&) = delete;
  ~TableUse() {
    if (table_) --table_->users;
  }
  search::TranspositionTable* get() const { return table_ ? table_->table.get() : nullptr; }

 private:
  TableObject* table_;
};

Game game_of(const py::object& board) {
  if (!is_board(board.ptr())) {
    not_a("a Board", board.ptr(), "board");
    throw py::error_already_set();
  }
  [[maybe_unused]] const Lock lock(board.ptr());
  return board_of(board.ptr()).game;
}

py::tuple to_tuple(const search::Info& info) {
  py::list lines;
  for (const search::Line& line : info.lines) {
    py::list moves;
    for (const Move m : line.moves) moves.append(m);
    lines.append(py::make_tuple(line.score, search::moves_to_mate(line.score), moves));
  }
  return py::make_tuple(info.depth, info.selective_depth, info.nodes, std::chrono::duration<double>(info.time).count(),
                        lines);
}

search::Options options_of(const py::dict& given) {
  search::Options options;
  const std::pair<const char*, bool*> fields[]{{"quiescence", &options.quiescence},
                                               {"hash_moves", &options.hash_moves},
                                               {"hash_cutoffs", &options.hash_cutoffs},
                                               {"history", &options.history},
                                               {"aspiration", &options.aspiration},
                                               {"principal_variation", &options.principal_variation},
                                               {"check_extensions", &options.check_extensions},
                                               {"mate_distance", &options.mate_distance},
                                               {"null_move", &options.null_move},
                                               {"reverse_futility", &options.reverse_futility},
                                               {"futility", &options.futility},
                                               {"late_move_reductions", &options.late_move_reductions},
                                               {"late_move_pruning", &options.late_move_pruning},
                                               {"see_pruning", &options.see_pruning}};
  for (const auto& [name, field] : fields)
    if (given.contains(name)) *field = py::cast<bool>(given[name]);
  return options;
}

// `evaluation` is a PieceSquareTables or a callable.
py::tuple run_search(const py::object& board, const py::object& evaluation, const py::object& table,
                     const py::dict& options_given, int depth, std::optional<std::uint64_t> nodes,
                     std::optional<double> seconds, const std::vector<Move>& moves, unsigned multipv, unsigned threads,
                     const py::object& on_info, StopFlag& stop) {
  const Game game = game_of(board);
  const search::Options options = options_of(options_given);
  search::Limits limits;
  limits.depth = depth;
  limits.multi_pv = multipv;
  limits.threads = threads;
  limits.moves = moves;
  if (nodes) limits.nodes = *nodes;
  if (seconds) limits.time = std::chrono::nanoseconds(std::int64_t(std::min(*seconds, 1e9) * 1e9));
  const bool is_native = PyObject_TypeCheck(evaluation.ptr(), tables_type);
  CallableEvaluation callable(evaluation.ptr(), game);
  const search::Evaluation* const chosen = is_native ? &reinterpret_cast<TablesObject*>(evaluation.ptr())->tables
                                                     : static_cast<const search::Evaluation*>(&callable);
  const TableUse use(table.is_none() ? nullptr : table.ptr());
  search::Info info;
  {
    ReleasedGil released;
    callable.with(released);
    search::Callbacks callbacks;
    callbacks.go_on = [&] { return !callable.failed() && released.with_gil([] { return PyErr_CheckSignals() == 0; }); };
    if (!on_info.is_none())
      callbacks.on_info = [&](const search::Info& report) {
        return released.with_gil([&] {
          const py::tuple argument = to_tuple(report);
          const Ref result(PyObject_CallOneArg(on_info.ptr(), argument.ptr()));
          return bool(result);
        });
      };
    if (!is_native) {
      // The search looks at `stop` every thousand nodes, which is long for an evaluation in Python.
      const auto go_on = callbacks.go_on;
      callbacks.go_on = [&callable, go_on] { return !callable.failed() && go_on(); };
    }
    info = search::search(game, *chosen, use.get(), options, limits, callbacks, stop.set);
  }
  throw_if_set();
  return to_tuple(info);
}

int run_quiescence(const py::object& board, int alpha, int beta, const py::object& evaluation) {
  const Game game = game_of(board);
  if (PyObject_TypeCheck(evaluation.ptr(), tables_type))
    return search::quiescence(game.position(), alpha, beta, reinterpret_cast<TablesObject*>(evaluation.ptr())->tables);
  const CallableEvaluation callable(evaluation.ptr(), game);
  const int score = search::quiescence(game.position(), alpha, beta, callable);
  throw_if_set();
  return score;
}

}  // namespace

void define_search(py::module_& m) {
  py::class_<StopFlag>(m, "_StopFlag", py::is_final())
      .def(py::init<>())
      .def("set", [](StopFlag& flag) { flag.set = true; })
      .def("clear", [](StopFlag& flag) { flag.set = false; });
  m.def("_search", run_search);
  m.def("_quiescence", run_quiescence);
}

}  // namespace bitrook::bindings

// perft() and divide() for Python: arguments, counting without the GIL, progress and Ctrl-C.
#include "bitrook/perft/perft.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <new>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

constexpr std::int64_t MaxDepth = 100;  // no count to this depth ends or fits 64 bits
constexpr std::int64_t MaxThreads = 1024;
constexpr std::int64_t MaxHashMb = std::int64_t{1} << 19;

// An int, or an object with __index__, from `low` to `high`.
std::int64_t number(const py::object& given, std::int64_t low, std::int64_t high, const char* range, const char* name) {
  std::int64_t value = 0;
  if (!load_index(given.ptr(), value, name)) throw py::error_already_set();
  if (value < low || value > high) {
    out_of_range(PyExc_ValueError, range, given.ptr(), name);
    throw py::error_already_set();
  }
  return value;
}

PerftMethod method_of(const py::object& given) {
  if (!py::isinstance<py::str>(given)) {
    not_a("a str", given.ptr(), "method");
    throw py::error_already_set();
  }
  if (given.equal(py::str("count"))) return PerftMethod::Count;
  if (given.equal(py::str("walk"))) return PerftMethod::Walk;
  throw py::value_error("method must be 'count' or 'walk': " + std::string(py::repr(given)));
}

Position position_of(const py::object& board) {
  if (!is_board(board.ptr())) {
    not_a("a Board", board.ptr(), "board");
    throw py::error_already_set();
  }
  [[maybe_unused]] const Lock lock(board.ptr());
  return board_of(board.ptr()).game.position();
}

PerftCount count(const py::object& board, const py::object& depth, const py::object& threads, const py::object& hash_mb,
                 const py::object& progress, const py::object& method) {
  const Position position = position_of(board);
  const auto plies = unsigned(number(depth, 0, MaxDepth, "0..100", "depth"));
  PerftOptions options;
  options.threads = unsigned(number(threads, 1, MaxThreads, "1..1024", "threads"));
  options.hash_mb = std::size_t(number(hash_mb, 0, MaxHashMb, "0..524288", "hash_mb"));
  options.method = method_of(method);
  if (options.method == PerftMethod::Walk && options.hash_mb > 0)
    throw py::value_error("hash_mb must be 0 with method='walk', which uses no hash table");
  if (!progress.is_none() && !PyCallable_Check(progress.ptr())) {
    not_a("callable", progress.ptr(), "progress");
    throw py::error_already_set();
  }

  PerftCount result;
  {
    ReleasedGil released;
    options.go_on = [&](const PerftProgress& p) {
      return released.with_gil([&] {
        if (PyErr_CheckSignals() != 0) return false;
        if (progress.is_none()) return true;
        PyObject* returned =
            PyObject_CallFunction(progress.ptr(), "KKK", static_cast<unsigned long long>(p.done),
                                  static_cast<unsigned long long>(p.parts), static_cast<unsigned long long>(p.nodes));
        Py_XDECREF(returned);
        return returned != nullptr;
      });
    };
    result = count_tree(position, plies, options);
  }
  throw_if_set();
  if (result.end == PerftEnd::OutOfMemory) throw std::bad_alloc();
  return result;
}

std::uint64_t python_perft(const py::object& board, const py::object& depth, const py::object& threads,
                           const py::object& hash_mb, const py::object& progress, const py::object& method) {
  return count(board, depth, threads, hash_mb, progress, method).nodes;
}

py::dict python_divide(const py::object& board, const py::object& depth, const py::object& threads,
                       const py::object& hash_mb, const py::object& progress, const py::object& method) {
  py::dict result;
  for (const PerftCount::Root& root : count(board, depth, threads, hash_mb, progress, method).roots)
    result[py::reinterpret_steal<py::object>(to_python(root.move))] = root.nodes;
  return result;
}

constexpr const char* PerftDoc = R"(perft(board, depth, *, threads=1, hash_mb=0, progress=None, method='count')
--

Count the leaves of the tree of legal moves.

The count is the number of sequences of *depth* legal moves from the position of *board*: 1 for depth 0,
the number of legal moves for depth 1. Every sequence counts, also if others lead to the same position.

The GIL is released while counting. Other Python threads run; changes that they make to the board have
no effect on the count. Ctrl-C stops it.

:param board: a Board. Its history has no effect: repetitions and draws do not end a sequence.
:param depth: 0 to 100.
:param threads: 1 to 1024, the calling thread included. At most four for each processor are used.
:param hash_mb: 0 to 524288. The size in MiB, rounded down to a power of two, of a hash table of counted
    subtrees. It pays from about depth 7 on. Subtrees are recognised by 64 bits, so a wrong count is
    possible: with 64 MiB, about one time in 4,000 for a count of 10**13. Must be 0 with method "walk".
:param progress: None, or a callable. It is called about 20 times a second, in the calling thread, with
    three ints: the parts of the tree that are counted, the number of parts, and the leaves of the
    counted ones. If it raises an exception, the count stops and the exception is passed on.
:param method: "count" counts the last two plies together, on a board of its own. "walk" lists and makes
    the moves with the library's move generator and counts the last ply; it takes four to five times as
    long and tests the generator.
:returns: the number of leaves, an int.
:raises TypeError: if an argument is of the wrong type.
:raises ValueError: if an argument is out of its range.
:raises MemoryError: if there is not enough memory for the hash table.
:raises RuntimeError: in a child process that was forked by *progress* while helper threads were running.

>>> perft(Board(), 4)
197281
)";

constexpr const char* DivideDoc = R"(divide(board, depth, *, threads=1, hash_mb=0, progress=None, method='count')
--

Count the leaves of the tree of legal moves, separately for each move of the position.

Comparing the counts with those of another program shows below which move they differ. The parameters
and exceptions are those of perft().

:returns: a dict from each legal move, in the order of board.legal_moves, to the number of sequences of
    *depth* legal moves that begin with it. The values sum to perft(board, depth). Empty for depth 0.

>>> board = Board("7k/8/8/8/8/8/R7/K7 b - - 0 1")
>>> {board.uci(move): leaves for move, leaves in divide(board, 2).items()}
{'h8g8': 15, 'h8h7': 15, 'h8g7': 15}
)";

}  // namespace

void define_perft(py::module_& m) {
  py::options options;
  options.disable_function_signatures();  // the texts begin with one that inspect.signature() reads
  const auto define = [&m](const char* name, auto function, const char* doc) {
    m.def(name, function, py::arg("board"), py::arg("depth"), py::kw_only(), py::arg("threads") = 1,
          py::arg("hash_mb") = 0, py::arg("progress") = py::none(), py::arg("method") = "count", doc);
  };
  define("perft", python_perft, PerftDoc);
  define("divide", python_divide, DivideDoc);
}

}  // namespace bitrook::bindings

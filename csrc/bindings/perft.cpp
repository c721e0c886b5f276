// perft() and divide() for Python: argument parsing, counting without the GIL, progress reports and Ctrl-C.
#include "bitrook/perft/perft.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <new>
#include <variant>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/type_builder.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

// ---- Parameters. Not in the anonymous namespace, where they would hide the other overloads of load().

// The parameter *board*.
struct PerftBoard {
  std::variant<Position, VariantPosition> position;
};
static bool load(PyObject* object, PerftBoard& board, std::string_view name) {
  if (!is_board(object)) return not_a("a Board", object, name);
  with_position_argument(object, [&](const auto& position) { board.position = position; });
  return true;
}

// The parameter *method*.
struct PerftMethodName {
  PerftMethod method = PerftMethod::Count;
};
static bool load(PyObject* object, PerftMethodName& result, std::string_view name) {
  std::string_view text = "count";
  if (object && !load(object, text, name)) return false;
  result.method = text == "walk" ? PerftMethod::Walk : PerftMethod::Count;
  return text == "count" || text == "walk" || raise(PyExc_ValueError, "method must be 'count' or 'walk'", text);
}

// The parameter *progress*: may be null.
struct ProgressCallback {
  PyObject* callable = nullptr;
};
static bool load(PyObject* object, ProgressCallback& progress, std::string_view name) {
  if (!is_given(object)) return true;
  progress.callable = object;
  return PyCallable_Check(object) || not_a("callable", object, name);
}

namespace {

using Depth = Within<0, 100>;  // a deeper count would never end, nor fit in 64 bits
using Threads = Within<1, 1024>;
using HashMb = Within<0, 1 << 19>;

PerftCount count(const PerftBoard& board, Depth depth, Threads threads, HashMb hash_mb, PyObject* progress,
                 PerftMethod method) {
  PerftOptions options;
  options.threads = unsigned(threads.value);
  options.hash_mb = std::size_t(hash_mb.value);
  options.method = method;
  if (method == PerftMethod::Walk && options.hash_mb > 0)
    throw py::value_error("hash_mb must be 0 with method='walk', which uses no hash table");
  if (std::holds_alternative<VariantPosition>(board.position) && options.hash_mb > 0)
    throw py::value_error("hash_mb must be 0 for variants, which are counted without a hash table");

  const PerftCount result = run_released([&](ReleasedGil& released) {
    options.go_on = [&](const PerftProgress& p) {
      return released.with_gil([&] {
        if (PyErr_CheckSignals() != 0) return false;
        if (!progress) return true;
        PyObject* returned =
            PyObject_CallFunction(progress, "KKK", static_cast<unsigned long long>(p.done),
                                  static_cast<unsigned long long>(p.parts), static_cast<unsigned long long>(p.nodes));
        Py_XDECREF(returned);
        return returned != nullptr;
      });
    };
    return std::visit([&](const auto& p) { return count_tree(p, unsigned(depth.value), options); }, board.position);
  });
  if (result.end == PerftEnd::OutOfMemory) throw std::bad_alloc();
  return result;
}

std::uint64_t perft(PerftBoard board, Depth depth, Threads threads, HashMb hash_mb, ProgressCallback progress,
                    PerftMethodName name) {
  return count(board, depth, threads, hash_mb, progress.callable, name.method).nodes;
}

PyObject* divide(PerftBoard board, Depth depth, Threads threads, HashMb hash_mb, ProgressCallback progress,
                 PerftMethodName name) {
  const PerftCount counted = count(board, depth, threads, hash_mb, progress.callable, name.method);
  Ref result(PyDict_New());
  for (const PerftCount::Root& root : counted.roots) {
    const Ref move(to_python(root.move)), nodes(to_python(root.nodes));
    if (!result || !move || !nodes || PyDict_SetItem(result.get(), move.get(), nodes.get()) < 0) return nullptr;
  }
  return result.release();
}

constexpr const char* PerftDoc = R"(Count the leaves of the tree of legal moves.

The result is the number of sequences of *depth* legal moves from the position of *board*: 1 for depth 0,
and the number of legal moves for depth 1. Sequences that lead to the same position are counted
separately.

The GIL is released while counting, so other Python threads can run. Changes that they make to the board
do not affect the count. Ctrl-C interrupts it.

:param board: a Board. Its history has no effect: repetitions and draws do not end a sequence. The boards of
    variants are always walked, and a game that the variant's rules have ended has no further moves.
:param depth: the number of plies, 0 to 100.
:param threads: the number of threads, 1 to 1024, including the calling thread. At most four threads per
    processor are used.
:param hash_mb: the size in MiB of a hash table for the counts of subtrees, 0 to 524288, rounded down to
    a power of two. A table is worthwhile from about depth 7. Subtrees are identified by 64 bits, so a
    wrong count is possible: with 64 MiB, the chance is about 1 in 4,000 for a count of 10**13. Must be
    0 if *method* is "walk".
:param progress: a callable, or None. It is called about 20 times a second, in the calling thread, with
    three ints: the number of parts of the tree counted so far, the total number of parts, and the
    number of leaves counted so far. If it raises an exception, the count stops and the exception
    propagates.
:param method: "count" computes the last two plies together, with a specialized board. "walk" generates
    and makes the moves with the library's move generator, and counts those of the last ply without
    making them; it takes four to five times as long, and is meant for testing the generator.
:returns: the number of leaves.
:raises TypeError: if an argument is of the wrong type.
:raises ValueError: if an argument is out of its range.
:raises MemoryError: if there is not enough memory for the hash table.
:raises RuntimeError: in a child process that *progress* forked while worker threads were running.

>>> perft(Board(), 4)
197281
)";

constexpr const char* DivideDoc =
    R"(Count the leaves of the tree of legal moves, separately for each first move.

Compare the counts with those of another program to find the moves after which they differ. The
parameters and exceptions are the same as for perft().

:param board: a Board.
:param depth: the number of plies, 0 to 100.
:param threads: the number of threads, 1 to 1024.
:param hash_mb: the size in MiB of a hash table, 0 to 524288.
:param progress: a callable, or None.
:param method: "count" or "walk".
:returns: a dict that maps each legal move, in the order of board.legal_moves, to the number of sequences
    of *depth* legal moves that start with it. The values add up to perft(board, depth). For depth 0,
    the dict is empty.

>>> board = Board("7k/8/8/8/8/8/R7/K7 b - - 0 1")
>>> {board.uci(move): leaves for move, leaves in divide(board, 2).items()}
{'h8g8': 15, 'h8h7': 15, 'h8g7': 15}
)";

}  // namespace

void define_perft(py::module_& m) {
  add_functions(
      m.ptr(),
      {function<"perft(board, depth, *, threads=1, hash_mb=0, progress=None, method='count')", bindings::perft>(
           PerftDoc),
       function<"divide(board, depth, *, threads=1, hash_mb=0, progress=None, method='count')", bindings::divide>(
           DivideDoc)});
}

}  // namespace bitrook::bindings

// Perft for Python: counting without the GIL, while the caller hears of progress and Ctrl-C is heard.
#include "bitrook/perft/perft.hpp"

#include "bindings/hot_path/board/board.hpp"
#include "bindings/perft.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook {

namespace {

using Owned = bindings::Ref;
using Module = PyObject*;

constexpr std::int64_t MaxDepth = 100;  // further than any count that ends, or fits 64 bits
constexpr std::int64_t MaxThreads = 1024;
constexpr std::int64_t MaxHashMb = std::int64_t{1} << 19;

bool load_between(PyObject* given, std::int64_t low, std::int64_t high, const char* range, std::string_view name,
                  std::int64_t& value) {
  if (!given) return true;
  if (!bindings::load_index(given, value, name)) return false;
  if (low <= value && value <= high) return true;
  return bindings::out_of_range(PyExc_ValueError, range, given, name);
}

// The GIL is held between Take and its end, and not while the core counts.
struct Release {
  PyThreadState* state = PyEval_SaveThread();
  ~Release() { PyEval_RestoreThread(state); }
};
struct Take {
  explicit Take(PyThreadState*& state) : state_(state) { PyEval_RestoreThread(state_); }
  ~Take() { state_ = PyEval_SaveThread(); }
  PyThreadState*& state_;
};

// True with `count`; false with an exception.
bool counted(PyObject* board, PyObject* depth, PyObject* threads, PyObject* hash_mb, PyObject* progress,
             bool shallow_too, PerftCount& count) {
  std::int64_t levels = 0, workers = 1, mebibytes = 0;
  if (!bindings::is_board(board)) return bindings::not_a("a Board", board, "board");
  if (!load_between(depth, 0, MaxDepth, "0..100", "depth", levels) ||
      !load_between(threads, 1, MaxThreads, "1..1024", "threads", workers) ||
      !load_between(hash_mb, 0, MaxHashMb, "0..524288", "hash_mb", mebibytes))
    return false;
  if (progress == Py_None) progress = nullptr;
  if (progress && !PyCallable_Check(progress)) return bindings::not_a("callable", progress, "progress");
  const Position position = [board] {
    [[maybe_unused]] const bindings::Lock lock(board);
    return bindings::board_of(board).game.position();
  }();
  if (levels <= 4 && !shallow_too) {  // about a millisecond: not worth cutting into parts
    Release released;
    count.nodes = perft(position, unsigned(levels));
    return true;
  }

  Release released;
  PerftOptions options;
  options.threads = unsigned(workers);
  options.hash_mb = std::size_t(mebibytes);
  options.go_on = [&](const PerftProgress& p) {
    const Take taken(released.state);
    if (PyErr_CheckSignals() != 0) return false;
    if (!progress) return true;
    const Owned result(PyObject_CallFunction(progress, "KKK", (unsigned long long)(p.done),
                                             (unsigned long long)(p.parts), (unsigned long long)(p.nodes)));
    return bool(result);
  };
  count = count_tree(position, unsigned(levels), options);
  if (count.end == PerftEnd::OutOfMemory) {
    const Take taken(released.state);
    PyErr_NoMemory();
  }
  return count.end == PerftEnd::Counted;
}

PyObject* python_perft(Module, PyObject* board, PyObject* depth, PyObject* threads, PyObject* hash_mb,
                       PyObject* progress) {
  PerftCount count;
  if (!counted(board, depth, threads, hash_mb, progress, false, count)) return nullptr;
  return bindings::to_python(count.nodes);
}

PyObject* python_divide(Module, PyObject* board, PyObject* depth, PyObject* threads, PyObject* hash_mb,
                        PyObject* progress) {
  PerftCount count;
  if (!counted(board, depth, threads, hash_mb, progress, true, count)) return nullptr;
  Owned result(PyDict_New());
  if (!result) return nullptr;
  for (const PerftCount::Root& root : count.roots) {
    const Owned move(bindings::to_python(root.move)), nodes(bindings::to_python(root.nodes));
    if (!move || !nodes || PyDict_SetItem(result.get(), move.get(), nodes.get()) != 0) return nullptr;
  }
  return result.release();
}

}  // namespace

bool add_perft(PyObject* module) {
  using bindings::method;
  return bindings::add_functions(
      module,
      {
          method<"perft(board, depth, *, threads=1, hash_mb=0, progress=None)", python_perft>(
              "The number of sequences of *depth* legal moves from the position of *board*: 1 for depth 0.\n\n"
              "*threads* count together. *hash_mb* is the size in MiB of a table of what has been counted once; it\n"
              "pays from about depth 8 on. *progress* is called now and then, on long counts, in the calling thread,\n"
              "with three ints: how many parts of the tree are done, of how many, and the leaves in them. What it\n"
              "raises ends the count, and so does Ctrl-C.\n\n"
              "Other Python threads run meanwhile; changes that they make to the board are not seen.\n"
              "Raises ValueError for a depth below 0 or above 100, fewer than 1 or more than 1024 threads, or a\n"
              "negative hash_mb, and MemoryError if there is not that much memory."),
          method<"divide(board, depth, *, threads=1, hash_mb=0, progress=None)", python_divide>(
              "How perft divides among the legal moves of *board*: a dictionary from each move, in the order of\n"
              "board.legal_moves, to the number of sequences of *depth* moves that begin with it. Empty for depth 0.\n"
              "The other parameters are those of perft()."),
      });
}

}  // namespace bitrook

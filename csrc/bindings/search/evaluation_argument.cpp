// Calls of Python evaluations.
#include "bindings/search/evaluation_argument.hpp"

#include <algorithm>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/convert.hpp"
#include "bitrook/search/score.hpp"

namespace bitrook::bindings {

int PythonEvaluation::operator()(const Position& p) const {
  if (failed_) return 0;
  int score = 0;
  const auto called = [&] { return call(p, score); };
  if (gil_ ? gil_->with_gil(called) : called()) return score;
  failed_ = true;
  stop_ = true;
  return 0;
}

// With the GIL. False with an exception. Not inlined, so that a thread that the interpreter ends in here hangs, before
// the frames of the caller are unwound: see gil.hpp.
BITROOK_NEVER_INLINE bool PythonEvaluation::call(const Position& p, int& score) const {
  struct Hang {
    bool armed = true;
    ~Hang() {
      if (armed) hang_thread();
    }
  } hang;
  PyObject* board = new_board(board_type, Game(p));
  PyObject* result = board ? PyObject_CallOneArg(callable_, board) : nullptr;
  Py_XDECREF(board);
  std::int64_t value = 0;
  const bool loaded = result && load_index(result, value, "the result of evaluation");
  Py_XDECREF(result);
  score = int(std::clamp<std::int64_t>(value, -search::MaxEvaluation, search::MaxEvaluation));
  hang.armed = false;
  return loaded;
}

}  // namespace bitrook::bindings

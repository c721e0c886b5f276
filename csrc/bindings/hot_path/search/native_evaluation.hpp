// The common part of PieceSquareTables and DefaultEvaluation, which are called with a board or a batch of boards.
#pragma once

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/struct_sequence.hpp"
#include "bindings/support/call.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::bindings {

inline PyTypeObject* evaluation_terms_type = nullptr;  // EvaluationTerms

// The start of every callable object: CPython reads the vectorcall function at its offset.
struct Callable {
  PyObject ob_base;
  vectorcallfunc call;
};

// Returns the scores of bitrook.batch.Boards, which is a Python class. `out` may be null. For any other object, even a
// Board, returns null with an exception set.
PyObject* evaluate_boards(PyObject* evaluation, PyObject* boards, PyObject* out);

// evaluation(board), or evaluation(boards, out=None). `Get` returns the evaluation of an object.
template <Text T, auto Get>
PyObject* call_evaluation(PyObject* self, PyObject* const* args, std::size_t given, PyObject* keywords) {
  PyObject* slots[2] = {};
  if (PyVectorcall_NARGS(given) == 1 && !keywords) [[likely]] {
    slots[0] = args[0];
  } else if (!bind(SignatureOf<T>, args, PyVectorcall_NARGS(given), keywords, slots)) {
    return nullptr;
  }
  const auto [board, out] = slots;
  if (!is_board(board) || is_given(out)) return evaluate_boards(self, board, out);
  const Lock lock(board);
  return PyLong_FromLong(Get(self)(position_of(board)));
}

// Copies of an evaluation, which is immutable, are the evaluation itself.
inline PyObject* self_of(PyObject* self) { return incref(self); }
inline PyObject* self_of_deep(PyObject* self, PyObject*) { return incref(self); }

// Returns the EvaluationTerms of a BaseBoard.
template <class Evaluation>
PyObject* terms_of(const Evaluation& evaluation, PyObject* board) {
  const Lock lock(board);
  const search::EvaluationTerms t = evaluation.terms(position_of(board));
  return struct_sequence(evaluation_terms_type, to_python(t.midgame), to_python(t.endgame), to_python(t.phase));
}

}  // namespace bitrook::bindings

// Calling a native evaluation with the boards of a batch.
#include "bindings/hot_path/search/native_evaluation.hpp"

namespace bitrook::bindings {

PyObject* evaluate_boards(PyObject* evaluation, PyObject* boards, PyObject* out) {
  if (is_board(boards)) return fail(PyExc_TypeError, "out requires Boards, not a Board");
  const Ref evaluated(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(boards)), "_evaluated"));
  if (evaluated) {
    return PyObject_CallFunctionObjArgs(evaluated.get(), boards, evaluation, out ? out : Py_None, nullptr);
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
  PyErr_Clear();
  return not_a("a Board or Boards", boards, "board");
}

}  // namespace bitrook::bindings

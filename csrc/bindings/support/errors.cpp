// Making the exceptions, and raising them.
#include "bindings/support/errors.hpp"

namespace bitrook {

namespace {

PyObject* add(PyObject* module, const char* name, const char* doc) {
  const std::string qualified = std::string("bitrook.") + name;
  PyObject* error = PyErr_NewExceptionWithDoc(qualified.c_str(), doc, PyExc_ValueError, nullptr);
  if (error && PyModule_AddObjectRef(module, name, error) < 0) return nullptr;
  return error;
}

}  // namespace

bool add_errors(PyObject* module) {
  InvalidMoveError = add(module, "InvalidMoveError", "The text is no move at all: its syntax is wrong.");
  IllegalMoveError = add(module, "IllegalMoveError", "The move is not legal in the position; the message says why.");
  AmbiguousMoveError = add(module, "AmbiguousMoveError", "The text fits several legal moves.");
  return InvalidMoveError && IllegalMoveError && AmbiguousMoveError;
}

PyObject* raise(PyObject* error, std::string_view message, std::string_view text) {
  bindings::Owned shown(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "backslashreplace"));
  if (shown) PyErr_Format(error, "%s: %R", std::string(message).c_str(), shown.get());
  return nullptr;
}

}  // namespace bitrook

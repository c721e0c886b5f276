// Included before each file of the extension modules, by CMake: pybind11 looks for a keyword argument by a new str, and
// reads a null pointer if there is no memory for it. It gets an exception instead, which it catches.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <new>

namespace bitrook::bindings {

inline PyObject* interned_or_throw(const char* text) {
  PyObject* object = PyUnicode_InternFromString(text);
  if (object) return object;
  PyErr_Clear();
  throw std::bad_alloc();
}

}  // namespace bitrook::bindings

#define PyUnicode_InternFromString(text) ::bitrook::bindings::interned_or_throw(text)

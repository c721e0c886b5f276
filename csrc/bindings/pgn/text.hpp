// Texts of games as str. Lone surrogates, with which Python decodes invalid bytes, are preserved.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

namespace bitrook::bindings {

// Takes the reference to a new object, or throws the exception that is set.
inline pybind11::object stolen(PyObject* made) {
  if (made == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(made);
}

inline pybind11::object text_of(std::string_view text) {
  return stolen(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogatepass"));
}

}  // namespace bitrook::bindings

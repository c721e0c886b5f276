// Texts of games as str. Lone surrogates, with which Python decodes invalid bytes, are preserved.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

namespace bitrook::bindings {

inline pybind11::object text_of(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogatepass");
  if (made == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(made);
}

}  // namespace bitrook::bindings

// Texts of games as str. Lone surrogates, with which Python decodes invalid bytes, are preserved.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "bindings/support/object.hpp"

namespace bitrook::bindings {

inline pybind11::object text_of(std::string_view text) {
  return steal(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogatepass"));
}

}  // namespace bitrook::bindings

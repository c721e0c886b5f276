// Games and their texts as Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "bindings/support/casters.hpp"
#include "bitrook/pgn/game_tree.hpp"

namespace bitrook::bindings {

// Lone surrogates, with which Python decodes invalid bytes, are preserved.
inline pybind11::object text_of(std::string_view text) {
  return steal(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogatepass"));
}

PyObject* to_python(pgn::GameTree tree);  // a GameTree: game_tree.cpp

}  // namespace bitrook::bindings

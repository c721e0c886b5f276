// Board.layout(): see layouts.cpp.
#pragma once

#include <string_view>

#include "bindings/support/python.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::bindings {

// A new Layout with the placement of `p`. Throws pybind11::error_already_set, a ValueError if no layout has the name.
PyObject* layout(const Position& p, std::string_view name);

}  // namespace bitrook::bindings

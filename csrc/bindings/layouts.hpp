// Board.layout(): see layouts.cpp.
#pragma once

#include <string_view>

#include "bindings/support/python.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::bindings {

// Returns a new Layout with the placement of `p`. Throws ValueError if no layout has this name.
PyObject* layout(const Position& p, std::string_view name);

}  // namespace bitrook::bindings

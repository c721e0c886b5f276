// The Python Layout: one way to store where the pieces stand, to be looked at.
#pragma once

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

inline PyTypeObject* layout_type = nullptr;

bool add_layout(PyObject* module);

}  // namespace bitrook::bindings

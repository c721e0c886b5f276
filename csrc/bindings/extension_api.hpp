// The door for other people's extension modules.
#pragma once

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

bool add_extension_api(PyObject* module);  // after the boards and the moves

}  // namespace bitrook::bindings

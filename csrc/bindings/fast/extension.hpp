// The door for other people's extension modules.
#pragma once

#include "python.hpp"

namespace bitrook::fast {

bool add_extension_api(PyObject* module);  // after the boards and the moves

}  // namespace bitrook::fast

// The core's tables as read-only memoryviews.
#pragma once

#include "bindings/support/python.hpp"

namespace bitrook {

// Adds `_tables`, a dict of memoryviews by name.
bool add_tables(PyObject* module);

}  // namespace bitrook

// Perft for Python.
#pragma once

#include "bindings/support/python.hpp"

namespace bitrook {

bool add_perft(PyObject* module);

}  // namespace bitrook

// Perft for Python.
#pragma once

#include "fast/python.hpp"

namespace bitrook {

bool add_perft(PyObject* module);

}  // namespace bitrook

// Module functions made like the methods of the fast types: a C call's price, and the text is the parser.
#pragma once

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// The functions' first parameter is the module (PyObject*).
bool add_functions(PyObject* module, std::initializer_list<Method> list);

bool add_bitboard_functions(PyObject* module);  // python-chess's functions on plain ints
bool add_attack_functions(PyObject* module);    // sliders by each method, bit scans by multiplication

}  // namespace bitrook::bindings

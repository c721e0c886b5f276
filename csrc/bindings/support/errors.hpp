// The exceptions of the package, and the one way core errors become them.
#pragma once

#include <string>
#include <string_view>

#include "bindings/support/python.hpp"

namespace bitrook {

inline PyObject* InvalidMoveError = nullptr;    // text that is no move
inline PyObject* IllegalMoveError = nullptr;    // a move that the position forbids
inline PyObject* AmbiguousMoveError = nullptr;  // a move text that fits several moves

bool add_errors(PyObject* module);

// Sets `error` with "message: 'text'" and returns null. Any bytes are welcome as the text.
PyObject* raise(PyObject* error, std::string_view message, std::string_view text);

}  // namespace bitrook

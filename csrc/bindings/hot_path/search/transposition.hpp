// The Python TranspositionTable, for other bindings.
#pragma once

#include <memory>

#include "bindings/support/python.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::bindings {

inline PyTypeObject* transposition_table_type = nullptr;

// Returns the table of a TranspositionTable object, or null without an exception if `object` is something else. Needs
// the GIL. The result can be used without the GIL and keeps the table alive, even if resize() gives the object a new
// table.
std::shared_ptr<search::TranspositionTable> table_of(PyObject* object);

}  // namespace bitrook::bindings

// The Python TranspositionTable, for other bindings.
#pragma once

#include <memory>

#include "bindings/support/python.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::bindings {

inline PyTypeObject* transposition_table_type = nullptr;

// The table of a TranspositionTable object; null without an exception if `object` is something else. Needs the GIL; the
// result can be used without it and keeps the table alive by itself. After resize() the object has another table, and
// the result is the one before.
std::shared_ptr<search::TranspositionTable> table_of(PyObject* object);

}  // namespace bitrook::bindings

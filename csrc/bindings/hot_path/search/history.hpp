// The Python History, for other bindings.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/history_table.hpp"

namespace bitrook::bindings {

inline PyTypeObject* history_type = nullptr;

// Returns the scores of a History object, or null without an exception if `object` is something else. They live as long
// as the object and change only while the GIL is held.
search::HistoryTable* history_of(PyObject* object);

}  // namespace bitrook::bindings

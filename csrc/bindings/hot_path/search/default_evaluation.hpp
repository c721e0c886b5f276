// The Python DefaultEvaluation, for other bindings.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/default_evaluation.hpp"

namespace bitrook::bindings {

inline PyTypeObject* default_evaluation_type = nullptr;

// Returns the evaluation of a DefaultEvaluation object, or null without an exception if `object` is something else. It
// never changes and lives as long as the object.
const search::DefaultEvaluation* default_evaluation_of(PyObject* object);

}  // namespace bitrook::bindings

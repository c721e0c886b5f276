// Arrow's C structures in capsules, as the Arrow PyCapsule interface wants them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "bitrook/data/arrow.hpp"

namespace bitrook::bindings {

// An empty structure in a capsule, which releases it. The caller fills it.
template <class Structure>
pybind11::object new_capsule(const char* name, Structure*& structure) {
  auto owned = std::make_unique<Structure>(Structure{});
  structure = owned.get();
  PyObject* capsule = PyCapsule_New(owned.get(), name, [](PyObject* self) {
    auto* s = static_cast<Structure*>(PyCapsule_GetPointer(self, PyCapsule_GetName(self)));
    if (s && s->release) s->release(s);
    delete s;
  });
  if (!capsule) throw pybind11::error_already_set();
  owned.release();
  return pybind11::reinterpret_steal<pybind11::object>(capsule);
}

inline pybind11::object new_schema(ArrowSchema*& s) { return new_capsule("arrow_schema", s); }
inline pybind11::object new_array(ArrowArray*& a) { return new_capsule("arrow_array", a); }
inline pybind11::object new_stream(ArrowArrayStream*& s) { return new_capsule("arrow_array_stream", s); }

}  // namespace bitrook::bindings

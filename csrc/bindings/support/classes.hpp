// Protecting pybind11 classes against programs that bypass their constructors.
#pragma once

#include <pybind11/pybind11.h>

namespace bitrook::bindings {

// For classes whose objects are only created in C++. Call it after the last def().
//
// Without it, `cls.__new__(cls)` would return an object without a value, for which pybind11 allocates memory that it
// does not initialize; and assigning `__class__` could turn an object into one of another pybind11 class.
inline void seal(const pybind11::object& cls) {
  auto* type = reinterpret_cast<PyTypeObject*>(cls.ptr());
  type->tp_new = nullptr;
  type->tp_flags |= Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  PyType_Modified(type);
}

}  // namespace bitrook::bindings

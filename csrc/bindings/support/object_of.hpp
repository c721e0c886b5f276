// ObjectOf: a Python object of the hot layer that holds a C++ value.
//
//     template <>
//     struct Self<const Layout&> : SelfOf<Layout> {};  // so that methods take a const Layout&
//     ...
//     ObjectOf<Layout>::type = TypeBuilder("bitrook.Layout", sizeof(ObjectOf<Layout>), Immutable)
//                                  ...
//                                  .slot<ObjectOf<Layout>::free>(Py_tp_dealloc)
//                                  .build(module);
#pragma once

#include <new>
#include <utility>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// For a type whose objects only C++ creates, and whose attributes cannot be assigned.
inline constexpr unsigned long Immutable =
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;

template <class T>
struct ObjectOf {
  PyObject ob_base;
  T value;

  static inline PyTypeObject* type = nullptr;

  static T& get(PyObject* self) { return reinterpret_cast<ObjectOf*>(self)->value; }
  static bool is(PyObject* object) { return Py_TYPE(object) == type; }
  // Returns a new object, or null with an exception set.
  static PyObject* make(T value, PyTypeObject* type = ObjectOf::type) {
    PyObject* self = type->tp_alloc(type, 0);
    if (self) new (&reinterpret_cast<ObjectOf*>(self)->value) T(std::move(value));
    return self;
  }
  static void free(PyObject* self) {
    reinterpret_cast<ObjectOf*>(self)->value.~T();
    free_object(self);
  }
};

// For objects that never change.
template <class T>
struct SelfOf {
  static constexpr bool Locked = false;
  static const T& get(PyObject* self) { return ObjectOf<T>::get(self); }
};

}  // namespace bitrook::bindings

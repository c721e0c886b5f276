// Attributes of objects: their __dict__, and garbage collection of the objects that have one.
#include "bindings/support/attributes.hpp"

#include <cstddef>

namespace bitrook::bindings {

namespace {

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(attributes_of(self).dict);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(attributes_of(self).dict);
  return 0;
}

void track_if_it_has_a_dict(PyObject* self) {
  if (!attributes_of(self).dict || PyObject_GC_IsTracked(self)) return;
  const Lock lock(self);
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}

}  // namespace

void dealloc_with_attributes(PyObject* self) {
  clear_attributes(self);
  free_object(self);
}

bool has_attributes(PyObject* self) {
  if (!attributes_of(self).dict) [[likely]]
    return false;
  const Lock lock(self);
  return attributes_of(self).dict && PyDict_GET_SIZE(attributes_of(self).dict) != 0;
}

int set_any_attribute(PyObject* self, PyObject* name, PyObject* value) {
  const int result = PyObject_GenericSetAttr(self, name, value);
  track_if_it_has_a_dict(self);
  return result;
}

PyObject* get_dict(PyObject* self, void*) {
  PyObject* dict = PyObject_GenericGetDict(self, nullptr);
  track_if_it_has_a_dict(self);
  return dict;
}

int set_dict(PyObject* self, PyObject* value, void*) {
  const int result = PyObject_GenericSetDict(self, value, nullptr);
  track_if_it_has_a_dict(self);
  return result;
}

TypeBuilder& add_attributes(TypeBuilder& type, getter get, setter set) {
  return type.attributes({{"__dict__", get, set, nullptr}})
      .offset("__dictoffset__", offsetof(AttributesObject, dict))
      .offset("__weaklistoffset__", offsetof(AttributesObject, weakrefs))
      .slot<traverse>(Py_tp_traverse)
      .slot<clear>(Py_tp_clear);
}

}  // namespace bitrook::bindings

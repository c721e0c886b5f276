// Attributes of objects: their __dict__, and garbage collection of the objects that have one.
#include "bindings/support/attributes.hpp"

#include <cstddef>

#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

PyObject* no_attributes = nullptr;

namespace {

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (has_own_dict(self)) Py_VISIT(attributes_of(self).dict);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(attributes_of(self).dict);
  return 0;
}

void track_if_it_has_a_dict(PyObject* self) {
  if (!has_own_dict(self) || PyObject_GC_IsTracked(self)) return;
  const Lock lock(self);
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}

// While CPython sets an attribute, which may be __class__, the dict of the object is null instead of the shared one.
struct WithoutSharedDict {
  PyObject* self;
  PyTypeObject* const type = Py_TYPE(self);
  const bool shared = no_attributes && attributes_of(self).dict == no_attributes;
  explicit WithoutSharedDict(PyObject* object) : self(object) {
    if (shared) Py_CLEAR(attributes_of(self).dict);
  }
  ~WithoutSharedDict() {
    if (shared && !attributes_of(self).dict && Py_TYPE(self) == type) attributes_of(self).dict = incref(no_attributes);
  }
};

}  // namespace

void dealloc_with_attributes(PyObject* self) {
  clear_attributes(self);
  free_object(self);
}

bool has_attributes(PyObject* self) {
  if (!has_own_dict(self)) [[likely]]
    return false;
  const Lock lock(self);
  return has_own_dict(self) && PyDict_GET_SIZE(attributes_of(self).dict) != 0;
}

int set_any_attribute(PyObject* self, PyObject* name, PyObject* value) {
  const WithoutSharedDict guard(self);
  const int result = PyObject_GenericSetAttr(self, name, value);
  track_if_it_has_a_dict(self);
  return result;
}

PyObject* get_dict(PyObject* self, void*) {
  const WithoutSharedDict guard(self);
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
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
  if (!no_attributes && !(no_attributes = PyDict_New())) throw_python_error();
#endif
  return type.attributes({{"__dict__", get, set, nullptr}})
      .offset("__dictoffset__", offsetof(AttributesObject, dict))
      .offset("__weaklistoffset__", offsetof(AttributesObject, weakrefs))
      .slot<traverse>(Py_tp_traverse)
      .slot<clear>(Py_tp_clear);
}

}  // namespace bitrook::bindings

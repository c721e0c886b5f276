// Objects that support attributes and weak references: boards, moves, pieces and sets of squares.
//
// Such an object can be part of a cycle only through its __dict__ (or the slots of a subclass), so the garbage
// collector tracks it only once it has one. Programs with many boards then do not pay for collections that visit them:
// 10,000 copies take 31 ns each instead of 43.
#pragma once

#include <cstddef>
#include <iterator>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// The common start of these objects.
struct AttributesObject {
  PyObject ob_base;
  PyObject* dict;  // until an attribute is set: no_attributes, or null in subclasses
  PyObject* weakrefs;
};

// The empty dict that all objects without attributes share in CPython 3.11, which specializes method calls only if the
// object has a dict: board.is_check() takes 102 instructions instead of 188. Null in other versions.
extern PyObject* no_attributes;

inline AttributesObject& attributes_of(PyObject* self) { return *reinterpret_cast<AttributesObject*>(self); }
inline bool has_own_dict(PyObject* self) {
  PyObject* dict = attributes_of(self).dict;
  return dict && dict != no_attributes;
}

// The memory of freed objects of one type, for new ones. Without a GIL, it stays empty, because it would need a lock.
class FreeObjects {
 public:
  // Returns a new object of which only the header is initialized, or null.
  PyObject* take(PyTypeObject* type) { return count_ == 0 ? nullptr : PyObject_Init(objects_[--count_], type); }
  // Takes an untracked object and its reference to the type. Returns false if enough are kept already.
  bool keep(PyObject* object) {
#ifdef Py_GIL_DISABLED
    return false;
#endif
    if (count_ == std::size(objects_)) return false;
    objects_[count_++] = object;
    Py_DECREF(Py_TYPE(object));
    return true;
  }

 private:
  PyObject* objects_[16];
  std::size_t count_ = 0;
};

// Returns a new object of `type`. If `type` is `exact`, the fields after the AttributesObject are uninitialized.
// Otherwise `type` is a subclass, which may have slots, and everything is 0.
inline PyObject* new_with_attributes(PyTypeObject* type, PyTypeObject* exact, FreeObjects* freed = nullptr) {
  if (type != exact) [[unlikely]]
    return type->tp_alloc(type, 0);
  PyObject* self = freed ? freed->take(type) : nullptr;
  if (!self) self = PyObject_GC_New(PyObject, type);
  if (!self) return nullptr;
  attributes_of(self).dict = Py_XNewRef(no_attributes);
  attributes_of(self).weakrefs = nullptr;
  return self;
}

// The first part of tp_dealloc, which clears weak references and attributes.
inline void clear_attributes(PyObject* self) {
  PyObject_GC_UnTrack(self);
  if (attributes_of(self).weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(attributes_of(self).dict);
}

// A tp_dealloc for objects without a destructor.
void dealloc_with_attributes(PyObject* self);

bool has_attributes(PyObject* self);
int set_any_attribute(PyObject* self, PyObject* name, PyObject* value);  // tp_setattro
PyObject* get_dict(PyObject* self, void*);
int set_dict(PyObject* self, PyObject* value, void*);

// Adds __dict__, weak references and garbage collection. The type must have the flag Py_TPFLAGS_HAVE_GC. Its
// tp_setattro must be or call set_any_attribute, and its tp_dealloc must be dealloc_with_attributes or call
// clear_attributes.
TypeBuilder& add_attributes(TypeBuilder& type, getter get = get_dict, setter set = set_dict);

}  // namespace bitrook::bindings

// The common part of Move and Piece. Objects that bitrook returns are shared: there is one immortal object for each
// value, which cannot be changed. Objects that a program creates, with a constructor or by copying, are owned by the
// program: they have assignable attributes, a __dict__ and weak references, and can be of a subclass.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bindings/support/attributes.hpp"
#include "bindings/support/python_method.hpp"

namespace bitrook::bindings {

// A pointer that one thread may replace while another reads it. It refers to an object that is never freed, because it
// belongs to a shared object: owned objects borrow the fields of the shared object with their value.
using Field = std::atomic<PyObject*>;
static_assert(sizeof(Field) == sizeof(PyObject*));  // the interpreter reads it as a PyObject*

// The common start of the objects of both types.
struct ValueObject {
  AttributesObject attributes;
  std::atomic<std::uint32_t> value;  // objects of one class are equal if their values are
  bool shared;
};

inline ValueObject& head_of(PyObject* self) { return *reinterpret_cast<ValueObject*>(self); }
inline std::uint32_t value_of(PyObject* self) { return head_of(self).value.load(std::memory_order_relaxed); }
inline PyObject* read(const Field& field) { return incref(field.load(std::memory_order_relaxed)); }
inline void write(Field& field, PyObject* object) { field.store(object, std::memory_order_relaxed); }
inline void borrow(Field& field, const Field& from) { write(field, from.load(std::memory_order_relaxed)); }

// Returns a new owned object of `type`, which is `base` or a subclass. The caller sets its value and its fields.
inline PyObject* new_value_object(PyTypeObject* type, PyTypeObject* base, FreeObjects* freed = nullptr) {
  PyObject* self = new_with_attributes(type, base, freed);
  if (self) head_of(self).shared = false;
  return self;
}

// Returns a shared object, which has no garbage collector header. The caller sets its fields.
PyObject* new_shared_object(PyTypeObject* type, std::size_t size, std::uint32_t value);

Failure refuse_shared(PyObject* self);  // raises AttributeError
bool is_named(PyObject* name, const char* field);
// Returns a != b as `not a == b`, for objects of a subclass, which may override only __eq__.
PyObject* not_equal_in_subclass(PyObject* a, PyObject* b);
// Whether `args` are exactly `count` ints, bools or Nones, so that converting them runs no Python code.
bool are_plain(PyObject* args, PyObject* keywords, Py_ssize_t count);

// ---- Attributes and copies. K describes a type:
//
//     static constexpr std::array<const char*, n> Fields;                      the assignable attributes
//     static PyTypeObject* type();
//     static unsigned rank(std::uint32_t value);                               the position in the order of values
//     static PyObject* own(PyTypeObject* type, std::uint32_t value);           returns a new owned object
//     static PyObject* arguments(PyObject* self);                              returns the fields as a tuple
//     static bool assign(PyObject* self, std::size_t field, PyObject* value);  null deletes; false with an exception

template <class K>
int set_attribute_of(PyObject* self, PyObject* name, PyObject* value) {
  if (head_of(self).shared) return refuse_shared(self);
  for (std::size_t i = 0; i < K::Fields.size(); ++i) {
    if (is_named(name, K::Fields[i])) return K::assign(self, i, value) ? 0 : -1;
  }
  return set_any_attribute(self, name, value);
}

// Whether the object is of exactly this class and has no attributes, so that its value is its entire state.
template <class K>
bool is_only_a_value(PyObject* self) {
  return Py_TYPE(self) == K::type() && !has_attributes(self);
}

// A deep copy also passes `memo`.
template <class K, class... Memo>
PyObject* copy_of(PyObject* self, Memo*... memo) {
  if (is_only_a_value<K>(self)) return K::own(K::type(), value_of(self));
  return call_python_part<"copied">(self, memo...);
}

template <class K>
PyObject* reduce_of(PyObject* self) {
  const Ref arguments(K::arguments(self));
  if (!arguments) return nullptr;
  if (is_only_a_value<K>(self)) return Py_BuildValue("OO", K::type(), arguments.get());
  return call_python_part<"reduced">(self, arguments.get());
}

// Objects of different classes are not equal, as in python-chess.
template <class K>
PyObject* compare_values(PyObject* a, PyObject* b, int op) {
  const bool comparable = Py_TYPE(a) == Py_TYPE(b);
  if (op == Py_EQ && comparable) [[likely]]
    return to_python(value_of(a) == value_of(b));
  if (op == Py_NE && Py_TYPE(a) != K::type()) return not_equal_in_subclass(a, b);
  if (!comparable) return not_implemented();
  if (op == Py_NE) return to_python(value_of(a) != value_of(b));
  Py_RETURN_RICHCOMPARE(K::rank(value_of(a)), K::rank(value_of(b)), op);
}

// Adds the members that do not depend on the type.
void add_value_object(TypeBuilder& type);

// Adds the slots and methods of owned objects.
template <class K>
TypeBuilder& add_values(TypeBuilder& type) {
  add_value_object(type);
  type.methods({
      method<"__copy__()", copy_of<K>>("Return a copy whose attributes can be assigned."),
      method<"__deepcopy__(memo, /)", copy_of<K, PyObject>>("Return a copy whose attributes can be assigned."),
      method<"__reduce__()", reduce_of<K>>("Support pickle."),
  });
  return type.template slot<set_attribute_of<K>>(Py_tp_setattro).template slot<compare_values<K>>(Py_tp_richcompare);
}

}  // namespace bitrook::bindings

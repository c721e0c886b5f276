// Attributes and pickles of moves and pieces.
#include "bindings/hot_path/moves/values.hpp"

#include <cstring>

#include "bindings/hot_path/moves/move.hpp"

namespace bitrook::bindings {

namespace {

// Shared objects have no garbage collector header, so the collector does not track tuples that contain only moves.
int is_collected(PyObject* self) { return !head_of(self).shared; }

// The __dict__ of a shared object is an empty, read-only mapping.
PyObject* get_own_dict(PyObject* self, void*) {
  if (head_of(self).shared) {
    const Ref empty(PyDict_New());
    return empty ? PyDictProxy_New(empty.get()) : nullptr;
  }
  return get_dict(self, nullptr);
}

int set_own_dict(PyObject* self, PyObject* value, void*) {
  if (head_of(self).shared) return refuse_shared(self);
  return set_dict(self, value, nullptr);
}

PyObject* set_state(PyObject* self, PyObject* state) {
  if (head_of(self).shared) return refuse_shared(self);
  return call_python_part<"set_state">(self, state);
}

}  // namespace

PyObject* new_shared_object(PyTypeObject* type, std::size_t size, std::uint32_t value) {
  auto* self = static_cast<PyObject*>(PyObject_Malloc(size));
  if (!self) return PyErr_NoMemory();
  std::memset(static_cast<void*>(self), 0, size);
  PyObject_Init(self, type);
  attributes_of(self).dict = Py_XNewRef(no_attributes);
  head_of(self).value = value;
  head_of(self).shared = true;
  make_immortal(self);
  return self;
}

Failure refuse_shared(PyObject* self) {
  const char* name = PyObject_TypeCheck(self, move_type) ? "Move" : "Piece";
  return fail(PyExc_AttributeError,
              "a %s that bitrook returned cannot be changed, because it is shared: copy it first, with copy.copy()",
              name);
}

// The name is not always a str: type slots receive any object passed to `Move.__setattr__(move, name, value)`.
bool is_named(PyObject* name, const char* field) {
  return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, field) == 0;
}

PyObject* not_equal_in_subclass(PyObject* a, PyObject* b) {
  const Ref type = type_ref(a);
  const Ref equal(as_type(type)->tp_richcompare(a, b, Py_EQ));
  if (!equal || equal.get() == Py_NotImplemented) return equal ? not_implemented() : nullptr;
  const int truth = PyObject_IsTrue(equal.get());
  return truth < 0 ? nullptr : to_python(truth == 0);
}

bool are_plain(PyObject* args, PyObject* keywords, Py_ssize_t count) {
  if (PyTuple_GET_SIZE(args) != count || (keywords && PyDict_GET_SIZE(keywords) != 0)) return false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GET_ITEM(args, i);
    if (item != Py_None && !PyLong_CheckExact(item) && !PyBool_Check(item)) return false;
  }
  return true;
}

void add_value_object(TypeBuilder& type) {
  add_attributes(type, get_own_dict, set_own_dict)
      .methods({method<"__setstate__(state, /)", set_state>(
          "Support pickle: set the fields and attributes from *state*, a dict or a pair of dicts.")})
      .slot<is_collected>(Py_tp_is_gc);
}

}  // namespace bitrook::bindings

// Makes the functions and types of pybind11 safe when there is no memory.
//
// pybind11 3.1 writes the message of a TypeError outside of its `try`, so that a std::bad_alloc would end the process;
// it uses an object that could not be allocated; and it raises other errors from a MemoryError. Here each of its
// functions and types gets a frame that catches what it throws and raises the MemoryError itself.
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "bindings/support/errors.hpp"
#include "bindings/support/python.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// What pybind11 installs, the same in all functions and types. Its function takes a size_t where CPython's type of such
// functions has a Py_ssize_t, and may be called only by its own type.
using Dispatcher = PyObject* (*)(PyObject*, PyObject* const*, std::size_t, PyObject*);
Dispatcher dispatch = nullptr;
newfunc make_object = nullptr;
getbufferproc get_buffer = nullptr;

// Replaces an error that pybind11 raised from a MemoryError by the MemoryError.
void raise_the_memory_error() {
  if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_RuntimeError) &&
      !PyErr_ExceptionMatches(PyExc_BufferError)) {
    return;
  }
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  const Ref cause(value && PyExceptionInstance_Check(value) ? PyException_GetCause(value) : nullptr);
  // That of an exception that could not be created has no cause but its name in the text.
  const Ref text(value && !cause ? PyObject_Str(value) : nullptr);
  const char* characters = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  const bool replaced = characters && std::strstr(characters, "REPLACED BY MemoryError");
  PyErr_Restore(type, value, traceback);
  if (replaced || (cause && PyErr_GivenExceptionMatches(cause.get(), PyExc_MemoryError))) PyErr_NoMemory();
}

template <class F>
auto guarded_call(F f, decltype(f()) failure) {
  auto result = failure;
  try {
    result = f();
  } catch (const std::exception& error) {  // not `...`: the C library ends threads by an exception of its own
    raise_from(error);
  }
  if (result == failure && PyErr_Occurred()) raise_the_memory_error();
  return result;
}

PyObject* guarded_dispatch(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  return guarded_call([=] { return dispatch(self, args, std::size_t(given), keywords); },
                      static_cast<PyObject*>(nullptr));
}

PyObject* guarded_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return guarded_call([=] { return make_object(type, args, keywords); }, static_cast<PyObject*>(nullptr));
}

int guarded_get_buffer(PyObject* object, Py_buffer* view, int flags) {
  return guarded_call([=] { return get_buffer(object, view, flags); }, -1);
}

// In place of pybind11's, which throws where it writes the message.
int refuse_init(PyObject* self, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "%.200s: No constructor defined!", Py_TYPE(self)->tp_name);
  return -1;
}

// Called by pybind11 only, which does not look at the result.
PyObject* allocate_or_throw(PyTypeObject* type, Py_ssize_t items) {
  PyObject* object = PyType_GenericAlloc(type, items);
  if (object) return object;
  PyErr_Clear();
  throw std::bad_alloc();
}

void guard_function(PyObject* object) {
  if (PyInstanceMethod_Check(object)) object = PyInstanceMethod_GET_FUNCTION(object);
  if (!PyCFunction_Check(object)) return;
  PyMethodDef* definition = reinterpret_cast<PyCFunctionObject*>(object)->m_ml;
  void (*const function)() = reinterpret_cast<void (*)()>(definition->ml_meth);
  if (function == reinterpret_cast<void (*)()>(dispatch)) {
    definition->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(guarded_dispatch));
  }
}

void guard_members(const py::handle& scope);

void guard_type(PyTypeObject* type) {
  type->tp_alloc = allocate_or_throw;
  if (type->tp_new && type->tp_new != guarded_new) make_object = std::exchange(type->tp_new, guarded_new);
  if (type->tp_as_buffer && type->tp_as_buffer->bf_getbuffer &&
      type->tp_as_buffer->bf_getbuffer != guarded_get_buffer) {
    get_buffer = std::exchange(type->tp_as_buffer->bf_getbuffer, guarded_get_buffer);
  }
  if (type->tp_init == py::detail::pybind11_object_init) {
    type->tp_init = refuse_init;
    const py::object init = py::handle(reinterpret_cast<PyObject*>(type)).attr("__dict__")["__init__"];
    if (PyObject_TypeCheck(init.ptr(), &PyWrapperDescr_Type)) {  // it has a pointer of its own
      reinterpret_cast<PyWrapperDescrObject*>(init.ptr())->d_wrapped = reinterpret_cast<void*>(refuse_init);
    }
  }
  guard_members(reinterpret_cast<PyObject*>(type));
}

// Of a module or a type: its functions, the types of pybind11 in it and its submodules.
void guard_members(const py::handle& scope) {
  const py::list names(scope.attr("__dict__").attr("keys")());
  const py::dict members(scope.attr("__dict__"));
  const auto* pybind11_metaclass = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().default_metaclass);
  for (const py::handle& name : names) {
    const py::object member = members[name];
    if (PyModule_Check(member.ptr())) {
      guard_members(member);
    } else if (Py_TYPE(member.ptr()) == pybind11_metaclass) {
      guard_type(reinterpret_cast<PyTypeObject*>(member.ptr()));
    } else if (PyObject_TypeCheck(member.ptr(), &PyProperty_Type)) {
      for (const char* accessor : {"fget", "fset", "fdel"}) guard_function(py::object(member.attr(accessor)).ptr());
    } else if (PyObject_TypeCheck(member.ptr(), &PyStaticMethod_Type)) {
      guard_function(py::object(member.attr("__func__")).ptr());
    } else {
      guard_function(member.ptr());
    }
  }
}

}  // namespace

// To be called when everything is defined.
void guard_pybind11(py::module_& m) {
  const py::cpp_function any([] {});
  dispatch = reinterpret_cast<Dispatcher>(
      reinterpret_cast<void (*)()>(reinterpret_cast<PyCFunctionObject*>(any.ptr())->m_ml->ml_meth));
  guard_members(m);
}

}  // namespace bitrook::bindings

// Parts of native types that are written in Python, loaded when they are first used.
//
//     python_method<"_repr_svg_()", "board_svg">("Return the board as an SVG picture ...")
//
// is an entry of a type's table of methods. The package registers the function that finds a part by its name, so this
// layer imports no module of the package. Each call passes the object and the arguments unchanged: `help` shows the
// text, and the Python function checks the arguments. A call costs about 30 ns more than the function itself.
#pragma once

#include <atomic>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// What the registered function returns for `name`. A new reference, or null with an exception.
PyObject* find_python_part(const char* name);

// The same, found at the first call and kept forever. A borrowed reference, or null with an exception.
template <Text Name>
PyObject* python_part() {
  static std::atomic<PyObject*> kept = nullptr;
  PyObject* object = kept.load(std::memory_order_acquire);
  if (!object) [[unlikely]] {
    object = find_python_part(Name.characters);
    kept.store(object, std::memory_order_release);
  }
  return object;
}

// Calls the part with these arguments. A new reference, or null with an exception.
template <Text Name, class... Arguments>
PyObject* call_python_part(Arguments*... arguments) {
  PyObject* function = python_part<Name>();
  return function ? PyObject_CallFunctionObjArgs(function, arguments..., nullptr) : nullptr;
}

template <Text Part>
PyObject* call_part_as_method(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  PyObject* function = python_part<Part>();
  const Ref bound(function ? PyMethod_New(function, self) : nullptr);
  return bound ? PyObject_Vectorcall(bound.get(), args, std::size_t(given), keywords) : nullptr;
}

// The method whose signature is T: the part, called with the object and the arguments.
template <Text T, Text Part>
Method python_method(const char* doc) {
  return keyword_method<T, call_part_as_method<Part>>(doc);
}

// The class attribute `__dataclass_fields__`, for TypeBuilder::constant: `dataclasses` then treats the type as one of
// its own. It is computed when it is first read, because importing `dataclasses` takes some milliseconds.
PyObject* dataclass_fields();

}  // namespace bitrook::bindings

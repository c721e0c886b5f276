// Parts of native types that are written in Python and loaded on first use.
//
//     python_method<"_repr_svg_()", "board_svg">("Return the board as an SVG picture ...")
//
// is an entry in a type's table of methods. The package registers the function that finds a part by its name, so this
// layer imports no module of the package. help() shows the text. Calls pass the object and the arguments unchanged to
// the Python function, which checks them. This adds about 30 ns to a call of the function.
#pragma once

#include <atomic>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// Returns the result of the registered function for `name`, as a new reference, or null with an exception set.
PyObject* find_python_part(const char* name);

// The same, but found only once and kept forever. Returns a borrowed reference, or null with an exception set.
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

// Calls the part with these arguments. Returns a new reference, or null with an exception set.
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

// A method with the signature T, which calls the part with the object and the arguments.
template <Text T, Text Part>
Method python_method(const char* doc) {
  return keyword_method<T, call_part_as_method<Part>>(doc);
}

// The class attribute `__dataclass_fields__`, for TypeBuilder::constant, which makes `dataclasses` treat the type as a
// dataclass. It is computed on first access, because importing `dataclasses` takes several milliseconds.
PyObject* dataclass_fields();

}  // namespace bitrook::bindings

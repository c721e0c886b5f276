// Parts of native types that are written in Python, imported when they are first used.
//
//     python_method<"set_epd(epd)", "bitrook._epd", "set_epd">("Set the position from *epd* ...")
//
// is an entry of a type's table of methods. Its first call imports the module and keeps the function. Each call passes
// the object, or the class, and the arguments unchanged: the text is shown by `help`, the function checks the
// arguments. A call costs about 30 ns more than the function itself.
#pragma once

#include <atomic>

#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// The attribute `name` of a module, which is imported if need be. A new reference, or null with an exception.
PyObject* import_attribute(const char* module, const char* name);

// The same, imported at the first call and kept for ever. A borrowed reference, or null with an exception.
template <Text Module, Text Name>
PyObject* imported() {
  static std::atomic<PyObject*> kept = nullptr;
  PyObject* object = kept.load(std::memory_order_acquire);
  if (!object) [[unlikely]] {
    object = import_attribute(Module.characters, Name.characters);
    kept.store(object, std::memory_order_release);
  }
  return object;
}

template <Text Module, Text Function>
PyObject* call_python(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  PyObject* function = imported<Module, Function>();
  const Ref bound(function ? PyMethod_New(function, self) : nullptr);
  return bound ? PyObject_Vectorcall(bound.get(), args, std::size_t(given), keywords) : nullptr;
}

// The method whose signature is T: Function(self, ...) of Module.
template <Text T, Text Module, Text Function>
Method python_method(const char* doc, int kind = 0) {
  return {reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(guarded<call_python<Module, Function>>)),
          METH_FASTCALL | METH_KEYWORDS | kind, SignatureOf<T>, doc};
}

// The class method whose signature is T: Function(cls, ...) of Module.
template <Text T, Text Module, Text Function>
Method python_class_method(const char* doc) {
  return python_method<T, Module, Function>(doc, METH_CLASS);
}

// The class attribute `__dataclass_fields__`, for TypeBuilder::constant: `dataclasses` then treats the type as one of
// its own. It is computed when it is first read, because importing `dataclasses` takes some milliseconds.
PyObject* dataclass_fields();

}  // namespace bitrook::bindings

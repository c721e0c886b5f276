// Finding the parts that are written in Python, and a class attribute that is computed on first access.
#include "bindings/support/python_method.hpp"

#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

PyObject* find_part = nullptr;  // never freed

// The package registers its function at import, and nothing replaces it.
PyObject* register_parts(PyObject* find) {
  if (find_part) return fail(PyExc_RuntimeError, "the parts in Python have already been registered");
  find_part = incref(find);
  return none();
}

// The Python function replaces the descriptor with its result.
PyObject* compute_fields(PyObject*, PyObject*, PyObject* type) { return call_python_part<"dataclass_fields">(type); }

PyType_Slot Slots[] = {{Py_tp_descr_get, reinterpret_cast<void*>(compute_fields)}, {0, nullptr}};
PyType_Spec Spec = {"bitrook._DataclassFields", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Slots};

}  // namespace

PyObject* find_python_part(const char* name) { return PyObject_CallFunction(find_part, "s", name); }

PyObject* dataclass_fields() {
  const Ref type(PyType_FromSpec(&Spec));
  return type ? PyObject_CallNoArgs(type.get()) : nullptr;
}

void define_python_parts(PyObject* module) {
  add_functions(module, {function<"_register_parts(find, /)", register_parts>(
                            "Register the function that finds the Python parts of native types by name.")});
}

}  // namespace bitrook::bindings

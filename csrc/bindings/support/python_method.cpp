// Importing what is written in Python, and the class attribute that is computed when it is first read.
#include "bindings/support/python_method.hpp"

namespace bitrook::bindings {

namespace {

// The Python function replaces the descriptor by what it returns.
PyObject* compute_fields(PyObject*, PyObject*, PyObject* type) {
  PyObject* function = imported<"bitrook._values", "dataclass_fields">();
  return function ? PyObject_CallOneArg(function, type) : nullptr;
}

PyType_Slot Slots[] = {{Py_tp_descr_get, reinterpret_cast<void*>(compute_fields)}, {0, nullptr}};
PyType_Spec Spec = {"bitrook._DataclassFields", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Slots};

}  // namespace

PyObject* import_attribute(const char* module, const char* name) {
  const Ref imported(PyImport_ImportModule(module));
  return imported ? PyObject_GetAttrString(imported.get(), name) : nullptr;
}

PyObject* dataclass_fields() {
  const Ref type(PyType_FromSpec(&Spec));
  return type ? PyObject_CallNoArgs(type.get()) : nullptr;
}

}  // namespace bitrook::bindings

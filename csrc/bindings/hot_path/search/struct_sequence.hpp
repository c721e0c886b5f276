// Struct sequences: tuples whose items have names, like CPython's own os.stat_result.
#pragma once

#include <initializer_list>
#include <vector>

#include "bindings/support/errors.hpp"
#include "bindings/support/python.hpp"

namespace bitrook::bindings {

struct FieldText {
  const char* name;
  const char* doc;
};

// Creates the type, which is never freed, and adds it to the module. Throws pybind11::error_already_set.
inline PyTypeObject* define_struct_sequence(PyObject* module, const char* name, const char* doc,
                                            std::initializer_list<FieldText> fields) {
  auto* table = new std::vector<PyStructSequence_Field>;
  for (const FieldText& field : fields) table->push_back({field.name, field.doc});
  table->push_back({nullptr, nullptr});
  PyStructSequence_Desc description{name, doc, table->data(), int(fields.size())};
  PyTypeObject* type = PyStructSequence_NewType(&description);
  if (!type || PyModule_AddType(module, type) < 0) throw_python_error();
  type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;  // __class__ must not be assignable
  PyType_Modified(type);
  return type;
}

// Returns a new struct sequence of these items. Steals the references. A null item means that an exception is set.
template <class... Items>
PyObject* struct_sequence(PyTypeObject* type, Items... items) {
  PyObject* self = (items && ...) ? PyStructSequence_New(type) : nullptr;
  if (!self) {
    (Py_XDECREF(items), ...);
    return nullptr;
  }
  Py_ssize_t i = 0;
  (PyStructSequence_SET_ITEM(self, i++, items), ...);
  return self;
}

}  // namespace bitrook::bindings

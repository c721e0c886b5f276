// Adding functions to a module: the table must outlive the call, so it is made here and never freed.
#include "bindings/support/functions.hpp"

#include <string>

namespace bitrook::bindings {

bool add_functions(PyObject* module, std::initializer_list<Method> list) {
  auto* table = new std::vector<PyMethodDef>;
  for (const Method& m : list) {
    const auto* name = new std::string(m.signature.function);
    const auto* doc = new std::string(*name + "($module, " + std::string(m.signature.parameters) + ")\n--\n\n" + m.doc);
    table->push_back({name->c_str(), m.function, m.flags, doc->c_str()});
  }
  table->push_back({nullptr, nullptr, 0, nullptr});
  return PyModule_AddFunctions(module, table->data()) == 0;
}

}  // namespace bitrook::bindings

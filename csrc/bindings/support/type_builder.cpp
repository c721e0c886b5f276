// Building heap types. The tables that Python keeps pointers to are copied and never freed.
#include "bindings/support/type_builder.hpp"

#include <algorithm>
#include <cstring>

namespace bitrook::bindings {

namespace {

const char* kept(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Removes the common indentation of all lines of a docstring except the first, like inspect.cleandoc().
std::string cleaned(std::string_view doc) {
  std::size_t indentation = std::string_view::npos;
  for (std::size_t end = doc.find('\n'); end != doc.npos; end = doc.find('\n', end + 1)) {
    const std::size_t text = doc.find_first_not_of(' ', end + 1);
    if (text != doc.npos && doc[text] != '\n') indentation = std::min(indentation, text - end - 1);
  }
  std::string clean;
  for (std::size_t at = 0; at < doc.size(); ++at) {
    clean += doc[at];
    if (doc[at] != '\n') continue;
    const std::size_t text = std::min(doc.find_first_not_of(' ', at + 1), doc.size());
    at += std::min(indentation, text - at - 1);
  }
  return clean;
}

// Adds the empty entry that terminates a table.
template <class T>
T* kept(std::vector<T> table) {
  table.push_back(T{});
  return (new std::vector<T>(std::move(table)))->data();
}

// `self` is "$self", "$type" or "$module": inspect hides a first parameter of that form.
PyMethodDef definition(const Method& m, const char* self) {
  const Signature& s = m.signature;
  const std::string name(s.function);
  const std::string parameters = s.parameters.empty() ? "" : ", " + std::string(s.parameters);
  return {kept(name), m.function, m.flags, kept(name + "(" + self + parameters + ")\n--\n\n" + cleaned(m.doc))};
}

}  // namespace

PyObject* vectorcall_adapter(vectorcallfunc target, PyObject* callable, PyObject* args, PyObject* keywords) {
  const Py_ssize_t positional = PyTuple_GET_SIZE(args);
  std::vector<PyObject*> values;
  for (Py_ssize_t i = 0; i < positional; ++i) values.push_back(PyTuple_GET_ITEM(args, i));
  if (!keywords || PyDict_GET_SIZE(keywords) == 0) {
    return target(callable, values.data(), std::size_t(positional), nullptr);
  }
  const Ref items(PyDict_Copy(keywords));  // keeps the values alive while conversions run Python code
  const Ref names(items ? PyTuple_New(PyDict_GET_SIZE(items.get())) : nullptr);
  if (!names) return nullptr;
  Py_ssize_t position = 0, count = 0;
  PyObject *key, *value;
  while (PyDict_Next(items.get(), &position, &key, &value)) {
    PyTuple_SET_ITEM(names.get(), count++, incref(key));
    values.push_back(value);
  }
  return target(callable, values.data(), std::size_t(positional), names.get());
}

void add_functions(PyObject* module, std::initializer_list<Method> list) {
  std::vector<PyMethodDef> table;
  for (const Method& m : list) table.push_back(definition(m, "$module"));
  if (PyModule_AddFunctions(module, kept(std::move(table))) != 0) throw_python_error();
}

TypeBuilder::TypeBuilder(const char* name, std::size_t size, unsigned long flags)
    : name_(name), size_(size), flags_(flags) {}

TypeBuilder& TypeBuilder::doc(const char* signature, const char* text) {
  doc_ = (*signature ? std::string(signature) + "\n--\n\n" : "") + cleaned(text);
  return *this;
}

TypeBuilder& TypeBuilder::base(PyTypeObject* type) {
  base_ = type;
  return *this;
}

TypeBuilder& TypeBuilder::item_size(std::size_t size) {
  item_size_ = size;
  return *this;
}

TypeBuilder& TypeBuilder::methods(std::initializer_list<Method> list) {
  for (const Method& m : list) methods_.push_back(definition(m, m.flags & METH_CLASS ? "$type" : "$self"));
  return *this;
}

TypeBuilder& TypeBuilder::attributes(std::initializer_list<Attribute> list) {
  for (const Attribute& a : list)
    attributes_.push_back({a.name, a.get, a.set, a.doc ? kept(cleaned(a.doc)) : nullptr, nullptr});
  return *this;
}

TypeBuilder& TypeBuilder::members(std::initializer_list<Member> list) {
  for (const Member& m : list) members_.push_back({m.name, T_OBJECT_EX, Py_ssize_t(m.offset), READONLY, m.doc});
  return *this;
}

TypeBuilder& TypeBuilder::constant(const char* name, PyObject* value) {
  constants_.emplace_back(name, value);
  return *this;
}

TypeBuilder& TypeBuilder::methods_of_base(const TypeBuilder& base) {
  const std::vector<PyMethodDef> own = methods_;
  for (const PyMethodDef& m : base.methods_) {
    const std::string_view name = m.ml_name;
    const bool overridden = std::ranges::any_of(own, [name](const PyMethodDef& o) { return name == o.ml_name; });
    if (!overridden && !name.starts_with("__") && !(m.ml_flags & METH_CLASS)) methods_.push_back(m);
  }
  return *this;
}

TypeBuilder& TypeBuilder::offset(const char* name, std::size_t offset) {
  members_.push_back({name, T_PYSSIZET, Py_ssize_t(offset), READONLY, nullptr});
  return *this;
}

TypeBuilder& TypeBuilder::vectorcall_of_objects(std::size_t offset) {
  flags_ |= Py_TPFLAGS_HAVE_VECTORCALL;
  slots_.push_back({Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)});
  return this->offset("__vectorcalloffset__", offset);
}

// The usual descriptor of a class method makes a bound function for each `Move.from_uci`, which takes longer than
// reading the move. This one, a subclass of `classmethod`, keeps the one that is bound to the type itself.
namespace {

struct KeptMethod {
  PyObject* descriptor;  // the usual one, for subclasses
  PyObject* owner;
  PyObject* bound;
};

PyTypeObject* kept_method_type = nullptr;

KeptMethod& kept_method(PyObject* self) {
  return *reinterpret_cast<KeptMethod*>(reinterpret_cast<char*>(self) + PyClassMethod_Type.tp_basicsize);
}

PyObject* get_kept_method(PyObject* self, PyObject* object, PyObject* owner) {
  const KeptMethod& method = kept_method(self);
  if (owner == method.owner) return incref(method.bound);
  return Py_TYPE(method.descriptor)->tp_descr_get(method.descriptor, object, owner);
}

bool keep_class_methods(PyTypeObject* type, const std::vector<PyMethodDef>& methods) {
  PyObject* const object = reinterpret_cast<PyObject*>(type);
  if (!kept_method_type) {
    PyType_Slot slots[] = {{Py_tp_descr_get, reinterpret_cast<void*>(guarded<get_kept_method>)}, {0, nullptr}};
    PyType_Spec spec{"bitrook._ClassMethod", int(PyClassMethod_Type.tp_basicsize + Py_ssize_t(sizeof(KeptMethod))), 0,
                     Py_TPFLAGS_DEFAULT, slots};
    const Ref bases(PyTuple_Pack(1, &PyClassMethod_Type));
    if (!bases) return false;
    kept_method_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, bases.get()));
    if (!kept_method_type) return false;
  }
  for (const PyMethodDef& method : methods) {
    if (!method.ml_name || !(method.ml_flags & METH_CLASS)) continue;
    PyObject* const found = PyDict_GetItemString(type->tp_dict, method.ml_name);
    if (!found) return false;
    const Ref descriptor(incref(found)), bound(PyObject_GetAttrString(object, method.ml_name));
    const Ref made(bound ? PyObject_CallOneArg(reinterpret_cast<PyObject*>(kept_method_type), descriptor.get())
                         : nullptr);
    if (!made) return false;
    kept_method(made.get()) = {incref(descriptor.get()), object, incref(bound.get())};
    if (PyObject_SetAttrString(object, method.ml_name, made.get()) != 0) return false;
  }
  return true;
}

}  // namespace

PyTypeObject* TypeBuilder::build(PyObject* module) {
  const auto check = [](bool done) {
    if (!done) throw_python_error();
  };
  if (!doc_.empty()) slots_.push_back({Py_tp_doc, const_cast<char*>(doc_.c_str())});
  if (!methods_.empty()) slots_.push_back({Py_tp_methods, kept(methods_)});
  if (!attributes_.empty()) slots_.push_back({Py_tp_getset, kept(attributes_)});
  if (!members_.empty()) slots_.push_back({Py_tp_members, kept(members_)});
  slots_.push_back({0, nullptr});
  PyType_Spec spec{name_, int(size_), int(item_size_), unsigned(flags_), slots_.data()};
  const Ref bases(base_ ? PyTuple_Pack(1, base_) : nullptr);
  PyObject* object = PyType_FromModuleAndSpec(module, &spec, bases.get());
  check(object);
  auto* type = reinterpret_cast<PyTypeObject*>(object);
  type->tp_vectorcall = vectorcall_;
  if (!(flags_ & Py_TPFLAGS_IMMUTABLETYPE)) check(keep_class_methods(type, methods_));
  for (const auto& [name, value] : constants_) {
    const Ref held(value);
    check(value && PyObject_SetAttrString(object, name, value) == 0);
  }
  check(PyModule_AddType(module, type) == 0);
  return type;
}

}  // namespace bitrook::bindings

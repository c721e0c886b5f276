// Building heap types: the tables that must outlive their builder are made here and never freed.
#include "bindings/support/type_builder.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

namespace bitrook::bindings {

namespace {

const char* kept(const std::string& text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

template <class T>
T* kept(std::vector<T>& table) {
  table.push_back(T{});
  return (new std::vector<T>(std::move(table)))->data();
}

}  // namespace

PyObject* raise_from(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const std::length_error*>(&error)) {
    return PyErr_NoMemory();
  }
  PyErr_SetString(PyExc_SystemError, error.what());
  return nullptr;
}

PyObject* vectorcall_adapter(vectorcallfunc target, PyObject* callable, PyObject* args, PyObject* keywords) {
  const Py_ssize_t positional = PyTuple_GET_SIZE(args);
  std::vector<PyObject*> values;
  for (Py_ssize_t i = 0; i < positional; ++i) values.push_back(PyTuple_GET_ITEM(args, i));
  Owned names(nullptr);
  if (keywords && PyDict_GET_SIZE(keywords) > 0) {
    Owned items(PyDict_Copy(keywords));  // the values stay alive whatever the conversions run
    if (!items) return nullptr;
    Owned tuple(PyTuple_New(PyDict_GET_SIZE(items.get())));
    if (!tuple) return nullptr;
    Py_ssize_t position = 0, count = 0;
    PyObject *key, *value;
    while (PyDict_Next(items.get(), &position, &key, &value)) {
      PyTuple_SET_ITEM(tuple.get(), count++, incref(key));
      values.push_back(value);
    }
    return target(callable, values.data(), std::size_t(positional), tuple.get());
  }
  return target(callable, values.data(), std::size_t(positional), nullptr);
}

TypeBuilder::TypeBuilder(const char* name, std::size_t size, unsigned long flags)
    : name_(name), size_(size), flags_(flags) {}

TypeBuilder& TypeBuilder::doc(const char* signature, const char* text) {
  doc_ = *signature ? std::string(signature) + "\n--\n\n" + text : text;
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

PyMethodDef TypeBuilder::definition(const Method& m, const char* self) const {
  const Signature& s = m.signature;
  const std::string name(s.function);
  const std::string parameters = s.parameters.empty() ? "" : ", " + std::string(s.parameters);
  // A method without parameters is marked positional-only, as C methods are: `$self` has no keyword anyway.
  return {kept(name), m.function, m.flags, kept(name + "(" + self + parameters + ")\n--\n\n" + m.doc)};
}

TypeBuilder& TypeBuilder::methods(std::initializer_list<Method> list) {
  for (const Method& m : list) methods_.push_back(definition(m, m.flags & METH_CLASS ? "$type" : "$self"));
  return *this;
}

TypeBuilder& TypeBuilder::methods_again(const TypeBuilder& base) {
  const std::size_t own = methods_.size();
  for (const PyMethodDef& m : base.methods_) {
    const std::string_view name = m.ml_name;
    const bool has_it = std::any_of(methods_.begin(), methods_.begin() + std::ptrdiff_t(own),
                                    [name](const PyMethodDef& o) { return name == o.ml_name; });
    if (!has_it && !name.starts_with("__") && !(m.ml_flags & METH_CLASS)) methods_.push_back(m);
  }
  return *this;
}

TypeBuilder& TypeBuilder::fixed_class_methods(std::initializer_list<Method> list) {
  for (const Method& m : list) fixed_.push_back(definition(m, "$type"));
  return *this;
}

TypeBuilder& TypeBuilder::attributes(std::initializer_list<Attribute> list) {
  for (const Attribute& a : list) attributes_.push_back({a.name, a.get, a.set, a.doc, nullptr});
  return *this;
}

TypeBuilder& TypeBuilder::members(std::initializer_list<Member> list) {
  for (const Member& m : list) members_.push_back({m.name, T_OBJECT_EX, Py_ssize_t(m.offset), READONLY, m.doc});
  return *this;
}

TypeBuilder& TypeBuilder::dict_at(std::size_t offset, getter get, setter set) {
  members_.push_back({"__dictoffset__", T_PYSSIZET, Py_ssize_t(offset), READONLY, nullptr});
  attributes_.push_back({"__dict__", get, set, nullptr, nullptr});
  return *this;
}

TypeBuilder& TypeBuilder::weakrefs_at(std::size_t offset) {
  members_.push_back({"__weaklistoffset__", T_PYSSIZET, Py_ssize_t(offset), READONLY, nullptr});
  return *this;
}

TypeBuilder& TypeBuilder::vectorcall(vectorcallfunc function) {
  vectorcall_ = function;
  return *this;
}

TypeBuilder& TypeBuilder::constant(const char* name, PyObject* value) {
  constants_.emplace_back(name, value);
  return *this;
}

PyTypeObject* TypeBuilder::build(PyObject* module) {
  if (!doc_.empty()) slots_.push_back({Py_tp_doc, const_cast<char*>(doc_.c_str())});
  if (!methods_.empty()) slots_.push_back({Py_tp_methods, kept(methods_)});
  if (!attributes_.empty()) slots_.push_back({Py_tp_getset, kept(attributes_)});
  if (!members_.empty()) slots_.push_back({Py_tp_members, kept(members_)});
  slots_.push_back({0, nullptr});
  PyType_Spec spec{name_, int(size_), int(item_size_), unsigned(flags_), slots_.data()};
  Owned bases(base_ ? PyTuple_Pack(1, base_) : nullptr);
  PyObject* object = PyType_FromModuleAndSpec(module, &spec, bases.get());
  if (!object) return nullptr;
  auto* type = reinterpret_cast<PyTypeObject*>(object);
  type->tp_vectorcall = vectorcall_;
  if (!fixed_.empty()) {
    for (PyMethodDef* m = kept(fixed_); m->ml_name; ++m) {
      Owned function(PyCFunction_NewEx(m, object, nullptr));
      if (!function || PyObject_SetAttrString(object, m->ml_name, function.get()) < 0) return nullptr;
    }
  }
  for (const auto& [name, value] : constants_) {
    Owned held(value);
    if (!value || PyObject_SetAttrString(object, name, value) < 0) return nullptr;
  }
  if (PyModule_AddType(module, type) < 0) return nullptr;
  return type;
}

}  // namespace bitrook::bindings

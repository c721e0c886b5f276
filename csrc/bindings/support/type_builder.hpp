// TypeBuilder: builds a Python type from tables of methods, attributes and slots, with one line for each.
//
// A method is a C++ function whose first parameter is the object (see Self in call.hpp) and whose other parameters are
// core values, or a member function:
//
//     bool is_attacked_by(const Position& p, Color color, Square square, std::optional<Squares> occupied);
//     ...
//     method<"is_attacked_by(color, square, occupied=None)", is_attacked_by>("Return True if ...")
//
// The text is the signature that help() and inspect show, and also defines how arguments are sorted: names, defaults
// (std::optional for None, Or<T, value> for others), `/` and `*`. Docstrings of several lines are raw strings, indented
// like the code. A function that can fail returns PyObject*, which is null if an exception is set. Every other result
// is converted with to_python().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bindings/support/call.hpp"

namespace bitrook::bindings {

// ---- Methods and functions.

struct Method {
  PyCFunction function;
  int flags;
  Signature signature;
  const char* doc;
};

// The function of a METH_FASTCALL method. Its first parameter is the object.
using RawFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);

// The calling convention follows from the signature: METH_FASTCALL for `*others`, METH_NOARGS without parameters,
// METH_O for one positional-only parameter, METH_FASTCALL | METH_KEYWORDS otherwise.
template <Text T, auto F>
Method method(const char* doc, int kind = 0) {
  constexpr const Signature& s = SignatureOf<T>;
  const auto cast = [](auto* function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
  };
  if constexpr (s.variadic) {
    static_assert(std::is_same_v<decltype(F), RawFunction>);
    return {cast(guarded<F>), METH_FASTCALL | kind, s, doc};
  } else {
    static_assert(s.count == Caller<F>::Count, "the signature and the function disagree");
    if constexpr (s.count == 0) {
      return {guarded<call_without_arguments<T, F>>, METH_NOARGS | kind, s, doc};
    } else if constexpr (s.count == 1 && s.positional_only == 1 && s.required == 1) {
      return {guarded<call_with_one<T, F>>, METH_O | kind, s, doc};
    } else {
      return {cast(guarded<call_fast<T, F>>), METH_FASTCALL | METH_KEYWORDS | kind, s, doc};
    }
  }
}

// A function that accepts any keywords (`**others`): F(object, args, positional, keywords).
template <Text T, auto F>
Method keyword_method(const char* doc) {
  return {reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(guarded<F>)), METH_FASTCALL | METH_KEYWORDS,
          SignatureOf<T>, doc};
}

// A class method. F's first parameter is the class (PyTypeObject*).
template <Text T, auto F>
Method class_method(const char* doc) {
  return method<T, F>(doc, METH_CLASS);
}

// A function of a module. All parameters of F are arguments.
template <auto F, class = decltype(F)>
struct WithoutSelf;
template <auto F, class R, class... A>
struct WithoutSelf<F, R (*)(A...)> {
  static R call(PyObject*, A... arguments) { return F(arguments...); }
};
template <Text T, auto F>
Method function(const char* doc) {
  return method<T, WithoutSelf<F>::call>(doc);
}

// Adds functions to a module. Throws if that fails.
void add_functions(PyObject* module, std::initializer_list<Method> list);

// ---- Attributes.

struct Attribute {
  const char* name;
  getter get;
  setter set;
  const char* doc;
};

// Read-only.
template <Text T, auto Get>
Attribute attribute(const char* doc) {
  return {T.characters, guarded<get_attribute<Get>>, nullptr, doc};
}
// A setter returns void, or PyObject* (None) if it can fail.
template <Text T, auto Get, auto Set>
Attribute attribute(const char* doc) {
  return {T.characters, guarded<get_attribute<Get>>, guarded<set_attribute<T, Set>>, doc};
}

// A read-only attribute that is a PyObject* in the object. The interpreter reads it without a call: 3 ns instead of 8.
struct Member {
  const char* name;
  std::size_t offset;
  const char* doc;
};

// ---- The type.

class TypeBuilder {
 public:
  // `name` is qualified, as in "bitrook.Move". `size` 0 inherits the layout of the base.
  TypeBuilder(const char* name, std::size_t size, unsigned long flags = Py_TPFLAGS_DEFAULT);

  // The documentation. `signature` is that of the constructor, "Move(from_square, to_square)", or empty.
  TypeBuilder& doc(const char* signature, const char* text);
  TypeBuilder& base(PyTypeObject* type);
  TypeBuilder& item_size(std::size_t size);  // for objects of variable size

  TypeBuilder& methods(std::initializer_list<Method> list);
  TypeBuilder& attributes(std::initializer_list<Attribute> list);
  TypeBuilder& members(std::initializer_list<Member> list);
  TypeBuilder& constant(const char* name, PyObject* value);  // a class attribute; steals the reference

  // Adds the methods of a base to this type as well, except those that this type overrides. CPython specializes a
  // method call only if the type itself defines the method.
  TypeBuilder& methods_of_base(const TypeBuilder& base);

  // The offset of a field that the interpreter accesses directly; `name` is "__dictoffset__" or "__weaklistoffset__".
  TypeBuilder& offset(const char* name, std::size_t offset);

  // A slot: slot<repr>(Py_tp_repr).
  template <auto F>
  TypeBuilder& slot(int id) {
    slots_.push_back({id, reinterpret_cast<void*>(guarded<F>)});
    return *this;
  }
  TypeBuilder& unhashable() {
    slots_.push_back({Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)});
    return *this;
  }
  // Calling the type runs F(type, arguments...). Subclasses use __new__, which does the same.
  template <Text T, auto F>
  TypeBuilder& constructor(const char* text) {
    return doc(T.characters, text)
        .template vectorcall<construct<T, F>>()
        .template slot<construct_by_new<T, F>>(Py_tp_new);
  }
  // Calling the type itself runs F, a vectorcallfunc. Subclasses use __new__ and __init__.
  template <auto F>
  TypeBuilder& vectorcall() {
    vectorcall_ = guarded<F>;
    return *this;
  }

  // Calling an object runs the vectorcallfunc that the constructor stores in the object at `offset`.
  TypeBuilder& vectorcall_of_objects(std::size_t offset);

  // Creates the type, adds it to the module under its own name and returns it. The type is never freed.
  // Throws pybind11::error_already_set.
  PyTypeObject* build(PyObject* module);

 private:
  const char* name_;
  std::size_t size_;
  std::size_t item_size_ = 0;
  unsigned long flags_;
  std::string doc_;
  PyTypeObject* base_ = nullptr;
  vectorcallfunc vectorcall_ = nullptr;
  std::vector<PyType_Slot> slots_;
  std::vector<PyMethodDef> methods_;
  std::vector<PyGetSetDef> attributes_;
  std::vector<PyMemberDef> members_;
  std::vector<std::pair<const char*, PyObject*>> constants_;
};

}  // namespace bitrook::bindings

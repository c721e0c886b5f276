// Making a Python type from a table of one-line entries: methods, attributes, constructor.
//
// A method is a plain C++ function whose first parameter is the object (or what it holds: see Self) and
// whose others are core values:
//
//     bool is_attacked_by(const Position& p, Color color, Square square, std::optional<Squares> occupied);
//     ...
//     method<"is_attacked_by(color, square, occupied=None)", is_attacked_by>("True if ...")
//
// The text is at once the signature that `help` and `inspect` show and the parser's table: names, defaults
// (std::optional for None, Or<T, value> for others), `/` and `*`. A call costs what a hand-written one does:
// METH_NOARGS without parameters, METH_O with one positional-only, METH_FASTCALL | METH_KEYWORDS otherwise,
// whose plain positional case is a comparison of two numbers. A function that may fail returns PyObject*
// (null: an exception is set); any other return type goes through to_python.
#pragma once

#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/support/convert.hpp"
#include "bindings/support/signature.hpp"

namespace bitrook::bindings {

// What a method's first parameter is made from. Objects of our own layout by reference; more in board.hpp.
// `Locked` says that the object changes: without a GIL its lock is held while the function runs. A `Scope`, if there is
// one, is made before the function runs and ended after it.
template <class S>
struct Self {
  static constexpr bool Locked = false;
  static S get(PyObject* self) { return *reinterpret_cast<std::remove_reference_t<S>*>(self); }
};
template <>
struct Self<PyObject*> {
  static constexpr bool Locked = false;
  static PyObject* get(PyObject* self) { return self; }
};
template <>
struct Self<PyTypeObject*> {
  static constexpr bool Locked = false;
  static PyTypeObject* get(PyObject* self) { return reinterpret_cast<PyTypeObject*>(self); }
};

struct Unlocked {
  explicit Unlocked(PyObject*) {}
};

template <class S>
struct ScopeOf {
  struct Type {};
};
template <class S>
  requires requires { typename Self<S>::Scope; }
struct ScopeOf<S> {
  using Type = typename Self<S>::Scope;
};

// What C++ throws, as Python's exception: there is no memory, or not so much. Returns null. Whatever Python calls goes
// through Caller or `guarded`, which catch it; that costs nothing as long as nothing is thrown. (No `catch (...)`:
// the system ends a thread by an exception of its own.)
PyObject* raise_from(const std::exception& error);

// A function of Python's own signature (a slot) that catches: null or -1 for its result then.
template <auto F>
struct Guarded;
template <class R, class... A, R (*F)(A...)>
struct Guarded<F> {
  static R call(A... arguments) try { return F(arguments...); } catch (const std::exception& error) {
    raise_from(error);
    if constexpr (std::is_pointer_v<R>) {
      return nullptr;
    } else {
      return R(-1);
    }
  }
};
template <auto F>
inline constexpr auto guarded = Guarded<F>::call;

// Calls F with the object and the loaded arguments.
template <auto F, class Function = decltype(F)>
struct Caller;
template <auto F, class R, class S, class... A>
struct Caller<F, R (*)(S, A...)> {
  static constexpr std::size_t Count = sizeof...(A);

  template <std::size_t... I>
  static PyObject* call(PyObject* self, PyObject* const* args, const Signature& names, std::index_sequence<I...>) try {
    std::tuple<std::remove_cvref_t<A>...> values;
    if (!(load(args[I], std::get<I>(values), names.names[I]) && ...)) return nullptr;
    [[maybe_unused]] const std::conditional_t<Self<S>::Locked, Lock, Unlocked> lock(self);
    [[maybe_unused]] const typename ScopeOf<S>::Type scope;
    if constexpr (std::is_void_v<R>) {
      F(Self<S>::get(self), std::get<I>(values)...);
      return none();
    } else {
      return to_python(F(Self<S>::get(self), std::get<I>(values)...));
    }
  } catch (const std::exception& error) {
    return raise_from(error);
  }
  static PyObject* call(PyObject* self, PyObject* const* args, const Signature& names) {
    return call(self, args, names, std::index_sequence_for<A...>());
  }
};

template <Text T>
inline constexpr Signature SignatureOf = parse_signature(T.view());

template <Text T, auto F>
PyObject* call_without_arguments(PyObject* self, PyObject*) {
  return Caller<F>::call(self, nullptr, SignatureOf<T>);
}
template <Text T, auto F>
PyObject* call_with_one(PyObject* self, PyObject* argument) {
  return Caller<F>::call(self, &argument, SignatureOf<T>);
}
template <Text T, auto F>
PyObject* call_fast(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  constexpr const Signature& s = SignatureOf<T>;
  if (given == Py_ssize_t(s.count) && s.positional == s.count && !keywords) [[likely]] {
    return Caller<F>::call(self, args, s);
  }
  PyObject* slots[s.count];
  if (!keywords && s.required_first && given >= Py_ssize_t(s.required) && given <= Py_ssize_t(s.positional)) {
    for (std::size_t i = 0; i < s.count; ++i) slots[i] = Py_ssize_t(i) < given ? args[i] : nullptr;  // bind: 5 ns
  } else if (!bind(s, args, given, keywords, slots)) {
    return nullptr;
  }
  return Caller<F>::call(self, slots, s);
}

struct Method {
  PyCFunction function;
  int flags;
  Signature signature;
  const char* doc;
};

using RawFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);

template <Text T, auto F>
Method method(const char* doc, int kind = 0) {
  constexpr const Signature& s = SignatureOf<T>;
  if constexpr (s.variadic) {
    return {reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(RawFunction(F))), METH_FASTCALL | kind, s, doc};
  } else {
    static_assert(s.count == Caller<F>::Count, "the signature and the function disagree");
    if constexpr (s.count == 0) {
      return {call_without_arguments<T, F>, METH_NOARGS | kind, s, doc};
    } else if constexpr (s.count == 1 && s.positional_only == 1 && s.required == 1) {
      return {call_with_one<T, F>, METH_O | kind, s, doc};
    } else {
      return {reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_fast<T, F>)),
              METH_FASTCALL | METH_KEYWORDS | kind, s, doc};
    }
  }
}

// F's first parameter is the class (PyTypeObject*).
template <Text T, auto F>
Method class_method(const char* doc) {
  return method<T, F>(doc, METH_CLASS);
}

// ---- Attributes.

struct Attribute {
  const char* name;
  getter get;
  setter set;
  const char* doc;
};

template <auto F>
PyObject* get_attribute(PyObject* self, void*) {
  return Caller<F>::call(self, nullptr, Signature());
}
template <Text T, auto F>
int set_attribute(PyObject* self, PyObject* value, void*) {
  static constexpr Signature S = [] {
    Signature s;
    s.names[0] = T.view();
    return s;
  }();
  if (!value) {
    PyErr_Format(PyExc_AttributeError, "cannot delete attribute '%s'", T.characters);
    return -1;
  }
  PyObject* result = Caller<F>::call(self, &value, S);
  Py_XDECREF(result);
  return result ? 0 : -1;
}

// Without a setter the attribute is read-only. A setter returns void, or PyObject* (None) if it may fail.
template <Text T, auto Get>
Attribute attribute(const char* doc) {
  return {T.characters, get_attribute<Get>, nullptr, doc};
}
template <Text T, auto Get, auto Set>
Attribute attribute(const char* doc) {
  return {T.characters, get_attribute<Get>, set_attribute<T, Set>, doc};
}

// An attribute that is a PyObject* in the object: read-only, and the fastest there is, as the interpreter's
// specialised slot load reads it (5 ns against 12 for a function).
struct Member {
  const char* name;
  std::size_t offset;
  const char* doc;
};

// ---- Constructors: F(type, arguments...) makes the object.

template <Text T, auto F>
PyObject* construct(PyObject* type, PyObject* const* args, std::size_t given, PyObject* keywords) {
  if constexpr (SignatureOf<T>.count == 0) {
    PyObject* no_slots[1];
    if (!bind(SignatureOf<T>, args, PyVectorcall_NARGS(given), keywords, no_slots)) return nullptr;
    return Caller<F>::call(type, nullptr, SignatureOf<T>);
  } else {
    return call_fast<T, F>(type, args, PyVectorcall_NARGS(given), keywords);
  }
}

// tp_new and tp_init receive a tuple and a dictionary: vectorcall_adapter as a vector call to `target`.
PyObject* vectorcall_adapter(vectorcallfunc target, PyObject* callable, PyObject* args, PyObject* keywords);

template <Text T, auto F>
PyObject* construct_by_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return vectorcall_adapter(construct<T, F>, reinterpret_cast<PyObject*>(type), args, keywords);
}
template <Text T, auto F>
int initialize(PyObject* self, PyObject* args, PyObject* keywords) {
  PyObject* result = vectorcall_adapter(construct<T, F>, self, args, keywords);
  Py_XDECREF(result);
  return result ? 0 : -1;
}

// ---- The type itself.

class TypeBuilder {
 public:
  // `name` is "bitrook.Move"; `size` 0 inherits the base's layout.
  TypeBuilder(const char* name, std::size_t size, unsigned long flags = Py_TPFLAGS_DEFAULT);

  // `text` is a first line "Move(from_square, to_square)", or empty, and the documentation.
  TypeBuilder& doc(const char* signature, const char* text);
  TypeBuilder& base(PyTypeObject* type);
  TypeBuilder& item_size(std::size_t size);  // of objects of variable size
  TypeBuilder& methods(std::initializer_list<Method> list);
  // The methods of a base once more, as this type's own: the interpreter's specialised call asks for exactly the
  // type that defines the method, and goes the long way for any other (5 ns). Not the ones this type has itself.
  TypeBuilder& methods_again(const TypeBuilder& base);
  TypeBuilder& attributes(std::initializer_list<Attribute> list);
  TypeBuilder& members(std::initializer_list<Member> list);
  // Instances have a __dict__, made when first used.
  TypeBuilder& dict_at(std::size_t offset, getter get = PyObject_GenericGetDict, setter set = PyObject_GenericSetDict);
  TypeBuilder& weakrefs_at(std::size_t offset);  // instances can be weakly referenced
  template <class F>
  TypeBuilder& slot(int id, F* function) {
    slots_.push_back({id, reinterpret_cast<void*>(function)});
    return *this;
  }
  // Calling the type runs F; so does its __new__, for subclasses.
  template <Text T, auto F>
  TypeBuilder& constructor() {
    vectorcall_ = construct<T, F>;
    return slot(Py_tp_new, guarded<construct_by_new<T, F>>);
  }
  // Calling exactly this type runs `function`; subclasses go through __new__ and __init__.
  TypeBuilder& vectorcall(vectorcallfunc function);
  // Methods of the class that are bound to it once and for all, so that a call makes no bound method (25 ns
  // saved): for types that cannot be subclassed.
  TypeBuilder& fixed_class_methods(std::initializer_list<Method> list);
  TypeBuilder& constant(const char* name, PyObject* value);  // a class attribute; takes the reference

  // Makes the type, adds it to the module under its own name and returns it (never freed), or null.
  PyTypeObject* build(PyObject* module);

 private:
  PyMethodDef definition(const Method& m, const char* self) const;

  const char* name_;
  std::size_t size_;
  std::size_t item_size_ = 0;
  unsigned long flags_;
  std::string doc_;
  PyTypeObject* base_ = nullptr;
  vectorcallfunc vectorcall_ = nullptr;
  std::vector<PyType_Slot> slots_;
  std::vector<PyMethodDef> methods_;
  std::vector<PyMethodDef> fixed_;
  std::vector<PyGetSetDef> attributes_;
  std::vector<PyMemberDef> members_;
  std::vector<std::pair<const char*, PyObject*>> constants_;
};

}  // namespace bitrook::bindings

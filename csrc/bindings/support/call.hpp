// Calling a C++ function from Python: converts arguments and results, and C++ exceptions to Python exceptions.
#pragma once

#include <exception>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bindings/support/convert.hpp"
#include "bindings/support/errors.hpp"
#include "bindings/support/signature.hpp"

namespace bitrook::bindings {

// ---- C++ exceptions must not propagate through the frames of the interpreter, which is written in C. Therefore, every
// function that Python calls is registered as guarded<F>, which costs nothing unless something is thrown. There is no
// `catch (...)`, because the C library terminates threads with its own exception, which must not be caught.

template <auto F>
struct Guarded;
template <class R, class... A, R (*F)(A...)>
struct Guarded<F> {
  static R call(A... arguments) {
    try {
      return F(arguments...);
    } catch (const std::exception& error) {
      return R(raise_from(error));
    }
  }
};
// F has the signature of a slot. If it throws, the result is null or -1 with a Python exception set.
template <auto F>
inline constexpr auto guarded = Guarded<F>::call;

// ---- The object. Self<S> converts the PyObject* to a function's first parameter S. `Locked` is true if the object can
// change; on free-threaded builds, it is then locked while the function runs. board.hpp and others add specializations.

template <class S>
struct Self {
  static_assert(!std::is_same_v<S, S>, "no Self converts the object to the first parameter of this function");
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

// A Self that gets the parameter from the object by calling Get. For objects that can change.
template <auto Get>
struct LockedSelf {
  static constexpr bool Locked = true;
  static decltype(auto) get(PyObject* self) { return Get(self); }
};

struct NoLock {
  explicit NoLock(PyObject*) {}
};

// ---- The call: load() each argument, lock the object, call F, and convert the result with to_python(). Returns null
// with an exception set if an argument cannot be loaded.

template <auto F, class R, class S, class... A>
struct CallerOf {
  static constexpr std::size_t Count = sizeof...(A);

  static PyObject* call(PyObject* self, PyObject* const* args, const Signature& names) {
    return call(self, args, names, std::index_sequence_for<A...>());
  }

 private:
  template <std::size_t... I>
  static PyObject* call(PyObject* self, PyObject* const* args, const Signature& names, std::index_sequence<I...>) {
    std::tuple<std::remove_cvref_t<A>...> values;
    if (!(load(args[I], std::get<I>(values), names.names[I]) && ...)) return nullptr;
    [[maybe_unused]] const std::conditional_t<Self<S>::Locked, Lock, NoLock> lock(self);
    if constexpr (std::is_void_v<R>) {
      std::invoke(F, Self<S>::get(self), std::get<I>(values)...);
      return none();
    } else {
      return to_python(std::invoke(F, Self<S>::get(self), std::get<I>(values)...));
    }
  }
};

template <auto F, class Function = decltype(F)>
struct Caller;
template <auto F, class R, class S, class... A>
struct Caller<F, R (*)(S, A...)> : CallerOf<F, R, S, A...> {};
template <auto F, class R, class C, class... A>
struct Caller<F, R (C::*)(A...)> : CallerOf<F, R, C&, A...> {};
template <auto F, class R, class C, class... A>
struct Caller<F, R (C::*)(A...) const> : CallerOf<F, R, const C&, A...> {};

// ---- The calling conventions of the interpreter, each of which uses a Caller. T is the text signature of F.

template <Text T>
inline constexpr Signature SignatureOf = parse_signature(T.view());

// METH_NOARGS.
template <Text T, auto F>
PyObject* call_without_arguments(PyObject* self, PyObject*) {
  return Caller<F>::call(self, nullptr, SignatureOf<T>);
}

// METH_O: one positional-only parameter.
template <Text T, auto F>
PyObject* call_with_one(PyObject* self, PyObject* argument) {
  return Caller<F>::call(self, &argument, SignatureOf<T>);
}

// METH_FASTCALL | METH_KEYWORDS. If all parameters are passed by position, no sorting is needed. If only the last
// parameters are left out, the arguments are sorted here instead of in bind(): fen() takes 32 ns instead of 38.
template <Text T, auto F>
PyObject* call_fast(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  constexpr const Signature& s = SignatureOf<T>;
  if (given == Py_ssize_t(s.count) && s.positional == s.count && !keywords) [[likely]] {
    return Caller<F>::call(self, args, s);
  }
  PyObject* slots[s.count];
  if (!keywords && s.required_first && given >= Py_ssize_t(s.required) && given <= Py_ssize_t(s.positional)) {
    for (std::size_t i = 0; i < s.count; ++i) slots[i] = Py_ssize_t(i) < given ? args[i] : nullptr;
  } else if (!bind(s, args, given, keywords, slots)) {
    return nullptr;
  }
  return Caller<F>::call(self, slots, s);
}

// A constructor, called as a vectorcall of the type: F(type, arguments...) creates the object.
template <Text T, auto F>
PyObject* construct(PyObject* type, PyObject* const* args, std::size_t given, PyObject* keywords) {
  return call_fast<T, F>(type, args, PyVectorcall_NARGS(given), keywords);
}

// Passes the tuple and the dict that tp_new and tp_init receive to `target` as a vectorcall.
PyObject* vectorcall_adapter(vectorcallfunc target, PyObject* callable, PyObject* args, PyObject* keywords);

// tp_new, implemented by a constructor.
template <Text T, auto F>
PyObject* construct_by_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return vectorcall_adapter(construct<T, F>, reinterpret_cast<PyObject*>(type), args, keywords);
}
// tp_init: F(object, arguments...) initializes an existing object.
template <Text T, auto F>
int initialize(PyObject* self, PyObject* args, PyObject* keywords) {
  const Ref result(vectorcall_adapter(construct<T, F>, self, args, keywords));
  return result ? 0 : -1;
}

// The getter and the setter of an attribute. T is the attribute's name.
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
  const Ref result(Caller<F>::call(self, &value, S));
  return result ? 0 : -1;
}

}  // namespace bitrook::bindings

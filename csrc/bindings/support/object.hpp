// Bindings outside the hot path: objects that hold a C++ value, and functions whose arguments and results are converted
// by pybind11.
//
// The types and functions are created with the type builder instead of pybind11, because pybind11 terminates the
// process if it cannot allocate an error message, a keyword or a new object. Here, every failed allocation raises
// MemoryError.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bindings/support/casters.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// ---- Objects.

template <class T>
struct Object {
  PyObject_HEAD T value;
  inline static PyTypeObject* type = nullptr;
};

// Returns the value in an object, or null if the object is of another type.
template <class T>
T* held(pybind11::handle object) {
  return Py_TYPE(object.ptr()) == Object<T>::type ? &reinterpret_cast<Object<T>*>(object.ptr())->value : nullptr;
}

// Takes ownership of a new reference, or throws the exception that is set if it is null.
inline pybind11::object steal(PyObject* made) {
  if (!made) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(made);
}

template <class T>
pybind11::object new_object(T value) {
  static_assert(std::is_nothrow_move_constructible_v<T>);
  pybind11::object self = steal(PyType_GenericAlloc(Object<T>::type, 0));
  new (&reinterpret_cast<Object<T>*>(self.ptr())->value) T(std::move(value));
  return self;
}

template <class T>
void delete_object(PyObject* self) {
  reinterpret_cast<Object<T>*>(self)->value.~T();
  free_object(self);
}

// Builds the type of the objects that hold a T. Only C++ creates them: programs cannot instantiate the type.
template <class T>
class ObjectType : public TypeBuilder {
 public:
  ObjectType(const char* name, const char* text = "")
      : TypeBuilder(name, sizeof(Object<T>),
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE) {
    doc("", text).template slot<delete_object<T>>(Py_tp_dealloc);
  }
  void build(const pybind11::module_& m) { Object<T>::type = TypeBuilder::build(m.ptr()); }
};

// ---- Arguments and results.

// A type without a pybind11 caster, which is passed as an Object<T>.
template <class T>
concept Held = std::is_base_of_v<pybind11::detail::type_caster_generic, pybind11::detail::make_caster<T>>;

// Converts an argument to a parameter of type A. If the conversion fails, load() returns false. It sets an exception
// only if there is a more specific one than the default TypeError.
template <class A>
class Argument {
 public:
  bool load(PyObject* object) { return caster_.load(object ? object : Py_None, true); }
  decltype(auto) get() { return pybind11::detail::cast_op<A>(std::move(caster_)); }

 private:
  pybind11::detail::make_caster<A> caster_;
};
template <class A>
  requires Held<std::remove_cvref_t<A>>
class Argument<A> {
 public:
  bool load(PyObject* object) { return (value_ = held<std::remove_cvref_t<A>>(object)) != nullptr; }
  A get() { return *value_; }

 private:
  std::remove_cvref_t<A>* value_ = nullptr;
};

// Returns the row of a table with this name. If there is none, throws ValueError with the valid names.
template <class Table>
const auto& named(const Table& table, std::string_view name, const char* parameter = "name") {
  std::string names;
  for (const auto& row : table) {
    if (row.name == name) return row;
    names.append(names.empty() ? "" : ", ").append(row.name);
  }
  throw pybind11::value_error(std::string(parameter) + " must be one of " + names + ", not '" + std::string(name) +
                              "'");
}

template <class R>
PyObject* result_object(R result) {
  if constexpr (Held<R>) {
    return new_object(std::move(result)).release().ptr();
  } else if constexpr (std::is_base_of_v<pybind11::object, R>) {
    return result.release().ptr();
  } else {
    return pybind11::cast(std::move(result)).release().ptr();
  }
}

// ---- Functions.

template <auto F, class Function = decltype(F)>
struct Converted;
template <auto F, class R, class... A>
struct Converted<F, R (*)(A...)> {
  static constexpr std::size_t Count = sizeof...(A);

  // `names` are the parameters, for error messages.
  static PyObject* call(PyObject* const* args, const std::string_view* names) {
    return call(args, names, std::index_sequence_for<A...>());
  }

 private:
  template <std::size_t... I>
  static PyObject* call(PyObject* const* args, [[maybe_unused]] const std::string_view* names,
                        std::index_sequence<I...>) {
    std::tuple<Argument<A>...> values;
    if (!(load(std::get<I>(values), args[I], names, I) && ...)) return nullptr;
    if constexpr (std::is_void_v<R>) {
      F(std::get<I>(values).get()...);
      return none();
    } else {
      return result_object(F(std::get<I>(values).get()...));
    }
  }

  template <class T>
  static bool load(T& value, PyObject* object, const std::string_view* names, std::size_t i) {
    if (value.load(object)) return true;
    if (!PyErr_Occurred()) {
      PyErr_Format(PyExc_TypeError, "%s has a wrong type or value: %R", std::string(names[i]).c_str(), object);
    }
    return false;
  }
};

template <Text T, auto F>
PyObject* call_bound(PyObject* self, PyObject* const* args, Py_ssize_t given, PyObject* keywords) {
  static constexpr const Signature& s = SignatureOf<T>;
  static constexpr std::size_t first = Converted<F>::Count - s.count;  // 1 if F takes the object
  static_assert(first <= 1, "the signature and the function disagree");
  static constexpr auto Names = [] {
    std::array<std::string_view, Signature::MaxParameters + 1> names{"self"};
    for (std::size_t i = 0; i < s.count; ++i) names[first + i] = s.names[i];
    return names;
  }();
  PyObject* slots[s.count + 1] = {self};
  return bind(s, args, given, keywords, slots + first) ? Converted<F>::call(slots, Names.data()) : nullptr;
}

// A method of an object, or a function of a module. The first parameter of a method is the object, and the others
// correspond to the signature. Optional parameters have the type std::optional.
template <Text T, auto F>
Method bound(const char* doc = "", int kind = 0) {
  Method m = keyword_method<T, call_bound<T, F>>(doc);
  m.flags |= kind;
  return m;
}

template <auto F>
PyObject* get_bound(PyObject* self, void*) {
  constexpr std::string_view name = "self";
  return Converted<F>::call(&self, &name);
}
template <Text T, auto F>
Attribute bound_attribute(const char* doc = "") {
  return {T.characters, guarded<get_bound<F>>, nullptr, doc};
}

// The slot for len(). F returns the length.
template <auto F>
Py_ssize_t bound_length(PyObject* self) {
  const Ref n(get_bound<F>(self, nullptr));
  return n ? PyLong_AsSsize_t(n.get()) : -1;
}

}  // namespace bitrook::bindings

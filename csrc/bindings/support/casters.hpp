// Casters with which pybind11 functions accept and return core values and the types of the hot path.
#pragma once

#include <pybind11/pybind11.h>

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

// Loads an argument of a pybind11 function by the rules of the hot path. Error messages contain the parameter.
template <class T>
T argument(pybind11::handle object, const char* name) {
  T value{};
  if (!load(object.ptr(), value, name)) throw pybind11::error_already_set();
  return value;
}

// A pybind11 caster by value. An object of the wrong type is rejected without an exception, so that the caller raises
// its own TypeError. Other errors are passed on.
template <class T>
struct Caster {
  T value{};
  template <class>
  using cast_op_type = T;
  // NOLINTNEXTLINE: the name and the implicit conversion are pybind11's interface
  operator T() { return value; }
  bool load(pybind11::handle source, bool) {
    if (bindings::load(source.ptr(), value, "the argument")) return true;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw pybind11::error_already_set();
    PyErr_Clear();
    return false;
  }
  static pybind11::handle cast(T value, pybind11::return_value_policy, pybind11::handle) { return to_python(value); }
};

}  // namespace bitrook::bindings

namespace pybind11::detail {

template <>
struct type_caster<bitrook::Move> : bitrook::bindings::Caster<bitrook::Move> {
  static constexpr auto name = const_name("bitrook.Move");
};
template <>
struct type_caster<bitrook::Piece> : bitrook::bindings::Caster<bitrook::Piece> {
  static constexpr auto name = const_name("bitrook.Piece");
};
template <>
struct type_caster<bitrook::Bitboard> : bitrook::bindings::Caster<bitrook::Bitboard> {
  static constexpr auto name = const_name("int");
};

}  // namespace pybind11::detail

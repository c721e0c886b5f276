// Lets ordinary pybind11 functions take and return the hand-made types.
#pragma once

#include <pybind11/pybind11.h>

#include "bindings/support/convert.hpp"

namespace bitrook::bindings {

// By value: loads like any fast method's argument, and returns the interned or a new object.
template <class T>
struct Caster {
  T value{};
  template <class>
  using cast_op_type = T;
  // NOLINTNEXTLINE: the name and the implicitness are pybind11's
  operator T() { return value; }
  bool load(pybind11::handle source, bool) {
    if (bindings::load(source.ptr(), value, "argument")) return true;
    PyErr_Clear();  // pybind11 tries the next overload, or raises its own TypeError
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
// A core set is an int on the Python side; bindings::Squares is a SquareSet.
template <>
struct type_caster<bitrook::Bitboard> : bitrook::bindings::Caster<bitrook::Bitboard> {
  static constexpr auto name = const_name("int");
};
template <>
struct type_caster<bitrook::bindings::Squares> : bitrook::bindings::Caster<bitrook::bindings::Squares> {
  static constexpr auto name = const_name("bitrook.SquareSet");
};

}  // namespace pybind11::detail

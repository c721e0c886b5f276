// What all pybind11 bindings share: casters for core values and the types of the hot path, and the kind of classes.
#pragma once

#include <pybind11/pybind11.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "bindings/support/convert.hpp"
#include "bindings/support/gil.hpp"

namespace bitrook::bindings {

using namespace pybind11::literals;  // "name"_a is pybind11::arg("name")

// For pybind11::class_: only C++ creates objects. Without this, Class.__new__(Class) would create one without a value.
inline const pybind11::custom_type_setup not_instantiable([](PyHeapTypeObject* type) {
  type->ht_type.tp_flags |= Py_TPFLAGS_DISALLOW_INSTANTIATION;
});

// Takes ownership of a new reference, or throws the exception that is set if it is null.
inline pybind11::object steal(PyObject* made) {
  if (!made) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(made);
}

// Returns the row of a table with this name. For any other name, throws ValueError with the valid ones.
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

// Returns the value of an enumeration with the name `given`. Throws ValueError for any other name.
template <class Enum, class Names>
Enum enum_named(const Names& names, pybind11::handle given, const char* parameter) {
  std::string choices;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (given.equal(pybind11::str(names[i]))) return Enum(i);
    choices.append(i == 0 ? "'" : i + 1 == names.size() ? " or '" : ", '").append(names[i]).append("'");
  }
  throw pybind11::value_error(std::string(parameter) + " must be " + choices + ", not " +
                              std::string(pybind11::repr(given)));
}

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

// The path of a file as a parameter: str, bytes or os.PathLike.
struct FilePath {
  std::string bytes;  // in the encoding of the file system: UTF-8 on Windows, and usually elsewhere

  // Returns bytes of a path or a message that contains one as str.
  static pybind11::object decoded(std::string_view text) {
    return steal(PyUnicode_DecodeFSDefaultAndSize(text.data(), Py_ssize_t(text.size())));
  }
  // Throws OSError for an `errno` value.
  [[noreturn]] void raise(int error) const {
    errno = error;
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, decoded(bytes).ptr());
    throw pybind11::error_already_set();
  }
};

}  // namespace bitrook::bindings

namespace pybind11::detail {

template <>
struct type_caster<bitrook::bindings::FilePath> {
  PYBIND11_TYPE_CASTER(bitrook::bindings::FilePath, const_name("os.PathLike"));
  bool load(handle source, bool) {
    PyObject* bytes = nullptr;
    if (!bitrook::bindings::in_python([&] { return PyUnicode_FSConverter(source.ptr(), &bytes); }))
      throw error_already_set();
    const auto owned = reinterpret_steal<object>(bytes);
    value.bytes.assign(PyBytes_AS_STRING(bytes), std::size_t(PyBytes_GET_SIZE(bytes)));
    return true;
  }
};
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

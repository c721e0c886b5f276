// Lets functions of other pybind11 modules take and return bitrook's boards and moves.
#pragma once

#include <pybind11/pybind11.h>

#include "bitrook/extension.hpp"

namespace bitrook::extension {

// The interface of the installed bitrook, imported at the first call. Throws error_already_set (ImportError) if it does
// not match these headers. Call it in PYBIND11_MODULE, too, so that a mismatch is found at import.
inline const Api& api() {
  static const Api* const imported = import();
  if (!imported) throw pybind11::error_already_set();
  return *imported;
}

}  // namespace bitrook::extension

namespace pybind11::detail {

// `const bitrook::Position&` refers into the board. See Api::position for how long it is valid.
template <>
struct type_caster<bitrook::Position> {
  static constexpr auto name = const_name("bitrook.Board");
  template <class T>
  using cast_op_type = const bitrook::Position&;
  operator const bitrook::Position&() const { return *position_; }

  bool load(handle source, bool) {
    position_ = bitrook::extension::api().position(source.ptr());
    if (!position_) PyErr_Clear();  // pybind11 tries the next overload, or raises its own TypeError
    return position_ != nullptr;
  }
  static handle cast(const bitrook::Position& position, return_value_policy, handle) {
    return bitrook::extension::api().new_board(&position);
  }

 private:
  const bitrook::Position* position_ = nullptr;
};

template <>
struct type_caster<bitrook::Move> {
  PYBIND11_TYPE_CASTER(bitrook::Move, const_name("bitrook.Move"));

  bool load(handle source, bool) {
    const bool is_move = bitrook::extension::api().move(source.ptr(), &value);
    if (!is_move) PyErr_Clear();
    return is_move;
  }
  static handle cast(bitrook::Move move, return_value_policy, handle) {
    return bitrook::extension::api().new_move(move);
  }
};

}  // namespace pybind11::detail
